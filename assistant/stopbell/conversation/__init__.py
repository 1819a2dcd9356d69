"""The turn loop: what is remembered, what is asked of the server, what is answered; no face, no voice, no protocol."""

"""Call out at a stop, unattended, in one or more languages: aloud or into files, with the same words as text."""

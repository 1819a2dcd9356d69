"""The facts of public transport, in the words of GTFS; the standard library only."""

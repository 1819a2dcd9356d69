"""Pure answers: which calls a stop has, how sure they are, who can board."""

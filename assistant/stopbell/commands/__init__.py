"""One file for each command; what is heavy is imported when a command runs, so that every command starts at once."""

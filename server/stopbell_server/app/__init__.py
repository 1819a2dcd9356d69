"""The door for programs: the home, the feeds in it, and the world as it is now."""

"""What the prompts ask for is there, and their arguments complete."""

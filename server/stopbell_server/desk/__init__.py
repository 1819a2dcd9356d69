"""What tools, resources and prompts share: a question with its world and words, and how an answer is put together."""

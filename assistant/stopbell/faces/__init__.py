"""How a rider meets the assistant: lines, one answer, or a screen."""

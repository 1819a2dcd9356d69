"""What real screen readers say of our programs."""

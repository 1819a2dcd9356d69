"""The pages that hosts show, in a real browser."""

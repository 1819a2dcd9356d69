"""Contract entities become sentences, written and spoken, in each language."""

"""Sound that can be judged without ears: phonemes, lengths, levels, and what a recogniser understands."""

"""What is learned from sentences that riders say, for those that no pattern of a grammar clearly fits."""

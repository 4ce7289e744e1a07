"""Pictures in, evidence out. Knows squares and evidence, nothing of moves."""

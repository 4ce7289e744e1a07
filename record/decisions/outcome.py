"""What becomes of what a person asks for."""

from rules.errors import Sentence

OBEYED = "obeyed"
Became = str | Sentence
"""The outcome: `OBEYED`, or why it was refused."""

"""What becomes of what a person asks for."""

from rules.errors import Sentence

OBEYED, WITHDRAWN = "obeyed", "withdrawn"
Became = str | Sentence
"""The outcome: `OBEYED`, or why it was refused; `WITHDRAWN` where it was not begun in time, and never will be."""

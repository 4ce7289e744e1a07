"""How ready a board is in a word. A board of another version may have values without a name here."""

from collections.abc import Mapping
from typing import Any

from record.texts import marked

SIGNS = {"ok": "✓", "warn": "!", "fail": "✕", "untried": "\u2013"}
STATES = {
    "ready": marked("Ready"),
    "remarked": marked("Ready, with remarks"),
    "waiting": marked("Not ready yet"),
    "failing": marked("Not ready"),
    "playing": marked("A game runs"),
    "over": marked("Game over"),
    "silent": marked("No word from it"),
}
RULES = {
    "frisian": marked("Frisian draughts"),
    "international": marked("International draughts"),
    "english": marked("English draughts"),
    "dambord": marked("Frisian draughts on 64 squares"),
}
AS_THEY_ARE = ("playing", "over", "silent")
"""The phases in which the checks do not change the state."""


def state_of(board: Mapping[str, Any]) -> str:
    """The state of a board by its view (`hub.boards.readiness.ready_view`), one of STATES."""
    phase, levels = board["phase"], {check["level"] for check in board["checks"]}
    if phase in AS_THEY_ARE:
        return str(phase)
    if "fail" in levels:
        return "failing"
    return "waiting" if phase != "ready" else "remarked" if "warn" in levels else "ready"

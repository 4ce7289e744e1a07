"""What the round of a game is called: by its number or name, or which play-off it is."""

import re
from typing import Final

from record.texts import marked, say

ROUND, PLAY_OFF_GAME = marked("Round {round}"), marked("Play-off game {number}")
_PLAY_OFF: Final = re.compile(r"play-off ([1-9]\d*)", re.ASCII)
"""What boards have in place of the round (`tournament.events.play_offs.ROUND_OF_BOARDS`)."""


def round_name(lang: str, round_: object) -> str:
    """The round in that language, such as `Ronde 3` or `Beslissingspartij 1`."""
    play_off = _PLAY_OFF.fullmatch(str(round_))
    return say(lang, PLAY_OFF_GAME, number=play_off[1]) if play_off else say(lang, ROUND, round=round_)

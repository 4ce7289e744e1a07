"""Remedies that the command line and the pages share, worded for pages: they name no command."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from record.telling.sentences import tell
from rules.errors import Phrase, Sentence, Value


class PageSays(Phrase):
    """What a page says in place of a sentence that names a command, or besides."""

    UNDO_FIRST = "take it back first, under Log"
    DRAW_FIRST = "draw the lot under Entries"
    REMOVE = "a wrong entry is removed under Entries"
    WITHDRAW = "withdraw under Entries"
    RESULT = "a result is corrected beside its game, under Rounds, that of a play-off under Standings"
    RETURN = "under Entries somebody who withdrew takes part again"
    ROUNDS = "the number of rounds is changed under Rounds, which also ends the event"
    PAIR_OR_END = "both are done under Rounds"
    TICK = "tick the box to make it all the same, with the arbiter's consent"
    MAY_BE_OLDER = "boards have games of round {rounds} of this event, which the event has not: its file may be older than what was played"
    PAIR_ALL_THE_SAME = "put a newer copy of the file in its place, pair by hand what was played, or tick the box to pair it anew"


OF_ENTRANTS: Final = frozenset(
    {"id", "ids", "white", "black", "first", "second", "other", "game", "games", "open", "result", "what", "rules"}
)
"""The values of sentences that may be ids of entrants, or sentences with such."""
WORDED: Final[Mapping[str, PageSays | None]] = {
    "Remedy.enter": None,
    "Remedy.remove": PageSays.REMOVE,
    "Remedy.withdraw": PageSays.WITHDRAW,
    "Remedy.result": PageSays.RESULT,
    "Remedy.return": PageSays.RETURN,
    "Remedy.draw": PageSays.DRAW_FIRST,
    "Remedy.colours": None,
    "Remedy.undo": PageSays.UNDO_FIRST,
    "Remedy.rounds": PageSays.ROUNDS,
    "Remedy.pair-or-end": PageSays.PAIR_OR_END,
    "Remedy.anyway": PageSays.TICK,
}
"""The wording for pages, by the code of the sentence; None where the sentence is left out."""


def on_page(sentence: Sentence) -> Sentence:
    """The sentence as pages say it."""
    remedy = on_page(sentence.remedy) if sentence.remedy and WORDED.get(sentence.remedy.code, sentence) else None
    worded = WORDED.get(sentence.code)
    return worded.said(remedy, **sentence.values) if worded else replace(sentence, remedy=remedy)


def told(sentence: Sentence, lang: str, names: Mapping[str, str] | None = None) -> str:
    """The sentence as pages say it, in that language, with names in place of the ids of entrants."""
    return tell(_named(on_page(sentence), names or {}), lang)


def _named(sentence: Sentence, names: Mapping[str, str]) -> Sentence:
    values = {key: _value(value, names) if key in OF_ENTRANTS else value for key, value in sentence.values.items()}
    return replace(sentence, values=values)


def _value(value: Value, names: Mapping[str, str]) -> Value:
    if isinstance(value, Sentence):
        return _named(value, names)
    if isinstance(value, tuple):
        return tuple(_value(one, names) for one in value)
    plain = value.strip("'") if isinstance(value, str) else value
    return names.get(plain, value) if isinstance(plain, str) else value

"""What was changed at a board, as sentences: `Board 2: White is Jelle de Vries (was Jele)`."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import Phrase, Sentence


class EveningSays(Phrase):
    """What was done at a board."""

    GAME = "Board {board}: {changes}"
    NEXT_GAME = "Board {board}, the next game: {changes}"
    EARLIER_GAME = "Board {board}, game {game}: {changes}"
    NOTHING = "nothing is changed"
    WHITE_RUNS = "Board {board}: White's clock runs"
    BLACK_RUNS = "Board {board}: Black's clock runs"
    CLOSED = "Board {board}: the game is closed, and the next one begins once its pieces stand"
    HELD = "{said}; {note}"
    NOT_DONE = "Board {board}, not done: {why}"


class TagIs(Phrase):
    """A value that was set. {value} is a name as it was given."""

    WHITE = "White is {value}"
    BLACK = "Black is {value}"
    EVENT = "the event is {value}"
    ROUND = "the round is {value}"
    BOARD = "the board's number is {value}"
    TIME_CONTROL = "the time control is {value}"


class TagWas(Phrase):
    """A value that was set anew."""

    WHITE = "White is {value} (was {before})"
    BLACK = "Black is {value} (was {before})"
    EVENT = "the event is {value} (was {before})"
    ROUND = "the round is {value} (was {before})"
    BOARD = "the board's number is {value} (was {before})"
    TIME_CONTROL = "the time control is {value} (was {before})"


class TagGone(Phrase):
    """A value that was taken away."""

    WHITE = "White has no name any more (was {before})"
    BLACK = "Black has no name any more (was {before})"
    EVENT = "the event has no name any more (was {before})"
    ROUND = "the round has no number any more (was {before})"
    BOARD = "the board has no number any more (was {before})"


@dataclass(frozen=True, slots=True)
class Changed:
    """The values that are set, and those that were known before."""

    before: Mapping[str, str]
    control_before: str
    new: Mapping[str, str]
    control: str | None = None
    """The time control that is set, if one is."""


def changed(board: str, what: Changed, phrase: EveningSays, game: str = "") -> Sentence:
    """What was changed at that board, as `phrase` says it."""
    changes = [said for tag, value in what.new.items() if (said := _change(tag, value, what.before.get(tag, "")))]
    if what.control and what.control != what.control_before:
        changes.append(_change("time_control", what.control, what.control_before) or EveningSays.NOTHING.said())
    return phrase.said(board=board, game=game, changes=tuple(changes) or EveningSays.NOTHING.said())


def _change(tag: str, value: str, before: str) -> Sentence | None:
    """None where nothing is changed."""
    if value == before:
        return None
    if not value:
        return TagGone[tag.upper()].said(before=before)
    return (TagWas if before else TagIs)[tag.upper()].said(value=value, before=before)

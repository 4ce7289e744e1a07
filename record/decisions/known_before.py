"""A correction rests on the values that whoever made it saw: where somebody else has changed one of them since, nothing of it is done.

Two arbiters may correct the names of one game at once, at the board and at a hub. The board's service decides, for it alone carries out
both.
"""

from collections.abc import Mapping

from clock.control import ControlError, parse_control
from record.decisions.commands import TIME_CONTROL, Describe, PrepareGame
from rules.errors import Phrase, Sentence


class StandsNow(Phrase):
    """The value that somebody else has set."""

    WHITE = "White is {value} now"
    BLACK = "Black is {value} now"
    EVENT = "the event is {value} now"
    ROUND = "the round is {value} now"
    TIME_CONTROL = "the time control is {value} now"


class EmptyNow(Phrase):
    """Somebody else has taken the value away."""

    WHITE = "White has no name now"
    BLACK = "Black has no name now"
    EVENT = "the event has no name now"
    ROUND = "the round has no number now"
    TIME_CONTROL = "no time control is set now"


class KnownBefore(Phrase):
    """Why a correction is not done."""

    CHANGED = "this was changed meanwhile: {stands}"
    AGAIN = "nothing of yours is stored; send it once more if it is to stand"


CHECKED = tuple(name.lower() for name in StandsNow.__members__)
"""The fields that are checked."""
_CODES = {family[name.upper()].said().code: name for family in (StandsNow, EmptyNow) for name in CHECKED}


def changed_meanwhile(word: Describe | PrepareGame, tags: Mapping[str, str], control: str = "") -> Sentence | None:
    """What somebody else has changed of that which the word changes; None where it may be done.

    `tags` and `control` are what stands now. Who changed a value to the same one is in nobody's way.
    """
    wanted = {**word.about.tags.told, TIME_CONTROL: word.time_control if isinstance(word, PrepareGame) else None}
    stands = {**tags, TIME_CONTROL: control}
    changed = [
        _said(name, now)
        for name in CHECKED
        if name in word.was
        and (new := wanted.get(name)) is not None
        and not _is_one_of(name, now := stands.get(name, ""), word.was[name], new)
    ]
    return KnownBefore.CHANGED.said(KnownBefore.AGAIN.said(), stands=tuple(changed)) if changed else None


def stands_in(said: Sentence) -> dict[str, str]:
    """The values that stand now by a sentence of `changed_meanwhile`; nothing for any other sentence."""
    stands = said.values.get("stands") if said.code == KnownBefore.CHANGED.said().code else None
    told = [one for one in stands if isinstance(one, Sentence) and one.code in _CODES] if isinstance(stands, tuple) else []
    return {_CODES[one.code]: str(one.values.get("value", "")) for one in told}


def _said(name: str, now: str) -> Sentence:
    return StandsNow[name.upper()].said(value=now) if now else EmptyNow[name.upper()].said()


def _is_one_of(name: str, now: str, *values: str) -> bool:
    return _plain(now) in map(_plain, values) if name == TIME_CONTROL else now in values


def _plain(control: str) -> str:
    """A time control in its shortest notation, as far as it is one."""
    try:
        return str(parse_control(control))
    except ControlError:
        return control

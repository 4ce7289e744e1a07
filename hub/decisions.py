"""From what the desk sends to the arbiter's word; whatever is not one is refused with the reason."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from clock.control import SECOND_NS
from hub.errors import Refused
from record.arbiter import Word
from record.arbitration import Decision
from record.inbox import ArbitersWord, SetTimes, StartClock, StopClock

SIDES = ("white", "black")
RESULTS = ("1-0", "0-1", "draw", "void")
RULINGS = (Word.STAND, Word.RESTORE, Word.TAKE_BACK, Word.TO_MOVE, Word.END, Word.PAPER, Word.RECORD)
"""What may be ruled from the desk; a position is set up with `damcam rule position`."""
LONGEST = 500
MOST_PLIES = 10_000
LONGEST_S = 100 * 3600


def word_of(sent: object, by: str) -> ArbitersWord:
    """The word of `by` in an object with `word` and what belongs to it; Refused (400) names what is missing or cannot be."""
    if not isinstance(sent, dict):
        raise Refused(400, "a JSON object with the ruling was expected")
    word = _one_of(sent, "word", (*RULINGS, *_ON_THE_CLOCK))
    if word in _ON_THE_CLOCK:
        return _ON_THE_CLOCK[word](sent, by)
    return Decision(
        seq=whole(sent, "seq", MOST_PLIES),
        ruling=word,
        by=by,
        reason=_text(sent, "reason"),
        plies=whole(sent, "plies", MOST_PLIES) if word == Word.TAKE_BACK else None,
        side=_one_of(sent, "side", SIDES) if word == Word.TO_MOVE else None,
        result=_one_of(sent, "result", RESULTS) if word == Word.END else None,
        article=_text(sent, "article") or None if word == Word.END else None,
    )


def whole(sent: Mapping[str, Any], key: str, most: int) -> int:
    """A whole number from 0 to `most`; Refused (400)."""
    value = sent.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Refused(400, f"{key}: a whole number from 0 to {most} was expected, not {value!r:.50}")
    return value


def _one_of(sent: Mapping[str, Any], key: str, values: Collection[str]) -> str:
    value = sent.get(key)
    if not isinstance(value, str) or value not in values:
        raise Refused(400, f"{key}: one of {', '.join(values)} was expected, not {value!r:.50}")
    return value


def _text(sent: Mapping[str, Any], key: str) -> str:
    value = sent.get(key, "")
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise Refused(400, f"{key}: one line of text of {LONGEST} characters at most was expected")
    return value.strip()


def _start(sent: Mapping[str, Any], by: str) -> StartClock:
    return StartClock(by, _one_of(sent, "side", SIDES))


def _stop(_sent: Mapping[str, Any], by: str) -> StopClock:
    return StopClock(by)


def _set(sent: Mapping[str, Any], by: str) -> SetTimes:
    white, black = (whole(sent, f"{side}_s", LONGEST_S) * SECOND_NS for side in SIDES)
    return SetTimes(white, black, by, _text(sent, "reason"))


_ON_THE_CLOCK: Mapping[str, Callable[[Mapping[str, Any], str], ArbitersWord]] = {
    "start-clock": _start,
    "stop-clock": _stop,
    "set-times": _set,
}

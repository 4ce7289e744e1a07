"""Reads what the desk sends as a word of the arbiter. Anything else is refused with the reason."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from clock.control import SECOND_NS
from hub.web.errors import Refused
from record.decisions.arbitration import Decision
from record.decisions.commands import (
    AddTimes,
    ArbiterCommand,
    CloseGame,
    EnterPaper,
    ResumeWriting,
    SeeAlert,
    SetControl,
    SetTimes,
    StartClock,
    StopClock,
    SuspendWriting,
    Undo,
)
from record.session.arbiter import Word
from record.store.json_text import JsonError, json_in
from rules.board.fen import full_fen, parse_fen
from rules.board.ruleset import RuleSet
from rules.errors import FenError, Phrase
from rules.pdn.tags import is_printable
from rules.play.endings import Cause

ENTER_PAPER = "enter-paper"
SIDES = ("white", "black")
RESULTS = ("1-0", "0-1", "draw", "void")
MAX_TEXT_LENGTH = 500
"""Characters of a line of text."""
MAX_PAPER_LENGTH = 20_000
"""Characters of moves from paper: a game of three hundred moves with a comment at each."""
MAX_PLIES = 10_000
MAX_TIME_S = 100 * 3600
MAX_GAME_NS = 10**16
"""Nanoseconds; more than a game lasts, and a number that JSON carries exactly."""
ALERT = re.compile(r"\d{1,9}-\d{1,3}", re.ASCII)


class SentWrongly(Phrase):
    """What is wrong in a request that a page sent."""

    NO_JSON = "this is no JSON that can be read: {why}"
    NO_OBJECT = "a JSON object with the ruling was expected"
    NOT_WHOLE = "{key}: a whole number from {least} to {most} was expected, not {value}"
    NO_MOVES = "text: the moves were expected, in {most} characters at most"
    NONE_OF = "{key}: one of {values} was expected, not {value}"
    NO_LINE = "{key}: one line of text of {most} characters at most was expected"
    FEN = "{key}: {why}"
    NO_SECONDS = "white_s, black_s: seconds to add or to take off were expected, and both are zero"
    NO_TIME = "white_s, black_s: what one of the clocks is to show was expected"
    NO_ALERT = "alert: the id of one such as 17-0 was expected, not {value}"
    NO_START = "start: the position that the move was entered on was expected"
    NO_SQUARES = "captured: a list of {most} squares at most was expected"


def word_of(sent: Mapping[str, Any], by: str, rules: RuleSet, lang: str = "en") -> ArbiterCommand:
    """The word of the arbiter `by`: `sent` names it in `word`, with its details beside it. Refused (400) says what is missing or wrong."""
    word = _one_of(sent, "word", (*map(str, Word), *_OTHERS, ENTER_PAPER))
    if word == ENTER_PAPER:
        return paper_of(sent, by, lang)
    if word in _OTHERS:
        return _OTHERS[word](sent, by)
    return Decision(
        seq=whole(sent, "seq", MAX_PLIES),
        ruling=word,
        by=by,
        reason=_text(sent, "reason"),
        fen=_fen(sent, rules) if word == Word.POSITION else None,
        plies=whole(sent, "plies", MAX_PLIES) if word == Word.TAKE_BACK else None,
        side=_one_of(sent, "side", SIDES) if word == Word.TO_MOVE else None,
        result=_one_of(sent, "result", RESULTS) if word == Word.END else None,
        article=_text(sent, "article") or None if word == Word.END else None,
        cause=_one_of(sent, "cause", tuple(Cause)) if word == Word.END and "cause" in sent else None,
    )


def object_in(body: bytes) -> Mapping[str, Any]:
    """The JSON object in a request's body; Refused (400) when there is none."""
    try:
        sent = json_in(body)
    except JsonError as error:
        raise Refused(400, SentWrongly.NO_JSON.said(why=error.sentence)) from error
    if not isinstance(sent, dict):
        raise Refused(400, SentWrongly.NO_OBJECT.said())
    return sent


def whole(sent: Mapping[str, Any], key: str, maximum: int, minimum: int = 0) -> int:
    """The whole number under `key`, from `minimum` to `maximum`; Refused (400) for anything else."""
    value = sent.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
        raise Refused(400, SentWrongly.NOT_WHOLE.said(key=key, least=minimum, most=maximum, value=f"{value!r:.50}"))
    return value


def paper_of(sent: Mapping[str, Any], by: str, lang: str) -> EnterPaper:
    """The word that enters moves from paper: the text as it was typed, and the result if one was chosen; Refused (400)."""
    text = sent.get("text")
    if not isinstance(text, str) or not text.strip() or len(text) > MAX_PAPER_LENGTH:
        raise Refused(400, SentWrongly.NO_MOVES.said(most=MAX_PAPER_LENGTH))
    return EnterPaper(text, by, _one_of(sent, "result", (*RESULTS, "*")) if "result" in sent else None, lang)


def _one_of(sent: Mapping[str, Any], key: str, values: Collection[str]) -> str:
    value = sent.get(key)
    if not isinstance(value, str) or value not in values:
        raise Refused(400, SentWrongly.NONE_OF.said(key=key, values=tuple(values), value=f"{value!r:.50}"))
    return value


def _text(sent: Mapping[str, Any], key: str) -> str:
    value = sent.get(key, "")
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH or not is_printable(value):
        raise Refused(400, SentWrongly.NO_LINE.said(key=key, most=MAX_TEXT_LENGTH))
    return value.strip()


def _fen(sent: Mapping[str, Any], rules: RuleSet) -> str:
    try:
        return full_fen(parse_fen(_text(sent, "fen"), rules))
    except FenError as error:
        raise Refused(400, SentWrongly.FEN.said(key="fen", why=error.sentence)) from error


def _start(sent: Mapping[str, Any], by: str) -> StartClock:
    return StartClock(by, _one_of(sent, "side", SIDES), _text(sent, "reason"))


def _stop(sent: Mapping[str, Any], by: str) -> StopClock:
    return StopClock(by, _text(sent, "reason"))


def _set(sent: Mapping[str, Any], by: str) -> SetTimes:
    keys = [f"{side}_s" for side in SIDES]
    white, black = (whole(sent, key, MAX_TIME_S) * SECOND_NS if sent.get(key) is not None else None for key in keys)
    if white is None and black is None:
        raise Refused(400, SentWrongly.NO_TIME.said())
    return SetTimes(white, black, by, _text(sent, "reason"))


def _add(sent: Mapping[str, Any], by: str) -> AddTimes:
    white, black = (whole(sent, f"{side}_s", MAX_TIME_S, -MAX_TIME_S) * SECOND_NS for side in SIDES)
    if not white and not black:
        raise Refused(400, SentWrongly.NO_SECONDS.said())
    return AddTimes(white, black, by, _text(sent, "reason"))


def _control(sent: Mapping[str, Any], by: str) -> SetControl:
    return SetControl(_text(sent, "control"), by, _text(sent, "reason"))


def _undo(sent: Mapping[str, Any], by: str) -> Undo:
    return Undo(by, whole(sent, "ruled_ns", MAX_GAME_NS), _text(sent, "reason"))


def _suspend(sent: Mapping[str, Any], by: str) -> SuspendWriting:
    return SuspendWriting(by, _one_of(sent, "side", SIDES), _text(sent, "reason"))


def _resume(sent: Mapping[str, Any], by: str) -> ResumeWriting:
    return ResumeWriting(by, _one_of(sent, "side", SIDES), _text(sent, "reason"))


def _see(sent: Mapping[str, Any], by: str) -> SeeAlert:
    alert = _text(sent, "alert")
    if not ALERT.fullmatch(alert):
        raise Refused(400, SentWrongly.NO_ALERT.said(value=f"{alert!r:.50}"))
    return SeeAlert(by, alert)


_OTHERS: Mapping[str, Callable[[Mapping[str, Any], str], ArbiterCommand]] = {
    "start-clock": _start,
    "stop-clock": _stop,
    "set-times": _set,
    "add-times": _add,
    "time-control": _control,
    "suspend-writing": _suspend,
    "resume-writing": _resume,
    "seen": _see,
    "undo": _undo,
    "close": lambda _sent, by: CloseGame(by),
}

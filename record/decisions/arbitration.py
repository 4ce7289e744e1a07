"""Makes the event of a ruling from what an arbiter asks for: derives the position, and refuses what the rules do not allow."""

import re
from dataclasses import replace
from typing import TypeVar

from msgspec import structs

from record.events.fields import Count, Stored
from record.events.of_game import Arbitrated
from record.session.arbiter import ON_THE_BOARD, ArbitrationError, RulingRefusal, Word, on_line, refuse, ruling_word
from record.session.clocks import after_word
from record.session.plies import Plies
from record.session.standing import reached
from record.session.state import State
from record.telling.sentences import side_word
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase, Sentence
from rules.pdn.game import RESULTS, result_in
from rules.play.endings import declared

T = TypeVar("T")


class DecisionRefusal(Phrase):
    """What is missing or wrong in what the arbiter asks for."""

    AFTER_PRESS = "{ruling} after press {seq}: {why}"
    NOBODY_RULED = "it does not say who ruled"
    MISSING = "{key} is missing"
    NO_SIDE = "{text} is no side; white and black are"
    NOT_READ_YET = "press {seq} is not read yet: wait for the next press, or set the position"
    LESS_LEFT = "{side}'s clock has less left than the presses that go brought it: set both clocks first, and nothing comes off them"


class _Unfit(DamcamError, ValueError):
    """A decision is incomplete or wrong."""


class Decision(Stored, frozen=True, tag=True):
    """What the arbiter asks for, as it was entered. In `ruling`, case does not matter, and `_`, `-` and blanks are equal."""

    seq: Count
    """The press that the decision follows, which is the last one; 0 before the first."""
    ruling: str
    by: str
    reason: str = ""
    fen: str | None = None
    """For `position`: the FEN of the position, the side to move first."""
    plies: int | None = None
    """For `take-back`: how many plies to remove."""
    side: str | None = None
    """For `to-move`: the side, `white` or `black`."""
    result: str | None = None
    """For `end`: the result in any form."""
    article: str | None = None
    """For `end`: the article that is the reason for the result."""
    cause: str | None = None
    """For `end`: the cause of `rules.play.endings.Cause`, where the article does not say it alone."""


def word(text: str) -> Word:
    """The ruling named by `text`; ArbitrationError for an unknown one."""
    plain = re.sub(r"[\s_-]+", "-", text.strip().lower())
    try:
        return Word(plain)
    except ValueError:
        raise ArbitrationError(RulingRefusal.NO_SUCH_RULING.said(ruling=repr(text), there=tuple(map(str, Word)))) from None


def decide(state: State, decision: Decision, t_ns: int) -> Arbitrated:
    """The event of a ruling on the game as it stands; ArbitrationError says why a ruling is impossible."""
    ruling = word(decision.ruling)
    if not decision.by.strip():
        raise ArbitrationError(_after_press(ruling, decision.seq, DecisionRefusal.NOBODY_RULED.said()))
    event = Arbitrated(t_ns, decision.seq, ruling, decision.by, state.known_fen, decision.reason)
    try:
        event = _completed(state, decision, event)
        _refuse_without_time(state, event)
        return event
    except ArbitrationError:
        raise
    except DamcamError as error:
        raise ArbitrationError(_after_press(ruling, decision.seq, error.sentence)) from error


def _after_press(ruling: str, seq: int, why: Sentence) -> Sentence:
    return DecisionRefusal.AFTER_PRESS.said(ruling=ruling_word(ruling), seq=seq, why=why)


def _completed(state: State, decision: Decision, event: Arbitrated) -> Arbitrated:
    match event.ruling:
        case Word.POSITION:
            return structs.replace(event, fen=full_fen(parse_fen(_given(decision.fen, "fen"), ruleset(state.opened.rules))))
        case Word.TO_MOVE:
            return structs.replace(event, fen=full_fen(_now(state).with_side(_side(_given(decision.side, "side")))))
        case Word.STAND | Word.RESTORE | Word.TAKE_BACK:
            event = structs.replace(event, plies=_given(decision.plies, "plies") if event.ruling == Word.TAKE_BACK else 0)
            refuse(state.waiting_line, event, state.owed)
            if event.ruling == Word.RESTORE and not state.waiting_line.open:
                since = state.line.on_record.index(state.owed[0])
                event = structs.replace(event, plies=sum(not ply.is_set_up for ply in state.line.on_record[since:]))
            return structs.replace(event, fen=full_fen(_after(state, on_line(state.waiting_line, event))))
        case Word.END:
            result = _given(decision.result, "result")
            plain = RESULTS.get(result_in(result) or "", result.strip().lower())
            ground = declared(ruleset(state.opened.rules), plain, decision.article or "", decision.cause or "")
            return structs.replace(event, result=plain, article=ground.article or None, cause=ground.cause)
    return event


def _refuse_without_time(state: State, event: Arbitrated) -> None:
    """Raises _Unfit where a side would have no time left after a deduction: a ruling never makes a flag fall."""
    shows = after_word(state.clock, state, event)
    if shows.control.main_ns is None or shows.flagged or event.ruling not in ON_THE_BOARD:
        return
    for side, left_ns in (("white", shows.white_ns), ("black", shows.black_ns)):
        if left_ns == 0:
            raise _Unfit(DecisionRefusal.LESS_LEFT.said(side=side_word(side)))


def _given(value: T | None, key: str) -> T:
    if value is None:
        raise _Unfit(DecisionRefusal.MISSING.said(key=key))
    return value


def _side(text: str) -> Side:
    found = {"white": Side.WHITE, "w": Side.WHITE, "black": Side.BLACK, "b": Side.BLACK}.get(text.strip().lower())
    if found is None:
        raise _Unfit(DecisionRefusal.NO_SIDE.said(text=repr(text)))
    return found


def _after(state: State, line: Plies) -> Position:
    """The position that the record leads to, with the counts of Art. 17; DamcamError where it would only be a guess."""
    last = line.entries[-1] if line.entries else None
    if last and last.is_guess:
        raise _Unfit(DecisionRefusal.NOT_READ_YET.said(seq=last.seq))
    rules = ruleset(state.opened.rules)
    position = parse_fen(state.opened.start_fen, rules)
    for one in reached(replace(state, line=Plies(line.entries), paper_from=None, entered=None)):
        position = one.position
    return position


def _now(state: State) -> Position:
    """The position held to be on the board, with the counts of Art. 17 where the record leads to it."""
    stands, led = parse_fen(state.fen, ruleset(state.opened.rules)), _after(state, state.waiting_line)
    return led if led.contents() == stands.contents() else stands

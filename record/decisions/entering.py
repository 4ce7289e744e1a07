"""Moves that the players enter where the camera was not sure: the presses that are open for it, and the event of an entry."""

from msgspec.structs import replace

from clock.clock import left
from record.decisions.commands import EnterMove
from record.events.alert import Alert
from record.events.of_game import Ruled
from record.events.of_players import MoveEntered
from record.session.arbiter import ArbitrationError
from record.session.state import State
from record.telling.alerts import alert
from record.telling.player_alerts import does_not_follow, entered, entered_otherwise
from rules.board.evidence import Evidence
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import MalformedMove, Phrase
from rules.irregularity import Verdict
from rules.referee.belief import Ruling
from rules.referee.leads import CLEAR_NATS
from rules.referee.priors import MAX_AMENDABLE_PRESSES
from rules.referee.said import SaidMove, called, stands_after


class EntryRefusal(Phrase):
    """Why an entered move is refused."""

    NO_SUCH_PRESS = "press {seq} is not read yet, or was never made"
    ANOTHER_POSITION = "press {seq} was made from another position than it was entered on; look at it again"


def open_presses(state: State) -> tuple[int, ...]:
    """The indices of the latest presses that were not surely read, in order: an entry replaces the ruling of such a press."""
    settled = max((word.seq for word in state.on_the_board), default=0)
    first = place = len(state.rulings)
    while place and first - place < MAX_AMENDABLE_PRESSES:
        ruling = state.rulings[place - 1]
        if ruling.seq <= settled or not (ruling.verdict == Verdict.UNSURE or ruling.entered_by):
            break
        place -= 1
    return tuple(range(place, first))


def to_enter(state: State) -> int | None:
    """The index of the first open press that has no entry yet; None where there is none."""
    return next((place for place in open_presses(state) if not state.rulings[place].entered_by), None)


def start_of_press(state: State, place: int) -> Position:
    """The position from which press number `place` (an index) is explained, with the side that pressed to move."""
    ruling, rules = state.rulings[place], ruleset(state.opened.rules)
    if ruling.start:
        return parse_fen(ruling.start, rules)
    before = state.rulings[place - 1].fen if place else state.first_fen
    return parse_fen(("W" if ruling.side == "white" else "B") + before[1:], rules)


def entry(state: State, word: EnterMove, t_ns: int, lang: str) -> MoveEntered:
    """The event of an entered move; ArbitrationError where there is no such press, or the entry does not move a piece.

    An entry for a press that was surely read, or that the arbiter ruled on, changes no ruling; the arbiter is told where it differs.
    """
    place = next((place for place, ruling in enumerate(state.rulings) if ruling.seq == word.seq), None)
    if place is None:
        raise ArbitrationError(EntryRefusal.NO_SUCH_PRESS.said(seq=word.seq))
    start = start_of_press(state, place)
    if word.start and full_fen(start) != word.start:
        raise ArbitrationError(EntryRefusal.ANOTHER_POSITION.said(seq=word.seq))
    try:
        said = called(start, word.seq, stands_after(start, SaidMove(word.origin, word.target, word.captured)))
    except MalformedMove as error:
        raise ArbitrationError(error.sentence) from error
    white_ns, black_ns = left(state.clock, max(t_ns, state.clock.since_t_ns))
    event = MoveEntered(
        t_ns=t_ns,
        seq=word.seq,
        after=state.last_seq,
        side=str(said.side),
        by=word.by,
        origin=word.origin,
        target=word.target,
        captured=word.captured,
        start=full_fen(start),
        fen=full_fen(said.position),
        verdict=str(said.verdict),
        move=said.move,
        white_ns=white_ns,
        black_ns=black_ns,
        taken=place in open_presses(state),
    )
    return replace(event, alerts=_told(event, said, state.rulings[place], lang))


def _told(event: MoveEntered, said: Ruling, read: Ruled, lang: str) -> tuple[Alert, ...]:
    """The alerts of an entry: the entered move and its irregularity; or, where it changes no ruling, that another move was read."""
    if event.taken:
        return (entered(event, lang), *((alert(said, lang),) if said.is_irregular else ()))
    same = parse_fen(read.fen, said.position.rules).contents() == said.position.contents()
    return () if same else (entered_otherwise(event, read.move, lang),)


def said_otherwise(state: State, ruling: Ruling, lang: str) -> tuple[Alert, ...]:
    """The alert where the players entered another move for a press that is now ruled from later pictures; empty otherwise."""
    event = next((one for one in reversed(state.moves_said) if one.seq == ruling.seq and one.taken), None)
    return (entered_otherwise(event, ruling.move, lang),) if event else ()


def not_followed(state: State, ruling: Ruling, evidence: Evidence, lang: str) -> tuple[Alert, ...]:
    """The alert where the board, clearly seen after the next press, does not follow from the move entered for the last; empty otherwise."""
    entered_last = bool(state.rulings) and bool(state.rulings[-1].entered_by)
    if not entered_last or ruling.verdict is not Verdict.UNSURE or ruling.move:
        return ()
    if any(margin is None or margin < CLEAR_NATS for margin in evidence.margins()):
        return ()
    return (does_not_follow(state.moves_said[-1], ruling.seq, lang),)

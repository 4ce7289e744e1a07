"""What the referee held of a game, from its journal alone: after a power cut the game goes on from there."""

from collections.abc import Iterable
from dataclasses import replace

from record.events.of_game import Arbitrated, Event, Ruled, SessionOpened
from record.events.of_players import MoveEntered
from record.events.of_record import MovesBefore
from record.session.arbiter import ON_THE_BOARD
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import PressError
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.priors import DECIDED_WITHIN
from rules.referee.rule import rule
from rules.referee.said import Seen, believed, called


def belief_of(events: Iterable[Event], known: Belief | None = None, after: int = 0) -> Belief | None:
    """The belief that the events of a session, in their order, lead to; None before the opening.

    It is the one that the running game held, for the evidence is kept as it was ruled on. Where the belief `after` the first so many
    events is `known`, only the later ones are ruled again.
    """
    belief, settled_seq = known, -1
    presses: list[Ruled] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, Ruled) and not event.amends:
            presses = [*presses[-DECIDED_WITHIN:], event]
        if isinstance(event, Arbitrated) and event.ruling in ON_THE_BOARD:
            settled_seq = event.seq
            belief = after_ruling(belief, event) if belief and number > after else belief
        elif number <= after:
            continue
        elif isinstance(event, SessionOpened):
            belief = Belief.at(parse_fen(event.start_fen, ruleset(event.rules)))
        elif isinstance(event, MovesBefore):
            belief = Belief.at(parse_fen(event.fens[-1], belief.position.rules)) if belief else None
        elif belief and isinstance(event, MoveEntered) and event.taken:
            belief, _ = after_entry(belief, event, presses)
        elif belief and isinstance(event, Ruled) and not event.amends and event.seq > settled_seq:
            belief = _after_press(belief, event)
    return belief


def after_ruling(belief: Belief, event: Arbitrated) -> Belief:
    """After a ruling of the arbiter on the board: surely so, nothing pending; what was seen of the pieces' heights is kept."""
    return replace(Belief.at(parse_fen(event.fen, belief.position.rules)), heights=belief.heights)


def after_entry(belief: Belief, event: MoveEntered, presses: Iterable[Ruled]) -> tuple[Belief, tuple[Ruling, ...]]:
    """The belief after a move that the players entered, and what the later presses are by it.

    `presses` holds its press and all later ones, each as it was ruled first, with its evidence.
    """
    rules = belief.position.rules
    said = called(parse_fen(event.start, rules), event.seq, parse_fen(event.fen, rules).contents())
    seen = [Seen(press.seq, Side(press.side), _evidence(press, belief)) for press in presses if press.seq >= event.seq]
    return believed(said, seen, belief.heights)


def _after_press(belief: Belief, event: Ruled) -> Belief:
    if event.verdict == Verdict.TURNED:
        return belief  # a game on a board that lies wrong is void: nothing else is weighed
    try:
        return rule(belief, event.seq, Side(event.side), _evidence(event, belief))[0]
    except PressError:
        return belief


def _evidence(event: Ruled, belief: Belief) -> Evidence:
    return Evidence.of(event.log_p) if event.log_p else Evidence.none(len(belief.position.contents()))

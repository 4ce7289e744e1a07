"""What each event of the journal makes of what the referee holds: after a power cut the game goes on from there."""

from collections.abc import Iterable
from dataclasses import replace

from record.events.of_game import Arbitrated, Ruled
from record.events.of_players import MoveEntered
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.squares import Side
from rules.errors import PressError
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule
from rules.referee.said import PressEvidence, believed, called


def after_ruling(belief: Belief, event: Arbitrated) -> Belief:
    """After a ruling of the arbiter on the board: surely so, nothing pending; what was seen of the pieces' heights is kept."""
    return replace(Belief.at(parse_fen(event.fen, belief.position.rules)), heights=belief.heights)


def after_entry(belief: Belief, event: MoveEntered, presses: Iterable[Ruled]) -> tuple[Belief, tuple[Ruling, ...]]:
    """The belief after a move that the players entered, and what the later presses are by it.

    `presses` holds its press and all later ones, each as it was ruled first, with its evidence.
    """
    rules = belief.position.rules
    said = called(parse_fen(event.start, rules), event.seq, parse_fen(event.fen, rules).contents())
    seen = [PressEvidence(press.seq, Side(press.side), _evidence(press, belief)) for press in presses if press.seq >= event.seq]
    return believed(said, seen, belief.heights)


def after_press(belief: Belief, event: Ruled) -> Belief:
    """After a press, ruled again on the evidence that it was ruled on: the belief that the running game held."""
    if event.verdict == Verdict.TURNED:
        return belief  # a game on a board that lies wrong is void: nothing else is weighed
    try:
        return rule(belief, event.seq, Side(event.side), _evidence(event, belief))[0]
    except PressError:
        return belief


def _evidence(event: Ruled, belief: Belief) -> Evidence:
    return Evidence.of(event.log_p) if event.log_p else Evidence.none(len(belief.position.contents()))

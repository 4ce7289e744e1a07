"""The referee's belief after each event of the journal, from which a game goes on after a power cut."""

from collections.abc import Iterable
from dataclasses import replace

from record.events.of_game import Arbitrated, Ruled
from record.events.of_players import MoveEntered
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule
from rules.referee.said import PressEvidence, believed, called


def after_ruling(belief: Belief, event: Arbitrated) -> Belief:
    """The belief after a ruling on the board: its position is certain, and nothing is pending. The known errors of the reader are kept."""
    return replace(Belief.at(parse_fen(event.fen, belief.position.rules)), shown=belief.shown.of_another_board())


def after_entry(belief: Belief, event: MoveEntered, presses: Iterable[Ruled]) -> tuple[Belief, tuple[Ruling, ...]]:
    """The belief after a move that the players entered, and the new rulings of the later presses.

    `presses` holds the press of the move and all later ones, each with its first ruling and its evidence.
    """
    rules = belief.position.rules
    said = called(parse_fen(event.start, rules), event.seq, parse_fen(event.fen, rules).contents())
    seen = [PressEvidence(press.seq, Side(press.side), _evidence(press, belief)) for press in presses if press.seq >= event.seq]
    return believed(said, seen, belief.shown)


def after_press(belief: Belief, event: Ruled) -> Belief:
    """The belief after a press, which is ruled again on its stored evidence. It equals the belief of the running game at that time."""
    side = Side(event.side)
    if event.verdict == Verdict.TURNED or not belief.can_rule(event.seq, side):
        return belief  # the game is void on a board that lies wrong, and a press that cannot be ruled was announced as `unsure`
    return rule(belief, event.seq, side, _evidence(event, belief))[0]


def _evidence(event: Ruled, belief: Belief) -> Evidence:
    return Evidence.of(event.log_p, event.heights) if event.log_p else Evidence.none(len(belief.position.contents()))

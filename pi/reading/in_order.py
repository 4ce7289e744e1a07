"""Quick checks of a picture by the rules: the referee is slow after unseen presses, and rules only once a press."""

from pi.reading.reading import PressToRead
from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content
from rules.play.moves import legal_moves, play


def in_order(asked: PressToRead, evidence: Evidence) -> bool:
    """Whether the likeliest contents are those after a legal move, or a correction, of the side that pressed."""
    return any(_shows_move(evidence, start) for start in _starts(asked))


def untouched(asked: PressToRead, evidence: Evidence) -> bool:
    """Whether the board looks as before the press, or with a fault undone: the side that pressed has not moved yet, or not at all."""
    seen, best = _seen(evidence), evidence.best()
    stood = {position.contents() for position in _starts(asked) | {situation.now for situation, _ in asked.belief.situations}}
    return any(all(best[place].side is contents[place].side for place in seen) for contents in stood)


def shows_answer(asked: PressToRead, earlier: Evidence, later: Evidence) -> bool:
    """Whether `later` shows the position of `earlier` after a legal move of the opponent."""
    return _shows_move(later, Position.of(asked.belief.position.rules, asked.side.other, earlier.best()))


def _starts(asked: PressToRead) -> set[Position]:
    return {start for situation, _ in asked.belief.situations if (start := situation.position_for(asked.side))}


def _seen(evidence: Evidence) -> list[int]:
    return [place for place, margin in enumerate(evidence.margins()) if margin is not None]


def _shows_move(evidence: Evidence, start: Position) -> bool:
    seen, best, side = _seen(evidence), evidence.best(), start.side
    for move in legal_moves(start):
        after = play(start, move)
        contents = after.contents()
        is_crowned = start.rules.second_disc and after.kings(side).bit_count() > start.kings(side).bit_count()
        if is_crowned and evidence.height_margin(move.target, Content.piece(side, True)) < 0:  # the second disc is not there yet (Art. 8)
            continue
        if all(best[place].side is contents[place].side for place in seen):
            return True
    return False

"""What a picture shows by the rules, at a glance: the referee, who takes long after presses that were not seen, is asked once."""

from pi.reading.reading import PressToRead
from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.squares import Content
from rules.play.moves import legal_moves, play


def in_order(asked: PressToRead, evidence: Evidence) -> bool:
    """Whether the likeliest contents are those after a legal move, or a correction, of whoever pressed."""
    return any(_shows_move(evidence, start) for start in _starts(asked))


def untouched(asked: PressToRead, evidence: Evidence) -> bool:
    """Whether what is seen is as it stood before the press, or with a fault undone: whoever pressed has not moved yet, or not at all."""
    seen, best = _seen(evidence), evidence.best()
    stood = {position.contents() for position in _starts(asked) | {situation.now for situation, _ in asked.belief.situations}}
    return any(all(best[place].side is contents[place].side for place in seen) for contents in stood)


def shows_answer(asked: PressToRead, earlier: Evidence, later: Evidence) -> bool:
    """Whether the later shows what the earlier does and the opponent's legal move after it."""
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
        is_crowned = after.kings(side).bit_count() > start.kings(side).bit_count()
        if is_crowned and evidence.height_margin(move.target, Content.piece(side, True)) < 0:  # the second disc is not there yet (Art. 8)
            continue
        if all(best[place].side is contents[place].side for place in seen):
            return True
    return False

"""Plays the game of a session: random legal moves, and now and then an irregular press from which the opponent plays on."""

from dataclasses import dataclass

from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.squares import Content, Side, board
from rules.irregularity import Verdict
from rules.play.endings import ending
from rules.play.moves import legal_moves, play
from rules.play.notation import write_move
from rules.referee.belief import Situation
from rules.referee.explanations import explanations

COMMON = (Verdict.OPPONENTS_PIECE, Verdict.UNREACHABLE, Verdict.MANY, Verdict.NO_MOVE)
RARE = (Verdict.FEW, Verdict.MISSED_CAPTURE, Verdict.WRONG_CAPTURE, Verdict.UNCROWNED)
"""The irregularities that need a capture or a promotion; they are preferred where they are possible."""
TRIES = 200


@dataclass(frozen=True)
class Played:
    """A press: what was done, and the position after it."""

    seq: int
    side: Side
    event: Verdict
    move: str | None
    after: Position

    @property
    def fen(self):
        return write_fen(self.after)


def play_presses(start, count, irregular, rng):
    """`count` presses from a position, fewer when the game ends; `irregular` is the chance of a press that answers a legal one."""
    now, presses = start, []
    for seq in range(1, count + 1):
        if not legal_moves(now) or ending(now):
            break
        answers = presses and presses[-1].event is not Verdict.LEGAL
        wrong = _irregular(now, rng) if not answers and rng.random() < irregular else None
        if wrong:
            event, after = wrong
            presses.append(Played(seq, now.side, event, None, after))
        else:
            move = _lively(now, rng)
            after = play(now, move)
            presses.append(Played(seq, now.side, Verdict.LEGAL, write_move(now, move), after))
        now = after
    return presses


def _lively(position, rng):
    """A random legal move, preferably one that leaves a capture or promotes, since random games are dull."""
    moves = legal_moves(position)
    choice = [moves[i] for i in rng.permutation(len(moves))[:4]]
    return max(choice, key=lambda move: (len(move.captured), any(reply.captured for reply in legal_moves(play(position, move)))))


def _irregular(position, rng):
    """An irregular press and the position after it. Its name is the first, in the order of names, that leads to the same board."""
    told = [one for one in explanations(position) if one.verdict is not Verdict.UNCROWNED or _is_bare_promotion(position, one)]
    names = [verdict for verdict in (*COMMON, *RARE) if any(one.verdict is verdict for one in told)]
    rare = [verdict for verdict in names if verdict in RARE]
    pool = rare if rare and rng.random() < 0.6 else names
    wanted = pool[rng.integers(len(pool))]
    family = [one for one in told if one.verdict is wanted]
    chosen = family[rng.integers(len(family))]
    alike = [one for one in told if one.changes == chosen.changes]
    named = min(alike, key=lambda one: one.verdict.rank)
    if named.verdict in (Verdict.LEGAL, Verdict.CORRECTED):
        return None
    after = Situation(position, position).after(1, position, named).now
    playable = legal_moves(after) and not ending(after)
    return (named.verdict, after) if playable else None


def _is_bare_promotion(position, explanation):
    """Whether a second disc is missing, rather than put on without reason."""
    if explanation.move is None:
        return False
    man, target = Content.piece(position.side, False), explanation.move.target
    promotes = target in board(position.rules.board_size).promotion_row(position.side)
    return promotes and position.content(explanation.move.origin) is man and (target, man) in explanation.changes


def middle_game(rules, rng, plies):
    """The position after `plies` random legal moves."""
    for _ in range(TRIES):
        position = Position.start(rules)
        for _ in range(plies):
            moves = legal_moves(position)
            if not moves or ending(position):
                break
            position = play(position, moves[rng.integers(len(moves))])
        if legal_moves(position) and not ending(position):
            return position
    raise ValueError(f"no game of {plies} plies in {TRIES} tries; ask for fewer")


def kings_game(rules, rng, kings, men):
    """A random position with that number of kings and men a side, quiet enough to go on for some moves."""
    where = board(rules.board_size)
    for _ in range(TRIES):
        contents = [Content.EMPTY] * where.squares
        for side in Side:
            own = set(where.promotion_row(side))
            for king, count in ((True, kings), (False, men)):
                free = [s for s in range(1, where.squares + 1) if not contents[s - 1] and (king or s not in own)]
                for square in rng.choice(free, count, replace=False):
                    contents[square - 1] = Content.piece(side, king)
        position = Position.of(rules, rules.begins, contents)
        if legal_moves(position) and not ending(position) and len(play_presses(position, 6, 0.0, rng)) == 6:
            return position
    raise ValueError(f"no position of {kings} kings and {men} men a side with six plies in {TRIES} tries; ask for fewer pieces")

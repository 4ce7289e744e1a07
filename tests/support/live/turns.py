"""Random games as played at a board: the position after each turn, its thinking time, and extra presses."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.irregularity import Verdict
from rules.play.moves import every_quiet_move, legal_moves, play

MS = 1_000_000
QUICK, FAULTY, RIGHTED = 0.12, 0.3, 0.5
"""Shares: turns answered within a second, compulsory captures that are missed, and missed captures that are corrected."""
DOUBLE, WRONG = 0.15, 0.15
"""Shares of the turns with a second press of the same hand, and with a press of the side that is not to move."""
HURRIED_NS = 1000 * MS
"""The least thinking time in a hurried turn that is not quick: the press before is settled by then."""


@dataclass(frozen=True)
class Turn:
    """One counted press of `side`, `think_ns` after its turn began, with the contents of the board then."""

    side: str
    think_ns: int
    stands: tuple[Content, ...]
    verdict: Verdict
    """The verdict of a referee who sees everything."""
    bounces_ns: tuple[int, ...]
    doubled_ns: int | None = None
    """The time from the press to a second press of the same hand, if there is one."""
    wrong_ns: int | None = None
    """The time from the start of the turn to a press of the other side, if there is one."""


def turns(count: int, seed: int, faulty: float = FAULTY) -> list[Turn]:
    """Return `count` turns of a random game: the first game of this seed that lasts long enough."""
    for attempt in range(1000):
        found = _turns(count, random.Random(f"{seed}-{attempt}"), faulty)
        if len(found) == count:
            return found
    raise AssertionError(f"no game of {count} turns was found from seed {seed}")


def _turns(count: int, chance: random.Random, faulty: float) -> list[Turn]:
    position, made, calm = Position.start(ruleset("frisian")), [], False
    while len(made) < count and (legal := legal_moves(position)):
        ways = {(move.origin, move.target) for move in legal}  # a captured piece left on the board is another fault
        quiet = [move for move in every_quiet_move(position) if (move.origin, move.target) not in ways] if legal[0].captured else []
        if quiet and chance.random() < faulty:
            wrong = play(position, chance.choice(quiet))
            made.append(_turn(str(position.side), wrong, chance, Verdict.MISSED_CAPTURE, calm=True))
            if chance.random() < RIGHTED and len(made) < count:
                right = play(position, chance.choice(legal))
                made.append(_turn(str(position.side), right, chance, Verdict.CORRECTED, calm=True))
                position = right
            else:
                position = wrong
            calm = True
            continue
        after = _calmest(position, chance)
        made.append(_turn(str(position.side), after, chance, calm=calm))
        position, calm = after, False
    return made


def _calmest(position: Position, chance: random.Random) -> Position:
    """Return the position after a random legal move, if possible one that allows no capture, so that games last."""
    legal = legal_moves(position)
    after = [play(position, move) for move in chance.sample(legal, len(legal))]
    return next((one for one in after if (answers := legal_moves(one)) and not answers[0].captured), after[0])


def _turn(side: str, after: Position, chance: random.Random, verdict: Verdict = Verdict.LEGAL, *, calm: bool) -> Turn:
    """Make a turn. A calm turn is not quick and has no extra presses: they would blur the answer to a fault."""
    quick = not calm and chance.random() < QUICK
    think_ns = chance.randint(400, 900) * MS if quick else chance.randint(3000, 20_000) * MS
    bounces = tuple(chance.randint(100_000, 4_000_000) for _ in range(2 * chance.randint(0, 3)))
    doubled = chance.randint(150, 350) * MS if not calm and chance.random() < DOUBLE else None
    wrong = think_ns // 3 if not calm and not quick and chance.random() < WRONG else None
    return Turn(side, think_ns, after.contents(), verdict, bounces, doubled, wrong)


def hurried(turns: Iterable[Turn]) -> list[Turn]:
    """Return the turns with about two seconds of thinking instead of eleven: measures per press need no pictures of thinking people."""
    return [replace(turn, think_ns=HURRIED_NS + turn.think_ns // 10) if turn.think_ns > HURRIED_NS else turn for turn in turns]

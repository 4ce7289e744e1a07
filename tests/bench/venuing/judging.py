"""What must be so at the end: equal journals, nothing told twice, each ruling carried out once or told as not carried out."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from hub.broker.hall import Hall
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal, fold
from tests.bench.venuing.boards_side import BoardsSide
from tests.bench.venuing.ends import checksum_of, ends_of
from tests.bench.venuing.noting import noted
from tests.bench.venuing.rulings import Asked, rulings_in

LIVES_NS = 6_000_000_000
"""A ruling lives five seconds from when the mirror takes it, and that looks for it at least once a second."""
AFTER_REVOKING_NS = 1_000_000_000
"""Within this the broker has ended the connection of a board that is revoked, and the mirror has what had come."""


def unequal(boards: BoardsSide, hall: Hall) -> list[str]:
    """The boards, but for the revoked one, whose journals do not end as their mirrors do."""
    return [key for key in boards.keys if key != boards.revoked and _ends(boards, key) != ends_of(hall.boards / key)]


def _ends(boards: BoardsSide, key: str) -> dict[str, tuple[int, str]]:
    """The last rows of all games of that board, also of those that lay on the card of a Pi that was lost."""
    here = ends_of(boards.states[key])
    there = ends_of(boards.before[key]) if key in boards.before else {}
    return {game: end for game, end in there.items() if game < min(here)} | here


def wait_until_equal(boards: BoardsSide, hall: Hall, within_s: float) -> tuple[float, list[str]]:
    """How long it took until all are equal, and which are not after that time."""
    began_s = time.monotonic()
    while (left := unequal(boards, hall)) and time.monotonic() - began_s < within_s:
        time.sleep(0.2)
    return time.monotonic() - began_s, left


def _is_beginning(board: Path, mirror: Path) -> bool:
    """Whether the mirror has the beginning of each game of the board, and no other row."""
    return all(checksum_of(board, game, row) == checksum for game, (row, checksum) in ends_of(mirror).items())


def revoked_board(boards: BoardsSide, hall: Hall, notes: Path, revoked_ns: int) -> dict[str, int]:
    """`revoked_rows`: rows that were taken of the board after it was revoked, or that are none of its own."""
    mirror = hall.boards / boards.revoked
    late = [told for told in noted(notes, "mirrored") if told[1] == boards.revoked and told[5] > revoked_ns + AFTER_REVOKING_NS]
    return {"revoked_rows": len(late) + (not _is_beginning(boards.states[boards.revoked], mirror))}


def rulings_kept(boards: BoardsSide, hall: Hall, asked: list[Asked], notes: Path, say: Callable[[str], None]) -> dict[str, int]:
    """How many rulings there were, were carried out, and how many of them wrongly."""
    answers = {one.reason: one.told for one in asked}
    done: Counter[str] = Counter()
    for key in boards.keys:
        done.update(rulings_in(boards.states[key]))
        if key in boards.before:
            done.update(rulings_in(boards.before[key], before=min(ends_of(boards.states[key]))))
    put = {one.reason: one for one in asked}
    taken = {told[2]: told[3] for told in noted(notes, "played") if told[0] == "word"}
    wrong = {
        "rulings_twice": [reason for reason, times in done.items() if times > 1],
        "rulings_undecided": [reason for reason, answer in answers.items() if answer is None],
        "rulings_told_wrongly": [reason for reason, answer in answers.items() if answer is not None and answer != (done[reason] > 0)],
        "rulings_late": [reason for reason, at_ns in taken.items() if reason in put and at_ns - put[reason].put_ns > LIVES_NS],
    }
    for name, reasons in wrong.items():
        for reason in reasons[:5]:
            about = put.get(reason)
            taken_s = (taken[reason] - about.put_ns) / 1e9 if about and reason in taken else None
            say(f"{name}: {reason}, answer {answers.get(reason)}, done {done[reason]} times, taken up after {taken_s} s, {about}")
    return {"rulings": len(answers), "rulings_done": len(done)} | {name: len(reasons) for name, reasons in wrong.items()}


def told_on_pages(boards: BoardsSide, notes: Path, port: int, say: Callable[[str], None]) -> dict[str, int]:
    """`told_twice` and `withheld` on the pages of the hub, and `missed`: listeners whose last view is not the end of the game."""
    last: dict[int, tuple[str, int, int]] = {}
    counts: Counter[str] = Counter(told_twice=0, withheld=0, missed=0)
    for told in noted(notes, "watched"):
        match told:
            case ["view", number, there, key, game, _, moves, _] if there == port:
                last[number] = key, game, moves
            case ["twice", kind, key, what, _]:
                counts["told_twice"] += 1
                say(f"told twice: {kind} {key}: {what}")
            case ["withheld", _, key, _]:
                counts["withheld"] += 1
                say(f"withheld: {key}")
    ends = {key: _end(boards.states[key]) for key in boards.keys if key != boards.revoked}
    for key, game, moves in last.values():
        if key in ends and (game, moves) != ends[key]:
            counts["missed"] += 1
            say(f"missed: {key} shows game {game}, {moves} moves; it stands at {ends[key]}")
    return dict(counts)


def _end(state: Path) -> tuple[int, int]:
    """The newest game, and its moves."""
    game = max(ends_of(state))
    with Journal.reader(state / GAMES / game / JOURNAL_NAME) as journal:
        return int(game), len(fold(journal).plies)

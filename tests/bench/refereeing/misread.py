"""Games of legal moves in which one square is read wrong in a picture or two: how many lose a move, by the kind of the misreading."""

import multiprocessing
import sys

from tests.support.misread_square import JudgedMisreading, Misreading, misread_game

ALL = "all"


def misread(games: int, processes: int) -> dict[str, dict[str, int]]:
    """For each kind, and for `ALL` together: the games, those that lose a move, and those with a wrong ruling, amended later or not.

    Each kind is played `games` times, in parallel processes.
    """
    tasks = [(kind, seed) for kind in Misreading for seed in range(games)]
    counts = {name: {"games": 0, "lost": 0, "wrong": 0} for name in (ALL, *Misreading)}
    with multiprocessing.Pool(processes) as pool:
        for (kind, seed), judged in zip(tasks, pool.imap(_judged, tasks, chunksize=4), strict=True):
            if judged.lost or judged.wrong:
                print(f"{kind.name} {seed}: lost {judged.lost}, wrong {judged.wrong}", file=sys.stderr)
            for count in (counts[ALL], counts[kind]):
                count["games"] += 1
                count["lost"] += bool(judged.lost)
                count["wrong"] += bool(judged.wrong)
    return counts


def _judged(task: tuple[Misreading, int]) -> JudgedMisreading:
    kind, seed = task
    return misread_game(kind, seed).judged()

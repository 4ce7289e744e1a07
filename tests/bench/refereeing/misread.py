"""Games in which one square is read wrong in some pictures: how many lose a move, by the kind of the misreading."""

import multiprocessing
import sys

from tests.bench.refereeing.misread_fault import NearFault, misread_fault
from tests.support.misread_square import JudgedMisreading, Misreading, misread_game

ALL = "all"


def misread(games: int, processes: int) -> dict[str, dict[str, int]]:
    """For each kind, and for `ALL` together: the games, those that lose a move, and those with a wrong ruling, amended later or not.

    Each kind is played `games` times, in parallel processes. Games with a fault (`NearFault`) are not counted among `ALL`, and not at all
    where a press is not ruled rightly by plain pictures either.
    """
    tasks: list[tuple[Misreading | NearFault, int]] = [(kind, seed) for kind in (*Misreading, *NearFault) for seed in range(games)]
    counts = {str(name): {"games": 0, "lost": 0, "wrong": 0} for name in (ALL, *Misreading, *NearFault)}
    with multiprocessing.Pool(processes) as pool:
        for (kind, seed), judged in zip(tasks, pool.imap(_judged, tasks, chunksize=4), strict=True):
            if judged is None:
                continue
            if judged.lost or judged.wrong:
                print(f"{kind.name} {seed}: lost {judged.lost}, wrong {judged.wrong}", file=sys.stderr)
            for count in (counts[ALL], counts[kind]) if isinstance(kind, Misreading) else (counts[kind],):
                count["games"] += 1
                count["lost"] += bool(judged.lost)
                count["wrong"] += bool(judged.wrong)
    return counts


def _judged(task: tuple[Misreading | NearFault, int]) -> JudgedMisreading | None:
    kind, seed = task
    return misread_game(kind, seed).judged() if isinstance(kind, Misreading) else misread_fault(seed, kind).judged()

"""Plays recorded sessions again in light that changes over the game, and counts what is read of them.

usage: ./damcam bench evening [--quick] [FOLDER ...]     FOLDER: a recorded session with its truth, or a folder of them.

The session shipped with the tests and long drawn games are read; with folders, those as well. Prints a row for each kind of change. The
last line is one JSON object with the figures, what is asked of them, and "holds". --quick: fewer and shorter games, under two minutes.
"""

import argparse
import json
import resource
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from tests.bench.evenings.counting import WRONG, added
from tests.bench.evenings.drawn_games import draw_game
from tests.bench.evenings.light import CHANGES
from tests.bench.evenings.replaying import replayed
from tests.bench.seeing.labelled import Session, sessions

SHIPPED = Path(__file__).resolve().parents[1] / "data" / "sessions" / "first_light"
GAMES, PRESSES = 3, 90
QUICK_CHANGES = ("nothing", "lamps switched", "reflections", "dusk")
QUICK_PRESSES = 24
MAX_UNSURE_SHARE = 0.03
AT_ONCE = 2
COLUMNS = ("presses", "right", "unsure", *WRONG, "streak", "boards", "with kings")


def main() -> int:
    parser = argparse.ArgumentParser(prog="damcam bench evening", description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter games, under two minutes")
    parser.add_argument("--kind", action="append", choices=CHANGES, help="this kind of change alone; may be given several times")
    parser.add_argument("--games", action="store_true", help="a row for each game too")
    args = parser.parse_args()
    kinds = args.kind or (QUICK_CHANGES if args.quick else tuple(CHANGES))
    given = sessions(args.folders)
    if args.folders and not given:
        parser.error(f"no session with a truth.jsonl in {', '.join(args.folders)}")
    with tempfile.TemporaryDirectory() as drawn:
        for seed in range(1, 2 if args.quick else GAMES + 1):
            draw_game(Path(drawn) / f"drawn_{seed}", seed, QUICK_PRESSES if args.quick else PRESSES)
        counts = _counts([*sessions([str(SHIPPED)]), *given, *sessions([drawn])], kinds, args.games)
    print(f"{'light':16}" + "".join(f"{name:>13}" for name in COLUMNS))
    for kind in kinds:
        print(_row(kind, counts[kind]))
    return _verdict(counts)


def _counts(games: list[Session], kinds: tuple[str, ...], each: bool) -> dict[str, Counter[str]]:
    """The counts of all games in each kind of light; `each`: told of each game as well."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        asked = {pool.submit(replayed, game, CHANGES[kind]): (game.name, kind) for kind in kinds for game in games}
        for number, done in enumerate(as_completed(asked), 1):
            name, kind = asked[done]
            counts[kind] = added(counts[kind], done.result())
            print(f"\r{number} of {len(asked)} games", end="", file=sys.stderr, flush=True)
            if each:
                print(f"{name:20}" + _row(kind, done.result()), flush=True)
    print(file=sys.stderr)
    return counts


def _row(kind: str, counts: Counter[str]) -> str:
    return f"{kind:16}" + "".join(f"{counts[name]:13}" for name in COLUMNS)


def _verdict(counts: dict[str, Counter[str]]) -> int:
    """Print the figures of all kinds together, and return the exit status."""
    total: Counter[str] = Counter()
    for one in counts.values():
        total = added(total, one)
    wrong = sum(total[name] for name in WRONG)
    unsure_share = total["unsure"] / max(total["presses"], 1)
    holds = wrong == 0 and unsure_share <= MAX_UNSURE_SHARE
    used = resource.getrusage(resource.RUSAGE_CHILDREN)  # of all replays
    figures: dict[str, float] = {name: total[name] for name in COLUMNS} | {"wrong": wrong, "unsure_share": round(unsure_share, 4)}
    figures |= {"processor_s_a_press": round((used.ru_utime + used.ru_stime) / max(total["presses"], 1), 3)}
    kinds = {kind: {name: one[name] for name in COLUMNS} for kind, one in counts.items()}
    asked = {"wrong": 0, "unsure_share": MAX_UNSURE_SHARE}
    print(json.dumps({"bench": "evening", "figures": figures, "kinds": kinds, "asked_at_most": asked, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())

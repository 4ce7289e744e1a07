"""The confusion table of the referee over simulated games with irregularities of every kind, at the measured noise and at higher noise.

usage: ./damcam bench referee [--quick] [--presses N] [--seed N] [--times K] [--unaware]    the whole run
       ./damcam bench referee --misread GAMES                                               games with one misread square alone
       ./damcam bench referee --game G [--seed N] [--times K] [--unaware]                   one game of it, press by press

Irregular presses and poor sight are far more common than at any board; --irregular SHARE and --weather TIMES set the rates. The last line
is one JSON object with the figures, their limits, and "holds".
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, replace

from rules.board.squares import Content
from tests.bench.refereeing.games import Rates
from tests.bench.refereeing.judging import FINE, WRONG, Counts
from tests.bench.refereeing.many import Sum, play_games
from tests.bench.refereeing.misread import ALL, misread
from tests.bench.refereeing.noise import Noise, Reader
from tests.bench.refereeing.pace import after_unseen, carrying, ordinary, unseen
from tests.bench.refereeing.playing import CRASH, Setting, play_game
from tests.bench.refereeing.sightings import View
from tests.bench.refereeing.stuck import MAX_STREAK

PRESSES, QUICK_PRESSES = 100_000, 3_000
THREE_TIMES = 3.0
WILD, WILD_SHARE = 0.08, 0.2
"""A rate of irregular presses that is four times as high, so that two and three in a row are common; and its share of the presses."""
CURVE = (1.5, 2.0, 5.0, 8.0)
UNAWARE_CURVE = (1.1, 1.2, 1.5, 2.0, 3.0, 5.0)
CURVE_SHARE = 0.001
"""The share of the presses for each other noise. Where nothing is sure, a press takes about twenty times as long."""
THREE_TIMES_SHARE = 0.01
"""The share of the presses for the other noise that has a limit."""
LEAST_PRESSES = 20
SHORT = 6
"""The presses of a game with such noise; of a long game only the beginning would be known."""
FALSE_ALARMS = 1e-4
"""The largest share of false alarms with measured noise."""
STUCK_AT_MOST = {"unsure_of_all": 0.015, "streak": MAX_STREAK, "kept_of_put_right": 0.02}
"""The limits with measured noise for the share of unsure presses, their longest streak, and the share of faults kept though put right."""
MISREAD_GAMES, QUICK_MISREAD_GAMES = 200, 3
"""The games of each kind of misreading."""
MISREAD_LOST = 0.01
"""The largest share of the games with one misread square that may lose a move."""
PACE_AT_MOST = {
    "median_ms": 20.0,
    "worst_ms": 100.0,
    "unseen_worst_ms": 1000.0,
    "a_situation_more_costs_of_the_first": 1.5,
    "after_unseen_of_one_situation": 40.0,
}
"""The limits for ordinary presses, for presses of which nothing is seen, for the growth with the number of situations, and for the press
after two of which nothing was seen, as a multiple of its time with one situation."""
SHOWN = 12
"""The most wrong rows of each kind that are listed."""


def wrong_way(noise: Noise, draws: int = 20_000) -> float:
    """The share of the squares whose likeliest colour is wrong under this noise."""
    chance = random.Random(0)
    contents = tuple(chance.choices(list(Content), (5, 4, 1, 4, 1), k=50))
    wrong, rounds = 0, draws // len(contents)
    for _ in range(rounds):
        evidence = Reader(chance, 10, False, noise).read(View(contents, frozenset()))
        wrong += sum(best.side is not content.side for best, content in zip(evidence.best(), contents, strict=True))
    return wrong / (rounds * len(contents))


def figures(noise: Noise, done: Sum) -> dict[str, object]:
    """The figures of one run: presses by the judgement of their last row, wrong first rows (amended later or not), and excused presses.

    An excused press was ruled wrongly, but its picture cannot be distinguished from the truth.
    """
    last = Counter[str]()
    first = Counter[str]()
    for (row, how, _, _), count in done.counts.items():
        (last if row == "last" else first)[how] += count
    legal = sum(count for (row, _, event, _), count in done.counts.items() if row == "last" and event in FINE)
    return {
        "noise": str(noise),
        "squares_wrong_way": round(wrong_way(noise), 5),
        "presses": done.presses,
        "legal": legal,
        "right": last["right"],
        "unsure": last["unsure"],
        **{how.replace(" ", "_"): last[how] for how in WRONG},
        **{f"first_{how.replace(' ', '_')}": first[how] for how in WRONG},
        CRASH: sum(how == CRASH for _, _, how in done.wrong),
        "excused": done.excused,
        "unsure_of_all": round(last["unsure"] / max(done.presses, 1), 5),
        **asdict(done.stuck),
        "kept_of_put_right": round(done.stuck.kept / max(done.stuck.put_right, 1), 4),
        "minutes": round(done.seconds / 60, 1),
    }


def confusion(counts: Counts) -> Iterable[str]:
    """The table of true events by verdicts, of last rows."""
    table = Counter[tuple[str, str]]()
    for (row, _, event, verdict), count in counts.items():
        if row == "last":
            table[event, verdict] += count
    events = sorted({event for event, _ in table}, key=lambda event: -sum(n for (e, _), n in table.items() if e == event))
    verdicts = sorted({verdict for _, verdict in table})
    yield f"{'true, said':>12}" + "".join(f"{verdict:>12}" for verdict in verdicts)
    for event in events:
        yield f"{event:>12}" + "".join(f"{table[event, verdict] or '':>12}" for verdict in verdicts)


def run(setting: Setting, presses: int) -> dict[str, object]:
    """Play a run of games, print its table, and return its figures."""
    done = play_games(setting, presses, os.cpu_count() or 1)
    row = figures(setting.noise, done)
    print(f"\nnoise {setting.noise}: {row}")
    for line in confusion(done.counts):
        print(line)
    for kind in (*WRONG, CRASH):
        found = [f"{game}:{press}" for game, press, how in done.wrong if how == kind]
        if found:
            print(f"{kind} (game:press): {', '.join(found[:SHOWN])}{' ...' if len(found) > SHOWN else ''}")
    streaks = ", ".join(f"{game}: {streak}" for game, streak in done.streaks) or "none"
    print(f"streaks of more than {MAX_STREAK} unsure presses (game: presses): {streaks}")
    print(f"games with such a streak where only hidden squares count as not seen: {done.streaks_hidden} of {done.games}")
    sys.stdout.flush()
    return row


def misread_squares(games: int) -> dict[str, object]:
    """Play the games with one misread square, print the counts of each kind, and return the totals."""
    counts = misread(games, os.cpu_count() or 1)
    for kind, count in counts.items():
        print(f"{kind}: {count}")
    return {**counts[ALL], "lost_of_games": round(counts[ALL]["lost"] / counts[ALL]["games"], 5)}


def wrong_words(row: dict[str, object], *, first: bool) -> int:
    """The number of wrong last rows and refused presses of a run; with `first` also of wrong first rows, amended later or not."""
    kinds = [how.replace(" ", "_") for how in WRONG]
    return sum(int(str(row[kind])) for kind in (CRASH, *kinds, *(f"first_{kind}" for kind in kinds if first)))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="damcam bench referee", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="under a minute")
    parser.add_argument("--presses", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--misread", type=int, metavar="GAMES", help="play this number of games of each kind of misreading, and nothing else"
    )
    parser.add_argument("--game", type=int, help="print this game alone")
    parser.add_argument("--times", type=float, default=1.0, help="with --game or --alone: times the measured noise; 0 for none")
    parser.add_argument("--unaware", action="store_true", help="with --game or --alone: the reader does not know of the noise")
    parser.add_argument("--alone", action="store_true", help="this noise alone, and no pace")
    parser.add_argument("--irregular", type=float, default=Rates.irregular, help="share of the presses (%(default)s)")
    parser.add_argument("--weather", type=float, default=1.0, help="factor on the rates of hidden, lost and at once answered presses")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    setting = Setting(args.seed, Noise(args.times, args.unaware), args.irregular, args.weather)
    presses = args.presses or (QUICK_PRESSES if args.quick else PRESSES)
    if args.game is not None:
        print("\n".join(play_game(setting, args.game).told()))
        return 0
    if args.misread:
        return 1 if float(str(misread_squares(args.misread)["lost_of_games"])) > MISREAD_LOST else 0
    if args.alone:
        return 1 if wrong_words(run(setting, presses), first=args.times >= THREE_TIMES) else 0
    measured = run(replace(setting, noise=Noise()), presses)

    def worse(noise: Noise, share: float) -> dict[str, object]:
        return run(replace(setting, noise=noise, longest=SHORT), max(LEAST_PRESSES, round(presses * share)))

    wild = run(replace(setting, noise=Noise(), irregular=WILD), round(presses * WILD_SHARE))
    tripled = worse(Noise(THREE_TIMES), THREE_TIMES_SHARE)
    noises = [] if args.quick else [Noise(times) for times in CURVE] + [Noise(times, True) for times in UNAWARE_CURVE]
    curve = [worse(noise, CURVE_SHARE) for noise in noises]
    rounds = 1 if args.quick else 3
    pace = unseen() | ordinary(60 if args.quick else 1000, args.seed) | carrying(rounds) | after_unseen(rounds)
    misreadings = misread_squares(QUICK_MISREAD_GAMES if args.quick else MISREAD_GAMES)
    alarms = int(str(measured["false_alarm"])) / max(int(str(measured["legal"])), 1)
    found = {
        **{what: measured[what] for what in ("wrong_move", "missed", CRASH, *STUCK_AT_MOST)},
        "wrong_with_three_times_the_noise": wrong_words(tripled, first=True),
        "lost_of_misread_games": misreadings["lost_of_games"],
        **{what: pace[what] for what in PACE_AT_MOST},
    }
    asked = dict.fromkeys(found, 0) | STUCK_AT_MOST | PACE_AT_MOST | {"lost_of_misread_games": MISREAD_LOST}
    holds = alarms < FALSE_ALARMS and all(float(str(found[what])) <= most for what, most in asked.items())
    told: dict[str, object] = {"measured": measured, "wild": wild, "three_times": tripled, "curve": curve, "misread": misreadings}
    told |= {"false_alarms_of_legal": alarms, "pace": pace}
    asked |= {"false_alarms_of_legal": FALSE_ALARMS}
    print(json.dumps({"bench": "referee", "figures": told, "asked_at_most": asked, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())

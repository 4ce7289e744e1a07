"""Many simulated games in parallel, judged by the referee."""

import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from tests.bench.refereeing.judging import Counts
from tests.bench.refereeing.playing import Played, Setting, play_game
from tests.bench.refereeing.stuck import MAX_STREAK, Stuck, stuck


@dataclass
class Sum:
    """The results of many games."""

    presses: int = 0
    games: int = 0
    counts: Counts = field(default_factory=Counter)
    wrong: list[tuple[int, int, str]] = field(default_factory=list)
    """Game, press and judgement."""
    excused: int = 0
    stuck: Stuck = field(default_factory=Stuck)
    streaks: list[tuple[int, int]] = field(default_factory=list)
    """The games with a streak of more than `MAX_STREAK` unsure presses, each with its streak."""
    streaks_hidden: int = 0
    """The games with such a streak where only a hidden square that changed counts as not seen."""
    seconds: float = 0.0


def play_games(setting: Setting, presses: int, processes: int) -> Sum:
    """Play games in parallel processes until there are `presses` presses; a line on standard error shows the progress."""
    done, began, told = Sum(), time.monotonic(), 0.0
    with multiprocessing.Pool(processes) as pool:
        for one, silent in pool.imap(partial(_played, setting), range(presses)):
            done.games += 1
            done.presses += len(one.presses)
            done.counts += one.counts
            done.excused += one.excused
            if silent.streak > MAX_STREAK:
                done.streaks.append((one.number, silent.streak))
            done.streaks_hidden += silent.streak_hidden > MAX_STREAK
            done.stuck += silent
            found = [(one.number, seq, how) for seq, how in sorted(one.wrong.items())]
            done.wrong += found
            for number, seq, how in found:
                print(f"\rnoise {setting.noise}: game {number}, press {seq}: {how}", file=sys.stderr)
            if time.monotonic() - told > 5:
                told = time.monotonic()
                print(f"\rnoise {setting.noise}: {done.presses} of {presses} presses, {len(done.wrong)} wrong ", end="", file=sys.stderr)
            if done.presses >= presses:
                break
        pool.terminate()
    print(file=sys.stderr)
    done.seconds = time.monotonic() - began
    return done


def _played(setting: Setting, number: int) -> tuple[Played, Stuck]:
    one = play_game(setting, number)
    return one, stuck(one.game.start.contents(), one.presses, one.views, one.read, one.rulings, flat=one.flat)

"""Plays a game in real time while the service is killed again and again, and compares the record with what was played."""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

from clock import clock
from record.events.as_json import encode
from record.events.of_game import ClockStopped, Event, Ruled
from rules.board.fen import parse_fen
from rules.irregularity import Verdict
from tests.support.live.lives import GAME, Life, on_disk
from tests.support.live.people import People
from tests.support.live.turns import Turn
from tests.support.live.world import START

EARLY, EARLY_S = 0.2, 2.5
"""The share of kills while the service starts or resumes the game, and the seconds within which they fall; the rest fall during play."""
PRESS_S = 1.4
"""The seconds that a press takes."""


@dataclass(frozen=True)
class Outcome:
    """The effect of the kills."""

    games: int = 0
    kills: int = 0
    announced: int = 0
    lost: int = 0
    """Events that were told and are not in the journal, or not in that place."""
    changed: int = 0
    """Events that were told and have another content in the journal."""
    unread: int = 0
    """Presses that were ruled `unsure` because their pictures were lost with the kill."""
    differing: int = 0
    """Presses that were read but not ruled as they were played."""
    timed: int = 0
    """Kills while a clock ran; the clock after the restart is compared with that at the kill."""
    favoured_s: float = 0.0
    """The most thinking time that a player gained by a kill, in seconds."""
    charged_s: float = 0.0
    """The most thinking time that a player lost by a kill, in seconds."""

    def plus(self, other: "Outcome") -> "Outcome":
        kept = {f.name: (max if f.name.endswith("_s") else sum)((getattr(self, f.name), getattr(other, f.name))) for f in fields(self)}
        return Outcome(**kept)

    def figures(self) -> dict[str, float]:
        return {f.name: round(getattr(self, f.name), 3) for f in fields(self)}


class Kill(NamedTuple):
    """The number of rows on disk at a kill, and the true times of both clocks if one ran, in ns."""

    rows: int
    true: tuple[int, int] | None


def killed_game(scratch: Path, script: Sequence[Turn], kills: int, chance: random.Random, command: Sequence[str]) -> Outcome:
    """Play the game in real time with at most so many kills spread over it.

    `command` starts the service; the state folder is added as its last argument.
    """
    state_folder, log = scratch / "killed", scratch / "log"
    state_folder.mkdir()
    people, lives, made = People(script, state_folder / GAME), list[tuple[int, Life]](), list[Kill]()
    life_s = len(script) * PRESS_S / kills
    is_over = False
    while not is_over:
        rows, state = on_disk(state_folder / GAME)
        life = Life([*command, str(state_folder)], state, log)
        if len(made) < kills:
            early = chance.random() < EARLY
            life.kill_after(chance.uniform(0.0, EARLY_S if early else 2.0 * life_s), early=early)
        try:
            is_over = state.closed or people.play(life)
        except BaseException:
            life.kill()  # else it writes on in the folder that is being deleted
            raise
        life.end()
        lives.append((len(rows), life))
        if life.was_killed:
            made.append(_kill(state_folder / GAME, life))
    assert "Traceback" not in (said := log.read_text()), said
    return _compared(state_folder / GAME, script, lives, made)


def _kill(path: Path, life: Life) -> Kill:
    rows, state = on_disk(path)
    if not (life.killed_ns and life.base_ns is not None and state.clock.running):
        return Kill(len(rows), None)
    shows = clock.advance(state.clock, life.killed_ns - life.base_ns)
    return Kill(len(rows), (shows.white_ns, shows.black_ns))


def _compared(path: Path, script: Sequence[Turn], lives: Sequence[tuple[int, Life]], kills: Sequence[Kill]) -> Outcome:
    events, state = on_disk(path)
    lost, changed = lost_and_changed(events, lives)
    assert [press.side for press in state.presses] == [turn.side for turn in script], "another side pressed"
    verdicts = [ruling.verdict for ruling in state.rulings]
    after_unseen = [False, *(verdict == Verdict.UNSURE for verdict in verdicts)]
    differing = sum(not _agree(*both) for both in zip(script, state.rulings, after_unseen[:-1], strict=True))
    gained = [_gained_ns(kill, events) / 1e9 for kill in kills if kill.true]
    best, worst = max(gained, default=0.0), -min(gained, default=0.0)
    told, unread = sum(len(life.told) for _, life in lives), verdicts.count(Verdict.UNSURE)
    return Outcome(1, len(kills), told, lost, changed, unread, differing, len(gained), max(0.0, best), max(0.0, worst))


def lost_and_changed(events: Sequence[Event], lives: Sequence[tuple[int, Life]]) -> tuple[int, int]:
    """How many events that were told are not in the journal, or with another content; each life with the rows there before it."""
    rows = [list(encode(event)) for event in events]
    told = [(number, said) for first, life in lives for number, said in enumerate(life.told, first)]
    lost = sum(number >= len(rows) for number, _ in told)
    return lost, sum(number < len(rows) and rows[number] != said for number, said in told)


def _agree(turn: Turn, ruling: Ruled, is_after_unseen: bool) -> bool:
    """Whether a press was ruled as it was played, or `unsure`. The correction of a fault that was not seen looks like a legal move."""
    stands = parse_fen(ruling.fen, START.rules).contents()
    is_legal_now = is_after_unseen and (turn.verdict, ruling.verdict) == (Verdict.CORRECTED, Verdict.LEGAL)
    if ruling.verdict == Verdict.UNSURE or (stands == turn.stands and (ruling.verdict == turn.verdict or is_legal_now)):
        return True
    print(f"press {ruling.seq}: {ruling.verdict} {ruling.move} {ruling.fen}, not {turn.verdict}", file=sys.stderr)
    return False


def _gained_ns(kill: Kill, events: Sequence[Event]) -> int:
    """The most time in ns that a player has gained when the service is back; negative for a loss."""
    stopped = events[kill.rows]
    assert kill.true
    assert isinstance(stopped, ClockStopped), f"after a kill the clock was not stopped: {stopped}"
    return max(shows - was for shows, was in zip((stopped.white_ns, stopped.black_ns), kill.true, strict=True))

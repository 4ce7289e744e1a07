"""Plays a game in real time while the service is killed again and again, and compares it with the same game undisturbed."""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

from clock import clock
from clock.clock import ClockState
from pi.setup.settings import EvidenceSettings, Settings
from record.events.as_json import encode
from record.events.of_game import ClockStopped, Event, Ruled
from record.session.step import State
from rules.irregularity import Verdict
from tests.support.live.drawn import Grain
from tests.support.live.judging import Judged, judged
from tests.support.live.lives import GAME, Life, on_disk
from tests.support.live.people import People
from tests.support.live.serving import serve_games
from tests.support.live.truth import TruthEyes, picture
from tests.support.live.turns import Turn, hurried, turns

EARLY, EARLY_S = 0.2, 2.5
"""The share of kills while the service starts or resumes the game, and the seconds within which they fall; the rest fall during play."""
PRESS_S = 1.4
"""The seconds that a press takes."""


class Planned(NamedTuple):
    """A game of so many presses, with at most so many kills."""

    presses: int
    seed: int
    kills: int


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
    """Presses that were read but ruled differently from the undisturbed game."""
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


@dataclass(frozen=True)
class Kill:
    """The number of rows on disk at a kill, and the true times of a clock that ran, in ns."""

    rows: int
    true: tuple[int, int] | None


def killed_game(scratch: Path, planned: Planned, chance: random.Random, command: Sequence[str]) -> Outcome:
    """Play the game undisturbed and as fast as possible, then in real time with the kills spread over it, and compare.

    `command` starts the service; the state folder is added as its last argument.
    """
    script = hurried(turns(planned.presses, planned.seed))
    whole = _undisturbed(scratch / "whole", script)
    state_folder, log = scratch / "killed", scratch / "log"
    state_folder.mkdir()
    people, lives, made = People(script, state_folder / GAME), list[tuple[int, Life]](), list[Kill]()
    life_s = planned.presses * PRESS_S / planned.kills
    is_over = False
    while not is_over:
        rows, state = on_disk(state_folder / GAME)
        life = Life([*command, str(state_folder)], state, log)
        if len(made) < planned.kills:
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
    return _compared(state_folder / GAME, whole, lives, made)


def _undisturbed(state: Path, script: Sequence[Turn]) -> State:
    pressed_ns: list[list[int]] = []
    eyes = TruthEyes(), lambda contents, hand: picture(contents, hand is not None)
    serve_games(state, [script], lambda: eyes, Grain().on, Settings(evidence=EvidenceSettings(keep="all")), pressed_ns.append)
    found = judged((state / GAME).parent, script, pressed_ns[0])
    assert found == Judged(0, []), f"the undisturbed game is not on record as it was played: {found}"
    return on_disk(state / GAME)[1]


def _kill(path: Path, life: Life) -> Kill:
    rows, state = on_disk(path)
    true = None
    if life.killed_ns and life.base_ns is not None and state.clock.running:
        true = _shown(clock.advance(state.clock, life.killed_ns - life.base_ns))
    return Kill(len(rows), true)


def _shown(shows: ClockState) -> tuple[int, int]:
    return shows.white_ns, shows.black_ns


def _compared(path: Path, whole: State, lives: Sequence[tuple[int, Life]], kills: Sequence[Kill]) -> Outcome:
    events, state = on_disk(path)
    lost, changed = lost_and_changed(events, lives)
    assert [press.side for press in whole.presses] == [press.side for press in state.presses], "another side pressed"
    pairs = list(zip(whole.rulings, state.rulings, strict=True))
    unread = sum(there.verdict == Verdict.UNSURE for _, there in pairs)
    differing = sum(not _agree(*pair, state.rulings[:place][-1:]) for place, pair in enumerate(pairs))
    gained = [_gained_ns(kill, events) / 1e9 for kill in kills if kill.true]
    best, worst = max(gained, default=0.0), -min(gained, default=0.0)
    counts = len(kills), sum(len(life.told) for _, life in lives), lost, changed, unread, differing, len(gained)
    return Outcome(1, *counts, favoured_s=max(0.0, best), charged_s=max(0.0, worst))


def lost_and_changed(events: Sequence[Event], lives: Sequence[tuple[int, Life]]) -> tuple[int, int]:
    """How many events that were told are not in the journal, or with another content; each life with the rows there before it."""
    rows = [list(encode(event)) for event in events]
    told = [(number, said) for first, life in lives for number, said in enumerate(life.told, first)]
    lost = sum(number >= len(rows) for number, _ in told)
    return lost, sum(number < len(rows) and rows[number] != said for number, said in told)


def _agree(here: Ruled, there: Ruled, before: Sequence[Ruled]) -> bool:
    """Whether two rulings of the same press agree; an `unsure` ruling agrees with any.

    If a fault was not seen (the ruling `before` is `unsure`), its correction looks like a legal move to the same position.
    """
    if there.verdict == Verdict.UNSURE:
        return True
    unseen = bool(before) and before[0].verdict == Verdict.UNSURE
    if here.verdict == Verdict.CORRECTED and there.verdict == Verdict.LEGAL and unseen:
        return here.fen == there.fen
    if (here.verdict, here.move, here.fen) != (there.verdict, there.move, there.fen):
        print(f"press {here.seq}: {there.verdict} {there.move} {there.fen}, not {here.verdict} {here.move} {here.fen}", file=sys.stderr)
        return False
    return True


def _gained_ns(kill: Kill, events: Sequence[Event]) -> int:
    """The most time in ns that a player has gained when the service is back; negative for a loss."""
    stopped = events[kill.rows]
    assert kill.true
    assert isinstance(stopped, ClockStopped), f"after a kill the clock was not stopped: {stopped}"
    return max(shows - was for shows, was in zip((stopped.white_ns, stopped.black_ns), kill.true, strict=True))

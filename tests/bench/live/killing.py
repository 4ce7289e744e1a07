"""One game played by a service that is killed again and again, beside the same game undisturbed."""

import json
import os
import random
import signal
import struct
import sys
import time
import traceback
from dataclasses import dataclass, fields
from pathlib import Path

from live.turns import Turn, turns
from live.world import World

from pi.keeping import Tell
from record.event_json import encode
from record.events import Event, Ruled
from record.folder import JOURNAL_NAME
from record.journal import Journal, fold
from record.session import State

EARLY = 0.15
"""So often the service is killed while it is still taking up the game."""
ENDS, FAILED = 0, 3


@dataclass(frozen=True)
class Outcome:
    """What the kills did."""

    games: int = 0
    kills: int = 0
    announced: int = 0
    lost: int = 0
    """Events that were told and are not in the journal, or not in that place;"""
    changed: int = 0
    """those that are, but say something else."""
    unread: int = 0
    """Presses whose pictures were lost with the kill, so that they were ruled `unsure`."""
    differing: int = 0
    """Presses that were read, and ruled otherwise than in the undisturbed game."""
    favoured_s: float = 0.0
    """The most time that the side to move did not have to pay for a kill."""

    def plus(self, other: "Outcome") -> "Outcome":
        kept = {f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        return Outcome(**kept | {"favoured_s": max(self.favoured_s, other.favoured_s)})

    def figures(self) -> dict[str, float]:
        return {f.name: round(getattr(self, f.name), 3) for f in fields(self)}


def killed_game(scratch: Path, presses: int, seed: int, kills: int, chance: random.Random) -> Outcome:
    """Play the game undisturbed, then with so many kills spread over it, and compare."""
    script = turns(presses, seed)
    began = time.monotonic()
    assert _lives(scratch / "whole", script) == ENDS
    life_s = (time.monotonic() - began) / kills
    whole = _state(scratch / "whole")
    killed, favoured_s = 0, 0.0
    while True:
        delay_s = chance.uniform(0.0, 2.0 * life_s) if killed < kills else None
        status = _lives(scratch / "killed", script, delay_s, early=chance.random() < EARLY)
        favoured_s = max(favoured_s, _favoured_s(scratch / "killed"))
        if status == ENDS:
            break
        assert status == -signal.SIGKILL, f"the service ended by itself with {status}"
        killed += 1
    return _compared(scratch / "killed", whole, killed, favoured_s)


def _lives(scratch: Path, script: list[Turn], kill_after_s: float | None = None, *, early: bool = False) -> int:
    """Run the service in a process of its own, and kill it so long after it is ready (`early`: begun); how it ended."""
    scratch.mkdir(exist_ok=True, parents=True)
    ready, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ready)
            _serve(scratch, script, tells)
            os._exit(ENDS)
        except BaseException:
            traceback.print_exc(file=sys.stderr)
            os._exit(FAILED)
    os.close(tells)
    if kill_after_s is not None:
        if not early:
            os.read(ready, 1)
        time.sleep(kill_after_s)
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(ready)
    return status


def _serve(scratch: Path, script: list[Turn], tells: int) -> None:
    """Play the game, and leave behind what was told, and at what time of the game the service still lived."""
    log = os.open(scratch / "told", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    lived = os.open(scratch / "lived", os.O_RDWR | os.O_CREAT)

    def tell(journal: Journal) -> Tell:
        def told(event: Event, _: State) -> None:
            kind, text = encode(event)
            os.write(log, (json.dumps([journal.last_id, kind, text]) + "\n").encode())

        return told

    world = World(scratch / "games", script, tell)
    os.write(tells, b".")
    while not world.service.closed:
        runs = world.service.begun and world.state.clock.running is not None
        os.pwrite(lived, struct.pack("q?", world.game_ns, runs), 0)
        world.step()
    world.close()


def _favoured_s(scratch: Path) -> float:
    """How much of the running side's time was lost by the last kill: what it had lived against what the clock stands at."""
    path = scratch / "lived"
    journal = scratch / "games" / "0001" / JOURNAL_NAME
    if not path.exists() or len(data := path.read_bytes()) < 9 or not journal.exists():
        return 0.0
    lived_ns, runs = struct.unpack("q?", data)
    with Journal.reader(journal) as reader:
        row, state = reader.clock(), fold(reader)
    if not runs or state.clock.running is None:
        return 0.0
    return (lived_ns - max(state.clock.since_t_ns, row.t_ns if row else 0)) / 1e9


def _state(scratch: Path) -> State:
    with Journal.reader(scratch / "games" / "0001" / JOURNAL_NAME) as journal:
        return fold(journal)


def _compared(scratch: Path, whole: State, killed: int, favoured_s: float) -> Outcome:
    with Journal.reader(scratch / "games" / "0001" / JOURNAL_NAME) as journal:
        rows = {row: list(encode(event)) for row, event in journal.since(0)}
        state = fold(journal)
    told = [json.loads(line) for line in (scratch / "told").read_text().splitlines()]
    lost = sum(row not in rows for row, *_ in told)
    changed = sum(row in rows and rows[row] != said for row, *said in told)
    pairs = list(zip(whole.rulings, state.rulings, strict=True))
    assert [press.side for press in whole.presses] == [press.side for press in state.presses], "another side pressed"
    unread = sum(there.verdict == "unsure" != here.verdict for here, there in pairs)
    differing = sum(not _agree(here, there) for here, there in pairs)
    return Outcome(1, killed, len(told), lost, changed, unread, differing, favoured_s)


def _agree(here: Ruled, there: Ruled) -> bool:
    """Whether two rulings of the same press say the same; one that does not decide says nothing."""
    return "unsure" in (here.verdict, there.verdict) or (here.verdict, here.move, here.fen) == (there.verdict, there.move, there.fen)

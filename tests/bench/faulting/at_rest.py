"""Faults of a card: the service is killed in the middle of a game, and its files lose, flip or bring back bytes before it starts again."""

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from record.store.beside import PRESSES
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal
from record.store.tail import BLOCK, tail_of
from tests.bench.faulting.board import LiveBoard, serving
from tests.bench.faulting.played import KilledGame, killed
from tests.bench.faulting.power import cut_power
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.bench.live.killing import lost_and_changed
from tests.support.live.lives import GAME, on_disk
from tests.support.live.spoiling import WAL, Damage, KeptFiles, Record, rewrites, rows_of

COPY_TEXT = 150
"""The bytes of a copy in the file beside the journal."""
SEED = 17

Spoil = Callable[[Path, random.Random], object]
"""Does the fault to the files in the folder of a game."""


class Fault(NamedTuple):
    """A fault, the number of tries, and whether it must be told each time; the others change nothing, or are told."""

    name: str
    spoil: Spoil
    tries: int = 1
    must_tell: bool = False


def rows(scratch: Path, scale: Scale) -> Iterator[Row]:
    """Play each fault on a copy of the same game."""
    played = killed(scratch)
    yield _goes_on(shutil.copytree(played.state, scratch / "again"), played, Row("the service is killed (SIGKILL)", ""))
    moved = _with_wal_moved(played, scratch / "moved")
    for number, fault in enumerate(_faults(played.earlier, scale)):
        state = scratch / f"card-{number}"
        shutil.copytree(moved if "checkpointed" in fault.name else played.state, state)
        yield _played(fault, state, played, scale)
        shutil.rmtree(state)


def _faults(earlier: Path, scale: Scale) -> Iterator[Fault]:
    tries = scale.tries
    yield Fault("the power fails: what was not flushed is lost", lambda game, _: cut_power(game / JOURNAL_NAME))
    yield Fault("a bit flips in the WAL", lambda game, chance: _flip(game / WAL, chance), tries)
    yield Fault("the WAL is cut", lambda game, chance: _cut(game / WAL, chance), tries)
    yield Fault("the WAL is missing", lambda game, _: (game / WAL).unlink(), must_tell=True)
    yield Fault("a bit flips in the checkpointed database", lambda game, chance: _flip(game / JOURNAL_NAME, chance), tries)
    yield Fault("the checkpointed database is cut", lambda game, chance: _cut(game / JOURNAL_NAME, chance), tries)
    yield Fault("the database is missing", lambda game, _: (game / JOURNAL_NAME).unlink(), must_tell=True)
    yield Fault("an older journal is put back", lambda game, _: _bring_back(earlier, game, JOURNAL_NAME, WAL), must_tell=True)
    older = (JOURNAL_NAME, WAL, f"{JOURNAL_NAME}-tail")
    yield Fault("an older journal is put back with its tail file", lambda game, _: _bring_back(earlier, game, *older), must_tell=True)
    yield Fault("a bit flips in the tail file", lambda game, chance: _flip(tail_of(game / JOURNAL_NAME), chance, BLOCK + COPY_TEXT), tries)
    yield Fault("the tail file is missing", lambda game, _: tail_of(game / JOURNAL_NAME).unlink())
    yield Fault("an older tail file is put back", lambda game, _: _bring_back(earlier, game, f"{JOURNAL_NAME}-tail"))
    yield Fault(
        "presses.jsonl and game.pdn are cut", lambda game, chance: [_cut(game / name, chance) for name in (PRESSES, PDN_NAME)], tries
    )


def _with_wal_moved(played: KilledGame, state: Path) -> Path:
    """A copy of the state folder whose journal is one file."""
    shutil.copytree(played.state, state)
    Journal.open(state / GAME).close()
    return state


def _played(fault: Fault, state: Path, played: KilledGame, scale: Scale) -> Row:
    """Do the fault again and again and ask `damcam record`; at last a service starts on it."""
    game, chance, kept = state / GAME.parent, random.Random(f"{SEED} {fault.name}"), KeptFiles(state / GAME.parent)
    rows, sentences, lost, changed = rows_of(game) or [], list[str](), 0, 0
    for attempt in range(fault.tries):
        if attempt:
            kept.put_back()
        fault.spoil(game, chance)
        after = Record.of(game)
        if after.tells:
            sentences.append(after.said.strip().replace(f"{game}/", ""))
        elif after.rows != played.record.rows or after.status:
            now = rows_of(game) or []
            lost += max(1, len(rows) - len(now))
            changed += sum(one != other for one, other in zip(rows, now, strict=False))
    row = Row(fault.name, _how_often(sentences, fault.tries), lost, changed)
    if fault.must_tell and not sentences:
        return replace(row, wrong="nobody was told")
    if lost or changed or not after.tells:
        return _goes_on(state, played, row)
    if rewrites(game, serving(state), scale.started_s):
        row = replace(row, wrong="a service changed the files beside the journal")
    kept.put_back()
    return _goes_on(state, played, row) if scale.put_back else row


def _how_often(sentences: list[str], tries: int) -> str:
    if len(sentences) in (0, tries):
        return " / ".join(sentences[-1:])
    return f"{sentences[-1]} ({len(sentences)} of {tries} times; the others changed nothing)"


def _goes_on(state: Path, played: KilledGame, row: Row) -> Row:
    """The row of a fault after which the game goes on in that folder: with another move, and all that was told."""
    with LiveBoard(state) as board:
        back_s = board.begin()
        wrong = row.wrong or board.plays_on()
        alerts = board.alerts()
        board.life.kill()
    more = [lost_and_changed(on_disk(state / GAME)[0], [(0, played.board.life)]), board.lost_and_changed()]
    lost, changed = row.lost + sum(one for one, _ in more), row.changed + sum(one for _, one in more)
    return replace(row, told=row.told or " / ".join(alerts), lost=lost, changed=changed, back_s=back_s, wrong=wrong)


def _flip(path: Path, chance: random.Random, end: int | None = None) -> None:
    Damage(path, chance.randrange(end or path.stat().st_size), chance.randrange(8)).do()


def _cut(path: Path, chance: random.Random) -> None:
    Damage(path, chance.randrange(path.stat().st_size), None).do()


def _bring_back(earlier: Path, game: Path, *names: str) -> None:
    for name in names:
        shutil.copy(earlier / name, game / name)

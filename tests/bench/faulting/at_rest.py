"""Faults of a card: the service is killed in the middle of a game, and its files lose, flip or bring back bytes before it starts again."""

import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from record.log.slots import BLOCK_BYTES
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.latest import belief_of, clock_of
from record.store.session_files import PRESSES_NAME as PRESSES
from tests.bench.faulting.board import LiveBoard, serving
from tests.bench.faulting.played import KilledGame, killed
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.bench.live.killing import lost_and_changed
from tests.support.cards import copied_card
from tests.support.live.lives import GAME, on_disk
from tests.support.live.spoiling import Damage, KeptFiles, Record, rewrites, rows_of

TAIL = tail_of(Path(JOURNAL_NAME)).name
SLOT_TEXT = 130
"""The bytes of a slot of the tail."""
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
    yield _goes_on(copied_card(played.state, scratch / "again"), played, Row("the service is killed (SIGKILL)", ""))
    for number, fault in enumerate(_faults(played.earlier, scale)):
        state = scratch / f"card-{number}"
        copied_card(played.state, state)
        yield _played(fault, state, played, scale)
        shutil.rmtree(state)


def _faults(earlier: Path, scale: Scale) -> Iterator[Fault]:
    tries = scale.tries
    yield Fault("the power fails while a row is written", lambda game, _: _half_a_row(game / JOURNAL_NAME))
    yield Fault("a bit flips in the journal", lambda game, chance: _flip(game / JOURNAL_NAME, chance), tries, must_tell=True)
    yield Fault("the journal is cut", lambda game, chance: _cut(game / JOURNAL_NAME, chance), tries, must_tell=True)
    yield Fault("the journal is missing", lambda game, _: (game / JOURNAL_NAME).unlink(), must_tell=True)
    yield Fault("an older journal is put back", lambda game, _: _bring_back(earlier, game, JOURNAL_NAME), must_tell=True)
    older = (JOURNAL_NAME, TAIL)
    yield Fault("an older journal is put back with its tail", lambda game, _: _bring_back(earlier, game, *older), must_tell=True)
    yield Fault("a bit flips in the tail", lambda game, chance: _flip(game / TAIL, chance, BLOCK_BYTES + SLOT_TEXT), tries)
    yield Fault("the tail is missing", lambda game, _: (game / TAIL).unlink())
    yield Fault("an older tail is put back", lambda game, _: _bring_back(earlier, game, TAIL))
    for name, path in (("running clock", clock_of), ("belief", belief_of)):
        yield Fault(f"the {name} is damaged", lambda game, _, path=path: path(game / JOURNAL_NAME).write_bytes(b"x" * BLOCK_BYTES))
    yield Fault(
        "presses.jsonl and game.pdn are cut", lambda game, chance: [_cut(game / name, chance) for name in (PRESSES, PDN_NAME)], tries
    )


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


def _half_a_row(journal: Path) -> None:
    """A power cut leaves some of a row that nobody was told."""
    with journal.open("ab") as file:
        file.write(b'{"row":999,"event":{"t_ns":1,"kind":"Pressed","fie')


def _flip(path: Path, chance: random.Random, end: int | None = None) -> None:
    Damage(path, chance.randrange(end or path.stat().st_size), chance.randrange(8)).do()


def _cut(path: Path, chance: random.Random) -> None:
    Damage(path, chance.randrange(path.stat().st_size), None).do()


def _bring_back(earlier: Path, game: Path, *names: str) -> None:
    for name in names:
        shutil.copy(earlier / name, game / name)

"""A log whose bytes change on the disk while its game runs: the arbiter is told once, and recording and clock go on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi.game.disk_faults import LogCheck
from record.decisions.words import Recover
from record.events.of_game import Alerted
from record.log.reading import verify
from record.telling.remarks import LOG_DAMAGED
from rules.errors import Sentence
from tests.support.live.table import SMALL, Table, quiet, ruled
from tests.support.live.world import World


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "games", SMALL)
    yield table
    table.close()


@pytest.fixture
def world(table: Table) -> World:
    """A game of six presses after its second one."""
    world = table.world(quiet(6))
    world.run(ruled(world, 2))
    return world


def flip(path: Path, at: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 1]))


def test_the_arbiter_is_told_once_and_the_game_goes_on(table: Table, world: World) -> None:
    journal, check = world.journal.path, LogCheck(world.journal.path)
    check()
    assert check.damage is None
    rows = verify(journal).last
    flip(journal, rows.end // 2)
    check()
    assert check.damage is not None
    for _ in range(2):
        world.service.see_damage(world.now_ns())
    world.play()
    assert [ruling.verdict for ruling in world.state.rulings] == ["legal"] * 6
    alerts = [alert.reason for event in table.told if isinstance(event, Alerted) for alert in event.alerts]
    assert alerts == [LOG_DAMAGED]
    flip(journal, rows.end // 2)
    assert (verify(journal).damage, verify(journal).last.row > rows.row) == (None, True), "what came later is on disk"


def test_nothing_is_confirmed_while_the_game_is_recorded(world: World) -> None:
    rows = verify(world.journal.path).last
    assert isinstance(world.service.obey(Recover("J. Jansen", 3), world.now_ns()), Sentence)
    assert verify(world.journal.path).last == rows

"""A log whose bytes change on the disk while its game runs: the arbiter is told once, and recording and clock go on."""

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from link.messages import Accepted, Refused, new_id
from pi.game.damaged import confirmed_folder
from pi.game.disk_faults import LogCheck
from pi.game.station import Stop
from record.decisions.commands import Recover, StopClock
from record.events.of_game import Alerted
from record.log.reading import verify
from record.store.folder import JOURNAL_NAME
from record.store.salvage import lost_in
from record.telling.remarks import LOG_DAMAGED
from rules.errors import Sentence
from tests.support.board_service import PutCommands
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
    assert isinstance(world.ask(Recover("J. Jansen", 3))[0], Sentence)
    assert verify(world.journal.path).last == rows


def test_while_nothing_goes_on_a_command_is_refused_unless_it_may_have_been_done_before(world: World) -> None:
    """The row that a repeated one has made may be among those that are lost."""
    flip(world.journal.path, verify(world.journal.path).last.end // 2)
    commands, word = PutCommands(world.queue.put), StopClock("J. Jansen", "a phone")
    new, question, repeated = commands.put(word), commands.put(word, lives_ms=0), commands.put(word, was_sent=True)
    confirmed = commands.put(Recover("J. Jansen", 10**6), was_sent=True)
    world.queue.put(Stop())
    assert confirmed_folder(world.board, world.folder.parent, lambda _game: nullcontext(), None) is None
    assert (question, repeated) == ([], [])
    assert isinstance(new[0], Refused)
    assert isinstance(confirmed[0], Refused)


@pytest.mark.parametrize("with_all_rows", [True, False])
def test_a_confirmation_that_is_repeated_after_a_restart_is_answered_from_the_log(
    table: Table, world: World, tmp_path: Path, with_all_rows: bool
) -> None:
    """Also where the log that the arbiter chose has all rows, so that none is lost."""
    journal = world.journal.path
    source = shutil.copy(journal, tmp_path / JOURNAL_NAME) if with_all_rows else ""
    flip(journal, verify(journal).last.end // 2)
    lost = lost_in(world.folder)
    assert lost is not None
    id_, word = new_id(), Recover("J. Jansen", lost.row, str(source))
    told = PutCommands(world.queue.put).put(word, id=id_)
    assert confirmed_folder(world.board, world.folder.parent, lambda _game: nullcontext(), None) == world.folder
    again = table.world(quiet(6))
    rows = verify(journal).last
    repeated = PutCommands(again.queue.put).put(word, id=id_, was_sent=True)
    again.act()
    assert told == repeated != []
    assert isinstance(told[0], Accepted)
    assert told[0].row > 0
    assert verify(journal).last == rows, "it is not done twice"

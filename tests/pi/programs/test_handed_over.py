"""The game that a hub hands out goes on at another board: with all its rows, and with the clocks as they ran."""

import pytest

from hub.wire.handed_out import HandedGame
from pi.programs.handed_over import HandedError, put_in
from record.log.errors import LogError
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.latest import ClockRow, read_clock
from tests.record.conftest import game_of
from tests.support.says import says

READING = ClockRow(90 * 10**9, 1, 2)


@pytest.fixture
def handed(tmp_path):
    with Journal.create(tmp_path / "hub.jsonl") as journal:
        for event in game_of(4):
            journal.append(event, getattr(event, "t_ns", 0))
    return HandedGame("0002", 2, (tmp_path / "hub.jsonl").read_bytes(), READING)


def test_its_rows_and_the_running_clock_are_put_in_once(tmp_path, handed):
    state = tmp_path / "state"
    state.mkdir()
    journal = state / GAMES / "0002" / JOURNAL_NAME
    assert put_in(handed, state, "frisian")
    assert (journal.read_bytes(), read_clock(journal)) == (handed.journal, READING)
    assert not put_in(handed, state, "frisian"), "it is there already"
    with Journal.open(journal) as opened:
        assert opened.last_id == 9
    (journal.parent.parent / "0002").rename(journal.parent.parent / "0001")
    with pytest.raises(HandedError, check=says("HandedFault.has-games")):
        put_in(handed, state, "frisian")


def test_a_journal_that_was_cut_on_the_way_is_refused(tmp_path, handed):
    (tmp_path / "state").mkdir()
    lines = handed.journal.splitlines(keepends=True)
    with pytest.raises(LogError):
        put_in(HandedGame("0002", 2, b"".join(lines[:2] + lines[3:])), tmp_path / "state", "frisian")
    assert not list((tmp_path / "state" / GAMES).glob("*/" + JOURNAL_NAME))

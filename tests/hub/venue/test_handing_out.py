"""What the hub hands out of a board: the newest game of its mirrored state folder."""

import pytest

from hub.venue.handing_out import handed_game, last_row
from record.log.errors import LogError
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal import Journal
from record.store.latest import ClockRow, Latest
from tests.record.conftest import game_of


def recorded(state, number, presses):
    """The journal of a game with so many presses."""
    journal = state / GAMES / number / JOURNAL_NAME
    journal.parent.mkdir(parents=True)
    with Journal.create(journal) as opened:
        for event in game_of(presses):
            opened.append(event, getattr(event, "t_ns", 0))
    return journal


def test_the_newest_game_is_handed_out_with_its_rows_and_its_running_clock(tmp_path):
    recorded(tmp_path, "0001", 2)
    assert last_row(tmp_path) == ("0001", 5)
    journal = recorded(tmp_path, "0002", 4)
    latest = Latest(journal)
    latest.write_clock(ClockRow(90, 1, 2))
    latest.close()
    (tmp_path / GAMES / "0003").mkdir()  # whose journal has not come yet
    handed = handed_game(tmp_path)
    assert (handed.game.game, handed.game.games, handed.rows) == ("0002", 2, 9)
    assert (handed.game.journal, handed.game.clock) == (journal.read_bytes(), ClockRow(90, 1, 2))
    assert last_row(tmp_path) == ("0002", 9)


def test_a_board_without_a_game_has_nothing_to_hand_out(tmp_path):
    assert (handed_game(tmp_path), last_row(tmp_path)) == (None, ("", 0))
    (tmp_path / GAMES).mkdir()
    assert (handed_game(tmp_path), last_row(tmp_path)) == (None, ("", 0))


def test_a_journal_that_cannot_be_read_is_not_handed_out(tmp_path):
    recorded(tmp_path, "0001", 2).write_bytes(b"x\n")
    for read in (handed_game, last_row):
        with pytest.raises(LogError):
            read(tmp_path)

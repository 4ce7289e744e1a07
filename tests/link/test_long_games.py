"""A game that goes on without end: its log at the hub, which the pages read whole, does not."""

from contextlib import closing

import pytest

from link.budget import MOST_BYTES_OF_GAME, MOST_ROWS_OF_GAME
from link.hub_board import MirroredBoard
from link.hub_clock import HubClock
from link.wire import MAX_ROWS, Pulse, Rows
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.journal_rows import JournalRows, LastRow
from tests.hub.journal_rows import game_of, raw_rows

SEEN = {"t_ns": 1, "by": "Anke", "alert": "1.0"}
SMALL, LARGE = ("AlertSeen", SEEN), ("AlertSeen", SEEN | {"by": "A" * 180_000})


@pytest.mark.parametrize(("row", "at_once"), [(SMALL, MAX_ROWS), (LARGE, 1)])
def test_rows_of_one_game_are_taken_up_to_a_number_and_those_of_the_next_all_the_same(tmp_path, row, at_once):
    games = tmp_path / GAMES
    with closing(MirroredBoard("7", tmp_path, "hub", lambda _message: True, HubClock())) as board:

        def send(number, game, rows):
            board.take(Pulse("m1", "b1", number, number, number, alive=True, game=game, last=LastRow(rows[-1].row_id, rows[-1].checksum)))
            board.take(Rows("m1", game, tuple(rows)))

        rows = raw_rows(game_of()[:3])
        number = 0
        while "long" not in board.link.refused:
            send(number := number + 1, "0001", rows)
            rows = raw_rows([row] * at_once, rows[-1])
        said = "one of its games has more than 10000 rows or 20 MB, and the rest of it is not taken"
        assert str(board.link.refused["long"]) == said
        with JournalRows(games / "0001" / JOURNAL_NAME) as log:
            assert MOST_ROWS_OF_GAME - at_once < log.last_id <= MOST_ROWS_OF_GAME or log.last_id * 180_000 > MOST_BYTES_OF_GAME
        send(number + 1, "0002", raw_rows(game_of()[:3]))
        with JournalRows(games / "0002" / JOURNAL_NAME) as log:
            assert log.last_id == 3

"""The bench of the venue: that it finds what it looks for, and that it can be played."""

import socket
import threading
from contextlib import closing
from types import SimpleNamespace

import pytest

from record.events.of_game import TimesSet
from record.store.folder import GAMES
from tests.bench import venue
from tests.bench.venuing import judging
from tests.bench.venuing.figures import at_hub_ms, at_viewers_ms, part, rows_in
from tests.bench.venuing.noting import Notes, noted
from tests.bench.venuing.played_board import PlayedBoard
from tests.bench.venuing.rulings import Asked
from tests.bench.venuing.scale import LITTLE
from tests.bench.venuing.watching import Watcher, Watchers
from tests.support.mosquitto import soon

MS, S = 1_000_000, 1_000_000_000


def test_how_late_rows_are_at_the_hub_and_at_each_viewer(tmp_path):
    played, mirrored, watched = (Notes(tmp_path / name) for name in ("played", "mirrored", "watched"))
    for row, at_ms in ((1, 100), (2, 200), (3, 300)):
        played.note("row", "7", 1, row, at_ms * MS)
    mirrored.note("mirrored", "7", 1, 1, 2, 210 * MS)
    for number, row, came_ms in ((0, 2, 250), (0, 3, 330), (1, 3, 390)):
        watched.note("view", number, 80, "7", 1, row, 0, came_ms * MS)
    watched.note("view", 2, 81, "7", 1, 3, 0, 301 * MS)
    rows = rows_in(tmp_path, (100 * MS, 300 * MS))
    assert at_hub_ms(tmp_path, rows) == [110, 10]
    assert at_hub_ms(tmp_path, rows_in(tmp_path, (300 * MS, 301 * MS))) == [3_600_000], "it never came"
    assert at_viewers_ms(tmp_path, rows, [80]) == [150, 50, 290, 190]
    assert at_viewers_ms(tmp_path, rows, [81]) == [201, 101]
    assert part([], 0.5) == 3_600_000
    assert part([1, 2, 3, 4], 0.5) == 3


@pytest.fixture
def hall(tmp_path):
    """One board and its mirror: `rule` makes a ruling that stands so often in the journal."""
    board, mirror = PlayedBoard(tmp_path / "board", "7", 60.0), PlayedBoard(tmp_path / "hub" / "7", "7", 60.0)

    def rule(reason, times, taken_s=1.0):
        for _ in range(times):
            board._write(TimesSet(0, 1, 1, "Anke", reason))
        Notes(tmp_path / "played").note("word", "7", reason, round(taken_s * S))

    boards = SimpleNamespace(keys=["7"], states={"7": tmp_path / "board"}, revoked="8", before={})
    yield SimpleNamespace(rule=rule, boards=boards, boards_folder=tmp_path / "hub", notes=tmp_path)
    for one in (board, mirror):
        one.close()


@pytest.mark.parametrize(
    ("ruled", "wrong"),
    [
        ((True, 1), None),
        ((False, 0), None),
        ((True, 2), "rulings_twice"),
        ((None, 0), "rulings_undecided"),
        ((True, 0), "rulings_told_wrongly"),
        ((False, 1), "rulings_told_wrongly"),
        ((True, 1, 6.5), "rulings_late"),
    ],
)
def test_each_way_in_which_a_ruling_goes_wrong_is_found(hall, ruled, wrong):
    told, *done = ruled
    hall.rule("r", *done)
    asked = [Asked("r", "7", 0, told)]
    found = judging.rulings_kept(hall.boards, SimpleNamespace(boards=hall.boards_folder), asked, hall.notes, lambda _: None)
    assert {name for name, count in found.items() if count and name not in ("rulings", "rulings_done")} == ({wrong} if wrong else set())


def test_a_mirror_that_lacks_a_row_is_found(hall):
    there = SimpleNamespace(boards=hall.boards_folder)
    hall.rule("r", 1)
    assert judging.unequal(hall.boards, there) == ["7"]
    hall.boards.revoked = "7"
    assert judging.unequal(hall.boards, there) == [], "of a board that is revoked nothing more comes"


@pytest.mark.usefixtures("system")
def test_what_a_page_tells_twice_is_found(tmp_path):
    """A listener of the bench, at a server that goes back a move, and sends an id again."""
    told = [(2, 1, 3), (3, 1, 4), (3, 1, 4), (4, 1, 2), (5, 2, 1)]
    row = '<data id="position" value="" data-game="{}" hidden></data><table><tr id="row-{}">{}</tr></table>'
    views = [f"id: {id_}\ndata: {row.format(game, (plies + 1) // 2, '<button>' * (2 - plies % 2))}\n\n" for id_, game, plies in told]
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            with server.accept()[0] as listener:
                listener.recv(4096)
                listener.sendall("".join(views).encode())
                ended.wait(20)

        ended = threading.Event()
        threading.Thread(target=serve, daemon=True).start()
        watchers = Watchers(Notes(tmp_path / "watched"), [Watcher(0, "board", "7", server.getsockname()[1], "/events")])
        assert soon(lambda: watchers.work(0.02) or len(list(noted(tmp_path, "watched"))) == 7)
        ended.set()
        watchers.close()
    found = [note[3] for note in noted(tmp_path, "watched") if note[0] == "twice"]
    assert found == ["id 3 after 3", "(1, 2) after (1, 4)"]


def test_a_board_of_the_bench_plays_its_game_to_the_end_and_goes_on_with_one(tmp_path):
    board = PlayedBoard(tmp_path, "7", 60.0)
    board._press()
    board.close()
    with closing(PlayedBoard(tmp_path, "7", 60.0)) as again:
        assert (again.game, again._seq, again._pressed) == (1, 1, True)
        again._rule()
        again.play_whole()
    with closing(PlayedBoard(tmp_path, "7", 60.0)) as following:
        assert following.game == 2
    assert sorted(path.name for path in (tmp_path / GAMES).iterdir()) == ["0001", "0002"]


def test_a_little_evening_goes_well(long):
    figures = venue.played(LITTLE, 1)
    measured = ("times_bare_p50", "times_bare_p99", "viewer_more_p50_ms", "viewer_more_p99_ms")
    assert {name: figures[name] for name, bound in venue.ASKED.items() if name not in measured and figures[name] > bound} == {}
    assert figures["kills"] >= 3
    assert figures["rulings_done"] > 0

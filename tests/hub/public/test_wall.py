"""The wall through Flask's test client: its view of each board, and its stream."""

import json
import re

import pytest

from hub.boards.board import Boards, ServedBoard
from hub.public.wall import wall_events, wall_view
from hub.public.wall_pages import WallGroup, groups_in, paged
from record.texts import say
from tests.hub.public.conftest import ask


@pytest.fixture
def games(tmp_path, new_game):
    return [new_game(tmp_path / name) for name in ("a", "b")]


@pytest.fixture
def boards(games):
    boards = Boards(ServedBoard(key, game.folder / "journal.jsonl") for key, game in zip(("1", "2"), games, strict=True))
    yield boards
    for board in boards.values():
        board.follower.close()


def look(boards):
    for board in boards.values():
        board.feed.look()


def tiles(event):
    """The boards in an event by their keys."""
    (data,) = re.fullmatch(r"id: \d+\ndata: (.*)\n\n", event.decode()).groups()
    return {tile["key"]: tile for tile in json.loads(data)["tiles"]}


def test_each_board_is_told_in_small_without_a_result_that_was_undone(boards, games):
    games[0].open(board="4")
    games[0].move("white", 32, 28, took_s=10)
    games[1].open(white="Auke")
    games[1].close("1-0")
    assert {tile["fen"] for tile in wall_view(boards)} == {""}
    look(boards)
    first, second = wall_view(boards)
    assert (first["link"], first["about"]["board"], first["move"]) == ("/board/1", "4", {"number": 1, "side": "white", "move": "32-28"})
    assert (first["last_move"], first["fen"][0], first["clock"]["running"]) == ([32, 28], "B", "black")
    assert (first["clock"]["white_ns"], first["closed"]) == (4850 * 10**9, False)
    assert 0 <= first["age_ms"] < 60_000
    assert (second["about"]["white"], second["result"], second["closed"], second["on_paper"]) == ("Auke", "1-0", True, False)
    assert {"fens", "moves", "drawn"}.isdisjoint(first)
    games[0].end("1-0")
    look(boards)
    assert wall_view(boards)[0]["result"] == "1-0"
    games[0].undo_end()
    look(boards)
    tile = wall_view(boards)[0]
    assert (tile["result"], tile["closed"], tile["move"]) == ("*", False, first["move"])


def test_one_stream_tells_all_boards_and_then_what_changed(boards, games):
    games[0].open()
    look(boards)
    events = wall_events(boards)
    assert next(events).startswith(b"retry")
    told = tiles(next(events))
    assert list(told) == ["1", "2"]
    games[1].open(white="Auke")
    look(boards)
    told = tiles(next(events))
    assert (list(told), told["2"]["about"]["white"]) == (["2"], "Auke")
    games[0].move("white", 32, 28)
    look(boards)
    assert list(tiles(next(events))) == ["1"]
    late = wall_events(boards)
    next(late)
    assert list(tiles(next(late))) == ["1", "2"], "a connection begins with all"
    boards.stop()
    assert list(events) == list(late) == []


def test_silence_is_filled(boards, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    events = wall_events(boards)
    assert [next(events) for _ in range(3)][2].startswith(b": still here\nevent: alive")


def test_an_irregular_press_looks_like_one_that_is_being_read(boards, games):
    games[0].open()
    games[0].move("white", 32, 28)
    look(boards)
    before = wall_view(boards)[0]
    games[0].fault("black", "27c-missed", 20, 24)
    look(boards)
    after = wall_view(boards)[0]
    changed = {key for key in before if before[key] != after[key]}
    assert changed <= {"clock", "age_ms"}


def test_the_wall_is_the_front_page_of_several_boards_in_the_readers_language(serving, boards, games):
    app = serving(boards)
    games[0].open(white="</script><script>alert(1)")
    for lang in ("nl", "fy", "en"):
        pages = [ask(app, path, headers={"Accept-Language": lang}).text for path in ("/", "/wall")]
        assert all(f'<html lang="{lang}">' in page and f">{say(lang, 'All boards')}</h1>" in page for page in pages)
    assert "<script>alert" not in pages[0]


def test_the_parts_of_a_wall():
    tiles = [{"about": {"event": "B", "round": number}} for number in ("10", "2")] + [{"about": {"event": "A", "round": "1"}}, {}]
    assert groups_in(tiles) == [WallGroup("A"), WallGroup("B"), WallGroup("B", "2"), WallGroup("B", "10")]
    assert groups_in(tiles[2:]) == groups_in([]) == []
    assert [WallGroup("b", "2").has(tile) for tile in tiles] == [False, True, False, False]
    assert WallGroup("A & B", "1").address(2) == "/wall?event=A+%26+B&round=1&page=2"
    assert [paged(range(50), page)[1:] for page in (-1, 2, 9)] == [(1, 3), (2, 3), (3, 3)]
    assert paged([], 4) == ([], 1, 1)

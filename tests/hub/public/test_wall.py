"""The wall through Flask's test client: its view of each board, its stream, and the boards elsewhere."""

import json
import re

import pytest

from hub.boards.board import Boards, ServedBoard
from hub.boards.other_boards import KEPT_S
from hub.public import wall_feed
from hub.public.wall_feed import MAX_STATE_BYTES, WallFeed
from hub.public.wall_pages import WallGroup, groups_in, paged
from record.texts import say
from tests.hub.public.conftest import answering, ask
from tests.support.waiting import wait_until


@pytest.fixture
def games(tmp_path, new_game):
    return [new_game(tmp_path / name) for name in ("a", "b")]


@pytest.fixture
def boards(games):
    boards = Boards(ServedBoard(key, game.folder / "journal.sqlite") for key, game in zip(("1", "2"), games, strict=True))
    yield boards
    for board in boards.values():
        board.feed.close()


def look(boards, wall):
    for board in boards.values():
        board.feed.look()
    wall.look()


def tiles(event):
    """The id of an event, and the boards in it by their keys."""
    number, data = re.fullmatch(r"id: (\S+)\ndata: (.*)\n\n", event.decode()).groups()
    return number, {tile["key"]: tile for tile in json.loads(data)["tiles"]}


def test_each_board_is_told_in_small_without_a_result_that_was_undone(boards, games):
    games[0].open(board="4")
    games[0].move("white", 32, 28, took_s=10)
    games[1].open(white="Auke")
    games[1].close("1-0")
    wall = WallFeed(boards)
    assert {tile["fen"] for tile in wall.view()["tiles"]} == {""}
    look(boards, wall)
    first, second = wall.view()["tiles"]
    assert (first["link"], first["about"]["board"], first["move"]) == ("/board/1", "4", {"number": 1, "side": "white", "move": "32-28"})
    assert (first["last_move"], first["fen"][0], first["clock"]["running"]) == ([32, 28], "B", "black")
    assert (first["clock"]["white_ns"], first["closed"]) == (4850 * 10**9, False)
    assert 0 <= first["age_ms"] < 60_000
    assert (second["about"]["white"], second["result"], second["closed"], second["on_paper"]) == ("Auke", "1-0", True, False)
    assert {"fens", "moves", "drawn"}.isdisjoint(first)
    games[0].end("1-0")
    look(boards, wall)
    assert wall.view()["tiles"][0]["result"] == "1-0"
    games[0].undo_end()
    look(boards, wall)
    tile = wall.view()["tiles"][0]
    assert (tile["result"], tile["closed"], tile["move"]) == ("*", False, first["move"])


def test_one_stream_tells_what_changed_and_misses_nothing(boards, games):
    wall = WallFeed(boards)
    games[0].open()
    look(boards, wall)
    events = wall.events("")
    assert next(events).startswith(b"retry")
    first, told = tiles(next(events))
    assert list(told) == ["1", "2"]
    games[1].open(white="Auke")
    look(boards, wall)
    second, told = tiles(next(events))
    assert (list(told), told["2"]["about"]["white"]) == (["2"], "Auke")
    games[0].move("white", 32, 28)
    look(boards, wall)
    again = wall.events(second)
    next(again)
    assert list(tiles(next(again))[1]) == ["1"], "what came while nobody listened"
    late = wall.events(first)
    next(late)
    assert list(tiles(next(late))[1]) == ["1", "2"]
    wall.stop()
    assert list(events) == list(again) == list(late) == []


def test_who_listened_to_another_run_is_told_everything_and_silence_is_filled(boards, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    wall = WallFeed(boards)
    run = wall.view()["id"].partition("-")[0]
    for last_id in ("", "0", "x-1", "-", "é-3", "99999999999999999999", f"{run}-²", f"{run}-"):
        events = wall.events(last_id)
        next(events)
        assert list(tiles(next(events))[1]) == ["1", "2"], last_id
    events = wall.events(wall.view()["id"])
    assert [next(events) for _ in range(2)][1].startswith(b": still here\nevent: alive")


def test_an_irregular_press_looks_like_one_that_is_being_read(boards, games):
    games[0].open()
    games[0].move("white", 32, 28)
    wall = WallFeed(boards)
    look(boards, wall)
    before = wall.view()["tiles"][0]
    games[0].fault("black", "27c-missed", 20, 24)
    look(boards, wall)
    after = wall.view()["tiles"][0]
    changed = {key for key in before if before[key] != after[key]}
    assert changed <= {"clock", "age_ms"}


def changed(state, **more):
    return json.dumps(state | more).encode()


class Elsewhere:
    """The answers of boards elsewhere, by their addresses."""

    def __init__(self, **answers):
        self.answers, self.now_s = answers, 0.0
        self.wall = WallFeed(Boards([]), list(answers), answering(answers), lambda: self.now_s)

    def tile(self):
        self.now_s += KEPT_S
        self.wall.ask()
        return self.wall.view()["tiles"][0]


@pytest.fixture
def state(boards, games):
    games[0].open(white="Ype", board="9")
    games[0].move("white", 32, 28)
    boards["1"].feed.look()
    return boards["1"].feed.latest.view | {"age_ms": 1500}


def test_a_board_elsewhere_is_shown_with_the_way_to_its_own_page(state):
    elsewhere = Elsewhere(**{"http://board-9:8000": changed(state, secret="x", about=state["about"] | {"phone": "06"})})
    assert elsewhere.wall.view()["tiles"][0]["reachable"] is None
    told = elsewhere.tile()
    assert (told["reachable"], told["name"], told["link"]) == (True, "board-9:8000", "http://board-9:8000/")
    assert (told["about"]["white"], told["move"]["move"], told["fen"]) == ("Ype", "32-28", state["fen"])
    assert told["age_ms"] == 1500
    assert ("secret" in told, "phone" in told["about"]) == (False, False)
    known = elsewhere.wall.view()["id"]
    assert elsewhere.tile()["about"]["white"] == "Ype"
    assert elsewhere.wall.view()["id"] == known, "what is the same as before is no news"


def test_what_gives_no_view_says_so_and_keeps_what_it_told_last(state):
    elsewhere = Elsewhere(a=json.dumps(state).encode())
    assert elsewhere.tile()["reachable"]
    wrong = [
        TimeoutError(),
        b"<html>",
        b"[1]",
        b"{" + b" " * MAX_STATE_BYTES,
        b"[" * 100_000,
        b"\xff",
        changed(state, fen="W:W99"),
        changed(state, rules="chess"),
        changed(state, clock={}),
        changed(state, clock=state["clock"] | {"rate": float("nan")}),
        changed(state, clock=state["clock"] | {"running": "green"}),
        changed(state, clock=state["clock"] | {"white_ns": "soon"}),
        changed(state, moves=[{"number": 1}]),
        changed(state, about=None),
        changed(state, about=state["about"] | {"white": "\ud800"}),  # half a surrogate pair
        changed(state, last_move=["x"]),
        changed(state, age_ms=None),
    ]
    for answer in wrong:
        elsewhere.answers["a"] = answer
        told = elsewhere.tile()
        assert (told["reachable"], told["about"]["white"]) == (False, "Ype"), answer
    assert json.dumps(elsewhere.wall.view(), ensure_ascii=False).encode()
    elsewhere.answers["a"] = b'{"id":0,"age_ms":0}'
    assert (elsewhere.tile()["reachable"], elsewhere.tile()["fen"]) == (True, "")


def test_boards_elsewhere_are_asked_only_while_somebody_looks(boards, games, monkeypatch):
    monkeypatch.setattr(wall_feed, "KEPT_S", 0.01)
    asked = []
    wall = WallFeed(boards, ["a"], lambda address: asked.append(address) or b'{"id":0}')
    wall.start()
    games[0].open()
    boards["1"].feed.look()
    wait_until(lambda: wall.view()["tiles"][0]["fen"], lambda: "the wall does not follow the boards of this server")
    assert asked == []
    events = wall.events("")
    wait_until(lambda: next(events) and asked)
    assert set(asked) == {"a"}
    events.close()
    wall.stop()


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

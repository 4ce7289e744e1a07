"""The wall through Flask's test client: its view of each board, its stream, and the boards elsewhere."""

import json
import re
import time

import pytest

from hub.app import WALL, create_app
from hub.boards.board import Boards, ServedBoard
from hub.boards.other_boards import KEPT_S
from hub.feeds.delay import parse_delay
from hub.public import wall_feed
from hub.public.wall_feed import MAX_STATE_BYTES, WallFeed
from record.texts import say


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


def test_each_board_is_told_in_small(boards, games):
    games[0].open(board="4")
    games[0].move("white", 32, 28, took_s=10)
    games[1].open(white="Auke")
    games[1].close("1-0")
    wall = WallFeed(boards)
    look(boards, wall)
    first, second = wall.view()["tiles"]
    assert (first["link"], first["about"]["board"], first["move"]) == ("/board/1", "4", {"number": 1, "side": "white", "move": "32-28"})
    assert (first["last_move"], first["fen"][0], first["clock"]["running"]) == ([32, 28], "B", "black")
    assert (first["clock"]["white_ns"], first["closed"]) == (4850 * 10**9, False)
    assert 0 <= first["age_ms"] < 60_000
    assert (second["about"]["white"], second["result"], second["closed"], second["on_paper"]) == ("Auke", "1-0", True, False)
    assert {"fens", "moves", "drawn"}.isdisjoint(first)


def test_a_result_that_was_undone_is_gone_from_the_tile(boards, games):
    games[0].open()
    games[0].move("white", 32, 28)
    wall = WallFeed(boards)
    games[0].end("1-0")
    look(boards, wall)
    assert wall.view()["tiles"][0]["result"] == "1-0"
    games[0].undo_end()
    look(boards, wall)
    tile = wall.view()["tiles"][0]
    assert (tile["result"], tile["closed"], tile["move"]["move"]) == ("*", False, "32-28")


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


@pytest.mark.parametrize("last_id", ["", "0", "x-1", "-", "é-3", "99999999999999999999", "{run}-²", "{run}-"])
def test_who_listened_to_another_run_is_told_everything(boards, last_id):
    wall = WallFeed(boards)
    run = wall.view()["id"].partition("-")[0]
    events = wall.events(last_id.format(run=run))
    next(events)
    assert list(tiles(next(events))[1]) == ["1", "2"]


def test_silence_is_filled(boards, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    wall = WallFeed(boards)
    events = wall.events(wall.view()["id"])
    assert [next(events) for _ in range(2)][1].startswith(b": still here\nevent: alive")


def test_nothing_is_told_that_is_held_back(games):
    board = ServedBoard("1", games[0].folder / "journal.sqlite", delay=parse_delay("1 moves"))
    boards, wall = Boards([board]), WallFeed(Boards([board]))
    games[0].open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32)):
        games[0].move(side, start, end)
    look(boards, wall)
    assert wall.view()["tiles"][0]["move"]["move"] == "32-28"
    assert not any(move in json.dumps(wall.view()) for move in ("19-23", "37-32"))
    board.feed.close()


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


class Elsewhere:
    """The answers of boards elsewhere, by their addresses."""

    def __init__(self, **answers):
        self.answers, self.now_s, self.asked = answers, 0.0, []
        self.wall = WallFeed(Boards([]), list(answers), self.fetch, lambda: self.now_s)

    def fetch(self, address):
        self.asked.append(address)
        if isinstance(self.answers[address], Exception):
            raise self.answers[address]
        return self.answers[address]

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
    elsewhere = Elsewhere(**{"http://board-9:8000": json.dumps(state).encode()})
    assert elsewhere.wall.view()["tiles"][0]["reachable"] is None
    told = elsewhere.tile()
    assert (told["reachable"], told["name"], told["link"]) == (True, "board-9:8000", "http://board-9:8000/")
    assert (told["about"]["white"], told["move"]["move"], told["fen"]) == ("Ype", "32-28", state["fen"])
    assert told["age_ms"] == 1500
    known = elsewhere.wall.view()["id"]
    assert elsewhere.tile()["about"]["white"] == "Ype"
    assert elsewhere.wall.view()["id"] == known, "what is the same as before is no news"


def changed(state, **more):
    return json.dumps(state | more).encode()


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
        changed(state, last_move=["x"]),
        changed(state, age_ms=None),
    ]
    for answer in wrong:
        elsewhere.answers["a"] = answer
        told = elsewhere.tile()
        assert (told["reachable"], told["about"]["white"]) == (False, "Ype"), answer
    elsewhere.answers["a"] = b'{"id":0,"age_ms":0}'
    assert (elsewhere.tile()["reachable"], elsewhere.tile()["fen"]) == (True, "")


def test_only_what_is_known_is_handed_on(state):
    elsewhere = Elsewhere(a=changed(state, secret="x", about=state["about"] | {"phone": "06"}))
    told = json.dumps(elsewhere.tile())
    assert "secret" not in told
    assert "phone" not in told


def test_boards_elsewhere_are_asked_only_while_somebody_looks(monkeypatch):
    monkeypatch.setattr(wall_feed, "KEPT_S", 0.01)
    elsewhere = Elsewhere(a=b'{"id":0}')
    elsewhere.wall.start()
    time.sleep(0.1)
    assert elsewhere.asked == []
    events = elsewhere.wall.events("")
    [next(events) for _ in range(3)]
    assert elsewhere.asked == ["a"]
    events.close()
    elsewhere.wall.stop()


def test_the_wall_is_the_front_page_of_several_boards_in_the_readers_language(boards, games):
    app = create_app(boards, follow=False)
    games[0].open(white="</script><script>alert(1)")
    look(boards, app.extensions[WALL])
    for lang in ("nl", "fy", "en"):
        pages = [app.test_client().get(path, headers={"Accept-Language": lang}).text for path in ("/", "/wall")]
        assert all(f'<html lang="{lang}">' in page and f">{say(lang, 'All boards')}</h1>" in page for page in pages)
    assert "<script>alert" not in pages[0]


def test_a_game_that_has_not_begun_has_no_position(boards):
    assert {tile["fen"] for tile in WallFeed(boards).view()["tiles"]} == {""}


def test_a_board_elsewhere_with_half_a_surrogate_pair_in_a_name_is_not_shown(state):
    spoilt = state | {"about": state["about"] | {"white": "\ud800"}}
    elsewhere = Elsewhere(a=json.dumps(spoilt).encode())
    assert not elsewhere.tile()["reachable"]
    assert json.dumps(elsewhere.wall.view(), ensure_ascii=False).encode()

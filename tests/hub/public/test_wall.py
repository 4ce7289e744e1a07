"""The wall through Flask's test client: what it shows of each board, its stream, and how often its fragments are rendered."""

import re
from collections import Counter

import pytest
from bs4 import BeautifulSoup

from hub.app import BOARDS, GAMES, create_app
from hub.boards.board import Boards, ServedBoard
from hub.feeds.delay import NONE, Delay
from hub.public.wall import Wall
from hub.public.wall_pages import WallGroup, groups_in, heading_of, in_order, paged
from hub.web.fragments import PART
from record.texts import say
from tests.hub.public.conftest import ask, look
from tests.hub.public.wall_tiles import tiles_in

ALL = WallGroup()
EVENT = re.compile(r'id: \d+\ndata: <data id="now" value="\d+" hidden></data>(.*)\n\n')


@pytest.fixture
def games(tmp_path, new_game):
    return [new_game(tmp_path / name) for name in ("a", "b")]


@pytest.fixture
def boards(games):
    boards = Boards(ServedBoard(key, game.folder / "journal.jsonl") for key, game in zip(("1", "2"), games, strict=True))
    yield boards
    for board in boards.values():
        board.follower.close()


class Rendered:
    """The templates of an application, which counts how often each was rendered in which language."""

    def __init__(self, environment):
        self.environment, self.counts = environment, Counter()

    def get_template(self, name):
        self.name, self.template = name, self.environment.get_template(name)
        return self

    def render(self, values, lang):
        self.counts[self.name, lang] += 1
        return self.template.render(values, lang=lang)


@pytest.fixture
def app(boards):
    return create_app(boards, follow=False)


@pytest.fixture
def rendered(app):
    return Rendered(app.jinja_env)


@pytest.fixture
def wall(app, boards, rendered):
    return Wall(boards, app.extensions[GAMES], rendered)


@pytest.fixture
def shown(app, wall):
    """What the wall shows in English, once all is read."""

    def shown():
        look(app)
        return tiles_in("".join(line for tile in wall.shown("en", ALL).listed.values() for line in tile))

    return shown


def html_of(event):
    return EVENT.fullmatch(event.decode())[1]


def ids(event):
    """The ids of what an event brings, at its top."""
    return [element["id"] for element in BeautifulSoup(html_of(event), "html.parser").find_all(recursive=False)]


def begin(events):
    """The first event of a stream, after its beginning."""
    assert next(events).startswith(b"retry")
    return next(events)


def test_each_board_is_shown_in_small_without_a_result_that_was_undone(shown, games):
    assert [tile["state"] for tile in shown().values()] == ["Not begun yet"] * 2
    games[0].open(board="4")
    games[0].move("white", 32, 28, took_s=10)
    games[1].open(white="Auke")
    games[1].close("1-0")
    second, first = shown().values()  # by the numbers of the boards
    assert (first["title"], first["link"], first["state"]) == ("Board 4", "/board/1", "1. 32-28")
    assert (first["pieces"], first["moved"]) == (40, ("45 55", "35 65"))
    assert first["position"].startswith("White: 28, 31, 33")
    assert (first["running"], first["left"]) == (["black"], {"white": 4_850_000, "black": 4_800_000})
    assert (second["white"], second["state"], second["running"]) == ("Auke", "White wins", [])
    games[0].end("1-0")
    assert shown()["1"]["state"] == "1. 32-28 · White wins"
    games[0].undo_end()
    assert shown()["1"]["state"] == "1. 32-28"


def test_a_tile_says_how_it_is_with_the_game(games, shown):
    games[0].open()
    assert (shown()["1"]["state"], shown()["1"]["is"]) == ("White to move", "playing")
    games[0].move("white", 32, 28)
    games[0].move("black", 19, 23)
    games[0].go_on_paper()
    assert shown()["1"]["state"] == "1. 32-28 · Continued on paper"
    games[0].close("void")
    assert (shown()["1"]["state"], shown()["1"]["is"]) == ("1. 32-28 · The game is void", "over")


def test_one_stream_brings_all_boards_and_then_what_changed(app, boards, games, wall):
    games[0].open()
    look(app)
    events = wall.events("en", ALL)
    assert ids(begin(events)) == ["page-title", "title", "rounds", "none", "choice", "boards"]
    games[1].open(white="Auke")
    look(app)
    assert ids(next(events))[0] == "2.tile"
    games[0].move("white", 32, 28)
    look(app)
    assert ids(next(events)) == ["1.black", "1.position", "1.white", "1.state"]
    games[0].press("black")
    look(app)
    assert ids(next(events)) == ["1.black", "1.white"]
    assert ids(begin(wall.events("en", ALL)))[-1] == "boards", "a connection begins with all"
    boards.stop()
    assert list(events) == []


def test_silence_is_filled(wall, monkeypatch):
    monkeypatch.setattr("hub.feeds.server_sent.KEEP_ALIVE_S", 0.0)
    events = wall.events("en", ALL)
    assert [next(events) for _ in range(3)][2].startswith(b": still here\nevent: alive")


def test_a_change_is_rendered_once_for_each_language_however_many_listen_and_not_for_nobody(app, games, wall, rendered):
    for game in games:
        game.open(event="Frysk Kampioenskip")
    look(app)
    assert rendered.counts == {}, "nobody listens"
    groups = (ALL, WallGroup("Frysk Kampioenskip"))
    listeners = [wall.events(lang, group) for lang in ("nl", "en") for group in groups for _ in range(20)]
    for listener in listeners:
        begin(listener)
    assert rendered.counts == {(name, lang): 2 for name in ("wall_tile.html", "wall_head.html") for lang in ("nl", "en")}
    rendered.counts.clear()
    for side, start, end in (("white", 32, 28), ("black", 19, 23)):
        games[0].move(side, start, end)
        look(app)
        sent = [next(listener) for listener in listeners]
        assert len({html_of(event) for event in sent}) == 2, "in two languages"
    assert {key: count for key, count in rendered.counts.items() if key[0] == "wall_tile.html"} == {
        ("wall_tile.html", "nl"): 2,
        ("wall_tile.html", "en"): 2,
    }


def test_each_line_of_a_tile_that_changes_by_itself_is_a_part(games, shown, app, wall):
    for game in games:
        game.open(white="<b>A & B</b>\u2028C\r\nD", event='"x"')
    shown()
    for fragment in wall.shown("en", ALL).listed.values():
        parts = [match[2].partition(".")[2] for line in fragment if (match := PART.fullmatch(line))]
        assert parts == ["title", "black-name", "black", "position", "white-name", "white", "state"]
        assert all(BeautifulSoup(line, "html.parser").find(id=True) for line in fragment if PART.fullmatch(line))
    assert shown()["1"]["white"] == "<b>A & B</b> C D"
    assert all(PART.fullmatch(line) for line in wall.shown("en", ALL).parts)


def test_an_irregular_press_looks_like_one_that_is_being_read(games, shown):
    games[0].open()
    games[0].move("white", 32, 28)
    before = shown()["1"]
    games[0].fault("black", "27c-missed", 20, 24)
    after = shown()["1"]
    assert {key for key in before if before[key] != after[key]} == {"running", "left"}


def test_a_game_that_was_taken_over_has_one_tile_at_the_board_where_it_goes_on(hall, hall_app, taken_over, tmp_path):
    dead = hall("east", 1, board="7")
    dead.move("white", 32, 28)
    app = hall_app()
    wall = Wall(app.extensions[BOARDS], app.extensions[GAMES], app.jinja_env)
    look(app)
    assert [*wall.shown("en", ALL).listed] == ["7", "west"]
    spare = taken_over(dead, tmp_path / "west" / "games" / "0001")
    look(app)
    assert [*wall.shown("en", ALL).listed] == ["west"]
    spare.close("1-0")
    hall("west", 2, board="7", round="4")
    look(app)
    assert [*wall.shown("en", ALL).listed] == ["west"], "it plays the next game"


def test_while_a_spare_holds_back_what_the_public_knew_the_board_before_it_is_shown(hall, serving, taken_over, tmp_path):
    dead = hall("east", 1, board="7")
    dead.move("white", 32, 28)
    delays = {"east": NONE, "west": Delay(seconds=900)}
    app = serving(Boards(ServedBoard.of_state(key, tmp_path / key, delay=delay) for key, delay in delays.items()))
    wall = Wall(app.extensions[BOARDS], app.extensions[GAMES], app.jinja_env)
    spare = taken_over(dead, tmp_path / "west" / "games" / "0001")
    look(app)
    assert [*wall.shown("en", ALL).listed] == ["east"]
    spare.close("1-0")
    look(app)
    assert [*wall.shown("en", ALL).listed] == ["west"]


def test_a_group_gets_its_own_boards_alone(app, games, wall):
    for game, event in zip(games, ("A", "B"), strict=True):
        game.open(event=event, round="2")
    look(app)
    events = wall.events("en", WallGroup("b"))
    first = html_of(begin(events))
    assert list(tiles_in(first)) == ["2"]
    assert '<h1 id="title">B · Round 2</h1>' in first
    games[0].move("white", 32, 28)
    look(app)
    games[1].move("white", 31, 27)
    look(app)
    assert ids(next(events)) == ["2.black", "2.position", "2.white", "2.state"]


def test_the_wall_is_the_front_page_of_several_boards_in_the_readers_language(serving, boards, games):
    app = serving(boards)
    games[0].open(white="</script><script>alert(1)")
    games[1].open(event="Other")
    for lang in ("nl", "fy", "en"):
        pages = [ask(app, path, headers={"Accept-Language": lang}).text for path in ("/", "/wall")]
        assert all(f'<html lang="{lang}">' in page and f">{say(lang, 'All boards')}</h1>" in page for page in pages)
        assert all(f'data-events="/wall/events?lang={lang}"' in page for page in pages)
    assert "<script>alert" not in pages[0]


def test_the_parts_of_a_wall():
    tiles = [{"about": {"event": "B", "round": number}} for number in ("10", "2")] + [{"about": {"event": "A", "round": "1"}}, {}]
    assert groups_in(tiles) == [WallGroup("A"), WallGroup("B"), WallGroup("B", "2"), WallGroup("B", "10")]
    assert groups_in(tiles[2:]) == groups_in([]) == []
    assert [WallGroup("b", "2").has(tile) for tile in tiles] == [False, True, False, False]
    assert WallGroup("A & B", "1").address(2) == "/wall?event=A+%26+B&round=1&page=2"
    assert [paged(range(50), page)[1:] for page in (-1, 2, 9)] == [(1, 3), (2, 3), (3, 3)]
    assert paged([], 4) == ([], 1, 1)
    assert [heading_of(part) for part in (tiles, tiles[:2], tiles[2:])] == [WallGroup(), WallGroup("B"), WallGroup("A", "1")]
    assert in_order({"x": {}, "10": {}, "y": {"about": {"board": "2"}}}) == ["y", "10", "x"]

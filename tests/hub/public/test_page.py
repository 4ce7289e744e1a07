"""The public pages as the server draws them, which is all that a browser without scripts has; a game in a frame, and the overlay."""

import re

import pytest

from hub.boards.board import Boards
from hub.web.drawn import countdown, drawn_board, drawn_clocks
from tests.hub.public.conftest import ask, look

PAGES = ("/board/1", "/embed/1", "/wall")
PIECE = re.compile(r'<use href="#(?:on-)?([a-z]+-[a-z]+)" (?:transform="translate\((\d+) (\d+)\) scale\(\.97\)"|x="(\d+)" y="(\d+)")')
MIRRORED = {"/wall": 'href="#squares-10-mirrored"'}


@pytest.fixture
def drawn(app):
    """Asks for one of the pages, once the server has read the game."""
    return lambda path: ask(app, path).text


def position(page):
    return re.search(r'role="img" aria-label="(White: [^"]*)"', page)[1]


def pieces(page):
    """The pieces on the page's board, with the middle of each in the drawing."""
    return [(kind, *(int(number) for number in numbers if number)) for kind, *numbers in PIECE.findall(page)]


@pytest.mark.parametrize("path", PAGES)
def test_the_server_draws_position_clocks_and_names_and_of_a_fault_nothing(drawn, game, path):
    assert position(drawn(path)) == "White: no pieces. Black: no pieces."
    assert re.findall('class="time"[^>]*>(.*?)<', drawn(path)) == ["", ""]
    game.open()
    game.move("white", 32, 28)
    page = drawn(path)
    assert position(page).startswith("White: 28, 31, 33")
    assert ("white-man", 45, 55) in pieces(page), "square 28: the sixth row"
    assert (len(pieces(page)), page.count('class="mark"')) == (40, 2)
    assert re.findall('class="name">(.*?)<', page) == ["Sytske Hoekstra", "Jelle de Vries"]
    assert re.findall('data-side="(black|white)"[^>]* data-running', page) == ["black"]
    black, white = re.findall('class="time"[^>]*>(.*?)<', page)
    assert (re.fullmatch(r"1:(20:00|19:\d\d)", black) is not None, white) == (True, "1:20:50")
    game.fault("black", "27a", 31, 26)
    page = drawn(path)
    assert position(page).startswith("White: 28, 31, 33")
    shown = re.sub(r"<(script|svg).*?</\1>", "", page.partition("<body")[2], flags=re.DOTALL)
    assert "27" not in re.sub("<[^>]*>", "", shown)


def test_a_board_that_lies_mirrored_is_drawn_as_it_lies_with_the_numbers_of_its_mirror_image(app, drawn, game):
    game.mirrored = True
    game.open()
    game.move("white", 32, 28)
    for path in PAGES:
        assert position(drawn(path)).startswith("White: 28, 31, 33"), "numbers follow"
        assert ("white-man", 55, 55) in pieces(drawn(path)), "square 28: of the sixth row, counted from White's right"
        assert MIRRORED.get(path, "data-mirrored") in drawn(path)
    assert ask(app, "/api/boards/1").json["game"]["mirrored"] is True


def test_the_page_of_a_game_has_its_moves_and_its_end(drawn, game):
    game.open()
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 28, 19)):
        game.move(side, start, end)
    page = drawn("/board/1")
    rows = re.findall("<tr[^>]*>(.*?)</tr>", page.partition('id="rows"')[2], re.DOTALL)
    assert [re.findall(r"[\d]+\.|\d+-\d+", re.sub("<[^>]*>", " ", row)) for row in rows] == [["1.", "32-28", "19-23"], ["2.", "28-19"]]
    assert (re.search("<h1[^>]*>(.*?)</h1>", page)[1], "Round 3" in page) == ("Frysk Kampioenskip", True)
    assert re.search('id="result"[^>]*>(.*?)<', page)[1] == ""
    game.close("1-0")
    assert re.search('id="result"[^>]*>(.*?)<', drawn("/board/1"))[1] == "White wins"


@pytest.mark.parametrize("path", PAGES)
def test_pages_refresh_by_themselves_until_they_are_told_to_stand_still(drawn, path):
    assert re.search('<noscript>\\s*<meta http-equiv="refresh" content="10">', drawn(path))
    assert '<a href="?still=1">' in drawn(path)
    assert "http-equiv" not in drawn(f"{path}?still=1")


def test_the_only_board_has_no_way_to_others_and_a_wrong_address_leads_to_it(drawn, game, serving, tmp_path):
    game.open()
    assert 'href="/wall"' not in drawn("/board/1")
    assert re.findall('<p><a href="(.*?)"', drawn("/nothing")) == ["/"]
    hall = serving(Boards.of_states([tmp_path / "east", tmp_path / "west"]))
    assert re.findall('<p><a href="(.*?)"', ask(hall, "/nothing").text) == ["/wall"]


def test_clocks_are_written_as_the_scripts_do_and_run_by_the_age_of_their_reading_and_never_below_nothing():
    written = {4_800_000: "1:20:00", 4_799_001: "1:20:00", 4_799_000: "1:19:59", 599_000: "9:59", 20_001: "0:21", 20_000: "0:20.0"}
    assert {ms: countdown(ms) for ms in written} == written
    assert [countdown(ms) for ms in (9_750, 9_701, 1, 0)] == ["0:09.8", "0:09.8", "0:00.1", "0:00.0"]
    clock = {"white_ns": 65 * 10**9, "black_ns": None, "running": "white", "rate": 2.0}
    assert drawn_clocks({"clock": clock, "age_ms": 2_500})["white"] == ("1:00", True, 65_000)
    assert drawn_clocks({"clock": clock, "age_ms": 99_000})["white"].text == "0:00.0"
    assert drawn_clocks({"clock": clock, "age_ms": 2_500, "closed": True})["white"] == ("1:05", False, 65_000)
    assert drawn_clocks({"clock": clock})["black"] == ("", False, None)
    assert drawn_clocks({})["white"] == ("", False, None)


@pytest.mark.parametrize(("size", "fen"), [(8, "W:W21-32:B1-12"), (10, "B:WK50:B1,K7")])
def test_boards_of_every_size_are_drawn(size, fen):
    drawn = drawn_board({"fen": fen, "board_size": size})
    assert (drawn.width, len(drawn.squares)) == (10 * size, size * size // 2)
    assert {square.number for square in drawn.squares if square.piece == "black-king"} == ({7} if size == 10 else set())
    mirrored = drawn_board({"fen": fen, "board_size": size, "mirrored": True})
    assert [10 * (size - 1) - square.x for square in mirrored.squares] == [square.x for square in drawn.squares]
    assert [square._replace(x=0) for square in mirrored.squares] == [square._replace(x=0) for square in drawn.squares]


@pytest.fixture
def client(app, game):
    game.open()
    game.move("white", 32, 28)
    look(app)
    return app.test_client()


def test_the_embedded_page_alone_may_be_framed_and_unknown_boards_have_none(client):
    assert "frame-ancestors *;" in client.get("/embed/1").headers["Content-Security-Policy"]
    for path in ("/", "/board/1", "/overlay/1", "/before", "/embed/2", "/api/boards"):
        assert "frame-ancestors 'none';" in client.get(path).headers["Content-Security-Policy"], path
    assert client.get("/embed/2").status_code == client.get("/overlay/none").status_code == 404


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ("", []),
        ("?board=0", ["board"]),
        ("?board=0&clocks=0&names=0", ["board", "white", "white-clock", "white-name"]),
        ("?names=0", ["white-name"]),
        ("?move=0&size=300&flip=1", ["lost", "move"]),
    ],
)
def test_the_overlay_has_what_the_address_asks_for(client, options, missing):
    page = client.get(f"/overlay/1{options}").text
    ids = ("board", "lost", "move", "white", "white-clock", "white-name")
    assert [id_ for id_ in ids if not re.search(rf'<\w+ (class="\w+" )?id="{id_}"', page)] == missing
    assert f'data-size="{300 if "size" in options else 720}"' in page
    assert ("data-flipped" in page) == ("flip=1" in options)


def test_an_address_that_asks_for_what_cannot_be_is_told_so(client):
    for options in ("board=2", "clocks=", "size=", "size=0", "size=99999", "size=1e3", "size=²00", "flip=yes"):
        answer = client.get(f"/overlay/1?{options}")
        assert (answer.status_code, f">{options} " in answer.text) == (400, True), options

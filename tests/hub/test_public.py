"""What each route tells whom; new routes are tested here without further work. No public route tells what the delay holds back."""

import re

import pytest

from hub.app import BOARDS, SignIn, create_app
from hub.boards.board import Boards
from hub.feeds.delay import parse_delay
from tests.hub.routes import addresses

GAME_ADDRESS = "/frysk-kampioenskip/3/1"
NAMES = [*(f"drawn/{number:04}.jpg" for number in range(7)), "js/main.js"]
"""What stands for `name`: the pictures of the game, and a script."""
QUERIES = ["", "?board=0", "?player=Jelle", "?ply=6", "?whole"]
IN_PDN = (
    "/game.pdn",
    "/pdn/frysk-kampioenskip/3.pdn",
    f"{GAME_ADDRESS}/game.pdn",
    "/frysk-kampioenskip/3/round.pdn",
    "/frysk-kampioenskip/event.pdn",
)
GAME = [("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 14, 19), ("white", 41, 37), ("black", 10, 14)]
S = 1_000_000_000


@pytest.fixture
def game(tmp_path, new_game):
    (tmp_path / "games").mkdir()
    return new_game(tmp_path / "games" / "0001")


def app_of(game, delay, boards=None):
    boards = boards or Boards.lone(game.folder / "journal.jsonl", delay=parse_delay(delay))
    app = create_app(boards, follow=False, sign_in=SignIn(bytes(32), game.folder / "arbiters"))
    app.extensions[BOARDS].first.feed.look()
    return app


@pytest.fixture
def secrets(game):
    """Plays a game, and gives what each of its moves could be recognised by: notation, position, clocks and picture."""
    game.open()
    known = []
    for number, (side, start, end) in enumerate(GAME, 1):
        picture = f"drawn/{number:04}.jpg"
        (game.folder / picture).write_bytes(b"\xff\xd8" + picture.encode() + b"\xff\xd9")
        game.move(side, start, end, took_s=number, drawn=picture)
        seconds = game.left[side] // S
        clock = f"{side[0]}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        times = (str(game.left[side]), str(game.left[side] // 1_000_000))
        known.append([f"{start}-{end}", game.fen("B" if side == "white" else "W"), *times, clock, picture])
    return known


def told(client, address):
    """The whole answer at that address; of a stream, all events before the silence."""
    with client.get(address, buffered=False) as answer:
        if answer.mimetype == "text/event-stream":
            return b"".join(next(answer.response) for _ in range(2)).decode()
        return answer.data.decode(errors="replace")


def asked(app, *audiences):
    """The addresses of all routes for those."""
    return addresses(app, audiences, NAMES, QUERIES)


def test_the_arbiters_and_the_players_routes_tell_a_stranger_nothing(system, game, secrets):
    app = app_of(game, "")
    app.extensions[BOARDS].first.desk.look()
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    for address in asked(app, "arbiters", "players"):
        text = told(client, address).replace(address, "")  # the login page repeats the address it returns to
        assert not any(secret in text for move in secrets for secret in move), address


@pytest.mark.parametrize(("delay", "known", "says"), [("2 moves", 2, "moves of each side: 2"), ("15m", 0, "minutes: 15")])
def test_no_public_route_tells_what_is_held_back_and_the_page_says_that_it_is_late(game, secrets, delay, known, says):
    app = app_of(game, delay)
    client = app.test_client()
    for address in asked(app, "public"):
        text = told(client, address)
        hidden = (secret for move in secrets[known:] for secret in move)
        assert [secret for secret in hidden if re.search(rf"(?<!\d){re.escape(secret)}(?!\d)", text)] == [], address
    assert all(notation in told(client, "/api/boards/1") for notation, *_ in secrets[:known])
    assert re.search(f">Shown later.*{says}", told(client, "/"), re.DOTALL)


@pytest.mark.parametrize("seen", ["in play", "over", "archived"])
def test_no_public_route_tells_of_a_fault(game, new_game, tmp_path, seen):
    """Also where it is left standing (Art. 24), and once the board has its next game."""
    game.open()
    game.move("white", 32, 28)
    game.fault("black", "27c-missed", 20, 24)
    if seen != "in play":
        game.move("white", 31, 27)
        game.close("1-0")
    if seen == "archived":
        new_game(tmp_path / "games" / "0002").open(round="4")
    app = app_of(game, "", Boards.lone_of_state(tmp_path))
    client = app.test_client()
    assert client.get("/api/boards/1").json["game"]["being_read"] is (seen == "in play")
    assert ">Shown later" not in client.get("/").text
    assert " data-kept" in client.get(GAME_ADDRESS).text or seen != "archived"
    for address in asked(app, "public"):
        found = re.search(r"27c-missed|missed|irregular|left standing|Art\.|confidence", told(client, address))
        assert found is None or address.startswith("/api/openapi.json"), address


@pytest.mark.parametrize("delay", ["", "2 moves", "15m"])
def test_once_the_game_is_over_each_is_told(game, secrets, delay):
    """This proves that the test above looks for texts that do appear."""
    game.close("1-0")
    client = app_of(game, delay).test_client()
    state, pages = told(client, "/board/1"), [told(client, path) for path in IN_PDN]
    for notation, fen, *_, clock, _picture in secrets:
        assert all(part in state for part in (notation, fen))
        assert all(notation in page and re.search(clock, page, re.IGNORECASE) for page in pages)
    assert secrets[-1][3] in state
    assert told(client, "/picture/drawn/0006.jpg").count("drawn/0006.jpg") == 1

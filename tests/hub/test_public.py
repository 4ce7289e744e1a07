"""The audience of each route. No public route tells anything of a game that the delay holds back."""

import re

import pytest

from hub.app import BOARDS, WALL, SignIn, create_app
from hub.boards.board import Boards
from hub.feeds.delay import parse_delay

GAME_ADDRESS = "/frysk-kampioenskip/3/1"
PUBLIC = {
    "/": ["/"],
    "/state": ["/state"],
    "/events": ["/events", "/events?after=1", "/events?after=9"],
    "/picture/<path:name>": [f"/picture/drawn/{number:04}.jpg" for number in range(7)],
    "/game.pdn": ["/game.pdn"],
    "/board/<board:board>": ["/board/1"],
    "/board/<board:board>/state": ["/board/1/state"],
    "/board/<board:board>/events": ["/board/1/events", "/board/1/events?after=9"],
    "/board/<board:board>/picture/<path:name>": [f"/board/1/picture/drawn/{number:04}.jpg" for number in range(7)],
    "/board/<board:board>/game.pdn": ["/board/1/game.pdn"],
    "/embed/<board:board>": ["/embed/1"],
    "/overlay/<board:board>": ["/overlay/1?board=0"],
    "/board/<board:board>/ready.json": ["/board/1/ready.json"],
    "/pdn/<event>/<number>.pdn": ["/pdn/frysk-kampioenskip/3.pdn"],
    "/pdn/<event>/<number>/<int:part>.pdn": ["/pdn/frysk-kampioenskip/3/1.pdn"],
    "/pdn/board.pdn": ["/pdn/board.pdn"],
    "/api/openapi.json": ["/api/openapi.json"],
    "/api/boards": ["/api/boards"],
    "/api/boards/<board:board>": ["/api/boards/1"],
    "/api/boards/<board:board>/events": ["/api/boards/1/events", "/api/boards/1/events?after=9"],
    "/api/boards/<board:board>/game.pdn": ["/api/boards/1/game.pdn"],
    "/api/rounds": ["/api/rounds"],
    "/api/tournaments": ["/api/tournaments"],
    "/api/tournaments/<tournament>": ["/api/tournaments/x"],
    "/api/rounds/<event>/<number>": ["/api/rounds/frysk-kampioenskip/3"],
    "/wall": ["/wall"],
    "/wall/events": ["/wall/events"],
    "/wall/rounds.json": ["/wall/rounds.json"],
    "/worker.js": ["/worker.js"],
    "/desk/app.webmanifest": ["/desk/app.webmanifest"],
    "/ready.json": ["/ready.json"],
    "/boards.json": ["/boards.json"],
    "/before": ["/before"],
    "/static/<wanted>/<path:name>": ["/static/x/js/main.js"],
    "/board/<board:board>/address.json": ["/board/1/address.json"],
    "/board/<board:board>/preview.png": ["/board/1/preview.png"],
    "/archive": ["/archive", "/archive?player=Jelle"],
    "/<event:event>": ["/frysk-kampioenskip"],
    "/<event:event>/event.pdn": ["/frysk-kampioenskip/event.pdn"],
    "/<event:event>/<number>": ["/frysk-kampioenskip/3"],
    "/<event:event>/<number>/round.pdn": ["/frysk-kampioenskip/3/round.pdn"],
    "/<event:event>/<number>/<table>": [GAME_ADDRESS],
    "/<event:event>/<number>/<table>/state": [f"{GAME_ADDRESS}/state"],
    "/<event:event>/<number>/<table>/game.pdn": [f"{GAME_ADDRESS}/game.pdn"],
    "/<event:event>/<number>/<table>/preview.png": [f"{GAME_ADDRESS}/preview.png"],
    "/<event:event>/<number>/<table>/moves.json": [f"{GAME_ADDRESS}/moves.json", f"{GAME_ADDRESS}/moves.json?ply=6"],
}
"""The addresses at which each public route is tested. Every new route must be entered in one of these three tables."""
ARBITERS = {
    "/login": ["/login"],
    "/logout": [],
    "/desk": ["/desk"],
    "/desks/state": ["/desks/state"],
    "/desks/events": ["/desks/events"],
    "/desks/take": [],
    "/desk/sign-ins": ["/desk/sign-ins"],
    "/desk/telephone.json": ["/desk/telephone.json"],
    "/desk/<board:board>": ["/desk/1"],
    "/desk/<board:board>/state": ["/desk/1/state"],
    "/desk/<board:board>/events": ["/desk/1/events"],
    "/desk/<board:board>/moves": ["/desk/1/moves"],
    "/desk/<board:board>/picture/<path:name>": [f"/desk/1/picture/drawn/{number:04}.jpg" for number in range(7)],
    "/desk/<board:board>/fetch": [],
    "/desk/<board:board>/rule": [],
    "/desk/<board:board>/go-on": [],
    "/desk/<board:board>/slip": ["/desk/1/slip"],
    "/desk/<board:board>/health": ["/desk/1/health", "/desk/1/health?whole"],
    "/desk/<board:board>/camera": ["/desk/1/camera"],
    "/desk/<board:board>/find": [],
    "/desk/<board:board>/dossier": ["/desk/1/dossier"],
    "/desk/<board:board>/dossier/<alert>": ["/desk/1/dossier/1"],
    "/desk/<board:board>/paper": [],
    "/evening": ["/evening"],
    "/evening/state": ["/evening/state"],
    "/evening/events": ["/evening/events"],
    "/evening/list": [],
    "/evening/names": [],
    "/evening/start": [],
    "/evening/next": [],
}
"""The routes for arbiters only, who sign in."""
PLAYERS = {
    "/tablet/<board:board>": ["/tablet/1"],
    "/tablet/<board:board>/state": ["/tablet/1/state"],
    "/tablet/<board:board>/events": ["/tablet/1/events"],
    "/tablet/<board:board>/token": ["/tablet/1/token"],
    "/tablet/<board:board>/picture/<path:name>": [f"/tablet/1/picture/drawn/{number:04}.jpg" for number in range(7)],
    "/tablet/<board:board>/say": [],
}
"""The routes for the tablet that opened its link, and for the machine itself."""

IN_PDN = (
    "/game.pdn",
    "/pdn/board.pdn",
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


def app_of(game, delay):
    signing = {"sign_in": SignIn(bytes(32), game.folder / "arbiters")}
    app = create_app(Boards.lone(game.folder / "journal.sqlite", delay=parse_delay(delay)), follow=False, **signing)
    app.extensions[BOARDS].first.feed.look()
    app.extensions[WALL].look()
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


def test_every_route_is_the_publics_the_arbiters_or_the_players(game):
    rules = {rule.rule for rule in app_of(game, "").url_map.iter_rules()}
    assert set(PUBLIC) <= rules <= {*PUBLIC, *ARBITERS, *PLAYERS}


def test_the_arbiters_and_the_players_routes_tell_a_stranger_nothing(game, secrets):
    app = app_of(game, "")
    app.extensions[BOARDS].first.desk.look()
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    for address in (address for addresses in (ARBITERS | PLAYERS).values() for address in addresses):
        text = told(client, address).replace(address, "")  # the login page repeats the address it returns to
        assert not any(secret in text for move in secrets for secret in move), address


@pytest.mark.parametrize(("delay", "known"), [("2 moves", 2), ("15m", 0)])
def test_no_public_route_tells_what_is_held_back(game, secrets, delay, known):
    client = app_of(game, delay).test_client()
    for address in (address for addresses in PUBLIC.values() for address in addresses):
        text = told(client, address)
        hidden = (secret for move in secrets[known:] for secret in move)
        assert [secret for secret in hidden if re.search(rf"(?<!\d){re.escape(secret)}(?!\d)", text)] == [], address
    assert all(notation in told(client, "/state") for notation, *_ in secrets[:known])


@pytest.mark.parametrize(("delay", "says"), [("2 moves", "moves of each side: 2"), ("15m", "minutes: 15"), ("", None)])
def test_the_page_says_that_it_is_late(game, delay, says):
    page = app_of(game, delay).test_client().get("/").text
    assert (">Shown later" in page) == bool(says)
    assert says is None or says in page


@pytest.mark.parametrize("delay", ["", "2 moves", "15m"])
def test_once_the_game_is_over_each_is_told(game, secrets, delay):
    """This proves that the test above looks for texts that do appear."""
    game.close("1-0")
    client = app_of(game, delay).test_client()
    state, pages = told(client, "/state"), [told(client, path) for path in IN_PDN]
    for notation, fen, *_, clock, _picture in secrets:
        assert all(part in state for part in (notation, fen))
        assert all(notation in page and re.search(clock, page, re.IGNORECASE) for page in pages)
    assert secrets[-1][2] in state
    assert told(client, "/picture/drawn/0006.jpg").count("drawn/0006.jpg") == 1

"""One server with several boards: their addresses, the separation of their data, their successive games, and boards that come and go."""

import os
import re
import shutil
from contextlib import closing

import pytest

from docs.set_up_boards import status_of
from hub.app import BOARDS, GAMES, create_app
from hub.boards import board as board_module
from hub.boards.board import Boards, ServedBoard
from hub.boards.key_of_state import key_of
from hub.boards.mirrored_folder import REVOKED, mirrored_states, restore_state, revoke_state
from hub.feeds.delay import parse_delay
from hub.public.wall import Wall
from hub.public.wall_pages import WallGroup
from link.status import Damaged
from record.events.of_game import Alert, Alerted, Arbitrated, FlagFell, Ruled
from record.events.of_players import PlayerSaid
from tests.hub.conftest import JPEG
from tests.hub.desk.desk_page import events_of, page_of
from tests.hub.desk.evening_cards import cards_in
from tests.hub.desk.hall_desks import desks
from tests.hub.programs import listening
from tests.hub.public.conftest import before
from tests.hub.public.wall_tiles import tiles_in
from tests.support.attacking import Browser
from tests.support.signing import admitting, client_of, sign_in
from tests.support.waiting import WITHIN_S, wait_until


@pytest.fixture
def states(tmp_path, new_game):
    """Two state folders, the second without a game."""
    games = tmp_path / "east" / "games"
    games.mkdir(parents=True)
    (tmp_path / "west").mkdir()
    new_game(games / "0001").open(round="2").close("1-0")
    new_game(games / "0002").open(board="7").move("white", 32, 28)
    return [tmp_path / "east", tmp_path / "west"]


@pytest.fixture
def boards(request, states):
    """The boards, whose public has the delay that the test names."""
    return Boards.of_states(states, delay=parse_delay(getattr(request, "param", "")))


@pytest.fixture
def app(boards, tmp_path):
    return create_app(boards, sign_in=admitting(tmp_path), follow=False)


@pytest.fixture
def west(states, new_game):
    """Begins a game at the second board."""

    def begin(**about):
        (states[1] / "games").mkdir()
        return new_game(states[1] / "games" / "0001").open(**about)

    return begin


@pytest.fixture
def anke(app):
    return client_of(app)


def look(boards):
    for board in boards.values():
        board.turn()
        board.feed.look()
        board.desk.look()


def first_id(client, path):
    """The id of the first event of a stream of fragments."""
    with client.get(path, buffered=False) as answer:
        return next(event.split(b"\n")[0] for event in answer.response if event.startswith(b"id: "))


def test_each_board_has_its_own_addresses_and_the_first_has_the_old_ones_too(app, anke, boards):
    look(boards)
    client = app.test_client()
    assert list(boards) == ["7", "west"]
    assert client.get("/api/boards/7").json["game"]["moves"][0]["move"] == "32-28"
    assert client.get("/api/boards/west").json["game"] is None
    assert first_id(client, "/events") == first_id(client, "/board/7/events") != first_id(client, "/board/west/events")
    assert "32-28" in client.get("/board/7/game.pdn").text
    assert client.get("/board/west/game.pdn").status_code == 404
    assert 'data-base="/board/west"' in client.get("/board/west").text
    assert '<a href="/wall">All boards</a>' in client.get("/board/west").text
    with client.get("/board/7/picture/drawn/0000.jpg") as picture:
        assert picture.status_code == 200
    gone = ("board/west/picture/drawn/0000.jpg", "board/8", "board/8/events", "board/East")
    assert [client.get(path).status_code for path in gone] == [404] * len(gone)
    assert anke.get("/desk/8").status_code == 404


def test_until_the_next_game_is_shown_no_picture_of_it_is(app, boards, states, new_game):
    look(boards)
    new_game(states[0] / "games" / "0003").open()
    (states[0] / "games" / "0003" / "drawn" / "0000.jpg").write_bytes(b"of the next game")
    boards["7"].turn()
    with app.test_client().get("/board/7/picture/drawn/0000.jpg") as picture:
        assert picture.data == JPEG
    look(boards)
    with app.test_client().get("/board/7/picture/drawn/0000.jpg") as picture:
        assert picture.data == b"of the next game"


def test_a_new_game_is_followed_where_it_begins(boards, states, west, new_game):
    board = boards["7"]
    look(boards)
    held, coming, seen = board.feed.latest, board.feed.news.next, board.desk.view("en")
    begun = new_game(states[0] / "games" / "0003")
    look(boards)
    assert coming.is_set()
    between = board.feed.latest
    assert (between.is_empty, between.view, board.feed.pictures) == (True, {"id": between.id}, {})
    begun.open(white="Ype")
    look(boards)
    assert board.feed.latest.view["about"]["white"] == "Ype"
    assert board.feed.latest.id > between.id > held.id > begun.journal.last_id, "ids never go back, whichever row a game is at"
    assert (seen["game"], board.desk.view("en")["game"]) == ("0002", "0003")
    west(white="Auke")
    look(boards)
    assert boards["west"].feed.latest.view["about"]["white"] == "Auke"


@pytest.mark.parametrize("boards", ["2 moves"], indirect=True)
def test_what_is_held_back_of_a_game_goes_with_it(boards, states, new_game):
    look(boards)
    shown = [boards["7"].feed.latest]
    new_game(states[0] / "games" / "0003").open(white="Ype")
    look(boards)
    shown.append(boards["7"].feed.latest)
    assert shown[1].view["about"]["white"] == "Ype"
    assert not any("32-28" in one.text for one in shown)


def test_a_desk_that_listens_is_told_of_the_new_game(anke, boards, states, new_game):
    look(boards)
    told = events_of(anke, "7")
    rows = int(next(told).position["row"])
    begun = new_game(states[0] / "games" / "0003").open(white="Ype")
    for number in range(rows - 3):  # so that both games have as many rows
        begun.close() if number else begun.press("white")
    look(boards)
    assert "Ype" in next(told)["about"]


def test_the_next_game_is_followed_at_once(states, new_game, monkeypatch):
    """Without the look at which boards and games there are."""
    monkeypatch.setattr(board_module, "LOOK_S", 600.0)
    boards = Boards.of_states(states)
    boards.start()
    feed = next(iter(boards.values())).feed
    try:
        for number, name in ((3, "Ype"), (4, "Auke")):
            new_game(states[0] / "games" / f"{number:04}").open(white=name)
            while feed.latest.view.get("about", {}).get("white") != name:
                coming = feed.news.next
                assert feed.latest.view.get("about", {}).get("white") == name or coming.wait(WITHIN_S), "nothing came"
    finally:
        boards.stop()


@pytest.mark.parametrize("every_s", [0.0, 600.0])
def test_who_looks_at_all_boards_is_told_of_changes_at_most_so_often(states, new_game, monkeypatch, every_s):
    monkeypatch.setattr(board_module, "TELLS_EVERY_S", every_s)
    boards = Boards.of_states(states)
    feed = next(iter(boards.values())).feed
    boards.start()
    wait_until(lambda: boards.news.is_held)
    coming, at_all = feed.news.next, boards.news.next
    try:
        new_game(states[0] / "games" / "0003").open(white="Ype")
        assert coming.wait(WITHIN_S), "the page of the board is told at once"
        assert at_all.wait(0.0 if every_s else WITHIN_S) == (not every_s)
    finally:
        boards.stop()
    assert at_all.is_set(), "nobody waits for boards that are followed no more"


def test_the_round_has_all_games_and_before_it_each_board_has_its_address(app, boards, west, states, tell_status):
    tell_status.put(states[1], status_of({"board": "hal"}, (), "80m+60s"))
    look(boards)
    client = app.test_client()
    told = before(app)["boards"]
    assert [(board["address"], board["board"], board["phase"]) for board in told] == [
        ("/board/7", "7", "playing"),
        ("/board/west", "west", "waiting"),
    ]
    assert client.get("/board/west/ready.json").json["board"] == "hal"
    assert key_of(states[1], ()) == "hal", "its number is known before its first game"
    assert key_of(states[1], {"hal", "west", *(f"west-{n}" for n in range(2, 5))}) not in {"hal", "west"}
    west(board="3", white="Auke")
    look(boards)
    of_round = client.get("/pdn/frysk-kampioenskip/3.pdn").text
    assert of_round.index('[Board "3"]') < of_round.index('[Board "7"]')
    assert "1-0" in client.get("/pdn/frysk-kampioenskip/2.pdn").text


def test_a_board_elsewhere_whose_service_waits_with_a_damaged_log_comes_first(app, boards, west, states, tell_status):
    """The mirror here is sound: the status of the board alone tells of it."""
    west(white="Auke")
    tell_status(states[1], damaged=Damaged("0001", 4, (), 9))
    look(boards)
    client = app.test_client()
    sign_in(client)
    told = {lang: desks(client, lang) for lang in ("en", "nl", "fy")}
    assert [(alert["key"], alert["id"], alert["kind"]) for alert in told["en"]["alerts"]] == [("west", "lost", "lost")]
    assert {view["alerts"][0]["text"] for view in told.values()} == {
        "waits for the arbiter: damaged log",
        "wacht op de wedstrijdleiding: beschadigd journaal",
        "wachtet op de wedstriidlieding: skansearre sjoernaal",
    }
    assert {board["key"]: board["says"] for board in told["en"]["boards"]} == {"7": "Nothing open", "west": "1 alert open"}
    assert page_of(client, "7").waiting == (["west/lost"], "west: waits for the arbiter: damaged log", "/desk/west#lost")
    tell_status.put(states[1], None)
    look(boards)
    assert desks(client)["alerts"] == []


def test_the_arbiter_sees_at_which_boards_something_waits(app, boards, west):
    game = west(white="Auke")
    client = app.test_client()
    assert client.get("/desk").status_code == 303
    assert [client.head(path, headers={"Accept": "application/json"}).status_code for path in ("/desk", "/desks/events")] == [401] * 2
    sign_in(client)

    def waiting():
        look(boards)
        return {board["key"]: board["says"] for board in desks(client)["boards"]}

    assert waiting() == {"7": "Nothing open", "west": "Nothing open"}
    game.press("white")
    told = Alert("27a", "27a", (20,), "Black's piece was moved.", side="white"), Alert("25", "25", (31,), "Off the centre.", side="white")
    game.journal.append(Ruled(1, "white", "27a", None, game.fen("B"), 0.9, told), game.t_ns)
    assert waiting() == {"7": "Nothing open", "west": "1 alert open"}, "what a player may claim of the fault that is pending"
    game.journal.append(Alerted(game.t_ns, (Alert("camera", None, (), "It is covered.", "at once", "covered"),)), game.t_ns)
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (Alert("flag", "20.5", (), "It fell.", "at once", side="black"),)), game.t_ns)
    assert waiting()["west"] == "3 alerts open"
    told, in_dutch = (desks(client, lang)["alerts"] for lang in ("en", "nl"))
    shows = [(alert["kind"], [part for part in alert["about"] if "Article" in part]) for alert in told]
    assert shows == [("on-claim", ["Article 27a"]), ("at-once", []), ("at-once", ["Article 20.5"])], "oldest first"
    assert in_dutch[-1]["text"] != told[-1]["text"]
    game.journal.append(Alerted(game.t_ns, (Alert("camera", None, (), "It sees again.", "at once", "over"),)), game.t_ns)
    assert waiting()["west"] == "2 alerts open"
    game.journal.append(Arbitrated(game.t_ns, 1, "stand", "Anke", game.fen("B")), game.t_ns)
    assert waiting()["west"] == "Nothing open"
    page = client.get("/desk", headers={"Accept-Language": "fy"}).text
    assert [link for link in re.findall(r'href="(/desk/\w+)">([^<]+)<', page) if link[0] != "/desk/telephones"] == [
        ("/desk/7", "Boerd 7"),
        ("/desk/west", "west"),
    ]
    assert "Auke" in page


def test_each_desk_and_the_evening_tell_of_the_alerts_at_the_other_boards(anke, boards, west):
    game, client = west(white="Auke"), anke
    look(boards)
    told = events_of(client, "7")
    assert next(told).waiting == ([], "", "")
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    row = game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    look(boards)
    ids, text, href = page_of(client, "7", "nl").waiting
    assert (ids, text, href) == ([f"west/{row}-0"], "west: Zwart roept u. De klok loopt door.", f"/desk/west#alert-{row}-0")
    assert page_of(client, "west").waiting == ([f"alert-{row}-0"], "Black calls for you. The clock goes on.", f"#alert-{row}-0")
    assert next(told).waiting.ids == ids
    evening = client.get("/evening").text
    assert [card["open"] for card in cards_in(evening).values()] == ["", "1 alert open"]
    assert f'data-text="Board west: Black calls for you. The clock goes on." data-href="/desk/west#alert-{row}-0"' in evening


def test_an_alert_that_an_undone_ruling_had_settled_is_open_again_on_all_pages(anke, boards, west):
    game, client = west(), anke

    def counted():
        look(boards)
        client.post("/evening", data={"act": "read"})  # the evening looks anew
        evening = cards_in(client.get("/evening").text)["west"]["open"]
        return [desks(client)["boards"][1]["says"], int(evening.partition(" ")[0] or 0), len(page_of(client, "7").waiting.ids)]

    game.move("white", 32, 28)
    game.journal.append(FlagFell(game.t_ns, "black", 1, 0, (Alert("flag", "20.5", (), "It fell.", "at once", side="black"),)), game.t_ns)
    assert counted() == ["1 alert open", 1, 1]
    game.end("1-0")
    assert counted() == ["Nothing open", 0, 0]
    game.undo_end()
    assert counted() == ["1 alert open", 1, 1]


def test_the_list_of_desks_tells_which_service_gives_no_sign_of_life(anke, boards, states):

    def silent():
        look(boards)
        return [board["says"] for board in desks(anke)["boards"]]

    (states[1] / "alive").touch()
    assert silent() == ["Nothing open"] * 2
    (states[0] / "alive").touch()
    died_s = (states[0] / "alive").stat().st_mtime - 600
    os.utime(states[0] / "alive", (died_s, died_s))
    dead, living = silent()
    assert living == "Nothing open"
    assert re.fullmatch(r"No sign of life since \d\d:\d\d", dead)


def test_one_board_has_no_list_of_desks(tmp_path):
    client = client_of(create_app(Boards.lone(tmp_path / "journal.jsonl"), sign_in=admitting(tmp_path), follow=False))
    assert client.get("/desk").location == "/desk/1"
    assert 'href="/wall"' not in client.get("/").text


@pytest.mark.parametrize(("folder", "number", "key"), [("tafel 4", "", "tafel-4"), ("棋", "", "board"), ("x", "Wyt/1", "wyt-1")])
def test_keys_come_from_numbers_else_from_folders_and_have_what_may_stand_in_an_address(tmp_path, new_game, folder, number, key):
    games = tmp_path / folder / "games"
    games.mkdir(parents=True)
    new_game(games / "0001").open(board=number)
    assert key_of(tmp_path / folder, ()) == key
    assert key_of(tmp_path / folder, {key}) != key
    for wrong in ("", "A", "a/b", "x" * 33):
        with pytest.raises(ValueError, match="no key"):
            ServedBoard(wrong, tmp_path / "journal.jsonl")


@pytest.fixture
def mirrored(tmp_path):
    folder = tmp_path / "boards"
    folder.mkdir()
    return folder


@pytest.fixture
def come(mirrored, new_game):
    """A board that comes, with a game."""

    def come(key, **about):
        (mirrored / key / "games").mkdir(parents=True)
        return new_game(mirrored / key / "games" / "0001").open(**about)

    return come


def heard(port, path):
    """The fragments of a stream of the server, to its end."""
    with listening(port, path) as stream:
        for line in iter(stream.readline, b""):
            if line.startswith(b"data: <"):
                yield line[6:].decode()


def test_boards_come_and_go_without_a_restart(serve, mirrored, come):
    browser = Browser(serve([], f"--boards={mirrored}").port)
    with closing(heard(browser.port, "/wall/events")) as wall:
        assert tiles_in(next(wall)) == {}
        come("7", board="12")
        wait_until(lambda: [tile["title"] for tile in tiles_in(next(wall)).values()] == ["Board 12"])
        come("2", board="1")
        wait_until(lambda: browser.get("/pdn/frysk-kampioenskip/3.pdn")[1].count("[Event ") == 2)
        with closing(heard(browser.port, "/board/7/events")) as viewer:
            assert "Board 12" in next(viewer)
            shutil.rmtree(mirrored / "7")
            wait_until(lambda: next(viewer, None) is None, lambda: "the stream goes on")
        wait_until(lambda: list(tiles_in(next(wall))) == ["2"])
    assert browser.get("/board/7")[0] == 404


@pytest.fixture
def hall(mirrored, come, tmp_path):
    """A hub with one board elsewhere, followed by hand."""
    come("7", board="12")
    return create_app(Boards.of_states([], mirrored), sign_in=admitting(tmp_path), follow=False)


def look_again(app):
    app.extensions[BOARDS].look()
    look(app.extensions[BOARDS])
    app.extensions[GAMES].look()


def test_a_board_that_was_revoked_leaves_the_lists_and_its_games_stay(hall, mirrored, come):
    look_again(hall)
    client, board = hall.test_client(), hall.extensions[BOARDS]["7"]
    events = board.feed.stopped
    address = re.search(r'<data id="address" value="(.+?)"', client.get("/board/7").text)[1]
    revoke_state(mirrored / "7")
    look_again(hall)
    assert events.is_set()
    assert client.get("/board/7").status_code == 404
    assert tiles_in(client.get("/wall").text) == {}
    assert client.get("/api/rounds").json["rounds"] == []
    assert client.get(address).status_code == client.get(f"{address}/game.pdn").status_code == 200
    restore_state(mirrored / "7")
    look_again(hall)
    assert client.get("/board/7").status_code == 200
    assert hall.extensions[BOARDS]["7"] is not board


def test_a_hub_without_boards_says_what_is_to_be_done_for_one(mirrored, come):
    app = create_app(Boards.of_states([], mirrored), follow=False)
    client = app.test_client()
    look_again(app)
    for one in (client, create_app(Boards([]), follow=False).test_client()):
        assert [one.get(path).status_code for path in ("/", "/wall", "/before")] == [200] * 3
        assert [one.get(path).status_code for path in ("/events", "/ready.json", "/board/7")] == [404] * 3
    assert [len(before(app)[name]) for name in ("boards", "hall")] == [0, 1]
    come("7", board="12")
    look_again(app)
    told = before(app)
    assert ([board["board"] for board in told["boards"]], told["hall"]) == (["7"], [])
    assert client.get("/board/12").status_code == 404, "the key is the folder's name, and not the number"


def test_a_board_that_comes_later_is_in_all_lists_and_who_looks_is_told_when_it_goes(hall, come, mirrored):
    look_again(hall)
    client = client_of(hall)
    assert [board["key"] for board in desks(client)["boards"]] == ["7"]
    late = come("8", board="3")
    look_again(hall)
    row = late.journal.append(Alerted(late.t_ns, (Alert("camera", None, (), "It is covered.", "at once", "covered"),)), late.t_ns)
    look_again(hall)
    assert [(board["key"], board["says"]) for board in desks(client)["boards"]] == [("7", "Nothing open"), ("8", "1 alert open")]
    assert [board["key"] for board in client.get("/api/boards").json["boards"]] == ["7", "8"]
    assert [client.get(f"/frysk-kampioenskip/3/{board}").status_code for board in (3, 12)] == [200, 200]
    assert page_of(client, "8").waiting.ids == [f"alert-{row}-0"]
    assert [*cards_in(client.get("/evening").text)] == ["7", "8"]
    events = Wall(hall.extensions[BOARDS], hall.extensions[GAMES], hall.jinja_env).events("en", WallGroup())
    next(events), next(events)
    shutil.rmtree(mirrored / "8")
    look_again(hall)
    assert list(tiles_in(next(events).decode())) == ["7"]


def test_a_board_of_this_machine_gets_another_key_than_one_elsewhere(tmp_path, mirrored, come, new_game, caplog):
    come("7")
    for name in ("east", "west"):
        (tmp_path / name / "games").mkdir(parents=True)
        new_game(tmp_path / name / "games" / "0001").open(board="7" if name == "east" else "8")
    boards = Boards.of_states([tmp_path / "east", tmp_path / "west"], mirrored)
    assert list(boards) == ["east", "8", "7"]
    come("8")
    boards.look()
    boards.look()
    assert boards["8"].games == tmp_path / "west" / "games", "who looks at it looks at the same board as before"
    assert caplog.text.count("board 8 elsewhere is not shown") == 1


def test_one_board_is_a_hall_where_others_may_come_and_stays_while_the_folder_cannot_be_read(hall, mirrored, monkeypatch):
    look_again(hall)
    client, boards = hall.test_client(), hall.extensions[BOARDS]
    assert 'id="boards"' in client.get("/").text, "the wall, whatever number of boards there is now"
    assert 'href="/wall"' in client.get("/board/7").text

    def fails(_folder):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("hub.boards.board.mirrored_states", fails)
    boards.look()
    assert list(boards) == ["7"]


def test_only_folders_with_the_name_of_a_key_are_boards(mirrored):
    for name in ("10", "9", "east", "Oast", ".x", "a b"):
        (mirrored / name).mkdir()
    (mirrored / "hub-id").write_text("x")
    (mirrored / "east" / REVOKED).touch()
    assert list(mirrored_states(mirrored)) == ["9", "10"]
    assert mirrored_states(mirrored / "none") == {}

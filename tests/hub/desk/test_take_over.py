"""One tap at the hub: a spare goes on with the game of a board that is away for long, and the event knows where it is played."""

import os
import time
import zlib
from base64 import b64decode
from contextlib import closing
from dataclasses import replace
from shutil import copy

import pytest
from bs4 import BeautifulSoup

from hub.app import create_app
from hub.boards.board import Boards
from link.status import HUB_NAME, Link, Status
from record.decisions.outcome import OBEYED
from record.store.folder import ALIVE_NAME, GAMES, JOURNAL_NAME
from record.store.latest import ClockRow, Latest, clock_of
from record.store.mirror_mark import MARK_NAME
from rules.errors import Sentence
from tests.hub.desk.desk_page import page_of
from tests.hub.desk.hall_desks import desks
from tests.hub.public.conftest import look
from tests.support.board_service import BoardService
from tests.support.signing import admitting, client_of
from tests.support.waiting import wait_until
from tournament.events.changes import BoardsGiven, Entrant, EventMade, GameAtBoard, Who
from tournament.events.entering import entered
from tournament.events.event_file import append, make_event, read_event
from tournament.events.pairing import paired
from tournament.events.wishes import Wishes

S = 1_000_000_000
NAMES = ("Jelle de Vries", "Sytske Hoekstra")


@pytest.fixture
def dead(tmp_path, new_game, tell_hub):
    """The mirrored folder of board 7, of which nobody hears, in a game; it was last heard at 95.4 s of that."""
    games = tmp_path / "boards" / "7" / GAMES
    games.mkdir(parents=True)
    (games.parent / MARK_NAME).touch()
    white, black = NAMES
    played = new_game(games / "0003").open(white=white, black=black, event="Club", round="1", board="7")
    played.move("white", 32, 28)
    with closing(Latest(played.folder / JOURNAL_NAME)) as latest:
        latest.write_clock(ClockRow(90 * S, 4850 * S, 4720 * S))
    written_ns = clock_of(played.folder / JOURNAL_NAME).stat().st_mtime_ns - 600 * S
    for path in (played.folder / JOURNAL_NAME, clock_of(played.folder / JOURNAL_NAME)):
        os.utime(path, ns=(written_ns, written_ns))
    alive = games.parent / ALIVE_NAME
    alive.touch()
    os.utime(alive, ns=(written_ns + 5_400_000_000, written_ns + 5_400_000_000))
    return played


@pytest.fixture
def said(dead):
    """What the spare answers to each command, and what it was asked."""
    return {"answer": lambda _: OBEYED, "asked": []}


@pytest.fixture
def tell_hub(tmp_path, tell_status):
    """Tells of the hub itself, which hears whoever connects, for ever since that many seconds ago."""

    def tell(since_s=61, **told):
        now_ns = time.monotonic_ns()
        link = Link(**{"online": True, "heard_ns": now_ns + 3600 * S, "since_ns": now_ns - since_s * S, **told})
        tell_status.put_link(tmp_path / "boards", link)

    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / HUB_NAME).touch()
    tell()
    return tell


@pytest.fixture
def spare(system, tmp_path, said, tell_hub):
    """Board 9, which is heard and waits for a game."""
    state = tmp_path / "boards" / "9"
    (state / GAMES).mkdir(parents=True)
    (state / MARK_NAME).touch()

    def answer(command):
        said["asked"].append(command)
        return said["answer"](command)

    service = BoardService(state, answer)
    service.socket.put_link(Link(machine="m", online=True, heard_ns=time.monotonic_ns()))
    service.socket.put(Status(t_ns=time.monotonic_ns()))
    service.start()
    yield service
    service.stop()


@pytest.fixture
def hub(spare, tmp_path):
    """Gives somebody who is signed in at the hub, where the game of board 7 is one of an event."""
    path = tmp_path / "events" / "club"
    path.parent.mkdir()
    make_event(path, EventMade("A", name="Club"), Who("Anke"))
    event = read_event(path)
    event = append(
        event, entered(event.state, [Entrant(f"p{at}", name) for at, name in enumerate((*NAMES, "Ype", "Auke"), 1)]), Who("Anke")
    )
    event = append(event, paired(event.state, Wishes())[0], Who("Anke"))
    game = event.state.rounds[0].games[0]
    append(event, BoardsGiven(1, (GameAtBoard(game.white, game.black, "7"),)), Who("Anke"))
    boards = Boards([], tmp_path / "boards")
    app = create_app(boards, sign_in=replace(admitting(tmp_path), events=path.parent), follow=False)

    def client(name="Anke"):
        boards.look()
        look(app)
        made = client_of(app, name)
        made.environ_base.update(HTTP_ACCEPT="text/html", HTTP_ACCEPT_LANGUAGE="en")
        return made

    yield client
    for board in boards.values():
        board.follower.close()


def tap(client, key="7", spare="9"):
    return client.post(f"/desk/{key}/take-over", data={"spare": spare})


def board_in(tmp_path):
    return list(read_event(tmp_path / "events" / "club").state.boards.values())


def test_a_tap_sends_the_log_with_the_clock_to_the_spare_and_gives_it_the_game(hub, dead, said, tmp_path):
    anke = hub()
    page = anke.get("/desk/7/take-over").text
    for text in (*NAMES, "Club", "1:20:50", "1:18:35", "Go on at board 9"):
        assert text in page, text
    assert 'href="/desk/7/take-over"' in anke.get("/desk").text
    answer = tap(anke)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/desk/9")
    words = [command.body for command in said["asked"]]
    assert [(word.by, word.log, word.part, word.parts) for word in words] == [("Anke", "damcam-7-0003.jsonl", 1, 1)]
    assert zlib.decompress(b64decode("".join(word.data for word in words))) == (dead.folder / JOURNAL_NAME).read_bytes()
    t_ns, *times_ns = words[-1].clock
    assert (round(t_ns / S, 1), [round(ns / S, 1) for ns in times_ns]) == (95.4, [4850, 4714.6])
    assert {command.game for command in said["asked"]} == {"0001"}, "the game for which the spare waits"
    assert board_in(tmp_path) == ["9"]


def test_the_clocks_stand_as_on_all_pages(hub):
    anke = hub()
    wall, shown = (BeautifulSoup(anke.get(path).text, "html.parser") for path in ("/wall", "/desk/7/take-over"))
    (times,) = [cell.text for cell in shown.select("td") if "1:20:50" in cell.text]
    white, black = (wall.find(id=f"7.{side}").select_one(".time").text for side in ("white", "black"))
    desk = page_of(anke, "7").clocks
    assert (times, black) == (f"White {white}, Black {black}", "1:18:35")
    left, runs = desk["black"]
    assert (-(-int(left) // 1000), runs) == (4715, False)


def test_where_the_spare_refuses_the_reason_is_shown_and_nothing_is_given_to_it(hub, said, tmp_path):
    said["answer"] = lambda _: Sentence.plain("its camera is covered")
    answer = tap(hub())
    assert (answer.status_code, "its camera is covered" in answer.text, len(said["asked"])) == (409, True, 1)
    assert board_in(tmp_path) == ["7"]


def test_a_spare_that_answers_too_late_has_the_game_which_no_other_takes_and_a_second_tap_tells_the_event(hub, dead, said, tmp_path):
    said["answer"] = lambda _: Sentence.plain("it takes long")
    assert (tap(hub()).status_code, board_in(tmp_path)) == (409, ["7"])
    games = tmp_path / "boards" / "9" / GAMES
    (games / "0001").mkdir()
    copy(dead.folder / JOURNAL_NAME, games / "0001")
    anke = hub()
    page = anke.get("/desk/7/take-over").text
    assert ("Its game goes on at board 9 already." in page, "Go on at board 9" in page) == (True, True)
    asked = len(said["asked"])
    assert (tap(anke).location, board_in(tmp_path), len(said["asked"])) == ("/desk/9", ["9"], asked)


def test_a_game_that_the_spare_has_finished_is_taken_over_by_no_other(hub, dead, said, new_game, taken_over, tmp_path):
    games = tmp_path / "boards" / "9" / GAMES
    taken_over(dead, tmp_path / "card").close("1-0")
    (tmp_path / "card").rename(games / "0001")
    new_game(games / "0002")
    page = hub().get("/desk/7/take-over").text
    assert ("Its game goes on at board 9 already." in page, "Go on at board 9" in page) == (True, True)
    assert (tap(hub()).location, said["asked"]) == ("/desk/9", [])


def test_only_an_arbiter_may_and_only_for_a_silent_board_and_a_spare(hub, said, spare, new_game, tmp_path):
    anke = hub()
    assert [hub("Durk").get("/desk/7/take-over").status_code, tap(hub("Durk")).status_code] == [403, 403]
    assert "nothing to take over" in anke.get("/desk/9/take-over").text
    assert [tap(anke, "9", "7").status_code, tap(anke, spare="7").status_code, tap(anke, spare="x").status_code] == [409, 409, 409]
    spare.socket.put(Status(t_ns=time.monotonic_ns(), about={"white": "Ype"}))
    assert "No spare is heard" in hub().get("/desk/7/take-over").text, "it was given names"
    spare.socket.put(Status(t_ns=time.monotonic_ns()))
    new_game(tmp_path / "boards" / "9" / GAMES / "0001").open()
    assert tap(hub()).status_code == 409, "it has a game of its own"
    assert said["asked"] == []


@pytest.mark.parametrize(
    ("told", "fault"),
    [({"since_s": 30}, ""), ({"online": False}, "the broker of this hub"), ({"heard_ns": 1}, "the mirror of this hub")],
    ids=["its broker runs since 30 s", "its broker is dead", "its mirror is dead"],
)
def test_where_the_hub_itself_heard_nobody_no_game_is_taken_over(hub, said, tell_hub, told, fault):
    tell_hub(**told)
    anke = hub()
    shown = desks(anke)
    assert ([board["take_over"] for board in shown["boards"]], shown["fault"][: len("the broker of this hub")]) == ([False, False], fault)
    assert fault in anke.get("/desk").text
    assert (tap(anke).status_code, said["asked"]) == (409, [])
    tell_hub()
    wait_until(lambda: [board["take_over"] for board in desks(anke)["boards"]] == [True, False])


def test_a_game_that_is_over_is_not_taken_over(hub, dead, said):
    dead.end("1-0")
    answer = tap(hub())
    assert (answer.status_code, said["asked"]) == (409, [])

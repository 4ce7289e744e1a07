"""What `/before`, the wall and the board's page say of the link to a board elsewhere: through a mirror and a wire in memory."""

import json
import os
import time

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, WALL, SignIn, create_app
from hub.boards.board import Boards
from hub.boards.readiness import REPORT_NAME
from hub.desk.tablet import view_of
from hub.public.before_link import hall_told, link_told
from hub.venue.link import Link, read_link, write_link
from hub.venue.mirror_sign import give_sign
from hub.venue.venue_says import VenueSays
from record.telling.sentences import tell
from tests.hub.venue.world import World

PASSWORD = "oer it fjild"
S = 10**9


@pytest.fixture
def world(tmp_path):
    made = World(tmp_path)
    made.board.begin()
    made.run(2)
    yield made
    made.close()


@pytest.fixture
def app(world, tmp_path):
    accounts = Accounts(tmp_path / "hub-arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    app = create_app(Boards.of_states([], world.venue), sign_in=SignIn(b"k" * 64, accounts.path), follow=False)
    yield app
    for board in app.extensions[BOARDS].values():
        board.feed.close()


def sign_in(client):
    with client:
        client.get("/login")
        client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})


def said(link, *, to_arbiter=False):
    told = link_told(link, to_arbiter=to_arbiter, now_ns=lambda: 10_000 * S)
    return [(line["level"], tell(line["seen"], "en"), tell(line["do"], "en") if line["do"] else "") for line in told]


UPLINK = "see that it is switched on and in the network; there: sudo systemctl status damcam-uplink"
NO_MIRROR = "the mirror of this hub gives no sign of life: nothing new of the boards that joined it is shown"
OTHER = VenueSays.OTHER_MACHINE.said(VenueSays.TAKE_OVER.said(key="7"), key="7")
TOO_OLD = VenueSays.TOO_OLD.said(row=12, game="0002", kind="NewAlert")
OLD_HERE = "this hub is too old for what the board sends: it is kept, and not shown"
CASES = [
    (Link(online=True, heard_ns=10_000 * S), []),
    (Link(), [("fail", "it was not heard since this hub started", UPLINK)]),
    (Link(heard_ns=9_999 * S), [("fail", "it was heard last 1 second ago", UPLINK)]),
    (Link(heard_ns=9_700 * S), [("fail", "it was heard last 5 minutes ago", UPLINK)]),
    (Link(heard_ns=2_000 * S), [("fail", "it was heard last 2 hours ago", UPLINK)]),
    (
        Link(online=True, slow_ms=-2400),
        [("warn", "its time of day is 2 seconds ahead of this hub's", "see that both have the right time; games do not depend on it")],
    ),
    (Link(online=True, slow_ms=1900), []),
    (
        Link(online=True, slow_ms=26 * 3600_000 + 61_400),
        [
            (
                "warn",
                "its time of day is 26:01:01 (hours, minutes, seconds) behind this hub's",
                "see that both have the right time; games do not depend on it",
            )
        ],
    ),
    (
        Link(online=True, trouble=VenueSays.NOT_KEPT.said(why="/var/lib/damcam/boards: no space left on device")),
        [("fail", "the hub cannot keep what this board sends: …: no space left on device", "")],
    ),
]


@pytest.mark.parametrize(("link", "expected"), CASES)
def test_everybody_sees_how_the_link_is_and_what_to_do(link, expected):
    assert said(link) == said(link, to_arbiter=True) == expected


def test_what_may_tell_of_the_game_is_for_whoever_is_signed_in():
    row = VenueSays.ROW_REFUSED.said(game="0002", why="x")
    link = Link(online=True, behind=12, too_old=TOO_OLD, refused={"machine": OTHER, "checksum-0002": row})
    public = [seen for _, seen, _ in said(link)]
    assert public == [OLD_HERE, "catching up: rows of its newest game are not here as yet", f"refused: {OTHER.without_remedy()}"]
    assert [seen for _, seen, _ in said(link, to_arbiter=True)] == [
        str(TOO_OLD),
        "catching up: 12 rows of its newest game are not here as yet",
        f"refused: {OTHER.without_remedy()}",
        "refused: game 0002: x",
    ]
    assert [do for _, seen, do in said(link) if seen.startswith("refused")] == [str(OTHER.remedy)], "what to do is said once"


def test_the_page_has_it_and_tells_the_arbiter_more(app, world):
    client = app.test_client()
    write_link(world.state, Link(online=True, heard_ns=time.monotonic_ns(), behind=3))
    assert [line["seen"] for line in client.get("/boards.json").json["boards"][0]["link"]] == [
        "catching up: rows of its newest game are not here as yet"
    ]
    nl = client.get("/boards.json", headers={"Accept-Language": "nl"}).json["boards"][0]["link"][0]["seen"]
    assert nl not in ("", "catching up: rows of its newest game are not here as yet")
    sign_in(client)
    assert "3 rows" in client.get("/before").text


@pytest.mark.parametrize("path", ["/before", "/desk", "/evening"])
@pytest.mark.parametrize(("lang", "told"), [("en", "damcam join FILE"), ("nl", "damcam join BESTAND"), ("fy", "noch gjin boerd")])
def test_a_hub_without_boards_says_what_to_do(tmp_path, path, lang, told):
    (tmp_path / "boards").mkdir()
    accounts = Accounts(tmp_path / "hub-arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    made = create_app(Boards.of_states([], tmp_path / "boards"), sign_in=SignIn(b"k" * 64, accounts.path), follow=False)
    client = made.test_client()
    sign_in(client)
    page = client.get(path, headers={"Accept-Language": lang}).text
    assert told in page
    assert "damcam hub enroll" in page


def test_a_mirror_that_died_is_told_above_all_boards_until_it_is_there_again(world, tmp_path):
    def of_hall(venue=world.venue):
        told = hall_told(venue, to_arbiter=False, is_empty=False, now_ns=lambda: world.now_ns)
        return [(line["level"], tell(line["seen"], "en"), tell(line["do"], "en")) for line in told]

    assert of_hall() == []
    world.stop_mirror(orderly=False)
    world.run(7)
    assert of_hall() == [("fail", NO_MIRROR, "sudo systemctl status damcam-mirror")]
    world.start_mirror()
    world.run(1)
    assert of_hall() == []
    (tmp_path / "boards").mkdir()
    assert of_hall(tmp_path / "boards") == [], "a hub that never had a mirror needs none"


def test_what_the_broker_refused_is_on_the_boards_card_or_above_them_all_for_whoever_is_signed_in(app, world, caplog):
    of_1, of_nobody = VenueSays.KEY.said(key="x"), VenueSays.KEY.said(key="y")
    for _ in range(2):
        world.mirror.refuse(["1", "elsewhere"], "not_its_topic", of_1)
        world.mirror.refuse([], "not_authorised", of_nobody)
    assert [record.getMessage() for record in caplog.records] == [f"board 1: {of_1}", str(of_nobody)], "each is logged once"
    world.run(3)
    client = app.test_client()
    assert "is no key" not in client.get("/boards.json").text
    sign_in(client)
    give_sign(world.venue, time.monotonic_ns())
    told = client.get("/boards.json").json
    assert told["boards"][0]["link"][-1]["seen"] == f"refused: {of_1}"
    assert told["hall"] == [{"level": "warn", "seen": f"refused: {of_nobody}", "do": ""}]
    assert str(of_nobody) in client.get("/before").text
    (world.venue / "refused.json").write_text("{")
    assert client.get("/boards.json").json["hall"] == []


def test_a_board_that_catches_up_says_so_on_the_wall_and_on_its_page(app, world):
    board, wall = app.extensions[BOARDS]["1"], app.extensions[WALL]
    board.feed.look()
    assert not board.feed.latest.view["no_news"]
    old_s = time.time() - 60
    os.utime(world.state / "alive", (old_s, old_s))
    sign = board.feed._sign
    sign._last_s -= 60
    sign._changed_ns = (world.state / "alive").stat().st_mtime_ns
    board.feed.look()
    wall.look()
    assert (wall.view()["tiles"][0]["no_news"], wall.view()["tiles"][0]["catching_up"]) == (True, False)
    client = app.test_client()
    sign_in(client)
    for behind, told in ((5, True), (0, False)):
        write_link(world.state, Link(online=True, behind=behind))
        for feed in (board.feed, board.desk, wall):
            feed.look()
        assert board.desk.view("en")["no_news"], "the clocks stand in both cases"
        assert ["catching_up" in view for view in (board.desk.view("en"), view_of(board.desk))] == [told, told]
        assert [one["catching_up"] for one in client.get("/desks/state").json["boards"]] == [told]
        assert wall.view()["tiles"][0]["catching_up"] is told
        assert ("Catching up with this board" in app.test_client().get("/wall").text) is told
        assert board.feed.latest.view.get("catching_up", False) is told
    write_link(world.state, Link(online=True, behind=5, trouble=VenueSays.NOT_KEPT.said(why="full")))
    board.feed.look()
    assert "catching_up" not in board.feed.latest.view, "it does not come nearer while the disk is full"


def test_the_longer_delay_of_hub_and_board_holds(world, app):
    board = app.extensions[BOARDS]["1"]
    path = world.board.state / REPORT_NAME
    report = {"version": 2, "boot": "b1", "t_ns": 0, "checks": []}
    assert board.feed.delay.seconds == 0
    for own, told in (("15m", 900), ("", 900), ("2 moves", 900)):
        (world.state / path.name).write_text(json.dumps(report | {"delay": own}))
        board.turn()
        board.feed.look()
        assert board.feed.delay.seconds == told, "a game keeps the longest delay that it had"
    assert (board.feed.delay.moves, board.feed.own_delay.seconds, board.feed.own_delay.moves) == (2, 0, 2)
    world.board.press("white", 32, 28)
    world.run(2)
    board.feed.look()
    assert "32-28" not in board.feed.latest.text
    (world.state / path.name).write_text("{")
    board.turn()
    assert board.feed.delay.seconds == 900
    assert read_link(world.state).online

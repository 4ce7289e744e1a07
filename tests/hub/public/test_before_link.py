"""What `/before`, the wall and the board's page say of the link to a board elsewhere: through a mirror and a wire in memory."""

import os
import time

import pytest

from hub.app import BOARDS
from hub.boards.board import Boards
from hub.boards.link import DEAD_BROKER, DEAD_MIRROR, read_link
from hub.desk.tablet import view_of
from hub.public.before_link import LinkSays, hall_told, link_told
from link import board_socket
from link.hub_board import not_kept, other_machine
from link.status import Link, Status
from rules.errors import Sentence
from tests.hub.desk.hall_desks import desks
from tests.hub.public.conftest import before
from tests.link.simulated_hall import SimulatedHall
from tests.support.signing import admitting, sign_in

S = 10**9


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.setattr(board_socket, "STATUS_WITHIN_S", 0.0)  # nobody serves the sockets but `tell` and the hall
    made = SimulatedHall(tmp_path)
    made.board.begin()
    made.run(2)
    yield made
    made.close()


@pytest.fixture
def hub(serving, tmp_path):
    """Makes the application of a hub over the boards of that folder, in which Anke is an arbiter."""
    return lambda venue: serving(Boards.of_states([], venue), sign_in=admitting(tmp_path))


def tell(hall, link=None):
    """Have the pages hear how the link is; None: as it is."""
    sockets = [hall.mirror._boards["1"].socket, hall.mirror._socket]
    board_socket.last_link(hall.venue)
    read_link(hall.state)
    if link:
        sockets[0].put_link(link)
    for socket in sockets:
        socket.serve(0)


@pytest.fixture
def app(hall, hub):
    return hub(hall.venue)


def said(link, *, to_arbiter=False, is_silent=True, hears=True):
    """What is told of the link: the level, the sentence, and the code of what to do."""
    told = link_told(link, to_arbiter=to_arbiter, is_silent=is_silent, hears=hears, now_ns=lambda: 10_000 * S)
    return [(line["level"], line["seen"], line["do"].code.partition(".")[2] if line["do"] else "") for line in told]


def there(**told):
    """A link that is heard now."""
    return Link(online=True, heard_ns=10_000 * S, **told)


NOT_KEPT = not_kept(OSError("/var/lib/damcam/boards: no space left on device"))
OTHER = other_machine("7")
TOO_OLD = Sentence.plain("this hub is too old for row 12")
CASES = [
    (there(), []),
    (Link(online=True, heard_ns=9_993 * S), [("fail", "LinkSays.seconds", {"count": 7}, "")]),
    (Link(), [("fail", "LinkSays.never", {}, "see-uplink")]),
    (Link(heard_ns=9_999 * S), [("fail", "LinkSays.seconds", {"count": 1}, "see-uplink")]),
    (Link(heard_ns=9_700 * S), [("fail", "LinkSays.minutes", {"count": 5}, "see-uplink")]),
    (Link(heard_ns=2_000 * S), [("fail", "LinkSays.hours", {"count": 2}, "see-uplink")]),
    (there(slow_ms=-2400), [("warn", "LinkSays.fast", {"count": 2}, "set-time")]),
    (there(slow_ms=1900), []),
    (there(slow_ms=26 * 3600_000 + 61_400), [("warn", "LinkSays.slow-long", {"time": "26:01:01"}, "set-time")]),
    (there(trouble=NOT_KEPT), [("fail", NOT_KEPT.english, {"why": Sentence.plain("…: no space left on device")}, "")]),
]


@pytest.mark.parametrize(("link", "expected"), CASES)
def test_everybody_sees_how_the_link_is_and_what_to_do(link, expected):
    for to_arbiter in (False, True):
        told = said(link, to_arbiter=to_arbiter)
        assert [(level, seen.code or seen.english, dict(seen.values), do) for level, seen, do in told] == expected


def test_what_may_tell_of_the_game_is_for_whoever_is_signed_in():
    row = Sentence.plain("game 0002: x")
    link = there(behind=12, too_old=TOO_OLD, refused={"machine": OTHER, "checksum-0002": row})
    public, arbiter = said(link), said(link, to_arbiter=True)
    assert [seen.code for _, seen, _ in public] == ["LinkSays.too-old", "LinkSays.catches-up", "LinkSays.refused"]
    assert [seen.code for _, seen, _ in arbiter] == ["", "LinkSays.behind", "LinkSays.refused", "LinkSays.refused"]
    assert arbiter[0][1] == TOO_OLD
    assert [seen.values["why"] for _, seen, _ in arbiter[2:]] == [OTHER.without_remedy(), row], "what to do is said once"
    assert (public[2][1].values["why"], arbiter[1][1].values["count"]) == (OTHER.without_remedy(), 12)


def test_the_public_does_not_see_that_a_row_is_not_here_for_a_moment():  # Art. 24: it may be one that tells the public nothing
    link = there(behind=1)
    assert said(link, is_silent=False) == []
    assert [seen.code for _, seen, _ in said(link)] == ["LinkSays.catches-up"]
    assert [seen.code for _, seen, _ in said(link, to_arbiter=True, is_silent=False)] == ["LinkSays.behind"]


def test_the_page_has_it_and_tells_the_arbiter_more(app, hall):
    client = app.test_client()
    tell(hall, Link(online=True, heard_ns=time.monotonic_ns(), behind=3))
    assert before(app)["boards"][0]["link"] == []
    app.extensions[BOARDS]["1"].follower.sign._last_s -= 60
    en, nl = (before(app, lang)["boards"][0]["link"] for lang in ("en", "nl"))
    assert [line["seen"] for line in en] == [str(LinkSays.CATCHES_UP.said())]
    assert nl[0]["seen"] not in ("", en[0]["seen"])
    sign_in(client)
    assert "3 rows" in client.get("/before").text


def test_a_hub_without_boards_says_what_to_do_in_the_readers_language(hub, tmp_path):
    (tmp_path / "boards").mkdir()
    client = hub(tmp_path / "boards").test_client()
    sign_in(client)
    for path in ("/before", "/desk", "/evening"):
        for lang, told in (("en", "No board has come"), ("nl", "nog geen bord"), ("fy", "noch gjin boerd")):
            assert told.lower() in client.get(path, headers={"Accept-Language": lang}).text.lower(), (path, lang)


def test_a_board_is_not_to_be_looked_at_where_the_hub_hears_none():
    assert said(Link(heard_ns=9_700 * S), hears=False) == [("fail", LinkSays.MINUTES.said(count=5), "")]


def test_a_broker_that_died_is_told_once_above_all_boards_and_no_board_is_blamed(app, hall):
    hall.wire.hub.cut()
    hall.now_ns = time.monotonic_ns()  # as the pages count
    hall.run(1.5)
    tell(hall)
    view = before(app)
    assert [(line["seen"], line["do"]) for line in view["hall"]] == [(str(DEAD_BROKER.without_remedy()), str(DEAD_BROKER.remedy))]
    ((line,),) = [board["link"] for board in view["boards"]]
    assert (line["level"], line["do"]) == ("fail", "")


def test_a_mirror_that_died_is_told_above_all_boards_until_it_is_there_again(hall, tmp_path):
    def of_hall(venue=hall.venue):
        told = hall_told(venue, is_empty=False, now_ns=lambda: hall.now_ns)
        return [(line["level"], line["seen"], line["do"]) for line in told]

    tell(hall)
    assert of_hall() == []
    hall.stop_mirror(orderly=False)
    hall.run(7)
    assert of_hall() == [("fail", DEAD_MIRROR.without_remedy(), DEAD_MIRROR.remedy)]
    hall.start_mirror()
    board_socket.last_link(hall.venue)
    hall.run(1)
    assert of_hall() == []
    (tmp_path / "boards").mkdir()
    assert of_hall(tmp_path / "boards") == [], "a hub that never had a mirror needs none"


def test_a_board_that_catches_up_says_so_on_the_wall_and_on_its_page(app, hall):
    boards = app.extensions[BOARDS]
    board = boards["1"]
    board.feed.look()
    assert not board.feed.latest.view["no_news"]
    old_s = (hall.state / "alive").stat().st_mtime - 60
    os.utime(hall.state / "alive", (old_s, old_s))
    sign = board.follower.sign
    sign._last_s -= 60
    sign._changed_ns = (hall.state / "alive").stat().st_mtime_ns
    board.feed.look()
    assert "No news from this board" in app.test_client().get("/wall").text
    client = app.test_client()
    sign_in(client)
    for behind, told in ((5, True), (0, False)):
        tell(hall, Link(online=True, behind=behind))
        board.follower.look()
        assert board.desk.view("en")["no_news"], "the clocks stand in both cases"
        assert ["catching_up" in view for view in (board.desk.view("en"), view_of(board.desk))] == [told, told]
        assert ["Catching up" in one["says"] for one in desks(client)["boards"]] == [told]
        assert ("Catching up with this board" in app.test_client().get("/wall").text) is told
        assert board.feed.latest.view.get("catching_up", False) is told
    tell(hall, Link(online=True, behind=5, trouble=NOT_KEPT))
    board.feed.look()
    assert "catching_up" not in board.feed.latest.view, "it does not come nearer while the disk is full"


def test_the_longer_delay_of_hub_and_board_holds(hall, app):
    told_by = hall.mirror._boards["1"].socket
    board = app.extensions[BOARDS]["1"]
    assert board.feed.delay.seconds == 0
    for own, told in (("15m", 900), ("", 900), ("2 moves", 900)):
        told_by.put(Status(t_ns=time.monotonic_ns(), delay=own))
        board.turn()
        told_by.serve(0)
        board.turn()
        board.feed.look()
        assert board.feed.delay.seconds == told, "a game keeps the longest delay that it had"
    assert (board.feed.delay.moves, board.follower.own_delay.seconds, board.follower.own_delay.moves) == (2, 0, 2)
    hall.board.press("white", 32, 28)
    hall.run(2)
    board.feed.look()
    assert "32-28" not in board.feed.latest.text
    told_by.put(None)
    board.turn()
    assert board.feed.delay.seconds == 900
    assert hall.link.online

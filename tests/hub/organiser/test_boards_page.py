"""The page on which an arbiter adds boards to the hub: each gets a file with which it joins, until it has."""

import re
import time

import pytest
from bs4 import BeautifulSoup

from hub.app import create_app
from hub.boards.board import Boards
from hub.boards.link import DEAD_BROKER
from hub.broker.hall import Hall
from link.enrolment import Enrolment
from link.sole_machine import SoleMachine
from link.status import HUB_NAME, Link
from record.store.mirror_mark import MARK_NAME
from record.telling.sentences import tell as tell_in
from tests.support.signing import admitting, client_of


@pytest.fixture
def hall(tmp_path):
    hall = Hall(tmp_path)
    hall.init(8883)
    hall.boards.mkdir()
    return hall


@pytest.fixture
def app(hall):
    return create_app(Boards.of_states([], hall.boards), sign_in=admitting(hall.folder), follow=False)


@pytest.fixture
def arbiter(app):
    client = client_of(app)
    client.environ_base["HTTP_ACCEPT"] = "text/html"
    return client


def change(client, **form):
    return client.post("/desk/boards", data={"token": client.environ_base["HTTP_X_TOKEN"], **form})


def test_a_board_that_is_added_has_a_file_and_the_same_as_a_code_until_it_has_joined(hall, arbiter):
    assert 'value="1"' in arbiter.get("/desk/boards").text, "the next key is proposed"
    assert change(arbiter, key="1").location == "/desk/boards/1"
    assert hall.keys() == ("1",)
    page, file = arbiter.get("/desk/boards/1"), arbiter.get("/desk/boards/1/damcam-1.json")
    assert (page.headers["Refresh"], "<svg" in page.text, page.headers["Cache-Control"]) == ("5", True, "no-store")
    assert file.headers["Content-Disposition"] == "attachment; filename=damcam-1.json"
    made = Enrolment.read(file.data)
    assert made == hall.enrolment("1", made.addresses)
    assert made.addresses
    assert arbiter.get("/desk/boards/1/damcam-1.json").data == file.data, "it is shown again until the board has joined"
    (hall.boards / "1").mkdir()
    machine = SoleMachine(hall.boards / "1")
    machine.accepts("pi-1")
    machine.let_card_move()  # the board was silent for half a minute
    page = arbiter.get("/desk/boards/1")
    assert ("Refresh" in page.headers, "<svg" in page.text, made.password in page.text) == (False, False, False)
    assert arbiter.get("/desk/boards/1/damcam-1.json").status_code == 404
    assert ('value="2"' in (page := arbiter.get("/desk/boards").text), 'name="again"' in page) == (True, True)
    assert change(arbiter, again="1").status_code == 303
    assert Enrolment.read(arbiter.get("/desk/boards/1/damcam-1.json").data).password != made.password
    assert change(arbiter, revoke="1").location == "/desk/boards"
    assert hall.keys() == ()
    assert arbiter.get("/desk/boards/1").status_code == 404
    machine.accepts("pi-1")
    change(arbiter, key="1")
    assert "<svg" in arbiter.get("/desk/boards/1").text, "a board that was removed and is added again has a file again"


def next_list(client):
    """The list that comes first of the page's stream."""
    return next(event.decode() for event in client.get("/desk/boards/list/events").response if b"data: <" in event)


def test_the_open_page_shows_that_a_board_was_added_came_and_was_removed(hall, arbiter, tell_status):
    def shows(event):
        return [text for text in ("There are none yet", "has not joined yet", "connected", "not heard now") if text in event.decode()]

    events = (event for event in arbiter.get("/desk/boards/list/events").response if b"data: <" in event)
    assert shows(next(events)) == ["There are none yet"]
    change(arbiter, key="7")
    assert shows(next(events)) == ["has not joined yet"]
    (hall.boards / "7").mkdir()
    (hall.boards / "7" / MARK_NAME).touch()
    tell_status.put_link(hall.boards / "7", Link(online=True, heard_ns=time.monotonic_ns() + 3600 * 10**9))
    assert shows(next(events)) == ["connected"]
    SoleMachine(hall.boards / "7").accepts("pi-7")
    tell_status.put_link(hall.boards / "7", Link())
    assert shows(next(events)) == ["not heard now"]
    change(arbiter, revoke="7")
    assert shows(next(events)) == ["There are none yet"]


def test_a_dead_broker_is_told_once_on_the_open_page_and_beside_a_file_that_waits(hall, arbiter, tell_status):
    def fault(html):
        told = BeautifulSoup(html, "html.parser").find(role="alert", hidden=None)
        return told.text if told else None

    def tell(*, online):
        tell_status.put_link(hall.boards, Link(online=online, heard_ns=time.monotonic_ns() + 3600 * 10**9))

    (hall.boards / HUB_NAME).touch()
    tell(online=True)
    change(arbiter, key="7")
    events = (event.decode() for event in arbiter.get("/desk/boards/list/events").response if b"data: <" in event)
    assert [fault(next(events)), fault(arbiter.get("/desk/boards/7").text)] == [None, None]
    tell(online=False)
    says = tell_in(DEAD_BROKER, "en")
    assert [fault(next(events)), fault(arbiter.get("/desk/boards").text), fault(arbiter.get("/desk/boards/7").text)] == [says] * 3
    tell(online=True)
    assert fault(next(events)) is None


def test_what_cannot_be_done_is_told_on_the_page(arbiter):
    change(arbiter, key="east-2")
    for form, said in (
        ({"key": "East 2"}, "is no key of a board"),
        ({"key": "east-2"}, "is enrolled already"),
        ({"revoke": "3"}, "3 is not enrolled"),
    ):
        answer = change(arbiter, **form)
        assert (answer.status_code, said in answer.text) == (409, True)
    for path in ("/desk/boards/3", "/desk/boards/X", "/desk/boards/3/damcam-3.json", "/desk/boards/east-2/damcam-3.json"):
        assert arbiter.get(path).status_code == 404


def test_an_operator_sees_the_list_alone_and_others_sign_in_first(app, arbiter):
    change(arbiter, key="1")
    operator = client_of(app, "Durk")
    operator.environ_base["HTTP_ACCEPT"] = "text/html"
    page = operator.get("/desk/boards")
    assert (page.status_code, re.findall("<(?:form|button)", page.text.split("<main")[1])) == (200, [])
    assert "<button" not in next_list(operator)
    assert {operator.get(f"/desk/boards/1{path}").status_code for path in ("", "/damcam-1.json")} == {403}
    assert change(operator, key="2").status_code == 403
    stranger = app.test_client().get("/desk/boards/1/damcam-1.json", headers={"Accept": "text/html"})
    assert (stranger.status_code, stranger.location.startswith("/login")) == (303, True)


def test_a_hub_without_a_broker_says_so(tmp_path):
    (tmp_path / "boards").mkdir()
    client = client_of(create_app(Boards.of_states([], tmp_path / "boards"), sign_in=admitting(tmp_path), follow=False))
    assert "this hub has no broker" in client.get("/desk/boards").text

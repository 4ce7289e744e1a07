"""The limits of one client. A whole hall behind one address, and the arbiter in it, are not refused."""

from pathlib import Path

import pytest
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.access.clients import Limits
from hub.access.limits import BURST_S, FULL_S, Listeners, RequestPace
from hub.access.tablet_access import COOKIE, Tablets
from hub.app import SignIn, create_app
from hub.boards.board import Boards

PASSWORD = "twee koningen"


@pytest.fixture
def app_of(game):
    """Makes the application with these limits and proxies."""
    game.open()
    accounts = Accounts(game.folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))  # a quick one

    def make(listeners=2, requests=200, proxies=0):
        boards = Boards.lone(game.folder / "journal.sqlite")
        signing = {"sign_in": SignIn(bytes(32), accounts.path)}
        app = create_app(boards, follow=False, client_limits=Limits(listeners, requests), trusted_proxies=proxies, **signing)
        boards.first.feed.look()
        return app

    return make


def listen(client, address="192.0.2.1", path="/events"):
    """A response whose stream was begun, so it counts as open until it is closed."""
    answer = client.get(path, buffered=False, environ_overrides={"REMOTE_ADDR": address})
    if answer.status_code == 200:
        next(answer.response)
    return answer


def sign_in(client, address="192.0.2.1"):
    token = client.get("/login").text.split('name="token" value="')[1].split('"')[0]
    sent = {"name": "Anke", "password": PASSWORD, "token": token}
    assert client.post("/login", data=sent, environ_overrides={"REMOTE_ADDR": address}).status_code == 303


def test_more_listeners_than_a_client_may_have_are_asked_to_come_later(app_of):
    client = app_of(listeners=2).test_client()
    there = [listen(client), listen(client)]
    refused = listen(client)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(FULL_S))
    assert refused.mimetype == "text/html"
    other = listen(client, "192.0.2.2")
    assert other.status_code == 200
    there.pop().close()
    again = listen(client)
    assert again.status_code == 200
    for answer in (*there, again, other):
        answer.close()


def test_every_stream_counts_and_a_script_is_told_in_json(app_of):
    app = app_of(listeners=1)
    client = app.test_client()
    with listen(client):
        for path in ("/events", "/board/1/events"):
            refused = client.get(path, headers={"Accept": "application/json"}, environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
            assert refused.status_code == 429
            assert "listen from your address" in refused.json["error"]


def test_a_thousand_come_and_go_and_leave_nothing_behind(app_of):
    client = app_of(listeners=1).test_client()
    for number in range(1000):
        with listen(client, path="/events?after=3" if number % 2 else "/events") as answer:
            assert answer.status_code == 200


def test_who_is_signed_in_is_let_in_though_the_hall_is_full(app_of):
    app = app_of(listeners=1, requests=1)
    client, arbiter = app.test_client(), app.test_client()
    sign_in(arbiter)
    with listen(client):
        asked = [client.get("/", environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code for _ in range(30)]
        assert asked[-1] == 429
        with listen(arbiter) as stream:
            assert stream.status_code == 200
        assert arbiter.get("/desk/1", environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200


def test_a_boards_tablet_is_let_in_though_the_hall_is_full(app_of):
    app = app_of(listeners=1, requests=1)
    client, tablet = app.test_client(), app.test_client()
    tablet.set_cookie(COOKIE, Tablets(bytes(32), Path("none")).cookie("1"), path="/tablet/1")
    with listen(client):
        for stranger in (client, tablet):
            asked = [stranger.get("/state", environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code for _ in range(30)]
            assert asked[-1] == 429
        for path in ("/tablet/1", "/tablet/1/state"):
            assert tablet.get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200
            assert client.get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code == 429
        with listen(tablet, path="/tablet/1/events") as stream:
            assert stream.status_code == 200


def test_who_asks_without_end_is_slowed_and_others_are_not(app_of):
    client = app_of(requests=1).test_client()
    answers = [client.get("/state", environ_overrides={"REMOTE_ADDR": "192.0.2.1"}) for _ in range(int(BURST_S) + 5)]
    assert [answer.status_code for answer in answers[: int(BURST_S)]] == [200] * int(BURST_S)
    assert (answers[-1].status_code, answers[-1].headers["Retry-After"]) == (429, "1")
    assert client.get("/state", environ_overrides={"REMOTE_ADDR": "192.0.2.2"}).status_code == 200


def test_listeners_of_all_together():
    listeners = Listeners(2, max_total=3)
    for client in ("a", "a", "b"):
        assert listeners.refusal(client) is None
        listeners.come(client)
    assert listeners.refusal("a").code == 429
    assert (listeners.refusal("c").code, listeners.refusal("c").wait_s) == (503, FULL_S)
    listeners.go("a")
    assert listeners.refusal("c") is None
    assert len(listeners) == 2


def test_the_pace_of_a_client():
    now_s = [100.0]
    pace = RequestPace(10, lambda: now_s[0], max_clients=2)
    at_once = int(10 * BURST_S)
    assert [pace.wait_s("a") for _ in range(at_once)] == [0.0] * at_once
    assert pace.wait_s("a") == pytest.approx(0.1)
    now_s[0] += 1.0
    assert [pace.wait_s("a") > 0 for _ in range(11)] == [False] * 10 + [True]
    for client in ("b", "c"):
        assert pace.wait_s(client) == 0.0
    assert len(pace) == 2
    assert pace.wait_s("a") == 0.0, "forgotten, so as new"


FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "Forwarded": "for=203.0.113.9"}


def test_without_the_setting_forged_headers_are_nobodys(app_of):
    client = app_of(listeners=1).test_client()
    with listen(client):
        refused = client.get("/events", headers=FORGED, environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
        assert refused.status_code == 429
    assert "Secure" not in client.get("/login", headers=FORGED).headers["Set-Cookie"]


def test_with_a_proxy_each_reader_is_himself(app_of):
    client = app_of(listeners=1, proxies=1).test_client()
    answers = []
    for reader, status in (("203.0.113.1", 200), ("203.0.113.2", 200), ("203.0.113.1", 429), ("198.51.100.7, 203.0.113.2", 429)):
        headers = {"X-Forwarded-For": reader, "X-Forwarded-Proto": "https"}
        answers.append(client.get("/events", buffered=False, headers=headers, environ_overrides={"REMOTE_ADDR": "127.0.0.1"}))
        assert answers[-1].status_code == status, reader
    for answer in answers:
        answer.close()


def test_with_a_proxy_the_sessions_cookie_goes_by_tls_alone(app_of):
    client = app_of(proxies=1).test_client()
    assert "; Secure" in client.get("/login", headers={"X-Forwarded-Proto": "https"}).headers["Set-Cookie"]


def test_with_a_proxy_a_failed_login_slows_who_failed(app_of):
    client = app_of(proxies=1).test_client()

    def fail(reader):
        headers = {"X-Forwarded-For": reader, "X-Forwarded-Proto": "https"}
        page = client.get("/login", headers=headers, base_url="https://localhost")
        sent = {"name": "Anke", "password": "wrong", "token": page.text.split('name="token" value="')[1].split('"')[0]}
        return client.post("/login", data=sent, headers=headers, base_url="https://localhost").status_code

    assert [fail("203.0.113.1") for _ in range(4)] == [403, 403, 403, 429]
    assert fail("203.0.113.2") == 403

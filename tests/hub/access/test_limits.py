"""The limits of one client. A whole hall behind one address, and the arbiter in it, are not refused."""

from pathlib import Path

import pytest
from flask import Flask

from hub.access import limits
from hub.access.clients import Limits, place
from hub.access.failures import Failures
from hub.access.limits import BURST_S, FULL_S, Listeners, RequestPace
from hub.access.tablet_access import COOKIE, Tablets, is_here
from hub.app import create_app
from hub.boards.board import Boards
from tests.support.signing import SECRET, admitting, sign_in, sign_out

HALL = "192.0.2.1"


@pytest.fixture
def app_of(game, monkeypatch):
    """Makes the application with these limits and proxies. No time passes for the pace of its clients."""
    monkeypatch.setattr(limits, "RequestPace", lambda per_second: RequestPace(per_second, lambda: 100.0))
    game.open()
    signing = admitting(game.folder)

    def make(listeners=2, requests=200, proxies=0):
        boards = Boards.lone(game.folder / "journal.jsonl")
        app = create_app(boards, follow=False, client_limits=Limits(listeners, requests), trusted_proxies=proxies, sign_in=signing)
        boards.first.feed.look()
        return app

    return make


def get(client, path, address=HALL, **how):
    return client.get(path, environ_overrides={"REMOTE_ADDR": address}, **how)


def listen(client, address=HALL, path="/events", **how):
    """A response whose stream was begun, so it counts as open until it is closed."""
    answer = get(client, path, address, buffered=False, **how)
    if answer.status_code == 200:
        next(answer.response)
    return answer


def wear_out(*clients):
    """Ask until the hall is refused."""
    for client in clients:
        assert [get(client, "/api/boards").status_code for _ in range(30)][-1] == 429


def test_more_listeners_than_a_client_may_have_are_asked_to_come_later(app_of):
    client = app_of(listeners=2).test_client()
    there = [listen(client), listen(client)]
    refused = listen(client)
    assert (refused.status_code, refused.headers["Retry-After"], refused.mimetype) == (429, str(FULL_S), "text/html")
    for path in ("/events", "/board/1/events"):
        refused = get(client, path, headers={"Accept": "application/json"})
        assert (refused.status_code, bool(refused.json["error"])) == (429, True), "every stream counts"
    there.append(listen(client, "192.0.2.2"))
    there.pop(0).close()
    there.append(listen(client))
    assert [answer.status_code for answer in there] == [200] * 3
    for answer in there:
        answer.close()
    for _ in range(20):
        with listen(client, path="/events") as answer:
            assert answer.status_code == 200, "many come and go, and leave nothing behind"


def test_who_is_signed_in_and_a_boards_tablet_are_let_in_though_the_hall_is_full(app_of):
    app = app_of(listeners=1, requests=1)
    client, arbiter, tablet = (app.test_client() for _ in range(3))
    sign_in(arbiter)
    tablet.set_cookie(COOKIE, Tablets(SECRET, Path("none")).cookie("1"), path="/tablet/1")
    with listen(client):
        wear_out(client, tablet)
        assert get(arbiter, "/desk/1").status_code == 200
        for path in ("/tablet/1", "/tablet/1/token"):
            assert [get(one, path).status_code for one in (tablet, client)] == [200, 429]
        for stream in (listen(arbiter), listen(tablet, path="/tablet/1/events")):
            assert stream.status_code == 200
            stream.close()


def test_who_asks_without_end_is_slowed_and_others_are_not(app_of):
    client = app_of(requests=1).test_client()
    answers = [get(client, "/api/boards") for _ in range(int(BURST_S) + 5)]
    assert [answer.status_code for answer in answers[: int(BURST_S)]] == [200] * int(BURST_S)
    assert (answers[-1].status_code, answers[-1].headers["Retry-After"]) == (429, "1")
    assert get(client, "/api/boards", "192.0.2.2").status_code == 200


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
    assert [pace.wait_s(client) for client in "bc"] == [0.0, 0.0]
    assert len(pace) == 2
    assert pace.wait_s("a") == 0.0, "forgotten, so as new"


def behind(reader):
    return {"X-Forwarded-For": reader, "X-Forwarded-Proto": "https"}


def test_without_the_setting_forged_headers_are_nobodys(app_of):
    client, forged = app_of(listeners=1).test_client(), {**behind("203.0.113.9"), "Forwarded": "for=203.0.113.9"}
    with listen(client):
        assert get(client, "/events", headers=forged).status_code == 429
    assert "Secure" not in client.get("/login", headers=forged).headers["Set-Cookie"]


def test_with_a_proxy_each_reader_is_himself_and_the_sessions_cookie_goes_by_tls_alone(app_of, monkeypatch):
    client = app_of(listeners=1, proxies=1).test_client()
    answers = []
    for reader, status in (("203.0.113.1", 200), ("203.0.113.2", 200), ("203.0.113.1", 429), ("198.51.100.7, 203.0.113.2", 429)):
        answers.append(listen(client, "127.0.0.1", headers=behind(reader)))
        assert answers[-1].status_code == status, reader
    for answer in answers:
        answer.close()
    assert "; Secure" in client.get("/login", headers=behind("203.0.113.1")).headers["Set-Cookie"]

    clients = []
    monkeypatch.setattr(Failures, "check", lambda _failures, name, _session, _is_right: clients.append(name) or False)
    for reader in ("203.0.113.1", "203.0.113.2"):
        how = {"headers": behind(reader), "base_url": "https://localhost"}
        token = client.get("/login", **how).text.split('name="token" value="')[1].split('"')[0]
        client.post("/login", data={"name": "Anke", "password": "wrong", "token": token}, **how)
    assert clients == ["203.0.113.1", "203.0.113.2"]


def test_a_copy_of_the_cookie_of_a_session_that_was_signed_out_is_limited_as_anybody(app_of):
    app = app_of(requests=1)
    arbiter, copy = (app.test_client() for _ in range(2))
    sign_in(arbiter)
    copy.set_cookie("damcam", arbiter.get_cookie("damcam").value)
    wear_out(app.test_client())
    assert get(copy, "/api/boards").status_code == 200
    sign_out(arbiter)
    assert get(copy, "/api/boards").status_code == 429


@pytest.mark.parametrize(
    ("address", "expected", "here"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::/64", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("192.0.2.7", "192.0.2.7", False),
        ("::ffff:192.0.2.7", "192.0.2.7", False),  # as a server that listens on IPv6 sees a client of IPv4
        ("2001:db8::7", "2001:db8::/64", False),
        ("nonsense", "nonsense", False),
        (None, "", False),
    ],
)
def test_the_limits_are_those_of_a_machine_and_this_machine_is_known(address, expected, here):
    assert place(address) == expected
    with Flask(__name__).test_request_context("/", base_url="http://localhost", environ_base={"REMOTE_ADDR": address}):
        assert is_here() is here

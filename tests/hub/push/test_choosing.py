"""Who may choose to be told, at which address, and what is refused with which sentence."""

import json
import socket

import pytest

from hub.push.endpoints import is_public, may_be_sent_to
from hub.push.push_key import PushKeyError, push_key
from hub.push.sender import send_all
from hub.push.subscriptions import PER_ACCOUNT, Subscription, Subscriptions
from tests.hub.push.conftest import SignedIn
from tests.hub.push.push_service import Browser

FCM = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.mark.parametrize(
    "endpoint", [FCM, "https://updates.push.services.mozilla.com/wpush/v2/a", "https://8.8.8.8/a", "https://web.push.apple.com:443/a"]
)
def test_a_push_service_may_be_sent_to(endpoint) -> None:
    assert may_be_sent_to(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/a",
        "https://anke@fcm.googleapis.com/a",
        "https://fcm.googleapis.com/" + 1000 * "a",
        "https://fcm.googleapis.com/a b",
        "https://[::1",
        "https://localhost/a",
        "https://board-2/a",
        "https://board-2.local/a",
        "https://router.home.arpa./a",
        "https://127.0.0.1/a",
        "https://127.1/a",
        "https://0x7f000001/a",
        "https://2130706433/a",
        "https://10.0.0.1/a",
        "https://192.168.1.1/a",
        "https://172.16.0.9/a",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/a",
        "https://[fe80::1]/a",
        "https://[fd00::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://[2002:7f00:1::]/a",
        "https://[64:ff9b::a00:1]/a",
        "https://[::127.0.0.1]/a",
        "https://[64:ff9b:1::7f00:1]/a",
        "https://224.0.0.1/a",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_else_may(endpoint) -> None:
    assert not may_be_sent_to(endpoint)


def test_numeric_addresses() -> None:
    assert all(map(is_public, ("2a00:1450:400e:80e::200a", "64:ff9b::8.8.8.8")))
    assert not any(map(is_public, ("fe80::1%eth0", "0.0.0.0", "100.64.0.1", "192.0.2.1", "localhost", "::")))


SPECIAL = "192.0.0.8 192.0.0.9 192.0.0.255 3fff::1 fec0::1 5f00::1 ::1.2.3.4 64:ff9b:1::1 ::ffff:0:127.0.0.1 2001:1::1 4000::1"


@pytest.mark.parametrize("address", SPECIAL.split())
def test_addresses_that_not_every_python_knows_as_special(address) -> None:
    assert not is_public(address)


def test_a_name_that_leads_to_this_machine_is_not_sent_to(push_service, monkeypatch, tmp_path) -> None:
    """The sender looks where its connection leads, and closes it before anything is sent."""
    found = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _host, _port, *more: found("127.0.0.1", push_service.server_port, *more))
    key, browser = push_key(tmp_path / "push_key"), push_service.browser("telephone")
    keys = {"p256dh": browser.keys["p256dh"], "auth": browser.keys["auth"]}
    message = {"endpoint": "https://push.example.org/telephone", "text": "{}", "contact": "https://a.org", "ttl_s": 60, **keys}
    asked = {"private": key.private, "anywhere": False, "messages": [message | {"urgency": "high", "topic": "t"}]}
    [answer] = send_all(asked)
    assert answer == {"status": 0, "why": "push.example.org leads to 127.0.0.1, which is not in the internet"}
    asked["messages"][0]["endpoint"] = "https://127.0.0.1/telephone"
    assert send_all(asked) == [{"status": 0, "why": "this is no address of a push service"}]
    assert browser.asked == 0


def test_what_a_page_may_not_send(serve, game, words, tmp_path) -> None:
    game.open()
    server = serve(game.folder, *words)
    arbiter, keys = SignedIn(server.url, "Anke"), Browser("a", 1).keys
    for endpoint in ("https://127.0.0.1/a", "http://fcm.googleapis.com/a", keys["endpoint"]):
        status, told = arbiter.ask(keys | {"endpoint": endpoint})
        assert (status, told["error"].startswith("This browser named no address of a push service in the internet")) == (400, True)
    for wrong in ({"p256dh": "short"}, {"auth": ""}, {"auth": 5}):
        status, told = arbiter.ask(keys | {"endpoint": FCM} | wrong)
        assert (status, told["error"].startswith("This browser named no keys to encrypt with")) == (400, True)
    assert arbiter.ask(keys | {"endpoint": FCM, "more": 3000 * "a"})[0] == 400
    assert arbiter.ask(keys | {"endpoint": FCM}, token="none")[0] == 403
    assert SignedIn(server.url, "Durk").ask(keys | {"endpoint": FCM})[0] == 403
    assert not (tmp_path / "push.json").exists()
    assert arbiter.ask(keys | {"endpoint": FCM}) == (200, {"told": True})
    other = SignedIn(server.url, "Anke")
    other.leave()
    assert other.ask(keys | {"endpoint": FCM})[0] == 403  # its token went with its session
    assert arbiter.ask({"end": True, "endpoint": FCM}) == (200, {"told": False})
    assert json.loads((tmp_path / "push.json").read_text())["subscriptions"] == []


def test_without_a_usable_key_it_says_so_and_leaves_the_file(serve, game, words, tmp_path) -> None:
    game.open()
    (tmp_path / "push_key").write_text("no key")
    (tmp_path / "push_key").chmod(0o600)
    server = serve(game.folder, *words)
    arbiter = SignedIn(server.url, "Anke")
    sentence = "This machine has no key to tell a locked telephone with: the log of its service says why."
    assert arbiter.ask() == (503, {"error": sentence, "lang": "en"})
    assert (tmp_path / "push_key").read_text() == "no key"
    server.end()
    assert f"{tmp_path / 'push_key'}: this is no key for telling locked telephones; delete it" in server.process.stderr.read()
    server.wait()


def test_a_key_is_made_once_and_one_that_others_may_read_is_not_used(tmp_path) -> None:
    made = push_key(tmp_path / "push_key")
    assert push_key(tmp_path / "push_key") == made
    (tmp_path / "push_key").chmod(0o640)
    with pytest.raises(PushKeyError, match="others may read the key for telling locked telephones"):
        push_key(tmp_path / "push_key")
    with pytest.raises(PushKeyError, match="cannot be kept there"):
        push_key(tmp_path / "nowhere" / "push_key")


def test_an_account_has_so_many_browsers(tmp_path) -> None:
    held = Subscriptions(tmp_path / "push.json")
    made = [Subscription(f"https://a.org/{n}", "k", "a", "en", "h", float(n), "Anke", "s", "i") for n in range(PER_ACCOUNT + 2)]
    for one in made:
        held.put(one)
    assert held.all() == made[2:]
    held.put(Subscription(made[5].endpoint, "k", "a", "nl", "h", 99.0, "Anke", "s", "i"))
    assert [(one.lang, one.at_s) for one in held.all() if one.endpoint == made[5].endpoint] == [("nl", 5.0)]


def test_a_damaged_file_is_survived(tmp_path) -> None:
    held = Subscriptions(tmp_path / "push.json")
    for text in ("{", "[]", '{"subscriptions": [5, {"endpoint": "a"}], "told": [5, {"to": 5}]}'):
        (tmp_path / "push.json").write_text(text)
        assert (held.all(), held.told()) == ([], {})

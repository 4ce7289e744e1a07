"""Who may choose to be told, at which address, and what is refused with which sentence."""

import json
import re
import socket

import pytest

from hub.push.endpoints import is_public, may_be_sent_to
from hub.push.push_key import PushKeyError, push_key
from hub.push.sender import send_all
from hub.push.subscriptions import PER_ACCOUNT, Subscription, Subscriptions
from tests.hub.push.push_service import Browser
from tests.support.says import says
from tests.support.signing import sign_out

FCM = "https://fcm.googleapis.com/fcm/send/abc"


SERVICES = f"{FCM} https://updates.push.services.mozilla.com/wpush/v2/a https://8.8.8.8/a https://web.push.apple.com:443/a"
NAMES = "localhost board-2 board-2.local router.home.arpa. 127.0.0.1 127.1 0x7f000001 2130706433 10.0.0.1 192.168.1.1 172.16.0.9 224.0.0.1"
IN_SIX = "::1 fe80::1 fd00::1 ::ffff:127.0.0.1 2002:7f00:1:: 64:ff9b::a00:1 ::127.0.0.1 64:ff9b:1::7f00:1"
WRONG = [
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/a",
    "https://anke@fcm.googleapis.com/a",
    "https://fcm.googleapis.com/" + 1000 * "a",
    "https://fcm.googleapis.com/a b",
    "https://[::1",
    "https://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "",
    *(f"https://{name}/a" for name in NAMES.split()),
    *(f"https://[{address}]/a" for address in IN_SIX.split()),
]
PUBLIC = "2a00:1450:400e:80e::200a 64:ff9b::8.8.8.8"
PRIVATE = "fe80::1%eth0 0.0.0.0 100.64.0.1 192.0.2.1 localhost ::"
SPECIAL = "192.0.0.8 192.0.0.9 192.0.0.255 3fff::1 fec0::1 5f00::1 ::1.2.3.4 64:ff9b:1::1 ::ffff:0:127.0.0.1 2001:1::1 4000::1"
"""Addresses that not every Python knows as special."""


def test_a_push_service_may_be_sent_to_and_nothing_else_may() -> None:
    assert all(map(may_be_sent_to, SERVICES.split()))
    assert [endpoint for endpoint in WRONG if may_be_sent_to(endpoint)] == []


def test_numeric_addresses() -> None:
    assert all(map(is_public, PUBLIC.split()))
    assert [address for address in (PRIVATE + " " + SPECIAL).split() if is_public(address)] == []


def test_a_name_that_leads_to_this_machine_is_not_sent_to(system, push_service, monkeypatch, tmp_path) -> None:
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


TELEPHONE = "/desk/telephone.json"


def test_what_a_page_may_not_send(start, game, tmp_path) -> None:
    game.open()
    pages = start(anywhere=False)
    arbiter, keys = pages.sign_in(), Browser("a", 1).keys

    def refused(wrong, client=arbiter, **headers):
        answer = client.post(TELEPHONE, json=keys | {"endpoint": FCM} | wrong, headers=headers)
        return answer.status_code, answer.json["error"]

    at_no_service = {refused({"endpoint": address}) for address in ("https://127.0.0.1/a", "http://fcm.googleapis.com/a", keys["endpoint"])}
    without_keys = {refused(wrong) for wrong in ({"p256dh": "short"}, {"auth": ""}, {"auth": 5})}
    assert (len(at_no_service), len(without_keys), len(at_no_service | without_keys)) == (1, 1, 2), "a sentence for each reason"
    assert {status for status, _ in at_no_service | without_keys} == {400}
    assert refused({"more": 3000 * "a"})[0] == 400
    assert refused({}, **{"X-Token": "none"})[0] == 403
    assert refused({}, pages.sign_in("Durk"))[0] == 403
    assert not (tmp_path / "push.json").exists()
    assert arbiter.post(TELEPHONE, json=keys | {"endpoint": FCM}).json == {"told": True}
    other = pages.sign_in()
    sign_out(other)
    other.get("/login")
    assert refused({}, other)[0] == 403  # its token went with its session
    assert arbiter.post(TELEPHONE, json={"end": True, "endpoint": FCM}).json == {"told": False}
    assert json.loads((tmp_path / "push.json").read_text())["subscriptions"] == []


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_desk_can_stand_on_a_home_screen(pages, lang) -> None:
    """It has what an iPhone asks for too."""
    client = pages.sign_in(lang=lang)
    for path in ("/desk/1", "/evening", "/login"):
        page = client.get(path, headers={"Accept": "text/html"}, follow_redirects=True).text
        told = json.loads(client.get(re.search('rel="manifest" href="(.*?)"', page)[1]).data)
        assert (told["start_url"], told["display"], told["lang"]) == ("/desk", "standalone", lang)
        for icon in [one["src"] for one in told["icons"]] + [re.search('rel="apple-touch-icon" href="(.*?)"', page)[1]]:
            assert client.get(icon).mimetype.startswith("image/")


def test_without_a_usable_key_it_says_so_and_leaves_the_file(pages, tmp_path, caplog) -> None:
    (tmp_path / "push_key").write_text("no key")
    (tmp_path / "push_key").chmod(0o600)
    answer = pages.sign_in("Anke").get(TELEPHONE)
    assert (answer.status_code, set(answer.json)) == (503, {"error", "lang"})
    assert str(tmp_path / "push_key") in caplog.text
    assert (tmp_path / "push_key").read_text() == "no key"


def test_a_key_is_made_once_and_only_one_of_its_own_is_used(system, tmp_path) -> None:
    path = tmp_path / "push_key"
    made = push_key(path)
    assert push_key(path) == made
    path.chmod(0o640)
    with pytest.raises(PushKeyError, check=says("PushKeyFault.read-by-others", path=str(path), mode="0640")):
        push_key(path)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(PushKeyError, check=says("PushKeyFault.no-key", path=str(path))):
        push_key(path)
    with pytest.raises(PushKeyError, check=says("PushKeyFault.not-kept")):
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

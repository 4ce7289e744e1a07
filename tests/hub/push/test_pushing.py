"""Alerts reach a locked telephone: from a journal through a real server to a push service, which decrypts what came."""

import json
import stat
import time

import pytest

from hub.access.accounts import Account, Role
from record.events.of_game import Alert
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen
from tests.hub.push.conftest import KEPT, SignedIn

QUIET_S = 3.0
"""Longer than a server that looks every second needs to tell something."""


def choose(arbiter, browser):
    assert arbiter.ask(browser.keys) == (200, {"told": True})


def test_an_alert_is_told_once_and_says_when_it_is_settled(arbiter, push_service, irregular, game, tmp_path):
    push_service.key = arbiter.ask()[1]["key"]
    browser = push_service.browser("telephone")
    choose(arbiter, browser)
    row = irregular()
    [told] = browser.wait(1)
    tag, url = f"damcam/1/{game.folder.name}/{row}-0", f"/desk/1#alert-{row}-0"
    title = "Board 3: the arbiter is asked for"
    assert told == {"title": title, "body": "Art. 27c", "tag": tag, "url": url, "lang": "en", "settled": False}
    headers = browser.headers[0]
    assert (headers["urgency"], headers["ttl"], headers["content-encoding"]) == ("high", "1800", "aes128gcm")
    assert (headers["claims"]["sub"], headers["claims"]["aud"]) == ("https://localhost", f"http://localhost:{push_service.server_port}")
    time.sleep(QUIET_S)
    assert browser.asked == 1
    game.move("black", 19, 23)
    settled = browser.wait(2)[1]
    assert (settled["tag"], settled["settled"], settled["body"]) == (tag, True, "Settled.")
    assert browser.headers[1]["topic"] == headers["topic"]
    for name in ("push.json", "push_key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_call_is_told_in_the_arbiters_language_and_ends_when_seen(server, game, push_service):
    game.open(board="3")
    arbiter, browser = SignedIn(server.url, "Anke", "nl"), push_service.browser("telephone")
    choose(arbiter, browser)
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    row = game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    [told] = browser.wait(1)
    assert (told["title"], told["body"], told["lang"]) == ("Bord 3: de arbiter wordt gevraagd", "Een speler roept.", "nl")
    game.journal.append(AlertSeen(game.t_ns, "Anke", f"{row}-0"), game.t_ns)
    assert browser.wait(2)[1]["body"] == "Afgehandeld."


def test_no_restart_tells_it_again_and_what_came_meanwhile_is_told(arbiter, server, serve, game, words, push_service, irregular):
    browser = push_service.browser("telephone")
    choose(arbiter, browser)
    irregular()
    browser.wait(1)
    time.sleep(QUIET_S)  # what was told is on disk
    server.stop()
    game.move("black", 19, 23)
    irregular("27b")
    serve(game.folder, *words, "--push-anywhere")
    told = browser.wait(3)[1:]
    assert sorted((one["body"], one["settled"]) for one in told) == [("Art. 27b", False), ("Settled.", True)]
    time.sleep(QUIET_S)
    assert browser.asked == 3


def test_an_old_alert_is_not_told_after_a_restart(arbiter, server, serve, game, words, push_service, irregular):
    browser = push_service.browser("telephone")
    choose(arbiter, browser)
    server.stop()
    irregular()
    game.t_ns += 400 * 10**9
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    serve(game.folder, *words, "--push-anywhere")
    assert browser.wait(1)[0]["body"] == "A player calls."
    time.sleep(QUIET_S)
    assert browser.asked == 1


def signed_out(arbiter, accounts):
    arbiter.leave()


def removed(arbiter, accounts):
    accounts.remove("Anke")


def changed(arbiter, accounts):
    accounts.put(Account("Anke", Role.ARBITER, KEPT + "0"))


def made_operator(arbiter, accounts):
    accounts.put(Account("Anke", Role.OPERATOR, KEPT))


@pytest.mark.parametrize("end", [signed_out, removed, changed, made_operator])
def test_it_ends_with_the_sign_in(arbiter, accounts, push_service, irregular, tmp_path, end):
    browser = push_service.browser("telephone")
    choose(arbiter, browser)
    end(arbiter, accounts)
    irregular()
    time.sleep(QUIET_S)
    assert browser.asked == 0
    assert json.loads((tmp_path / "push.json").read_text())["subscriptions"] == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(arbiter, push_service, irregular, tmp_path, status):
    browser, other = push_service.browser("gone"), push_service.browser("there")
    browser.statuses = [status]
    for one in (browser, other):
        choose(arbiter, one)
    irregular()
    other.wait(1)
    time.sleep(QUIET_S)
    held = json.loads((tmp_path / "push.json").read_text())["subscriptions"]
    assert [one["endpoint"] for one in held] == [other.endpoint]
    assert browser.asked == 1


def test_what_was_not_taken_is_sent_again_and_no_redirection_is_followed(arbiter, push_service, irregular):
    browser = push_service.browser("telephone")
    push_service.browser("elsewhere")
    browser.statuses = [503, 302]
    choose(arbiter, browser)
    irregular()
    browser.wait(1, 60.0)
    assert (browser.asked, push_service.browsers["/elsewhere"].asked) == (3, 0)

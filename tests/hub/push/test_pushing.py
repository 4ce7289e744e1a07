"""Alerts reach a locked telephone: from a journal to a push service, which decrypts what came."""

import json
import stat
import time

import pytest

from hub.access.accounts import Account, Role
from hub.app import BOARDS
from hub.push import outbox, sender
from record.events.of_game import Alert
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen
from tests.hub.push.conftest import KEPT, sent_here


def held(tmp_path, key="subscriptions"):
    return json.loads((tmp_path / "push.json").read_text())[key]


def called(game):
    """A player calls; the row of it."""
    told = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    return game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (told,)), game.t_ns)


def test_a_real_server_tells_it_once_also_while_another_service_is_silent(arbiter, server, push_services, irregular, game, tmp_path):
    service, silent = push_services(), push_services()
    service.key = arbiter.ask()[1]["key"]
    browser, waiting = service.browser("telephone"), silent.browser("telephone")
    for one in (browser, waiting):
        assert arbiter.ask(one.keys) == (200, {"told": True})
    silent.answers.clear()
    row = irregular()
    [told] = browser.wait(1)
    began_s = time.monotonic()
    tag, url = f"damcam/1/{game.folder.name}/{row}-0", f"/desk/1#alert-{row}-0"
    title = "Board 3: the arbiter is asked for"
    assert told == {"title": title, "body": "Art. 27c", "tag": tag, "url": url, "lang": "en", "settled": False}
    headers = browser.headers[0]
    assert (headers["urgency"], headers["ttl"], headers["content-encoding"]) == ("high", "1800", "aes128gcm")
    assert (headers["claims"]["sub"], headers["claims"]["aud"]) == ("https://localhost", f"http://localhost:{service.server_port}")
    game.move("black", 19, 23)
    settled = browser.wait(2)[1]
    assert time.monotonic() - began_s < sender.TIMEOUT_S  # the other service is waited for so long
    assert (settled["tag"], settled["settled"], settled["body"]) == (tag, True, "Settled.")
    assert browser.headers[1]["topic"] == headers["topic"]
    before_s = time.monotonic()
    arbiter.find_token("desk/1")
    assert (time.monotonic() - before_s < 2, waiting.told, browser.asked) == (True, [], 2)
    for name in ("push.json", "push_key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_call_is_told_in_the_arbiters_language_and_ends_when_seen(pages, game, push_service):
    browser = push_service.browser("telephone")
    pages.choose(browser, "nl")
    row = called(game)
    pages.look()
    [told] = browser.told
    assert (told["title"], told["body"], told["lang"]) == ("Bord 3: de arbiter wordt gevraagd", "Een speler roept.", "nl")
    assert set(told) == {"title", "body", "tag", "url", "lang", "settled"}
    game.journal.append(AlertSeen(game.t_ns, "Anke", f"{row}-0"), game.t_ns)
    pages.look()
    assert browser.told[1]["body"] == "Afgehandeld."


def test_no_restart_tells_it_again_and_what_came_meanwhile_is_told(pages, start, game, push_service, irregular):
    browser = push_service.browser("telephone")
    pages.choose(browser)
    irregular()
    pages.look()
    assert browser.asked == 1
    game.move("black", 19, 23)
    irregular("27b")
    later = start()
    for _ in range(3):
        later.look()
    assert sorted((one["body"], one["settled"]) for one in browser.told[1:]) == [("Art. 27b", False), ("Settled.", True)]
    assert browser.asked == 3


def test_a_restart_amid_sending_tells_it_after_it(pages, start, push_service, irregular, tmp_path):
    """Nothing counts as told before a push service was asked, and one that is silent keeps nobody."""
    browser = push_service.browser("telephone")
    pages.choose(browser)
    push_service.answers.clear()
    irregular()
    pages.app.extensions[BOARDS].first.desk.look()
    before_s = time.monotonic()
    for _ in range(3):
        pages.pusher.look()
    assert (time.monotonic() - before_s < 1, held(tmp_path, "told")) == (True, [])
    push_service.answers.set()
    start().look()
    assert len(held(tmp_path, "told")) == 1
    assert {one["tag"] for one in browser.told} == {f"damcam/{held(tmp_path, 'told')[0]['alert']}"}


def test_an_old_alert_is_not_told_after_a_restart(pages, game, push_service, irregular):
    browser = push_service.browser("telephone")
    pages.choose(browser)
    irregular()
    game.t_ns += 400 * 10**9
    called(game)
    pages.look()
    assert [one["body"] for one in browser.told] == ["A player calls."]


def signed_out(client, accounts):
    client.post("/logout", data={"token": client.environ_base["HTTP_X_TOKEN"]})


def removed(client, accounts):
    accounts.remove("Anke")


def changed(client, accounts):
    accounts.put(Account("Anke", Role.ARBITER, KEPT + "0"))


def made_operator(client, accounts):
    accounts.put(Account("Anke", Role.OPERATOR, KEPT))


@pytest.mark.parametrize("end", [signed_out, removed, changed, made_operator])
def test_it_ends_with_the_sign_in(pages, accounts, push_service, irregular, tmp_path, end):
    browser = push_service.browser("telephone")
    client = pages.choose(browser)
    assert len(held(tmp_path)) == 1
    end(client, accounts)
    irregular()
    pages.look()
    assert (browser.asked, held(tmp_path)) == (0, [])


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(pages, push_service, irregular, tmp_path, status):
    browser, other = push_service.browser("gone"), push_service.browser("there")
    browser.statuses = [status]
    for one in (browser, other):
        pages.choose(one)
    irregular()
    pages.look()
    assert [one["endpoint"] for one in held(tmp_path)] == [other.endpoint]
    assert (browser.asked, other.asked) == (1, 1)


def test_what_was_not_taken_is_sent_again_and_no_redirection_is_followed(pages, push_service, irregular, monkeypatch):
    monkeypatch.setattr(outbox, "RETRIES_S", (0.0, 0.0))
    browser = push_service.browser("telephone")
    push_service.browser("elsewhere")
    browser.statuses = [503, 302]
    pages.choose(browser)
    irregular()
    until_s = time.monotonic() + 20
    while not browser.told and time.monotonic() < until_s:
        pages.look()
    assert (browser.asked, len(browser.told), push_service.browsers["/elsewhere"].asked) == (3, 1, 0)


def test_who_was_not_told_yet_hears_nothing_of_what_is_settled(pages, game, push_service, irregular, monkeypatch):
    monkeypatch.setattr(outbox, "RETRIES_S", (3600.0,))
    browser, other = push_service.browser("busy"), push_service.browser("there")
    browser.statuses = [503]
    for one in (browser, other):
        pages.choose(one)
    irregular()
    pages.look()
    game.move("black", 19, 23)
    pages.look()
    assert (browser.asked, [one["settled"] for one in other.told]) == (1, [False, True])


def test_a_service_that_answers_byte_by_byte_is_given_a_time(push_service, pages, monkeypatch):
    monkeypatch.setattr(sender, "TOTAL_S", 0.2)
    push_service.answers.clear()
    browser = push_service.browser("telephone")
    message = outbox.PushMessage(browser.endpoint, browser.keys["p256dh"], browser.keys["auth"], "{}", "https://a.org", 60, "high", "t")
    [answer] = sent_here([message], pages.pusher.key().private, anywhere=True)
    assert (answer.status, answer.why) == (0, "localhost gave no answer in time")
    push_service.answers.set()


def test_more_services_than_senders_and_more_messages_than_are_kept(caplog):
    """Each service is sent to in its turn, and the oldest message goes where too many wait."""

    def message(number):
        return outbox.PushMessage(f"https://push-{number}.org/a", "", "", "", "", 60, "high", str(number))

    sent = []
    box = outbox.Outbox(lambda messages: [outbox.PushAnswer(201, "") for one in messages if not sent.append(one.topic)])
    for number in range(outbox.MAX_WAITING + 1):
        box.put(message(number))
    assert "0" not in box.untried()
    assert "the oldest is dropped" in caplog.text
    until_s = time.monotonic() + 20
    while box.untried() and time.monotonic() < until_s:
        box.send_due()
        box.gone()
    assert sorted(map(int, sent)) == list(range(1, outbox.MAX_WAITING + 1))

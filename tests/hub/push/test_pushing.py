"""Alerts reach a locked telephone: from a journal to a push service, which decrypts what came. `test_telephone_page` has a real server."""

import json

import pytest

from hub.access.accounts import Account, Role
from hub.app import BOARDS
from hub.push import outbox, sender
from record.events.of_game import Alert
from record.events.of_players import PlayerSaid
from record.events.of_record import AlertSeen
from tests.hub.push.conftest import sent_here
from tests.support.signing import KEPT, sign_out
from tests.support.waiting import WITHIN_S, wait_until


def held(tmp_path, key="subscriptions"):
    return json.loads((tmp_path / "push.json").read_text())[key]


def called(game):
    """A player calls; the row of it."""
    told = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    return game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (told,)), game.t_ns)


@pytest.fixture
def chosen(pages, push_service):
    """Makes a browser of Anke's that has chosen to be told."""

    def choose(name="telephone", lang="en"):
        browser = push_service.browser(name)
        browser.client = pages.choose(browser, lang)
        return browser

    return choose


@pytest.fixture
def patient(monkeypatch):
    """A service that is silent is waited for longer than any test."""
    for name in ("TIMEOUT_S", "TOTAL_S"):
        monkeypatch.setattr(sender, name, 10 * WITHIN_S)


@pytest.mark.usefixtures("system")
def test_what_is_told_by_one_service_waits_for_no_other_that_is_silent(pages, game, patient, push_services, irregular):
    service, silent = push_services(), push_services()
    waiting, browser = silent.browser("telephone"), service.browser("telephone")
    for one in (waiting, browser):
        pages.choose(one)
    silent.answers.clear()
    desk = pages.app.extensions[BOARDS].first.desk
    irregular()
    wait_until(lambda: desk.look() or pages.pusher.look() or len(browser.told) == 1)
    game.move("black", 19, 23)
    wait_until(lambda: desk.look() or pages.pusher.look() or len(browser.told) == 2)
    assert ([one["settled"] for one in browser.told], waiting.asked, waiting.told) == ([False, True], 1, [])


def test_a_call_is_told_in_the_arbiters_language_and_ends_when_seen(pages, game, chosen):
    browser = chosen(lang="nl")
    row = called(game)
    pages.look()
    [told] = browser.told
    assert (told["title"], told["body"], told["lang"]) == ("Bord 3: de arbiter wordt gevraagd", "Een speler roept.", "nl")
    assert set(told) == {"title", "body", "tag", "url", "lang", "settled"}
    game.journal.append(AlertSeen(game.t_ns, "Anke", f"{row}-0"), game.t_ns)
    pages.look()
    assert browser.told[1]["body"] == "Afgehandeld."


def test_no_restart_tells_it_again_and_what_came_meanwhile_is_told(pages, start, game, chosen, irregular):
    browser = chosen()
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


def test_a_restart_amid_sending_tells_it_after_it(pages, start, patient, chosen, push_service, irregular, tmp_path):
    """Nothing counts as told before a push service was asked, and one that is silent keeps nobody."""
    browser = chosen()
    push_service.answers.clear()
    irregular()
    pages.app.extensions[BOARDS].first.desk.look()
    for _ in range(3):
        pages.pusher.look()
    assert held(tmp_path, "told") == []
    push_service.answers.set()
    start().look()
    assert len(held(tmp_path, "told")) == 1
    assert {one["tag"] for one in browser.told} == {f"damcam/{held(tmp_path, 'told')[0]['alert']}"}


def test_an_old_alert_is_not_told_after_a_restart(pages, game, chosen, irregular):
    browser = chosen()
    irregular()
    game.t_ns += 400 * 10**9
    called(game)
    pages.look()
    assert [one["body"] for one in browser.told] == ["A player calls."]


ENDS = {
    "signed out": lambda client, _accounts: sign_out(client),
    "removed": lambda _client, accounts: accounts.remove("Anke"),
    "another password": lambda _client, accounts: accounts.put(Account("Anke", Role.ARBITER, KEPT + "0")),
    "made an operator": lambda _client, accounts: accounts.put(Account("Anke", Role.OPERATOR, KEPT)),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_it_ends_with_the_sign_in(pages, accounts, chosen, irregular, tmp_path, end):
    browser = chosen()
    assert len(held(tmp_path)) == 1
    end(browser.client, accounts)
    irregular()
    pages.look()
    assert (browser.asked, held(tmp_path)) == (0, [])


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(pages, chosen, irregular, tmp_path, status):
    browser, other = chosen("gone"), chosen("there")
    browser.statuses = [status]
    irregular()
    pages.look()
    assert [one["endpoint"] for one in held(tmp_path)] == [other.endpoint]
    assert (browser.asked, other.asked) == (1, 1)


def test_what_was_not_taken_is_sent_again_and_no_redirection_is_followed(pages, chosen, push_service, irregular, monkeypatch):
    monkeypatch.setattr(outbox, "RETRIES_S", (0.0, 0.0))
    browser = chosen()
    push_service.browser("elsewhere")
    browser.statuses = [503, 302]
    irregular()
    wait_until(lambda: pages.look() or browser.told)
    assert (browser.asked, len(browser.told), push_service.browsers["/elsewhere"].asked) == (3, 1, 0)


def test_who_was_not_told_yet_hears_nothing_of_what_is_settled(pages, game, chosen, irregular, monkeypatch):
    monkeypatch.setattr(outbox, "RETRIES_S", (3600.0,))
    browser, other = chosen("busy"), chosen("there")
    browser.statuses = [503]
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
    assert len(caplog.records) == 1
    wait_until(lambda: box.send_due() or box.gone() or not box.untried())
    assert sorted(map(int, sent)) == list(range(1, outbox.MAX_WAITING + 1))

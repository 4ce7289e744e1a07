"""A notice on its whole way: an address set on the page, an alert in the journal, the program that sends, and the servers that take it."""

import re

import pytest
from playwright.sync_api import expect

from hub.app import BOARDS
from hub.push import sender
from hub.push.pusher import Pusher
from hub.push.sending import SendingProgram
from tests.hub.arbiters import admit, enter
from tests.hub.push.conftest import ADDRESS
from tests.hub.push.receiving import Mail, Ntfy
from tests.support.waiting import wait_until

TEXT = "Board 3: look at the desk"
TRIAL = "A trial notice of damcam"
HOUR_S = 3600.0


@pytest.fixture
def ntfy(system):
    server = Ntfy()
    yield server
    server.close()


@pytest.fixture
def dripping(system):
    server = Ntfy(drips=True)
    yield server
    server.close()


@pytest.fixture
def mail(system):
    server = Mail()
    yield server
    server.close()


@pytest.fixture
def server(serve, game, tmp_path):
    game.open(board="3")
    return serve(game.folder, *admit(tmp_path))


def see_the_whole_header_of_a_laptop(page):
    """The bar of alerts covers nothing of it."""
    expect(page.locator("#bar")).to_be_visible()
    for width, height in ((1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for name in ("The evening", "Sound: off", "Telephones", "Sign out"):
            page.locator(".top").get_by_text(name, exact=True).click(trial=True)


def test_addresses_set_at_the_desk_get_a_trial_and_then_the_alert_and_the_desk_waits_for_neither(page, server, ntfy, mail, irregular):
    enter(page, server.url, "desk/1")
    page.get_by_role("link", name="Telephones").click()
    for count, address in enumerate((ntfy.address("hall"), mail.address("anke@example.org")), 1):
        page.get_by_label("A new address").fill(address)
        page.get_by_role("button", name="Set and try").click()
        expect(page.get_by_role("cell", name=re.compile("^sent at"))).to_have_count(count)
    assert ntfy.notices == [("hall", "", TRIAL)]
    assert mail.mails == [("anke@example.org", TRIAL, TRIAL)]
    assert "example.org" not in page.content()
    ntfy.answers.clear()
    irregular()
    wait_until(lambda: len(ntfy.notices) == 2)
    enter(page, server.url, "desk/1")
    see_the_whole_header_of_a_laptop(page)
    ntfy.answers.set()
    wait_until(lambda: len(mail.mails) == 2)
    assert {message for _, _, message in ntfy.notices[1:]} == {TEXT}
    assert mail.mails[1:] == [("anke@example.org", TEXT, TEXT)]


def test_a_server_that_never_ends_its_answer_delays_no_other_address_and_no_later_alert(pages, tmp_path, ntfy, dripping, irregular):
    """It is released only after the other address has had three alerts: more than may be under way to one address."""
    begun = []
    pusher = Pusher(pages.app.extensions[BOARDS], tmp_path, send=lambda notices: begun.append(SendingProgram(notices, HOUR_S)) or begun[-1])
    for server in (dripping, ntfy):
        pusher.telephones.add(pusher.telephones.make(server.address("hall"), "en", "Anke"))
    dripping.answers.clear()

    def look():
        pages.app.extensions[BOARDS].first.desk.look()
        pusher.look()

    for count, article in enumerate(("27c", "27b", "27a"), 1):
        irregular(article)
        wait_until(lambda count=count: look() or len(ntfy.notices) == count)
    wait_until(lambda: len(dripping.notices) == 2)
    assert None in begun[0].outcomes()
    dripping.answers.set()
    wait_until(lambda: look() or [len(server.notices) for server in (ntfy, dripping)] == [3, 3])
    wait_until(lambda: {outcome for sending in begun for outcome in sending.outcomes()} == {"sent"})


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of plugins that apprise loads
def test_the_program_says_what_became_of_each_notice(ntfy, mail):
    addresses = (ntfy.address("hall"), mail.address("anke@example.org"), "tgram://", "ntfy://127.0.0.1:1/hall")
    notices = [{"address": address, "text": f"{TEXT}\nBoard 4: look at the desk"} for address in addresses]
    sending = SendingProgram(notices)
    assert wait_until(lambda: None not in sending.outcomes() and sending.outcomes()) == ["sent", "sent", "unusable", "failed"]
    assert sending.complaint == ""
    assert sorted(sender.send_all(notices[:1] + notices[2:])) == [(0, "sent"), (1, "unusable"), (2, "failed")]
    assert mail.mails == [("anke@example.org", f"{TEXT}; Board 4: look at the desk", f"{TEXT}\nBoard 4: look at the desk")]


def test_notices_count_as_failed_where_the_program_ends_without_their_outcomes_and_it_says_why(system):
    sending = SendingProgram([{"address": ADDRESS}])
    assert wait_until(lambda: None not in sending.outcomes() and sending.outcomes()) == ["failed"]
    assert sending.complaint == "KeyError: 'text'"


def test_a_server_that_is_silent_counts_as_failed_after_the_time_for_all(ntfy):
    ntfy.answers.clear()
    assert list(sender.send_all([], 0.0)) == []
    assert list(sender.send_all([{"address": ntfy.address("hall"), "text": TEXT}], 0.0)) == [(0, "failed")]
    ntfy.answers.set()

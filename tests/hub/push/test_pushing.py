"""Which alerts are told to telephones, in which words, how often it is tried, and what is logged of it."""

import pytest

from hub.push.pusher import MOST_UNDER_WAY, RETRIES_S
from link.enrolment import FILE_NAME as ENROLMENT_NAME
from record.events.of_game import Alert
from record.events.of_players import PlayerSaid
from tests.hub.push.conftest import ADDRESS, said

OTHER = "mailto://anke:geheim@example.org"
TEXT = "Board 3: look at the desk"
IN_DUTCH = "Bord 3: kijk bij de wedstrijdleiding"


def called(game):
    """A player calls; the row of it."""
    alert = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    return game.journal.append(PlayerSaid(game.t_ns, 0, "black", "arbiter-called", 1, 1, (alert,)), game.t_ns)


@pytest.fixture
def told(pages):
    """The pages, with an address that was set in English and one in Dutch."""
    pages.pusher.add(ADDRESS, "en", "Anke")
    pages.pusher.add(OTHER, "nl", "Anke")
    pages.sent.texts()
    return pages


def test_a_notice_names_the_board_alone_in_the_language_of_its_address_and_comes_once(told, irregular):
    """No article, verdict or name (Art. 24)."""
    assert told.look() == []
    irregular()
    assert told.look() == [TEXT, IN_DUTCH]
    assert told.look() == []
    irregular("27b")
    assert len(told.look()) == 2


def test_several_alerts_at_a_board_are_one_notice(told, game, irregular):
    irregular()
    called(game)
    assert told.look()[0] == TEXT


def test_without_an_address_nothing_is_asked_and_a_joined_board_sends_nothing(pages, irregular, tmp_path):
    irregular()
    assert pages.look() == []
    pages.pusher.add(ADDRESS, "en", "Anke")
    assert pages.sent.texts() == ["A trial notice of damcam"]
    (tmp_path / ENROLMENT_NAME).write_text("{}")
    assert pages.look() == []
    assert "This board has joined a hub" in said(pages.sign_in().get("/desk/telephones").text)
    (tmp_path / ENROLMENT_NAME).unlink()
    assert pages.look() == [TEXT]


def test_a_hub_has_addresses_of_its_own_and_sends_beside_an_enrolment(start, game, irregular, tmp_path):
    game.open(board="3")
    hub = start(is_hub=True)
    (tmp_path / ENROLMENT_NAME).write_text("{}")
    hub.pusher.add(ADDRESS, "en", "Anke")
    irregular()
    assert hub.look() == ["A trial notice of damcam", TEXT]
    assert start().pusher.telephones.all() == []


def test_what_was_not_sent_is_tried_again_after_growing_pauses_and_then_given_up(told, irregular, caplog):
    told.sent.outcomes = {ADDRESS: ["failed"] * 9}
    irregular()
    assert len(told.look()) == 2
    assert list(RETRIES_S) == sorted(set(RETRIES_S))
    for pause_s in RETRIES_S:
        assert told.look(pause_s - 0.5) == []
        assert told.look(0.5) == [TEXT], "the other address has had its notice"
    assert told.look(1e6) == []
    [line] = [record.getMessage() for record in caplog.records]
    assert "ntfy" in line
    assert "oer-it-fjild" not in line
    assert "hall.example.org" not in line


def test_a_notice_that_arrives_at_last_is_not_sent_again(told, irregular):
    told.sent.outcomes = {ADDRESS: ["failed"]}
    irregular()
    told.look()
    assert told.look(RETRIES_S[0]) == [TEXT]
    assert told.look(1e6) == []


def test_what_is_settled_meanwhile_is_not_tried_again(told, game, irregular):
    told.sent.outcomes = {ADDRESS: ["failed"]}
    irregular()
    told.look()
    game.move("black", 19, 23)
    assert told.look(1e6) == []


def test_an_old_alert_is_not_told_after_a_restart_and_a_new_one_is(told, start, game, irregular):
    irregular()
    game.t_ns += 400 * 10**9
    called(game)
    later = start()
    assert later.look() == [TEXT, IN_DUTCH]
    game.t_ns += 400 * 10**9
    game.press("black")
    assert start().look() == []


def test_a_program_that_does_not_start_or_ends_early_is_logged_and_the_notice_is_tried_again(told, irregular, caplog):
    told.sent.fault = OSError("no memory")
    irregular()
    told.look()
    assert "the program that sends notices failed: no memory" in caplog.text
    told.sent.fault, told.sent.complaint, told.sent.outcomes = None, "MemoryError", {ADDRESS: ["failed"]}
    assert len(told.look(RETRIES_S[0])) == 2
    assert "the program that sends notices failed: MemoryError" in caplog.text
    assert told.look(RETRIES_S[1]) == [TEXT]


def test_an_address_that_hangs_delays_no_other_address_and_no_later_alert(told, game, irregular):
    told.sent.hanging.add(ADDRESS)
    irregular()
    assert told.look() == [TEXT, IN_DUTCH]
    irregular("27b")
    assert told.look() == [TEXT, IN_DUTCH]
    called(game)
    assert told.look() == [IN_DUTCH], f"{MOST_UNDER_WAY} notices to the other one are under way"
    other = told.pusher.add("ntfy://other", "en", "Anke")
    assert told.pusher.last[other.id].outcome == "sent"
    assert told.sent.texts() == ["A trial notice of damcam"]
    told.sent.hanging.clear()
    assert told.look() == [TEXT]
    assert told.look(1e6) == []


def test_a_removed_address_gets_nothing_more(told, irregular):
    [first, _] = told.pusher.telephones.all()
    told.sent.outcomes = {ADDRESS: ["failed"]}
    irregular()
    told.look()
    told.pusher.telephones.remove(first.id)
    assert told.look(1e6) == []

"""One desk in two windows: two arbiters rule on the same, and a telephone sleeps in the middle of what is typed. The account is one."""

import re

from playwright.sync_api import expect

from tests.hub.arbiters import LAPTOP, PHONE, confirm, open_group, sees, sleep, state_of, wake


def test_of_two_arbiters_who_rule_on_the_same_the_second_is_told_and_loses_nothing(open_desk, game):
    anke, bauke = open_desk(LAPTOP), open_desk(PHONE)
    bauke.locator("#reason").fill("as Black says")
    for desk in (anke, bauke):
        desk.locator(".alert").get_by_role("button", name="Restore").click()
        expect(desk.get_by_role("alertdialog")).to_be_visible()
    confirm(anke)
    sees(anke, {"#told": "Done: Restore"})
    sees(bauke, {"#rulings li": re.compile("Restore"), "#ask[open]": True})
    confirm(bauke)
    sees(bauke, {"#told": re.compile("Not done: .*meanwhile"), ".alert button": 0})
    assert bauke.locator("#reason").input_value() == "as Black says"
    assert [(word.ruling, word.reason) for word in state_of(game).words] == [("restore", "")]
    open_group(bauke, "Clock")
    bauke.get_by_role("button", name="Stop the clock").click()
    for desk in (bauke, anke):
        sees(desk, {"#rulings li": re.compile("Stop the clock · as Black says")})
    sees(bauke, {"#told": "Done: Stop the clock"})
    assert [desk.locator("#rulings li[data-row]").count() for desk in (anke, bauke)] == [2, 2]


def types(phone):
    """A time and its reason, and a position in the dialog over both."""
    open_group(phone, "Clock")
    phone.locator("#white-time").fill("0:41:10")
    phone.locator("#reason").fill("a claim")
    open_group(phone, "Position")
    phone.get_by_role("button", name="Set up a position").click()
    phone.locator("#setup-fen").fill("B:W27:BK3")
    phone.locator("#setup-reason").fill("as both say")


def test_a_telephone_that_slept_has_its_form_as_it_was_and_the_game_as_it_is(open_desk, game):
    """A minute was added and a move made meanwhile: of both the arbiter is told before what he typed is ruled."""
    anke, phone = open_desk(LAPTOP), open_desk(PHONE)
    types(phone)
    sleep(phone)
    open_group(anke, "Clock")
    anke.get_by_role("button", name="White: add time").click()
    sees(anke, {"#told": "Done: White + 1:00"})
    game.move("white", 37, 32)
    wake(phone)
    sees(phone, {"#status": "Live", "#rows button": 3, "#rulings li": re.compile(r"White \+0:01:00"), "#setup-news": True})
    expect(phone.locator("#setup-now [data-square='32']")).to_have_count(1)
    typed = [phone.locator(field).input_value() for field in ("#setup-fen", "#setup-reason", "#white-time", "#reason")]
    assert typed == ["B:W27:BK3", "as both say", "0:41:10", "a claim"]
    expect(phone.locator("#setup-send")).to_be_disabled()
    phone.locator("#setup-seen").click()
    phone.locator("#setup-send").click()
    confirm(phone)
    sees(phone, {"#setup[open]": 0, "#told": "Done: Set up a position", "#standing": re.compile("Black to move")})
    open_group(phone, "Clock")
    phone.get_by_role("button", name="Set the clocks").click()
    sees(phone, {"#told": re.compile("Anke changed the clocks meanwhile")})
    phone.get_by_role("button", name="Set the clocks").click()
    sees(phone, {"#told": "Done: White 0:41:10", "#rulings li": re.compile("a claim")})
    (ruled,) = state_of(game).words
    assert (ruled.ruling, ruled.fen, ruled.reason) == ("position", "B:W27:BK3", "as both say")
    assert state_of(game).clock.white_ns == 2470 * 10**9

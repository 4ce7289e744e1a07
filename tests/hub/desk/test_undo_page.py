"""What the desk asks back, and the last ruling undone, in a real browser: an arbiter's slip, and what spectators see of it."""

import re
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, Pressed
from record.events.of_players import PlayerSaid, Said
from record.store.journal import Journal, fold
from tests.hub.arbiters import double_tap, sign_in
from tests.hub.groups import open_group
from tests.hub.test_accessible import AXE, LOOK

S = 10**9
expect.set_options(timeout=20_000)  # the session's stream opens late where many tests run beside it
DESKTOP = pytest.mark.parametrize("page", ["desktop"], indirect=True)


@pytest.fixture
def desk(page, server):
    page.goto(f"{server.url}desk/1")
    sign_in(page)
    return page


def state_of(game):
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        return fold(journal)


def say(game, side, said, text):
    """A player's word, with the alert that the service makes of it."""
    acts = "on claim" if said in (Said.DRAW_OFFERED, Said.DRAW_DECLINED) else "at once"
    told = Alert("players", "21.2" if "draw" in said else None, (), text, acts, str(said), side)
    game.journal.append(PlayerSaid(game.t_ns, game.seq, side, str(said), 1, 1, (told,)), game.t_ns)


def violations(page):
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate(LOOK, {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})


def undo(desk):
    """Undo the last ruling where the desk tells of it."""
    desk.locator("#feedback").get_by_role("button", name="Undo").click()
    desk.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()


def test_a_result_that_was_a_slip_is_told_and_undone(desk, game, server):
    viewer = desk.context.new_page()
    viewer.goto(server.url)
    desk.bring_to_front()
    open_group(desk, "Result")
    desk.get_by_role("button", name="End the game").click()
    expect(desk.locator("#told")).to_have_text("Choose the result first.")
    desk.locator("#result").select_option("White wins")
    desk.locator("#ground").select_option("20.2 · Black has resigned.")
    double_tap(desk, "[data-word=end]", "#ask [value=yes]")
    asked = desk.get_by_role("alertdialog", name="White wins: Black has resigned. Tell it?")
    expect(asked.get_by_role("button", name="Never mind")).to_be_focused()
    assert violations(desk) == []
    desk.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    desk.get_by_role("button", name="End the game").press("Enter")
    desk.keyboard.press("Escape")
    expect(desk.get_by_role("button", name="End the game")).to_be_focused()
    assert state_of(game).words == ()
    desk.keyboard.press("Enter")
    expect(asked.get_by_role("button", name="Confirm")).to_be_enabled()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator("#told")).to_have_text("Done: White wins · Black has resigned.")
    expect(viewer.locator("#result")).to_have_text("White wins")
    assert b'[Result "1-0"]' in urlopen(f"{server.url}game.pdn").read()
    expect(desk.locator(".alert").get_by_role("button", name="Restore")).to_have_count(0)
    expect(desk.locator("#undo-does")).to_have_text(
        "Undo takes back “End the game · White wins · Article 20.2 · Black has resigned.”: the game stands as before it, "
        "and an alert that it settled opens again. The clocks stand, at what they showed then; start them."
    )
    assert violations(desk) == []
    undo(desk)
    expect(desk.locator("#told")).to_have_text("Done: Undo. The clocks stand, at what they showed then; start them.")
    expect(desk.locator("#undo")).to_be_hidden()
    expect(desk.locator("#rulings li").first).to_contain_text("Undo · End the game")
    expect(desk.locator("#rulings li").nth(1)).to_have_attribute("data-undone", "")
    expect(desk.locator(".alert").get_by_role("button", name="Restore")).to_be_enabled()
    expect(viewer.locator("#result")).to_be_hidden()
    expect(viewer.locator("#told")).to_have_text("The result was taken back: the game goes on.")
    assert b'[Result "*"]' in urlopen(f"{server.url}game.pdn").read()
    state = state_of(game)
    assert (state.over, state.pending, state.clock.running, state.clock.stopped) == (False, "27c-missed", None, "white")


@DESKTOP
def test_an_undone_ruling_is_asked_back_and_only_the_last_one_is_offered(desk, game):
    open_group(desk, "Clock")
    desk.get_by_role("button", name="Set the clocks").click()
    expect(desk.locator("#told")).to_have_text("Type first what a clock is to show.")
    desk.locator(".alert").get_by_role("button", name="Let stand").click()
    expect(desk.locator("#undo-does")).to_contain_text("Let stand")
    desk.locator(".adjust").get_by_role("button", name="White: add time").click()
    expect(desk.locator("#told")).to_have_text("Done: White + 1:00")
    expect(desk.locator("#undo-does")).to_contain_text("The clocks show what they would show without it.")
    desk.locator("#feedback").get_by_role("button", name="Undo").click()
    desk.get_by_role("alertdialog").get_by_role("button", name="Never mind").click()
    assert state_of(game).undoable is not None
    with Journal.open(game.folder / "journal.sqlite") as journal:  # the service has written meanwhile
        journal.append(Pressed(3, game.t_ns + 60 * S, "white", 1, 1, "black"), game.t_ns)
    expect(desk.locator("#undo")).to_be_hidden()


@DESKTOP
def test_one_clock_alone_is_set_and_the_fields_show_the_readings(desk, game):
    shows = state_of(game).clock
    black = f"{shows.black_ns // 3600_000_000_000}:{shows.black_ns // 60_000_000_000 % 60:02}:{shows.black_ns // 1_000_000_000 % 60:02}"
    expect(desk.locator("#black-time")).to_have_value(black)
    open_group(desk, "Clock")
    desk.locator("#white-time").fill("0:41:10")
    desk.get_by_role("button", name="Set the clocks").click()
    expect(desk.locator("#told")).to_have_text("Done: White 0:41:10")
    clock = state_of(game).clock
    assert (clock.white_ns, clock.black_ns) == (2470 * S, shows.black_ns)
    desk.locator("#white-time").fill("")
    desk.locator("#black-time").fill("0:30:00")
    desk.get_by_role("button", name="Set the clocks").click()
    expect(desk.locator("#told")).to_have_text("Done: Black 0:30:00")
    after = state_of(game).clock
    assert (after.black_ns, after.white_ns) == (1800 * S, clock.white_ns - S)  # one second has passed


@DESKTOP
def test_a_draw_that_is_confirmed_late_says_so_and_settles_no_call(desk, game):
    say(game, "white", Said.ARBITER_CALLED, "White calls for you.")
    say(game, "white", Said.DRAW_OFFERED, "White offers a draw.")
    say(game, "black", Said.DRAW_ACCEPTED, "Black accepts the draw")
    game.move("white", 37, 32)
    game.move("black", 14, 19)
    alerts = desk.locator("#alerts > .alert")
    draw = alerts.filter(has_text="Black accepts the draw")
    draw.get_by_role("button", name="Confirm: Draw").click()
    agreed = "Draw: The players have agreed on a draw. It is one in an endgame alone (Art. 21.2)."
    question = f"Play went on: 2 presses were made since. {agreed} Tell it?"
    desk.get_by_role("alertdialog", name=question).get_by_role("button", name="Confirm").click()
    expect(desk.locator("#told")).to_have_text("Done: Draw · The players have agreed on a draw.")
    expect(alerts).to_have_count(1)
    expect(alerts).to_contain_text("White calls for you.")
    alerts.get_by_role("button", name="Seen").click()
    expect(alerts).to_have_count(0)


@DESKTOP
def test_a_draw_that_was_declined_is_no_open_alert(desk, game):
    say(game, "black", Said.DRAW_OFFERED, "Black offers a draw.")
    expect(desk.locator("#alerts > .alert").last).to_contain_text("Black offers a draw.")  # the fault is more urgent
    say(game, "white", Said.DRAW_DECLINED, "White declines the draw.")
    expect(desk.locator("#alerts > .alert")).to_have_count(1)
    expect(desk.locator("#alerts > .alert")).to_contain_text("19-24 is a quiet move")
    expect(desk.get_by_text("Earlier alerts (2)")).to_be_visible()


@DESKTOP
def test_after_the_closing_nothing_is_left_but_the_next_game(desk, game):
    open_group(desk, "Result")
    desk.get_by_role("button", name="Close the game").click()
    desk.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()
    link = desk.get_by_role("link", name="Next game")
    expect(link).to_be_visible()
    expect(desk.locator("#groups button:enabled")).to_have_count(0)
    enabled = "#words :is(button, input, select):enabled, .alert button:enabled, .rulings button:enabled:not([hidden] *)"
    expect(desk.locator(enabled)).to_have_count(0)
    link.click()
    expect(desk).to_have_url(re.compile("/evening$"))
    expect(desk.get_by_role("heading", level=1)).to_be_visible()

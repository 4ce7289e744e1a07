"""The desk in a real browser: signing in, three rulings on a real journal, and one that an expired session cut short."""

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, Ruled
from record.events.of_players import PlayerSaid
from record.store.journal import Journal, fold
from tests.hub.arbiters import PASSWORD
from tests.hub.groups import open_group

expect.set_options(timeout=20_000)  # the session's stream opens late where many tests run beside it


def sign_in(page, password=PASSWORD):
    page.get_by_label("Name").fill("Anke")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def confirm(page):
    page.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()


def state_of(game):
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        return fold(journal)


@pytest.mark.both_sizes
def test_an_arbiter_signs_in_and_rules(page, server, game):
    page.lost = "403"  # the browser reports the wrong password
    page.goto(f"{server.url}desk")
    sign_in(page, "another one")
    expect(page.get_by_role("alert")).to_have_text("Name or password is wrong.")
    sign_in(page)
    expect(page.get_by_role("heading", name="Arbiter's desk")).to_be_visible()
    expect(page.locator("#status")).to_have_text("Live")
    alert = page.locator(".alert")
    expect(alert).to_contain_text("19-24 is a quiet move")
    expect(alert.locator("figure svg")).to_have_count(2)
    expect(alert.locator("figure svg").first.locator(".mark")).to_have_count(2)
    alert.get_by_text("Details").click()
    alert.get_by_text("Article 27", exact=True).click()
    expect(alert.locator("blockquote").first).to_contain_text("Een slag wordt verzuimd")
    wide = "document.getElementById('about').textContent = 'W'.repeat(200); return document.documentElement.scrollWidth"
    assert page.evaluate(f"() => {{ {wide} }}") <= page.viewport_size["width"], "nothing is cut off at the side"
    alert.get_by_role("button", name="Restore").click()
    confirm(page)
    expect(page.locator("#told")).to_have_text("Done: Restore")
    expect(page.locator("#rulings li").first).to_contain_text("18:43, by Anke")
    expect(page.locator("#standing")).to_have_text("Black to move")
    expect(alert.get_by_role("button")).to_have_count(0)
    open_group(page, "Clock")
    page.locator("#white-time").fill("0:41:10")
    page.locator("#black-time").fill("0:38:5")
    page.get_by_role("button", name="Set the clocks").click()
    expect(page.locator("#told")).to_have_text("0:38:5 is no time such as 1:20:00.")
    page.locator("#black-time").fill("0:38:55")
    page.get_by_role("button", name="Set the clocks").click()
    expect(page.locator("#rulings li").first).to_contain_text("0:41:10 / 0:38:55")
    open_group(page, "Result")
    page.locator("#result").select_option("0-1")
    page.locator("#ground").select_option("20.2 · White has resigned.")
    page.locator("#reason").fill("White resigned")
    page.get_by_role("button", name="End the game").click()
    confirm(page)
    expect(page.locator("#rulings li").first).to_contain_text("End the game · Black wins · Article 20.2 · White resigned")
    state = state_of(game)
    assert [(word.ruling, word.by) for word in state.words] == [("restore", "Anke"), ("end", "Anke")]
    assert (state.result, state.article) == ("0-1", "20.2")


def test_a_ruling_that_the_session_did_not_live_to_see_is_offered_again(page, server, game):
    page.lost = "401"
    page.goto(f"{server.url}desk")
    sign_in(page)
    expect(page.locator("#status")).to_have_text("Live")
    page.context.clear_cookies()
    page.locator(".alert").get_by_role("button", name="Let stand").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert state_of(game).words == ()
    sign_in(page)
    expect(page.locator("#offered")).to_contain_text("Not sent: Let stand. Nothing was done.")
    assert state_of(game).words == ()
    page.get_by_role("button", name="Rule so now").click()
    expect(page.locator("#told")).to_have_text("Done: Let stand")
    assert [word.ruling for word in state_of(game).words] == ["stand"]
    page.reload()
    expect(page.locator("#offered")).to_be_hidden()


def test_the_next_game_takes_the_place_of_this_one(page, server, serve, game, tmp_path):
    """The next game's journal begins with row 1 again, at the same address."""
    page.goto(f"{server.url}desk")
    sign_in(page)
    expect(page.locator(".alert")).to_have_count(1)
    page.lost = "net::ERR_|404"  # the browser reports refused connections, and a picture whose game is gone
    server.stop()
    (tmp_path / "next").mkdir()
    following = type(game)(tmp_path / "next")
    serve(following.folder, *server.words, port=server.port)
    expect(page.locator("#standing")).to_have_text("The game has not begun.")
    expect(page.locator("#board > *")).to_have_count(0)
    expect(page.locator("#rows button")).to_have_count(0)
    expect(page.locator(".clocks .time")).to_have_text(["", ""])
    following.open(white="Ype")
    expect(page.locator("#about")).to_contain_text("Ype")
    expect(page.locator(".alert")).to_have_count(0)
    following.journal.close()


def test_what_is_open_stands_above_and_what_is_past_is_folded_away(page, server, game):
    """This keeps the buttons near the top on a phone. A call for the arbiter asks for no ruling, and is dismissed once seen."""
    for place in range(5):
        side = ("white", "black")[place % 2]
        lifted = Alert("14", "14", (23,), "Lifted early.", side=side)
        game.press(side)
        told = (lifted,) if place < 4 else ()
        game.journal.append(Ruled(game.seq, side, "legal", None, game.fen("B" if side == "white" else "W"), 0.9, told), game.t_ns)
    called = Alert("players", None, (), "", "at once", "arbiter-called", "black")
    game.journal.append(PlayerSaid(game.t_ns, game.seq, "black", "arbiter-called", 1, 1, (called,)), game.t_ns)
    page.goto(f"{server.url}desk")
    sign_in(page)
    earlier = page.get_by_text("Earlier alerts (5)")
    expect(earlier).to_be_visible()
    expect(page.locator(".alert:visible")).to_have_count(1)
    top = page.locator("#words").bounding_box()["y"]
    assert top < 1600, "the rulings begin below what is open, not below all that was ever told"
    page.locator(".alert:visible").get_by_role("button", name="Seen").click()
    expect(page.get_by_text("Nothing is open.")).to_be_visible()
    page.get_by_text("Earlier alerts (6)").click()
    expect(page.locator(".alert:visible")).to_have_count(6)
    expect(page.locator(".alert:visible").first).to_contain_text("Seen by Anke.")
    page.goto(f"{server.url}desk/1#{page.locator('.alert').last.get_attribute('id')}")
    page.reload()
    expect(page.locator(".alert").last).to_be_visible()

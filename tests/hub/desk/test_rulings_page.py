"""Rulings at the desk in a real browser: signing in, what the desk asks back, what is undone, and what stays at hand."""

import re
import shutil
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from record.events.of_players import Said
from tests.hub.arbiters import LAPTOP, LOW, PHONE, confirm, double_tap, elsewhere, enter, open_group, player_says, sees, sign_in, state_of
from tests.hub.desk.conftest import FRAMES
from tests.hub.desk.desk_page import form_of
from tests.support.axe import violations
from tests.support.waiting import wait_until

S = 10**9


def reads_the_alert(desk):
    alert = desk.locator(".alert")
    sees(desk, {".alert": re.compile("19-24 is a quiet move"), ".alert figure svg": 2})
    assert alert.locator("figure svg").first.locator(".mark").count() == 2
    alert.get_by_text("Details").click()
    alert.get_by_text("Article 27", exact=True).click()
    sees(desk, {".alert blockquote": re.compile("Een slag wordt verzuimd")})
    desk.evaluate("document.getElementById('about').textContent = 'W'.repeat(200)")
    for size in ({"width": 1366, "height": 768}, desk.viewport_size):
        desk.set_viewport_size(size)
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"


def connects_again(desk):
    """As a telephone does that slept."""
    before = desk.locator("#now").get_attribute("value")
    desk.evaluate("dispatchEvent(new Event('online'))")
    desk.wait_for_function("(before) => document.getElementById('now').getAttribute('value') !== before", arg=before)


def undoes_a_result(desk, viewer, game):
    """It was a slip. Spectators see both."""
    open_group(desk, "Result")
    desk.get_by_role("button", name="End the game").click()
    sees(desk, {"#told": "Not done: Choose the result first."})
    desk.locator("#result").select_option("White wins")
    desk.locator("#ground").select_option("20.2 \u00b7 Black has resigned.")
    connects_again(desk)
    assert [desk.locator(field).input_value() for field in ("#result", "#ground")] == ["1-0", "1-0 resigned"], "what was chosen stays"
    desk.locator("#reason").press("Enter")  # which rules nothing
    double_tap(desk, "[data-word=end]", "#ask [value=yes]")
    asked = desk.get_by_role("alertdialog", name="White wins: Black has resigned. Tell it?")
    expect(asked.get_by_role("button", name="Never mind")).to_be_focused()
    assert violations(desk) == []
    assert state_of(game).words == ()
    confirm(desk)
    sees(viewer, {"#result": "White wins"})
    stand = "The clocks stand, at what they showed then; start them."
    sees(desk, {".alert [data-word=restore]": False, "#undo-does": re.compile(stand), "#feedback [data-word=undo]": True})
    assert violations(desk, "#feedback, .rulings") == []
    desk.locator("#feedback").get_by_role("button", name="Undo").click()
    confirm(desk)
    last = {"#rulings li": re.compile("Undo \u00b7 End the game"), "#rulings li + li[data-undone]": True}
    sees(desk, {"#undo": False, ".alert [data-word=restore]:enabled": True, **last})
    sees(viewer, {"#result": False, "#told": "The result was taken back: the game goes on."})
    assert (state_of(game).clock.running, state_of(game).clock.stopped) == (None, "white")


def restores(desk):
    desk.locator(".alert").get_by_role("button", name="Restore").click()
    confirm(desk)
    sees(desk, {"#told": "Done: Restore", "#rulings li": re.compile("18:43, by Anke"), "#standing": "Black to move", ".alert button": 0})


def sets_the_clocks(desk, game):
    open_group(desk, "Clock")
    sets, shows = desk.get_by_role("button", name="Set the clocks"), timedelta(seconds=state_of(game).clock.white_ns // S)
    sets.click()
    sees(desk, {"#told": "Not done: Type first what a clock is to show."})
    assert desk.locator("#white-time").input_value() == str(shows)
    desk.locator("#white-time").fill("0:41:10")
    desk.locator("#black-time").fill("0:38:5")
    sets.click()
    sees(desk, {"#told": "Not done: 0:38:5 is no time such as 1:20:00."})
    desk.locator("#black-time").fill("0:38:55")
    sets.click()
    sees(desk, {"#rulings li": re.compile("0:41:10 / 0:38:55")})
    assert (state_of(game).clock.white_ns, state_of(game).clock.black_ns) == (2470 * S, 2335 * S)


def starts_the_clock_of_the_side_that_is_not_to_move(desk, game):
    """Only when asked back."""
    start, asked = desk.get_by_role("group", name="Start the clock"), desk.get_by_role("alertdialog")
    start.get_by_role("button", name="Black").click()
    sees(desk, {"#told": "Done: Start the clock \u00b7 Black"})
    start.get_by_role("button", name="White").click()
    expect(asked).to_contain_text("though Black is to move")
    asked.get_by_role("button", name="Never mind").click()
    assert state_of(game).clock.running == "black"
    start.get_by_role("button", name="White").click()
    confirm(desk)
    sees(desk, {"#told": "Done: Start the clock \u00b7 White"})
    assert state_of(game).clock.running == "white"


OVER = """(one) => { const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }"""


def reads_below_the_bar_what_was_done(desk, game):
    player_says(game, "white")
    sees(desk, {"#bar": True})
    desk.get_by_role("button", name="Stop the clock").click()
    sees(desk, {"#told": "Done: Stop the clock"})
    desk.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    done, bar = desk.locator("#told"), desk.locator("#bar").bounding_box()
    expect(done).to_be_in_viewport(ratio=0.99)
    assert done.bounding_box()["y"] >= bar["y"] + bar["height"]
    assert done.evaluate(OVER), "nothing lies over it"


def test_an_arbiter_signs_in_and_rules(page, server, game):
    """By the form, on a telephone; a spectator looks on."""
    page.lost = "400"  # what is entered wrongly is refused, which the browser reports
    page.goto(f"{server.url}desk")
    sign_in(page)
    desk, viewer = page, page.context.new_page()
    viewer.goto(server.url)
    desk.bring_to_front()
    reads_the_alert(desk)
    undoes_a_result(desk, viewer, game)
    restores(desk)
    sets_the_clocks(desk, game)
    starts_the_clock_of_the_side_that_is_not_to_move(desk, game)
    reads_below_the_bar_what_was_done(desk, game)
    assert [(word.ruling, word.by) for word in state_of(game).words] == [("restore", "Anke")], "what was undone counts no more"


def rules_once_more_after_the_session_had_ended(desk, game):
    desk.context.clear_cookies()
    desk.locator(".alert").get_by_role("button", name="Let stand").click()
    sign_in(desk)
    sees(desk, {"#offered": re.compile("Not sent: Let stand. Nothing was done.")})
    assert state_of(game).words == ()
    desk.get_by_role("button", name="Rule so now").click()
    sees(desk, {"#told": "Done: Let stand", "#undo-does": re.compile("Let stand")})
    assert [word.ruling for word in state_of(game).words] == ["stand"]


def may_undo_the_last_ruling_until_the_next_press(desk, game):
    undo = desk.locator("#feedback").get_by_role("button", name="Undo")
    undo.click()
    desk.get_by_role("alertdialog").get_by_role("button", name="Never mind").click()
    player_says(game, "white")
    desk.locator(".alert").first.get_by_role("button", name="Seen").click()
    sees(desk, {"#told": "Done: Seen", "#told-undo": False})  # the feedback is about another word
    assert state_of(game).undoable is not None
    game.move("white", 37, 32)
    sees(desk, {"#undo": False})


def confirms_a_draw_late(desk, game):
    player_says(game, "black", Said.DRAW_OFFERED)
    player_says(game, "white", Said.DRAW_ACCEPTED, "White accepts the draw")
    game.move("black", 14, 19)
    game.move("white", 41, 37)
    sees(desk, {".alert [value*='since=2']": "Confirm: Draw"})  # its offer knows of both presses
    desk.locator("#alerts > .alert").filter(has_text="White accepts the draw").get_by_role("button", name="Confirm: Draw").click()
    expect(desk.get_by_role("alertdialog")).to_contain_text("2 presses were made since")
    confirm(desk)
    sees(desk, {"#told": re.compile("Done: Draw")})


ENABLED = "#words :is(button, input, select):enabled, .alert button:enabled, .rulings button:enabled:not([hidden] *)"


def closes_the_game(desk):
    """Nothing is left but the result slip and the next game."""
    sees(desk, {"#slip": False})
    open_group(desk, "Result")
    desk.get_by_role("button", name="Close the game").click()
    confirm(desk)
    for _ in range(2):
        sees(desk, {"#next-game": True, "#slip a": True, "#groups button:enabled": 0, ENABLED: 0})
        desk.reload()
    sees(desk, {"#offered": False})
    desk.get_by_role("link", name="Next game").click()
    expect(desk).to_have_url(re.compile("/evening$"))


def test_a_ruling_outlives_the_session_and_a_game_is_closed(open_desk, game):
    desk = open_desk(LAPTOP)
    rules_once_more_after_the_session_had_ended(desk, game)
    may_undo_the_last_ruling_until_the_next_press(desk, game)
    confirms_a_draw_late(desk, game)
    closes_the_game(desk)


def test_the_next_game_takes_the_place_of_this_one(page, server, serve, game, new_game, tmp_path):
    """The next game's journal begins with row 1 again, at the same address. A result that was chosen was meant for the game before."""
    enter(page, server.url, "desk/1")
    sees(page, {".alert": 1})
    open_group(page, "Result")
    page.locator("#result").select_option("White wins")
    page.lost = "net::ERR_|404"  # the browser reports refused connections, and a picture whose game is gone
    server.stop()
    following = new_game(tmp_path / "next")
    serve(following.folder, *server.words, port=server.port)
    page.evaluate("dispatchEvent(new Event('online'))")  # it tries again at once
    sees(page, {"#standing": "The game has not begun.", "#board > *": 0, "#rows button": 0, "#white .time": "", "#black .time": ""})
    following.open(white="Ype")
    sees(page, {"#about": re.compile("Ype"), ".alert": 0})
    assert page.locator("#result").input_value() == ""


def test_a_clock_that_another_arbiter_changed_is_set_once_he_is_told(open_desk, game):
    """The page itself decides that. Anke adds a minute, and Bauke sets White's clock; the account is one."""
    bauke = open_desk(LAPTOP)
    open_group(bauke, "Clock")
    typed, sets = bauke.locator("#white-time"), bauke.get_by_role("button", name="Set the clocks")

    def anke_adds_a_minute(after, white_s=0, black_s=0):
        state = {"game": game.folder.name, "seq": 2, "after": after}
        elsewhere(bauke, "/1/rule", **form_of("add-times", white_s=white_s, black_s=black_s, **state))
        sees(bauke, {"#rulings li": re.compile(r"White \+0:01:00" if white_s else r"Black \+0:01:00")})

    typed.fill("0:41:10")
    anke_adds_a_minute(0, white_s=60)
    before = state_of(game).clock
    sets.click()
    sees(bauke, {"#told": re.compile("Anke changed the clocks meanwhile")})
    assert state_of(game).clock == before
    sets.click()
    sees(bauke, {"#told": "Done: White 0:41:10"})
    typed.fill("0:40:00")
    anke_adds_a_minute(int(bauke.locator("#position").get_attribute("data-after")), black_s=60)  # which hinders nobody
    black = state_of(game).clock.black_ns
    sets.click()
    sees(bauke, {"#told": "Done: White 0:40:00"})
    clock = state_of(game).clock
    assert (clock.white_ns, clock.black_ns >= black - 60 * S) == (2400 * S, True), "Black's minute stays"


IN_SIGHT = """(one) => { const box = one.getBoundingClientRect();
  for (let part = one.parentElement; part; part = part.parentElement) {
    const { top, bottom } = part.getBoundingClientRect();
    const clips = part.matches(".card") || getComputedStyle(part).overflowY !== "visible";
    const isPage = part === document.body || part === document.documentElement;
    if (!isPage && clips && (box.top < top - 1 || box.bottom > bottom + 1)) return false;
  }
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }"""
TIMES_BELOW = """[...document.querySelectorAll("#rows button")].map((one) => {
  const [move, time] = ["b", ".left"].map((part) => one.querySelector(part).getBoundingClientRect());
  return time.top >= move.bottom - 4 && Math.abs(time.left - move.left) < 2; })"""


def test_the_newest_move_and_the_last_ruling_are_in_sight_beside_a_picture(open_desk, game):
    for place in range(20):
        side, start, end = (("white", 37, 32), ("black", 14, 19), ("white", 32, 37), ("black", 19, 14))[place % 4]
        name = f"drawn/{game.seq + 1:04}.jpg"
        shutil.copy(FRAMES / "0006.jpg", game.folder / name)
        game.move(side, start, end, drawn=name)
    game.end("draw")
    page = open_desk(LOW)
    sees(page, {"#rulings li": re.compile("End the game · Draw"), "#rows button": 22})
    expect(page.locator("#press-picture img")).to_have_js_property("naturalWidth", 960)
    for part in ("#rows [aria-current]", "#rulings li:first-child", "#undo button", "#press-picture figcaption", "#health summary"):
        wait_until(lambda part=part: page.locator(part).evaluate(IN_SIGHT), lambda part=part: f"{part} is not wholly in sight")
    assert page.locator("#scroll").evaluate("(one) => one.scrollTop") > 0
    height, width = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert (height <= LOW[1], width <= LOW[0]) == (True, True)
    assert page.evaluate(TIMES_BELOW) == [True] * 22, "the time stands below each move"


@pytest.fixture
def plain(browser, server):
    """The desk on a telephone whose browser runs no scripts, signed in."""
    with browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{server.url}login?next=/desk/1")
        sign_in(page, live="Connecting")
        yield page


def test_without_scripts_the_board_is_seen_and_a_position_set_up(plain, game):
    """What is no position is said, and stays typed."""
    expect(plain.get_by_role("img", name=re.compile("White: 28, 31, 33, .*Black: 1, 2, "))).to_be_visible()
    assert all(plain.locator(f"#{side} .time").text_content() for side in ("white", "black"))
    assert plain.locator("html").evaluate("(html) => html.scrollWidth <= html.clientWidth"), "nothing is cut off at the side"
    plain.get_by_role("link", name="Set up a position").click()
    assert plain.get_by_label("FEN").input_value() == game.fen("W")
    plain.get_by_label("FEN").fill("B:W27:B51")
    plain.get_by_label("Reason (may be empty)", exact=True).fill("as both say")
    plain.get_by_role("button", name="Set up this position").click()
    expect(plain.locator("#told")).to_contain_text("51 is not on the board")
    assert (plain.get_by_label("FEN").input_value(), state_of(game).words) == ("B:W27:B51", ())
    plain.get_by_label("FEN").fill("B:W27:BK3")
    plain.get_by_role("button", name="Set up this position").click()
    expect(plain.get_by_text("Another position is set up, with Black to move. Tell it?")).to_be_visible()
    plain.get_by_role("button", name="Confirm").click()
    expect(plain.get_by_role("img", name="White: 27. Black: king 3.")).to_be_visible()
    assert [(word.ruling, word.fen, word.reason) for word in state_of(game).words] == [("position", "B:W27:BK3", "as both say")]


def test_without_scripts_moves_from_paper_are_looked_through_and_entered(plain, game):
    for button in ("Let stand", "Continue on paper", "Draw agreed …"):
        plain.locator("#words").get_by_role("button", name=button).click()
        if button != "Let stand":
            plain.get_by_role("button", name="Confirm").click()
        expect(plain.locator("#rulings li").first).to_contain_text(button.removesuffix(" …").replace("Draw agreed", "Draw"))
    plain.get_by_role("link", name="Moves from paper").click()
    check, typed = plain.get_by_role("button", name="Check"), plain.get_by_label("The moves from paper")
    typed.fill("31-26\n20-24")
    check.click()
    expect(plain.locator("#told")).to_contain_text("20-24")
    expect(typed).to_have_value("31-26\n20-24")
    typed.fill("31-26\n20-25")
    check.click()
    expect(plain.locator("#paper-found")).to_contain_text("All right: 2 plies")
    plain.get_by_role("button", name="Enter").click()
    plain.get_by_role("button", name="Confirm").click()
    expect(plain.locator("#rulings li").first).to_contain_text("Moves from paper · 2 plies")
    assert [button.text_content() for button in plain.locator("#rows b").all()] == ["32-28", "19-24", "31-26", "20-25"]

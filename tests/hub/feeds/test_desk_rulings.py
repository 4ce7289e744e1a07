"""Each way to rule at the desk, in a real browser and with the service's own code: position, clocks, results, paper, an ended session."""

import pytest
from playwright.sync_api import expect

from record.events.of_game import Alert, FlagFell
from tests.hub.arbiters import admit, confirm, open_group, sign_in, state_of
from tests.support.axe import violations

PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)
DESKTOP = pytest.mark.parametrize("page", ["desktop"], indirect=True)


@pytest.fixture
def server(serve, game, fault, service):
    fault()
    return serve(game.folder, *admit(game.folder))


@pytest.fixture
def desk(page, server):
    page.goto(f"{server.url}desk/1")
    sign_in(page)
    return page


def square(page, number):
    return page.locator(f"#setup-squares [data-square='{number}']")


def drag(page, start, end):
    """Drag from the middle of one element to the middle of the other."""
    for thing in (end, start):
        thing.scroll_into_view_if_needed()
    boxes = [thing.bounding_box() for thing in (start, end)]
    (x0, y0), (x1, y1) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2)
    page.mouse.move(x1, y1)
    page.mouse.up()


def lay_pieces(desk, setup):
    """Set up kings and men on an empty board: dragged, tapped, taken off again, and by keys."""
    setup.get_by_role("button", name="Clear", exact=True).click()
    expect(setup.locator("#setup-fen")).to_have_value("W:W:B")
    drag(desk, setup.get_by_role("button", name="white king", exact=True), square(desk, 28))  # from the tray
    setup.get_by_role("button", name="black man", exact=True).click()  # tapped
    square(desk, 9).click()
    square(desk, 10).click()
    square(desk, 10).click()  # off again
    setup.get_by_role("button", name="Move", exact=True).click()
    square(desk, 9).click()
    square(desk, 14).click()
    drag(desk, square(desk, 28), square(desk, 33))
    square(desk, 40).focus()  # by keys
    for key in ("1", "ArrowUp", "3", "ArrowLeft", "4"):
        desk.keyboard.press(key)
    drag(desk, square(desk, 35), setup.locator("#setup-counts"))  # off the board
    expect(square(desk, 34)).to_have_attribute("aria-label", "34: black king")
    setup.get_by_label("Black", exact=True).check()
    expect(setup.locator("#setup-counts")).to_have_text("White: 1 man, 1 king. Black: 1 man, 1 king.")
    expect(setup.locator("#setup-fen")).to_have_value("B:WK33,40:B14,K34")


@PHONE
def test_a_position_is_set_up_by_hand(desk, game):
    desk.get_by_label("Reason", exact=False).first.fill("as both players say")
    open_group(desk, "Position")
    desk.get_by_role("button", name="Set up a position").click()
    setup = desk.get_by_role("dialog", name="Set up a position")
    send, fault = setup.get_by_role("button", name="Set up this position"), setup.get_by_role("alert")
    expect(setup.locator("#setup-now")).to_be_in_viewport()
    assert desk.evaluate("document.querySelector('#setup').scrollWidth <= document.querySelector('#setup').clientWidth")
    assert violations(desk) == []
    lay_pieces(desk, setup)
    setup.get_by_label("FEN").fill("B:WK33,40:B14,K51")
    expect(fault).to_have_text("This is no FEN of a position on this board.")
    setup.get_by_label("FEN").fill("b:wk33, 40:b14,k34:H0:F1:+234+0")
    expect(setup.locator("#setup-counts")).to_contain_text("(Art. 17), Black's first: +234+0")
    send.click()
    desk.get_by_role("alertdialog").get_by_role("button", name="Never mind").click()
    expect(setup).to_be_visible()
    game.move("white", 34, 29)  # what happens meanwhile must be seen first
    expect(fault.first).to_contain_text("meanwhile")
    expect(send).to_be_disabled()
    expect(desk.locator("#setup-now [data-square='29']")).to_have_count(1)
    assert state_of(game).words == ()
    desk.get_by_role("button", name="Seen").click()
    send.click()
    confirm(desk, "Another position is set up, with Black to move. Tell it?")
    expect(desk.locator("#rulings li").first).to_contain_text("Set up a position · B:WK33,40:B14,K34:H0:F1:+234+0 · as both players say")
    expect(setup).to_be_hidden()
    (word,) = state_of(game).words
    assert (word.ruling, word.by, word.seq, word.fen) == ("position", "Anke", 3, "B:WK33,40:B14,K34:H0:F1:+234+0")


def fall(game):
    """White's time is used up, as the clock says."""
    left = state_of(game).clock
    fell = Alert("flag", "20.5", (), "White's time is used up.", "at once", side="white")
    t_ns = left.since_t_ns + left.white_ns
    game.journal.append(FlagFell(t_ns, "white", 0, left.black_ns, (fell,)), t_ns)


def rule_on_the_board(desk):
    told, last = desk.locator("#told"), desk.locator("#rulings li").first
    open_group(desk, "Position")
    desk.locator("#words").get_by_role("button", name="Let stand").click()
    expect(told).to_have_text("Done: Let stand")
    desk.get_by_role("group", name="Give the turn").get_by_role("button", name="Black").click()
    confirm(desk, "Black is to move, and the board stays as it is. Tell it?")
    expect(last).to_contain_text("Give the turn · Black")
    desk.get_by_label("Plies").fill("0")
    desk.get_by_role("button", name="Take back").click()
    expect(told).to_have_text("Not done: 0 is no whole number from 1 to 999.")
    desk.get_by_label("Plies").fill("1")
    desk.get_by_role("button", name="Take back").click()
    confirm(desk, "1 ply is taken back. Tell it?")
    expect(told).to_have_text("Done: Take back · 1 ply")


def rule_on_the_clocks(desk):
    told, last = desk.locator("#told"), desk.locator("#rulings li").first
    desk.locator("#reason").fill("a claim")
    open_group(desk, "Clock")
    desk.get_by_role("button", name="Stop the clock").click()
    expect(last).to_contain_text("Stop the clock · a claim")
    desk.get_by_label("Seconds").fill("90")
    desk.get_by_role("button", name="White: add time").click()
    expect(last).to_contain_text("Add time or take it off · White +0:01:30")
    expect(told).to_have_text("Done: White + 1:30")
    desk.get_by_role("button", name="Black: take time off").click()
    expect(last).to_contain_text("Black \N{MINUS SIGN}0:01:30")
    start = desk.get_by_role("group", name="Start the clock")
    start.get_by_role("button", name="Black").click()
    expect(told).to_have_text("Done: Start the clock · Black")
    expect(start.get_by_role("button", name="Black")).to_be_disabled()
    expect(start.get_by_role("button", name="White")).to_be_enabled()


def end_the_game(desk):
    last, told = desk.locator("#rulings li").first, desk.locator("#told")
    open_group(desk, "Result")
    desk.locator("#result").select_option("Black wins")
    desk.get_by_role("button", name="End the game").click()
    expect(told).to_have_text("Not done: Choose the ground of the result first.")
    desk.get_by_label("Ground").select_option("20.4 · White refuses to play on.")
    desk.get_by_role("button", name="End the game").click()
    confirm(desk, "Black wins: White refuses to play on. Tell it?")
    expect(last).to_contain_text("End the game · Black wins · Article 20.4 · White refuses to play on.")
    expect(desk.locator("#result")).to_have_value("")
    desk.locator("#result").select_option("Black wins")
    desk.get_by_label("Ground").select_option("0-1 other")
    desk.get_by_label("Article, such as").fill("99")
    desk.get_by_role("button", name="End the game").click()
    confirm(desk, "Black wins: Article 99. Tell it?")
    expect(told).to_contain_text("'99'")
    assert told.locator("span").get_attribute("lang") == "en"
    desk.get_by_role("button", name="Draw agreed").click()
    confirm(desk, "Draw: The players have agreed on a draw. It is one in an endgame alone (Art. 21.2). Tell it?")
    expect(last).to_contain_text("End the game · Draw · Article 21.2")
    expect(desk.locator("#standing")).to_have_text("The game is over: Draw")


@DESKTOP
def test_board_clocks_and_result_are_ruled_on_until_the_game_is_closed(desk, game):
    rulings = desk.locator("#rulings li")
    desk.lost = "400|409"  # what is entered wrongly, and an article that ends no game, are refused, which the browser reports
    rule_on_the_board(desk)
    rule_on_the_clocks(desk)
    end_the_game(desk)
    open_group(desk, "Position")
    desk.get_by_role("group", name="Give the turn").get_by_role("button", name="White").click()
    confirm(desk, "White is to move, and the board stays as it is. Tell it?")
    expect(desk.locator("#standing")).to_have_text("White to move")
    fall(game)
    expect(desk.locator("#news")).to_have_text("New alert: White's time is used up.")
    desk.locator(".alert").first.get_by_role("button", name="Confirm: Black wins").click()
    confirm(desk, "Black wins: White has exceeded the time. Tell it?")
    expect(rulings.first).to_contain_text("End the game · Black wins · Article 20.5 · White has exceeded the time.")
    expect(desk.locator(".alert").get_by_role("button")).to_have_count(0)
    open_group(desk, "Result")
    desk.get_by_role("button", name="Close the game").click()
    confirm(desk, "The recording of this game ends. After that the next one may be set up. End the recording?")
    expect(rulings.first).to_contain_text("Close the game")
    state = state_of(game)
    assert (state.closing.by, state.closing.result) == ("Anke", "0-1")
    assert [(word.result, word.article, word.by) for word in state.words if word.result] == [
        ("0-1", "20.4", "Anke"),
        ("draw", "21.2", "Anke"),
        ("0-1", "20.5", "Anke"),
    ]


@DESKTOP
def test_the_moves_on_paper_are_looked_through_and_entered(desk, game):
    open_group(desk, "Paper")
    enter, moves = desk.get_by_role("button", name="Moves from paper"), desk.get_by_label("The moves from paper")
    expect(enter).to_be_disabled()
    desk.lost = "409"
    open_group(desk, "Position")
    desk.locator("#words").get_by_role("button", name="Let stand").click()
    open_group(desk, "Paper")
    desk.get_by_role("button", name="Continue on paper").click()
    confirm(desk, "From here on the game is noted on paper, and its moves are not shown. Tell it?")
    enter.click()
    moves.fill("31-26\n20-25\n")
    desk.get_by_role("button", name="Enter", exact=True).click()
    confirm(desk, "The moves from paper are entered and shown. Tell it?")
    fault = desk.get_by_role("dialog").get_by_role("alert")
    expect(fault).to_contain_text("Not done:")  # the game goes on
    desk.get_by_role("button", name="Close", exact=True).click()
    open_group(desk, "Result")
    desk.locator("#result").select_option("White wins")
    desk.get_by_label("Ground").select_option("Without an article")
    desk.get_by_role("button", name="End the game").click()
    confirm(desk, "White wins. Tell it?")
    expect(desk.locator("#standing")).to_contain_text("The game is over")
    open_group(desk, "Paper")
    enter.click()
    expect(moves).to_have_value("31-26\n20-25\n")
    moves.fill("31-26\n20-24\n")
    desk.get_by_role("button", name="Check").click()
    expect(fault).to_contain_text("line 2, ply 2 from paper")
    moves.fill("31-26\n20-25\n36-31\n")
    desk.get_by_role("button", name="Check").click()
    expect(desk.locator("#paper-found p").first).to_have_text("All right: 3 plies, 0 of them seen too. Result: White wins.")
    assert state_of(game).entered is None
    assert violations(desk) == []
    desk.get_by_role("button", name="Enter", exact=True).click()
    confirm(desk, "The moves from paper are entered and shown. Tell it?")
    expect(desk.locator("#rulings li").first).to_contain_text("Moves from paper · 3 plies · White wins")
    entered = state_of(game).entered
    assert (entered.by, entered.moves, entered.result) == ("Anke", ("31-26", "20-25", "36-31"), "1-0")

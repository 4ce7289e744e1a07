"""The viewer's memory in a real browser: the clocks go back with the position, and each move has its time."""

from playwright.sync_api import expect


def times(page):
    return [page.locator(f"#{side} .time").text_content() for side in ("white", "black")]


def test_the_clocks_go_back_with_the_position(page, server, game):
    game.open()
    game.move("white", 32, 28, took_s=25)
    game.move("black", 19, 23, took_s=70)
    game.move("white", 37, 32, took_s=5)
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")
    page.get_by_role("button", name="19-23").click()
    expect(page.locator("#white .time")).to_have_text("1:20:35")
    assert times(page) == ["1:20:35", "1:19:50"]
    expect(page.locator("[data-running]")).to_have_count(0)
    page.keyboard.press("Home")
    assert times(page) == ["1:20:00", "1:20:00"]
    page.keyboard.press("End")
    expect(page.locator("#black")).to_have_attribute("data-running", "")
    assert times(page)[0] == "1:21:30"
    assert times(page)[1] <= "1:19:50"


def test_each_move_has_its_time_in_the_list(page, server, game):
    game.open()
    game.move("white", 32, 28, took_s=25)
    game.move("black", 19, 23, took_s=70)
    page.goto(server.url)
    expect(page.locator("td")).to_have_text(["32-280:25", "19-231:10"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_move_that_comes_while_an_earlier_one_is_looked_at_leaves_its_clocks_alone(page, server, game):
    game.open()
    game.move("white", 32, 28, took_s=25)
    game.move("black", 19, 23, took_s=70)
    page.goto(server.url)
    expect(page.locator("#status")).to_have_text("Live")
    page.keyboard.press("ArrowLeft")
    game.move("white", 37, 32, took_s=5)
    expect(page.get_by_role("button", name="37-32")).to_have_count(1)
    assert times(page) == ["1:20:35", "1:20:00"]

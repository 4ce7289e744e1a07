"""The wall in a real browser: two boards in one stream, one elsewhere that is not there, and the list of all desks."""

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from record.events.of_game import Alert, Alerted

PASSWORD = "oer it fjild"
expect.set_options(timeout=20_000)  # a stream opens late where many tests run beside it


@pytest.fixture
def games(tmp_path, new_game):
    for name in ("east", "west"):
        (tmp_path / name / "games").mkdir(parents=True)
    return [new_game(tmp_path / name / "games" / "0001").open(board=number) for name, number in (("east", "12"), ("west", "3"))]


@pytest.fixture
def server(serve, games, tmp_path):
    accounts = Accounts(tmp_path / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    keys = f"--secret-key={tmp_path / 'secret_key'}", f"--arbiters={accounts.path}"
    return serve([tmp_path / "east", tmp_path / "west"], "--board=http://127.0.0.1:9", *keys)


@pytest.mark.both_sizes
def test_all_boards_are_followed_on_one_screen(page, server, games, new_game):
    page.goto(server.url)
    tiles = page.locator(".tile")
    expect(page.locator("#status")).to_have_text("Live")
    expect(page.locator("h1")).to_have_text("Frysk Kampioenskip · Round 3")
    expect(tiles.locator("h2")).to_have_text(["Board 3", "Board 12", "127.0.0.1:9"])
    expect(tiles.nth(2).locator(".state")).to_have_text("This board does not answer")
    expect(tiles.nth(0).locator("[data-piece]")).to_have_count(40)
    games[1].move("white", 32, 28)
    expect(tiles.nth(0).locator(".state")).to_have_text("1. 32-28")
    expect(tiles.nth(0).locator('[data-square="28"]')).to_have_count(1)
    expect(tiles.nth(0).locator("[data-side='black']")).to_have_attribute("data-running", "")
    face = tiles.nth(0).locator("[data-side='black'] .time")
    before = face.text_content()
    expect(face).not_to_have_text(before)
    games[0].close("draw")
    expect(tiles.nth(1).locator(".state")).to_have_text("Draw")
    new_game(games[0].folder.parent / "0002").open(board="12", white="Ype")
    expect(tiles.nth(1).locator("[data-side='white'] .name")).to_have_text("Ype")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], "nothing is cut off at the side"
    if page.viewport_size["width"] > 1000:
        assert page.evaluate("document.documentElement.scrollHeight") <= page.viewport_size["height"], "all boards are seen at once"
    tiles.nth(0).get_by_role("link", name="Board 3").click()
    expect(page).to_have_url(f"{server.url}board/3")
    expect(page.locator("[aria-current]", has_text="32-28")).to_have_count(1)


LEADS_TO = """(board) => {
  const { left, top, width, height } = board.getBoundingClientRect();
  const steps = Array.from({ length: 19 }, (_step, number) => (number + 0.5) / 19);
  const points = steps.flatMap((across) => steps.map((down) => [left + across * width, top + down * height]));
  return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest("a")?.getAttribute("href") === "/board/3").length;
}"""
"""JavaScript that counts at how many of 361 points of a board a click goes to board 3."""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), pytest.param((1366, 500), marks=pytest.mark.slow)])
def test_the_whole_board_is_the_link(browser, server, size):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(server.url)
    board = page.locator(".tile").nth(0).locator(".board")
    expect(page.locator(".tile").nth(0).locator("h2")).to_have_text("Board 3")
    assert board.evaluate(LEADS_TO) == 361
    box = board.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 3, box["y"] + box["height"] / 3)
    expect(page).to_have_url(f"{server.url}board/3")
    page.get_by_role("link", name="All boards").click()
    expect(page).to_have_url(f"{server.url}wall")
    page.close()


NAMES = ("Anne-Sjoukje van der Meulen-Hoekstra-Terpstra", "Willem Jan Bartholomeus van Blankenstein-Oosterhuis")
CUT = """() => [...document.querySelectorAll(".name")].flatMap((name) => {
  const broken = [...name.textContent.matchAll(/[^ -]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(name.firstChild, index);
    range.setEnd(name.firstChild, index + word.length);
    return range.getClientRects().length > 1;
  });
  return [...broken.map(([word]) => word), ...(name.scrollHeight > name.clientHeight ? [name.textContent] : [])];
})"""
"""JavaScript that lists the words of names that are broken over two lines, and the names that are cut off."""


@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.slow), (360, 640), (1024, 768)])
def test_the_longest_names_are_read_whole(browser, server, games, new_game, size):
    for game, number in zip(games, ("12", "3"), strict=True):
        game.close("draw")
        new_game(game.folder.parent / "0002").open(board=number, white=NAMES[0], black=NAMES[1])
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(server.url)
    expect(page.locator(".name", has_text=NAMES[1])).to_have_count(2)
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_the_wall_leads_to_the_rounds_and_their_results(page, server, games, new_game):
    games[0].close("draw")
    page.goto(server.url)
    rounds = page.locator("#rounds a")
    expect(rounds).to_have_text(["Round 3 · results"])
    new_game(games[0].folder.parent / "0002").open(board="12", round="4")
    expect(rounds).to_have_text(["Round 3 · results", "Round 4 · results"])
    games[1].close("1-0")
    new_game(games[1].folder.parent / "0002").open(board="3", round="4")
    expect(rounds).to_have_text(["Round 3", "Round 4 · results"])
    rounds.first.click()
    expect(page).to_have_url(f"{server.url}frysk-kampioenskip/3")
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody")).to_contain_text("White wins")
    page.get_by_role("link", name="All boards").click()
    expect(rounds).to_have_text(["Round 3", "Round 4 · results"])


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_between_two_rounds_the_wall_leads_to_the_results_of_the_last(page, server, games, new_game):
    page.goto(server.url)
    later = []
    for game in games:
        game.close("draw")
        later.append(new_game(game.folder.parent / "0002"))
    rounds = page.locator("#rounds a")
    expect(page.locator(".tile .state", has_text="Not begun yet")).to_have_count(2)
    expect(rounds).to_have_text(["Round 3 · results"])
    page.reload()
    expect(rounds).to_have_text(["Round 3 · results"])
    later[0].open(board="12", round="4")
    expect(rounds).to_have_text(["Round 3", "Round 4 · results"])


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_an_address_that_is_not_there_leads_to_the_wall(page, server):
    page.lost = "404"  # the browser reports it
    page.goto(f"{server.url}nothing")
    page.get_by_role("link", name="To all boards").click()
    expect(page).to_have_url(f"{server.url}wall")


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
@pytest.mark.both_sizes
def test_the_list_of_desks_tells_where_something_waits(page, server, games):
    page.goto(f"{server.url}desk")
    page.get_by_label("Name").fill("Anke")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    rows = page.locator("#desks li")
    expect(rows.locator(".open")).to_have_text(["Nothing open", "Nothing open"])
    games[1].journal.append(Alerted(0, (Alert("resumed", None, (), "The clock waits.", "at once"),)), 0)
    expect(rows.nth(1).locator(".open")).to_have_text("1 alert open")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], "nothing is cut off at the side"
    rows.nth(1).get_by_role("link", name="Board 3").click()
    expect(page).to_have_url(f"{server.url}desk/3")
    expect(page.locator(".alert")).to_contain_text("The recorder was without power.")

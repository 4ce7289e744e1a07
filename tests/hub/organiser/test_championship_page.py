"""A championship as an organiser runs it in Chromium, from an empty hub to the printed standings; the boards are simulated."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hub.events.event_file import read_event
from tests.hub.arbiters import admit, sign_in
from tests.hub.simulated_boards import SimulatedBoard
from tests.hub.test_accessible import AXE, COLOURS, EVERYTHING, LOOK
from tests.hub.test_no_english import TEXTS, sentences

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
KEY = "frysk-snelkampioenskip"
PLAYERS = (
    "Jelle de Vries;Drachten",
    "Sytske Hoekstra;Ljouwert",
    "Ype Bouma;Snits",
    "Auke Zijlstra;Drachten",
    "Durk Postma;Ljouwert",
    "Hiske Bakker;Harns",
    "Wytse Vos;Snits",
    "Nynke Smit;Drachten",
    "Gerben Dijkstra;Harns",
    "Tryntsje van der Meulen;Harns",
    "Foppe Hiemstra;Frjentsjer",
    "Ale Kooistra;Boalsert",
)
LIST = "id;naam;klup\n" + "".join(f"p{number};{line}\n" for number, line in enumerate(PLAYERS, 1))
BEST = ("p1", "p2")
"""They win all their games but the one with each other, which is drawn: they share the first place."""
ROUNDS, BOARDS = 7, 6
PICTURES = os.environ.get("PICTURES")
"""The folder to which the pages are drawn, to be looked at."""
expect.set_options(timeout=20_000)
pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def boards(tmp_path):
    made = [SimulatedBoard(tmp_path, str(number)) for number in range(1, BOARDS + 1)]
    for board in made:
        board.start()
    yield made
    for board in made:
        board.stop()


@pytest.fixture
def server(serve, boards, tmp_path):
    return serve([board.state for board in boards], *admit(tmp_path), "--events", str(tmp_path / "events"))


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", locale="en-GB")
    page, errors = context.new_page(), []
    page.set_default_timeout(30_000)
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert [error for error in errors if "400 (BAD REQUEST)" not in error] == [], "a form that is refused is such an error to Chromium"


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page="screen" not in name)


def fits(page: Page, name: str) -> None:
    """Nothing of the page is cut off, and it is drawn to be looked at."""
    page.wait_for_load_state()
    picture(page, name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def is_well(page: Page, name: str, rules: object = EVERYTHING) -> None:
    """The page fits, and axe finds nothing by these rules."""
    fits(page, name)
    page.evaluate(AXE.read_text())
    assert page.evaluate(LOOK, rules) == [], name


def make_the_event(page: Page, folder: Path) -> None:
    page.get_by_label("Name", exact=True).fill("Frysk Snelkampioenskip")
    page.get_by_label("Competition").select_option("F")
    page.get_by_label("Rounds (F)").fill(str(ROUNDS))
    page.get_by_label("Date").fill("2026-11-21")
    page.get_by_role("button", name="Make the event").click()
    (folder / "wrong.csv").write_text(LIST + "p1;Jelle;Snits\n")
    page.get_by_label("File").set_input_files(folder / "wrong.csv")
    page.get_by_role("button", name="Enter the list").click()
    expect(page.get_by_role("alert")).to_have_text("line 14: p1 is in line 2 already")
    expect(page.get_by_role("heading", name="0 entries")).to_be_visible()
    (folder / "list.csv").write_text(LIST)
    page.get_by_label("File").set_input_files(folder / "list.csv")
    page.get_by_role("button", name="Enter the list").click()
    expect(page.get_by_role("heading", name="12 entries")).to_be_visible()
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Draw by lot", exact=True).click()
    expect(page.get_by_text("The lot was drawn with seed 7.")).to_be_visible()
    is_well(page, "entries")


def result_of(white: str, black: str) -> str:
    """The two best win but against each other; of the rest the lower number does, and some games are drawn."""
    if {white, black} == set(BEST):
        return "draw"
    if {white, black} & set(BEST):
        return "1-0" if white in BEST else "0-1"
    first, second = int(white[1:]), int(black[1:])
    return "draw" if (first + second) % 5 == 0 else "1-0" if first < second else "0-1"


def play_a_round(page: Page, number: int, boards: list[SimulatedBoard], event: Path) -> None:
    """Pair it with one tap, give the boards, and confirm what they say."""
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    page.get_by_role("button", name="Give boards and names").click()
    expect(page.locator("[data-good]")).to_contain_text("Board 1: White is")
    state = read_event(event).state
    games = [game for game in state.rounds[-1].games if not game.pair & state.out]
    names = {one.id: one.name for one in state.entrants}
    by_board = {board.number: board for board in boards}
    for game in games:
        board = by_board[state.boards[number, game.white, game.black]]
        assert board.names == (names[game.white], names[game.black])
        board.play(result_of(game.white, game.black))
    expect(page.get_by_text(f"A board has a result that waits for you: {len(games)}")).to_be_visible()
    if number == 1:
        is_well(page, "round")
    page.get_by_role("button", name="Confirm all results of the boards").click()
    expect(page.locator("#round .result")).to_have_count(len(games))


def correct_and_withdraw(page: Page, event: Path) -> None:
    """A result is corrected with a reason, the board's other word is shown; somebody withdraws."""
    game = next(game for game in read_event(event).state.rounds[0].games if not game.pair & set(BEST))
    wrong = {"1-0": "0-1", "0-1": "1-0", "draw": "1-0"}[result_of(game.white, game.black)]
    page.goto(f"{page.url.partition('?')[0]}?round=1")
    row = page.locator(f"li:has(input[value={game.white}][name=white])").first
    row.get_by_text("Correct").first.click()
    row.get_by_label("Result").select_option(wrong)
    row.get_by_label("Reason").fill("the clock was set wrongly")
    row.get_by_role("button", name="Correct").click()
    expect(page.locator("[data-good]")).to_contain_text("before: round 1")
    expect(page.get_by_text("The board says something else than what was entered: 1")).to_be_visible()
    is_well(page, "differs")
    page.get_by_role("link", name="Entries").click()
    page.get_by_label("Who").select_option("p12")
    page.locator("form:has([value=withdraw])").get_by_label("Reason").fill("ill")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("[data-good]")).to_have_text("Ale Kooistra withdrew")
    page.get_by_role("link", name="Rounds", exact=True).click()


def pair_one_by_hand(page: Page, server) -> None:
    """By hand the system's proposal stands beside, and a rule that is broken is named; nothing is made of it."""
    page.get_by_role("link", name="Pair by hand").click()
    proposed, again = page.locator(".proposal li"), page.get_by_role("link", name="Look again")
    expect(proposed.first.or_(again)).to_be_visible()
    while again.is_visible():  # the engine is still at work
        again.click()
        expect(proposed.first.or_(again)).to_be_visible()
    expect(proposed).to_have_count(5)
    white, black = page.get_by_label("White").first, page.get_by_label("Black").first
    one, other = white.input_value(), page.get_by_label("Black").nth(4).input_value()
    mine = black.input_value()
    black.select_option(other)
    page.get_by_label("Black").nth(4).select_option(mine)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert")).to_contain_text("appendix 3")
    is_well(page, "hand")
    page.get_by_role("button", name="Make this round").click()
    expect(page.get_by_role("alert").first).to_contain_text("tick the box")
    page.goto(f"{server.url}organise/{KEY}")
    assert (one, other) != ("", "")


def play_it_off(page: Page) -> None:
    """The first two are equal: a game, drawn, and another with colours changed."""
    page.get_by_role("link", name="To the standings").click()
    expect(page.get_by_role("heading", name="Standings", exact=True)).to_be_visible()
    is_well(page, "tie")
    page.get_by_label("Result").select_option("draw")
    page.get_by_role("button", name="Enter the play-off").click()
    page.get_by_label("Result").select_option("1-0")
    page.get_by_role("button", name="Enter the play-off").click()
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(page.locator(".standings .place").first).to_have_text("1")
    expect(page.locator(".standings .why").nth(1)).to_contain_text("play-off")
    is_well(page, "final")


def nothing_stays_english(page: Page, server) -> None:
    """No three words in a row are the same in two languages, apart from names and what somebody wrote."""
    said: dict[str, set[str]] = {}
    for lang in ("en", "nl", "fy"):
        for path in ("", "/entries", "/standings", "/publish", "/log", "/hand"):
            page.goto(f"{server.url}organise/{KEY}{path}?lang={lang}")
            page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
            said.setdefault(lang, set()).update(page.evaluate(TEXTS))
        page.goto(f"{server.url}organise?lang={lang}")
        said[lang].update(page.evaluate(TEXTS))
    without = {lang: sentences({text.replace("Tryntsje van der Meulen", "") for text in texts}) for lang, texts in said.items()}
    assert len(without["en"]) > 100
    assert without["en"] & (without["nl"] | without["fy"]) <= {"the clock was", "clock was set", "was set wrongly"}, (
        "the reason is the arbiter's"
    )


def turns_by_itself(page: Page, server) -> None:
    """The projector shows one table after the other, until somebody holds it."""
    page.clock.install()
    page.goto(f"{server.url}tournaments/{KEY}/screen")
    shown = page.locator(".panel:visible h2")
    for title in (f"Round {ROUNDS}", "Final standings", "Play-offs", "Crosstable", f"Round {ROUNDS}"):
        expect(shown).to_have_text(title)
        page.clock.run_for(12_000)
    expect(shown).to_have_text("Final standings")
    page.get_by_role("button", name="Stay").click()
    page.clock.run_for(30_000)
    expect(shown).to_have_text("Final standings")
    page.clock.resume()


def look_at_the_public_pages(page: Page, server, folder: Path) -> None:
    """Three languages, both widths, the projector, the wall's link, the JSON, and what is printed."""
    nothing_stays_english(page, server)
    for lang, title in (("nl", "Eindstand"), ("fy", "Einstân"), ("en", "Final standings")):
        page.goto(f"{server.url}tournaments/{KEY}?lang={lang}")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.locator("#status")).to_have_attribute("data-state", "live")
        fits(page, f"public-{lang}")
        page.goto(f"{server.url}organise/{KEY}?lang={lang}")
        fits(page, f"round-{lang}")
    page.set_viewport_size(LAPTOP)
    for path, name in ((f"tournaments/{KEY}", "public-wide"), (f"tournaments/{KEY}/screen", "screen"), (f"organise/{KEY}", "round-wide")):
        page.goto(f"{server.url}{path}")
        is_well(page, name)
    turns_by_itself(page, server)
    page.emulate_media(color_scheme="dark")
    for path in (
        f"tournaments/{KEY}",
        f"tournaments/{KEY}/screen",
        f"organise/{KEY}",
        f"organise/{KEY}/publish",
        f"organise/{KEY}/log",
        "organise",
    ):
        page.goto(f"{server.url}{path}")
        is_well(page, f"{path.replace('/', '-')}-dark", COLOURS)
    page.emulate_media(color_scheme="light")
    page.goto(f"{server.url}wall")
    expect(page.get_by_role("link", name="Standings: Frysk Snelkampioenskip")).to_be_visible()
    for what in ("pairings", "cards", "slips", "crosstable", "standings"):
        page.goto(f"{server.url}organise/{KEY}/print/{what}")
        (is_well if what == "slips" else fits)(page, f"print-{what}")
    page.pdf(path=folder / "standings.pdf", format="A4", prefer_css_page_size=True)
    assert (folder / "standings.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_from_an_empty_hub_to_the_printed_standings(page, server, boards, tmp_path):
    event = tmp_path / "events" / KEY
    page.goto(f"{server.url}evening")
    sign_in(page)
    page.get_by_role("link", name="Events").click()
    is_well(page, "empty")
    make_the_event(page, tmp_path)
    page.get_by_role("link", name="Rounds", exact=True).click()
    for number in range(1, ROUNDS + 1):
        play_a_round(page, number, boards, event)
        if number == 3:
            correct_and_withdraw(page, event)
            pair_one_by_hand(page, server)
    play_it_off(page)
    look_at_the_public_pages(page, server, tmp_path)

"""An organiser's events in Chromium: a championship from an empty hub to the printed standings, teams with their lists and boards, a
problem contest, and a simultaneous exhibition."""

from pathlib import Path

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from tests.hub.arbiters import admit, sign_in
from tests.hub.simulated_boards import SimulatedBoard
from tests.hub.test_languages import texts_of
from tests.support.axe import AXE, COLOURS, EVERYTHING, LOOK
from tests.support.left_in_english import sentences
from tests.support.waiting import WITHIN_S, wait_until
from tests.tournament.events.conftest import InMemory
from tests.tournament.events.level import two_equal
from tests.tournament.events.test_appeals import CHAIRS, GIVEN, MEMBERS
from tournament.events.appeals import appeal_entered, commission_seated
from tournament.events.changes import ConditionFound, Entrant, EntrantsEntered, EventMade, EventSettled, ProblemEntered, Who
from tournament.events.event_file import append, make_event, read_event
from tournament.events.exhibition import as_list, exhibition
from tournament.events.pairing import paired
from tournament.events.play_offs import play_offs_now
from tournament.events.wishes import Wishes
from tournament.simultaneous import Colour

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
KEY, ANKE = "frysk-snelkampioenskip", Who("Anke")
NAMES = ("Jelle de Vries", "Sytske Hoekstra", "Ype Bouma", "Auke Zijlstra", "Durk Postma", "Hiske Bakker", "Wytse Vos", "Ale Kooistra")
LIST = "id;naam;klup\n" + "".join(f"p{number};{name};Harns\n" for number, name in enumerate(NAMES, 1))
BEST = ("p1", "p2")
"""They win all their games but the one with each other, which is drawn: they share the first place."""
ROUNDS = 3


@pytest.fixture
def boards(request, tmp_path):
    made = [SimulatedBoard(tmp_path, str(number)) for number in range(1, getattr(request, "param", 4) + 1)]
    for board in made:
        board.start()
    yield made
    for board in made:
        board.stop()


@pytest.fixture
def folder(tmp_path):
    """The folder of the events."""
    made = tmp_path / "events"
    made.mkdir()
    return made


@pytest.fixture
def server(serve, boards, folder):
    return serve([board.state for board in boards], *admit(folder.parent), "--events", str(folder))


@pytest.fixture
def page(browser, server):
    """A telephone on which Anke is signed in; at its end the browser must have reported no error."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.errors = errors = []
    page.set_default_timeout(1000 * WITHIN_S)
    page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{server.url}evening")
    sign_in(page)
    yield page
    context.close()
    assert [error for error in errors if "400 (BAD REQUEST)" not in error] == [], "a form that is refused is such an error to Chromium"


def is_well(page: Page, rules: object = EVERYTHING) -> None:
    """Nothing of the page is cut off, and axe finds nothing by these rules."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    page.evaluate(AXE.read_text())
    assert page.evaluate(LOOK, rules) == [], page.url


def sentences_of(page: Page, *addresses: str) -> set[str]:
    """What stands on these pages, apart from names."""
    return sentences(set().union(*(texts_of(page.request.get(address, max_retries=2).text()) for address in addresses)))


def nothing_stays_english(page: Page, *addresses: str) -> None:
    dutch, frisian, english = (sentences_of(page, *(f"{one}?lang={lang}" for one in addresses)) for lang in ("nl", "fy", "en"))
    assert english
    assert english & (dutch | frisian) <= {"the clock was", "clock was set", "was set wrongly"}, "the reason is the arbiter's"


def make_the_event(page: Page, folder: Path) -> None:
    page.get_by_role("link", name="Events").click()
    is_well(page)
    page.get_by_label("Name", exact=True).fill("Frysk Snelkampioenskip")
    page.get_by_label("Competition").select_option("F")
    page.get_by_label("Rounds (F)").fill(str(ROUNDS))
    page.get_by_role("button", name="Make the event").click()
    for entries, text in ((0, LIST + "p1;Jelle;Snits\n"), (8, LIST)):
        (folder / "list.csv").write_text(text)
        page.get_by_label("File").set_input_files(folder / "list.csv")
        page.get_by_role("button", name="Enter the list").click()
        expect(page.get_by_role("heading", name=f"{entries} entries")).to_be_visible()
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Draw by lot", exact=True).click()
    expect(page.locator("[data-good]")).to_be_visible()
    is_well(page)
    page.get_by_role("link", name="Rounds", exact=True).click()


def result_of(white: str, black: str) -> str:
    """The two best win but against each other; of the rest the lower number does."""
    if {white, black} == set(BEST):
        return "draw"
    return "1-0" if white < black else "0-1"


def play_a_round(page: Page, number: int, boards: list[SimulatedBoard], event: Path) -> None:
    """Pair it with one tap, give the boards, and confirm what they say."""
    page.get_by_role("button", name=f"Pair round {number}").click()
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
    page.get_by_role("button", name="Give boards and names").click()
    expect(page.locator("[data-good]")).to_contain_text("Board 1")
    state = read_event(event).state
    games = [game for game in state.rounds[-1].games if not game.pair & state.out]
    names = {one.id: one.name for one in state.entrants}
    by_number = {board.number: board for board in boards}
    for game in games:
        board = by_number[state.boards[number, game.white, game.black]]
        assert board.names == (names[game.white], names[game.black])
        board.play(result_of(game.white, game.black))
    expect(page.get_by_text(f"A board has a result that waits for you: {len(games)}")).to_be_visible()
    if number == 1:
        is_well(page)
    page.get_by_role("button", name="Confirm all results of the boards").click()
    expect(page.locator("#round .result")).to_have_count(len(games))


def correct_and_withdraw(page: Page, event: Path) -> None:
    """A result is corrected with a reason, the board's other word is shown; somebody withdraws."""
    state = read_event(event).state
    game = next(game for game in state.rounds[0].games if not game.pair & set(BEST))
    page.goto(f"{page.url.partition('?')[0]}?round=1")
    page.get_by_role("button", name=f"Correct, {state.by_id[game.white].name} \u2013 {state.by_id[game.black].name}").click()
    is_well(page)
    form = page.locator("#opened form:has([name=act][value=result])")
    form.get_by_label("Result").select_option("draw")
    form.get_by_label("Reason").fill("the clock was set wrongly")
    form.get_by_role("button", name="Correct").click()
    expect(page.get_by_text("The board says something else than what was entered: 1")).to_be_visible()
    is_well(page)
    page.get_by_role("link", name="Entries").click()
    page.get_by_label("Who").select_option("p8")
    page.locator("form:has([value=withdraw])").get_by_label("Reason").fill("ill")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("[data-good]")).to_contain_text("Ale Kooistra")
    page.get_by_role("link", name="Rounds", exact=True).click()


def pair_one_by_hand(page: Page) -> None:
    """By hand the system's proposal stands beside, and a rule that is broken is named; nothing is made of it."""
    rounds = page.url
    page.get_by_role("link", name="Pair by hand").click()
    proposed, again = page.locator(".proposal li"), page.get_by_role("link", name="Look again")

    def is_proposed():
        expect(proposed.first.or_(again)).to_be_visible()
        if again.is_visible():  # the engine is still at work
            again.click()
        return proposed.first.is_visible()

    wait_until(is_proposed)
    blacks = page.get_by_label("Black")
    mine, others = blacks.first.input_value(), blacks.nth(2).input_value()
    blacks.first.select_option(others)
    blacks.nth(2).select_option(mine)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    is_well(page)
    page.get_by_role("button", name="Make this round").click()
    expect(page.get_by_role("alert").first).to_contain_text("tick the box")
    page.goto(rounds)


def play_it_off(page: Page) -> None:
    """The first two are equal: a game, drawn, and another with colours changed."""
    page.get_by_role("link", name="To the standings").click()
    expect(page.get_by_role("heading", name="Standings", exact=True)).to_be_visible()
    form = page.locator("#opened form:has([name=act][value=play-off])")
    for by_lot, result in ((True, "draw"), (False, "1-0")):
        expect(page.locator(".play-off .who")).to_have_count(0 if by_lot else 1)
        page.get_by_role("button", name="Enter the play-off").click()
        if by_lot:
            form.get_by_label("White, by lot").select_option(index=1)
        form.get_by_label("Result").select_option(result)
        form.get_by_role("button", name="Enter the play-off").click()
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(page.locator(".standings .why").nth(1)).to_contain_text("play-off")
    is_well(page)


def turns_by_itself(page: Page, address: str) -> None:
    """The projector shows one table after the other, until somebody holds it."""
    page.clock.install()
    page.goto(address)
    shown = page.locator(".panel:visible h2")
    by_name = f"Pairings by name · Round {ROUNDS}"
    for title in (f"Round {ROUNDS}", by_name, "Final standings", "Play-offs", "Crosstable", f"Round {ROUNDS}"):
        expect(shown).to_have_text(title)
        page.clock.fast_forward(12_000)
    page.get_by_role("button", name="Stay").click()
    page.clock.fast_forward(30_000)
    expect(shown).to_have_text(by_name)
    page.clock.resume()


def test_from_an_empty_hub_to_the_printed_standings(page, server, boards, folder, tmp_path):
    make_the_event(page, tmp_path)
    for number in range(1, ROUNDS + 1):
        play_a_round(page, number, boards, folder / KEY)
        if number == 1:
            correct_and_withdraw(page, folder / KEY)
            pair_one_by_hand(page)
    play_it_off(page)
    nothing_stays_english(
        page, *(f"{server.url}organise/{KEY}{end}" for end in ("", "/entries", "/standings", "/publish", "/log", "/hand"))
    )
    page.set_viewport_size(LAPTOP)
    for path in (f"tournaments/{KEY}", f"tournaments/{KEY}/screen", f"organise/{KEY}"):
        page.goto(f"{server.url}{path}")
        is_well(page)
        page.emulate_media(color_scheme="dark")
        is_well(page, COLOURS)
        page.emulate_media(color_scheme="light")
    turns_by_itself(page, f"{server.url}tournaments/{KEY}/screen")
    page.goto(f"{server.url}wall")
    expect(page.get_by_role("link", name="Standings: Frysk Snelkampioenskip")).to_be_visible()
    for what in ("pairings", "by-name", "cards", "slips", "crosstable", "standings"):
        page.goto(f"{server.url}organise/{KEY}/print/{what}")
        is_well(page)
    assert page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF")


def make_others(folder: Path) -> None:
    """An event of E with an appeal that waits for its verdict, and a contest with a problem."""
    youth = InMemory("E", in_class="pupillen", name="Jeugd")
    youth.enter(*(Entrant(f"spiler{number}", f"Spiler van der Meulen {number}", "Ljouwert") for number in range(1, 7)))
    youth.pair()
    game = youth.state.rounds[0].games[0]
    youth.put(appeal_entered(youth.state, ("1", game.white, game.black), structs.replace(GIVEN, party=game.white)))
    youth.put(commission_seated(youth.state, 1, MEMBERS, CHAIRS))
    kept(youth, folder / "jeugd")
    en_prise = ConditionFound("2 B.4", "no-black-piece-en-prise", "broken", (23,))
    problem = ProblemEntered("p1", "Sytske", "W:W28:B23:H0:F1", "28x19", (en_prise,))
    make_event(folder / "problemen", EventMade("H", name="Problemen"), ANKE, (problem,))


def kept(event: InMemory, path: Path) -> None:
    made, *changes = (row.change for row in event.rows)
    make_event(path, made, ANKE, changes)


def correct_an_entry_and_enter_a_list(page: Page) -> None:
    page.get_by_role("link", name="Correct, Snits").click()
    is_well(page)
    form = page.locator("#correct")
    expect(form.get_by_label("Name")).to_have_value("Snits")
    form.get_by_label("Club").fill("Snits")
    form.get_by_role("button", name="Correct").click()
    expect(page.locator("[data-good]")).to_contain_text("Snits")
    page.get_by_role("link", name="Enter the list, Drachten").click()
    form = page.locator("#line-up")
    for board in (1, 2, 4):
        form.get_by_label(f"Board {board}").fill(f"Spiler {board}")
    is_well(page)
    form.get_by_role("button", name="Enter the list").click()
    expect(page.locator("main")).to_contain_text("1 Spiler 1, 2 Spiler 2, 3 -, 4 Spiler 4")


def enter_a_match_by_its_boards(page: Page, match: str, first: str, second: str) -> None:
    page.locator(f"{match} summary", has_text="Boards").click()
    page.get_by_role("button", name=f"1-0, {first} 1 \u2013 {second} 1").click()
    expect(page.locator(f"{match} > .stands")).to_contain_text("1-0")
    page.get_by_role("button", name=f"0-1, {second} 2 \u2013 {first} 2").click()
    page.locator(f"{match}-3").get_by_role("button", name="Otherwise").click()
    form = page.locator("#opened form:has([name=act])")
    form.get_by_label("Missing").select_option("White")
    form.get_by_role("button", name="Enter").click()
    expect(page.locator(f"{match}-3 > .stands")).to_contain_text("0-1")
    is_well(page)
    page.locator(f"{match}-1").get_by_role("button", name="Correct").click()
    form.get_by_label("Result").select_option("½-½")
    form.get_by_label("Reason").fill("written down wrongly")
    form.get_by_role("button", name="Correct").click()
    expect(page.locator(f"{match}-1 > .stands")).to_contain_text("½-½")
    page.get_by_role("button", name=f"½-½, {second} 4 \u2013 {first} 4").click()
    expect(page.locator(f"{match} > .stands")).to_have_text("2-2")


def play_off_by_boards(page: Page, board: SimulatedBoard, first: str, second: str) -> None:
    page.locator(".play-off").get_by_role("button", name="Give boards").click()
    seats = page.locator("#opened .seats select")
    for number in range(4):
        seats.nth(number).select_option("1" if number == 1 else "")
    page.get_by_role("button", name="Give boards and names").click()
    expect(page.locator("[data-good]")).to_be_visible()
    assert board.names == (f"{second} 2", f"{first} 2")
    board.play("0-1")
    page.get_by_role("button", name=f"Confirm 0-1, {second} 2 \u2013 {first} 2").click()
    expect(page.locator(".play-off > .stands")).to_contain_text("1-0")
    page.get_by_role("button", name=f"\u00bd-\u00bd, {first} 1 \u2013 {second} 1").click()
    expect(page.locator(".play-off > .stands")).to_contain_text("1.5-0.5")
    page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
    is_well(page)
    for seat in (f"1-0, {first} 3 \u2013 {second} 3", f"1-0, {second} 4 \u2013 {first} 4"):
        page.get_by_role("button", name=seat).click()
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(page.locator(".play-offs li")).to_have_text(f"{first} \u2013 {second} 2.5-1.5")
    page.locator(".match summary", has_text="Boards").click()
    expect(page.locator(".match .result")).to_have_count(4)


@pytest.mark.parametrize("boards", [1], indirect=True)
def test_teams_with_their_lists_their_matches_and_a_play_off_by_boards(page, server, boards, folder):
    teams = tuple(Entrant(one.lower(), one) for one in ("Drachten", "Snits", "Harns", "Ljouwert"))
    path = folder / "fjouwer"
    make_event(path, EventMade("G", name="Fjouwertallen"), ANKE, (EventSettled(public="names"), EntrantsEntered(teams)))
    kept(two_equal(), folder / "lyk")
    make_others(folder)
    page.goto(f"{server.url}organise/fjouwer/entries")
    correct_an_entry_and_enter_a_list(page)
    state = read_event(path).state
    assert (state.by_id["snits"].club, state.line_ups["drachten"].players) == ("Snits", ("Spiler 1", "Spiler 2", "", "Spiler 4"))
    append(read_event(path), paired(state, Wishes())[0], ANKE)
    game = read_event(path).state.rounds[0].games[1]
    assert "drachten" not in game.pair, "it has a list, and its boards have names"
    page.goto(f"{server.url}organise/fjouwer")
    enter_a_match_by_its_boards(page, "#game-2", game.white.title(), game.black.title())
    nothing_stays_english(page, f"{server.url}organise/fjouwer")
    assert read_event(path).state.results[1, game.white, game.black].result == "2-2"
    ((_, first, second),) = play_offs_now(read_event(folder / "lyk").state)
    page.goto(f"{server.url}organise/lyk/standings")
    play_off_by_boards(page, boards[0], first, second)
    nothing_stays_english(page, f"{server.url}organise/lyk/standings")
    for other in ("jeugd/appeals", "problemen", "jeugd/entries", "jeugd/standings"):
        page.goto(f"{server.url}organise/{other}")
        if other != "jeugd/entries":
            expect(page.locator("#status")).to_have_attribute("data-state", "live")
        is_well(page)
        wide = page.locator(".wide-table")
        for at in range(wide.count()):
            assert "gradient" in wide.nth(at).evaluate("(table) => getComputedStyle(table).backgroundImage")
    page.goto(f"{server.url}tournaments/fjouwer?lang=en")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    expect(page.locator(".of-match li")).to_have_count(4)
    is_well(page)
    before = list(page.errors)
    append(read_event(path), EventSettled(), ANKE)
    expect(page.get_by_text("Snits")).to_have_count(0)
    page.goto("about:blank")
    page.errors[:] = before  # a page that is hidden now is not found any more


def enter_a_problem(page: Page, id: str, fen: str) -> None:
    form = page.locator("form", has=page.locator("[value=problem]"))
    for label, text in {"Id": id, "Author": "Sytske Hoekstra", "Position, such as W:W28,32:B12,17": fen}.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_role("button", name="Enter the problem").click()


def give_a_mark(page: Page, problem: str, mark: str, reason: str = "") -> None:
    form = page.locator("form", has=page.locator("[value=mark]"))
    form.get_by_label("Problem").select_option(problem)
    form.get_by_label("Juror").fill("Anke")
    form.get_by_label("Mark", exact=True).fill(mark)
    form.get_by_label("Reason").fill(reason)
    form.get_by_role("button", name="Enter the mark").click()


def enter_the_order(page: Page, *places: str) -> None:
    form = page.locator("form", has=page.locator("[value=order]"))
    for at, place in enumerate(places):
        form.locator("[name=place]").nth(at).fill(place)
    form.get_by_label("How the jury decided").fill("3-0")
    form.get_by_role("button", name="Enter the order").click()


def hold_the_contest(page: Page) -> None:
    """Problems with their conditions, a mark that is changed with a reason, and an order that the jury takes back."""
    page.get_by_label("Name", exact=True).fill("Problemen")
    page.get_by_label("Competition").select_option("H")
    page.get_by_role("button", name="Make the event").click()
    enter_a_problem(page, "p1", "W:W28:B23")
    expect(page.locator("#problems")).to_contain_text("no black piece can be taken at once: broken by 23")
    enter_a_problem(page, "p2", "W:W28:B23")
    expect(page.get_by_role("alert")).to_contain_text("problem 'p1' has the same position")
    is_well(page)
    enter_a_problem(page, "p2", "W:WK46:B5,23")
    expect(page.locator("#problems")).to_contain_text("there are no kings: broken by 46")
    give_a_mark(page, "p2", "7")
    give_a_mark(page, "p2", "8")
    expect(page.get_by_role("alert")).to_contain_text("another one wants a reason")
    give_a_mark(page, "p2", "8", "7-8")
    expect(page.locator("#problems")).to_contain_text("Anke 8 · Sum 8")
    enter_the_order(page, "1", "1")
    expect(page.locator("#problems h3")).to_have_text(["1-2. p1 · Sytske Hoekstra", "1-2. p2 · Sytske Hoekstra"])
    page.get_by_role("link", name="Log").click()
    page.get_by_role("button", name="Take back the last change").click()
    expect(page.locator(".log del")).to_have_count(1)
    page.get_by_role("link", name="Problems").click()
    enter_the_order(page, "2", "1")
    expect(page.locator("#problems h3")).to_have_text(["1. p2 · Sytske Hoekstra", "2. p1 · Sytske Hoekstra"])
    is_well(page)


@pytest.mark.parametrize("boards", [3], indirect=True)
def test_a_contest_with_its_jury_and_an_exhibition_from_its_list(page, server, boards, folder, tmp_path):
    page.get_by_role("link", name="Events").click()
    hold_the_contest(page)
    nothing_stays_english(page, *(f"{server.url}organise/problemen{end}" for end in ("", "/log")))
    assert page.request.get(f"{server.url}tournaments/problemen").status == 404, "the public sees no contest"
    games = exhibition("Auke Zijlstra", NAMES[:3], first=Colour.BLACK)
    (tmp_path / "list.csv").write_text(as_list(games, "Simultaan", "1"))
    page.goto(f"{server.url}evening")
    page.locator("#list-file").set_input_files(tmp_path / "list.csv")
    expect(page.locator("#list-text")).to_have_value((tmp_path / "list.csv").read_text())
    page.get_by_role("button", name="Give these names").click()
    expect(page.locator("#told-list li")).to_have_count(3)
    assert [board.names for board in boards] == [(game.white, game.black) for game in games]

"""What is printed of an event, in each language."""

import re
from itertools import product

import pytest

from hub.tournament.match_forms import match_forms
from hub.tournament.printing import PLAY_OFFS, PRINTS, print_html, prints_of
from hub.tournament.standings_view import crosstables_view
from record.texts import LANGUAGES
from tests.support.says import says
from tests.tournament.events.conftest import KK, WITHDRAWN_EXAMPLE, InMemory, refuses
from tests.tournament.events.level import PLAYERS, by_lot, four_equal, match_of_two, two_equal
from tests.tournament.events.test_match_boards import EIGHT, SATURDAY, eights, give
from tournament.events.changes import BoardsGiven, Entrant, EventSettled, GameAtBoard, OrderDecided
from tournament.events.csv_files import csv_files
from tournament.events.event_pdn import pdn_files
from tournament.events.play_off_acts import play_off_played
from tournament.events.play_offs import games_now, play_offs_now
from tournament.events.published import with_initials


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_printed_has_the_names(lang):
    event = InMemory("A")
    event.enter(*(Entrant(f"p{number}", f"<Jan> Jansen {number}") for number in range(1, 5)))
    event.pair()
    for what in PRINTS:
        if what != PLAY_OFFS:
            page = print_html(event.state, what, None, lang)
            assert page.startswith("<!doctype html>")
            assert f'<html lang="{lang}">' in page
            assert all(f"&lt;Jan&gt; Jansen {number}" in page for number in range(1, 5)), what
            assert "Jansen" not in print_html(with_initials(event.state), what, None, lang)
    refuses(says("PrintFault.no-such"), print_html, event.state, "poster", None, lang)


def test_two_of_one_name_are_told_apart_in_all_that_is_printed_and_exported_for_people():
    event = InMemory("A")
    event.enter(*(Entrant(f"p{number}", "Jan de Vries", club) for number, club in enumerate(("Drachten", "Sneek", ""), 1)))
    event.pair()
    of_round = [name for game in event.state.rounds[0].games for name in (event.state.names[game.white], event.state.names[game.black])]
    exported = dict((*csv_files(event.state), *pdn_files(event.state)))
    for what in ("cards", "slips"):
        assert all(name in print_html(event.state, what, None, "nl") for name in of_round), what
    assert all(name in exported["event.pdn"] for name in of_round)
    for text in (*(print_html(event.state, what, None, "nl") for what in ("pairings", "by-name")), exported["crosstable-round-1.csv"]):
        assert all(f"Jan de Vries ({mark})" in text for mark in ("Drachten", "Sneek", "p3"))
    for what in ("crosstable", "standings"):
        assert print_html(event.state, what, None, "nl").count("Jan de Vries (") == 3


@pytest.mark.parametrize(("lang", "half"), [("en", "3.5"), ("nl", "3,5"), ("fy", "3,5")])
def test_half_points_are_written_as_the_language_writes_them_on_paper_and_on_the_page(lang, half):
    event = InMemory("G", *"abcd")
    event.pair()
    event.result(1, "a", "d", "3.5-0.5")
    (table,) = crosstables_view(event.state, event.state.names, lang)
    first = table["rows"][0]
    assert (f"{half}w" in first["cells"], half in first["figures"]) == (True, True)
    texts = [first["number"], first["name"], *first["cells"], *first["figures"], first["place"]]
    assert "".join(f"<td>{text}</td>" for text in texts) in print_html(event.state, "crosstable", None, lang).replace(' class="name"', "")
    assert f'<td class="number">{half}</td>' in print_html(event.state, "standings", None, lang)


def slips_in(page: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The slips of what is printed: their headings, and what stands before each name."""
    parts = page.split("<section")[1:]
    return [(re.search("<h2>(.*?)</h2>", part)[1], re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", part)) for part in parts]


def test_a_play_off_has_its_slip():
    level = four_equal()
    ((_, white, black),) = play_offs_now(level.state)
    assert prints_of(level.state) == list(PRINTS)
    page = print_html(level.state, PLAY_OFFS, None, "en")
    assert slips_in(page) == [("Board ……", [("White", white), ("Black", black)])]
    assert "· Play-off game 1" in page
    assert "· Beslissingspartij 1" in print_html(level.state, PLAY_OFFS, None, "fy")
    level.put(BoardsGiven(-1, (GameAtBoard(white, black, "7"),)))
    assert slips_in(print_html(level.state, PLAY_OFFS, None, "en"))[0][0] == "Board 7"
    level.put(play_off_played(level.state, white, black, "1-0"))
    assert PLAY_OFFS not in prints_of(level.state)
    refuses(says("PlayOffFormFault.none"), print_html, level.state, PLAY_OFFS, None, "en")


@pytest.mark.parametrize("of", [by_lot, match_of_two])
def test_a_play_off_whose_colours_are_by_lot_leaves_them_open_and_of_a_match_of_two_the_first_game_has_its_slip(of):
    event = of()

    def slips():
        return slips_in(print_html(event.state, PLAY_OFFS, None, "en"))

    ((_title, players),) = slips()
    assert [colour for colour, _ in players] == ["Colour ……"] * 2
    (keys,) = games_now(event.state)
    _, white, black = keys[1]
    event.put(BoardsGiven(-1, (GameAtBoard(white, black, "3"),)))
    assert (play_offs_now(event.state), slips()) == ([keys[1]], [("Board 3", [("White", white), ("Black", black)])])
    event.put(play_off_played(event.state, white, black, "draw"))
    assert slips() == [("Board ……", [("White", black), ("Black", white)])]


def test_a_play_off_of_teams_has_the_form_of_its_match():
    level = two_equal(with_lists=True)
    page = print_html(level.state, PLAY_OFFS, None, "en")
    (_, first, second) = play_offs_now(level.state)[0]
    assert f"<h1>{first} \u2013 {second}</h1>" in page
    played = re.findall(r'<td class="number">(\d)</td>\s*<td>(.*?)</td><td class="number">(.*?)</td>\s*<td>(.*?)</td>', page)
    lists = zip(PLAYERS[first], PLAYERS[second], strict=True)
    colours = "White", "Black"
    assert played == [(str(at + 1), one or "nobody", colours[at % 2], other) for at, (one, other) in enumerate(lists)]


def test_only_a_final_order_is_called_so_and_files_of_the_rounds_before_know_nothing_of_a_decision():
    event = InMemory("A", "a", "b", "c")
    titles = []

    def see():
        titles.append(print_html(event.state, "standings", None, "en").split("<p>")[1].split("</p>")[0])

    for _ in range(3):
        event.pair()
        see()
        event.fill()
        see()
    event.put(OrderDecided(("a", "b", "c")))
    see()
    assert titles == [*("as it stands: 1 game has no result", "Standings") * 3, "Final standings"]
    files = dict(csv_files(event.state))
    assert "1,a,a" in files["standings-round-3.csv"]
    assert "1 to 3,a,a" not in files["standings-round-3.csv"]
    assert "open" in files["standings-round-1.csv"]


LAID_OUT = """() => [
  [...document.querySelectorAll("th, td")].map((cell) => [cell.offsetWidth, cell.scrollWidth > cell.clientWidth + 1]),
  [...document.querySelectorAll("th")].at(-1).offsetHeight,
  document.documentElement.scrollWidth <= innerWidth,
]"""
"""JavaScript that lists the width of each cell and whether what stands in it sticks out, how high a heading is, and whether all fits."""


def test_a_sheet_gives_both_names_the_same_room_and_cuts_nothing_off(browser):
    """Also in DejaVu Sans, which is wider; a machine may have that alone."""
    event = InMemory("A", "Willem-Jan-Bartholomeus-van-Blankenstein-Oosterhuis", "b", "c", "d")
    event.pair()
    page = browser.new_page()
    for lang, (media, width), font in product(LANGUAGES, (("print", 794), ("screen", 390)), ("Liberation Sans", "DejaVu Sans")):
        page.set_content(print_html(event.state, "pairings", 1, lang) + f"<style>body {{ font-family: '{font}' }}</style>")
        page.emulate_media(media=media)
        page.set_viewport_size({"width": width, "height": 1123})
        cells, head_px, fits = page.evaluate(LAID_OUT)
        assert abs(cells[1][0] - cells[2][0]) <= 1, cells
        assert media == "screen" or head_px < 40, "a heading stands on one line"
        assert not any(sticks_out for _, sticks_out in cells)
        assert fits
    page.close()


def test_the_forms_are_printed_in_three_languages_with_both_captains_and_with_initials_if_wished():
    event = eights(date=SATURDAY)
    event.pair()
    give(event, "a", ["Jelle de Vries", *EIGHT[1:]])
    give(event, "d", [f"d{number}" for number in range(1, 9)])
    pages = {lang: print_html(event.state, "slips", 1, lang) for lang in ("en", "nl", "fy")}
    assert "Captain of Klup A" in pages["en"]
    assert pages["en"].count("by default") == 2
    assert "Aanvoerder van Klup A" in pages["nl"]
    assert "Oanfierder fan Klup A" in pages["fy"]
    assert pages["nl"].count('<section class="match">') == 2
    event.put(EventSettled("initials"))
    assert with_initials(event.state).line_ups["a"].players[:3] == ("J.d.V.", "S.", "")


def test_the_colours_of_a_match_go_by_odd_and_even_boards_and_empty_ones_are_lost_once_both_lists_are_there():
    event = eights("G")
    event.pair()
    give(event, "a", ["a1", "-", "a3", "-"])

    def told(match):
        return [(one["first"], one["second"], one["white"], one["lost"]) for one in match["boards"]]

    match, other = match_forms(event.state, 1, "en")
    assert (match["white"], match["black"]) == ("a", "d")
    assert told(match)[:2] == [("a1", None, "first", ""), ("", None, "second", "")]
    assert told(other)[:2] == [(None, None, "first", ""), (None, None, "second", "")]
    give(event, "d", ["d1", "d2", "-", "-"])
    assert told(match_forms(event.state, 1, "en")[0]) == [
        ("a1", "d1", "first", ""),
        ("", "d2", "second", "0-1"),
        ("a3", "", "first", "1-0"),
        ("", "", "second", "0-0"),
    ]


def test_pairings_are_printed_by_boards_with_room_for_the_signatures_and_by_name():
    event = InMemory("A", "a", "b", "c", name="<Kop & Poat>")
    event.pair()
    html = print_html(event.state, "pairings", 1, "nl")
    assert "&lt;Kop &amp; Poat&gt;" in html
    assert "size: A4" in html
    assert html.count('class="signed"></td>') == 2
    by_name = print_html(event.state, "by-name", 1, "nl")
    assert "<td>a</td>" in by_name
    assert "<td>vrij</td>" in by_name


def test_a_game_that_lapses_stands_in_brackets():
    left = InMemory("C", *KK, in_class="KK").play(WITHDRAWN_EXAMPLE, rounds=4)
    left.withdraw("p3")
    left.pair()
    (text,) = print_html(left.state, "crosstable", None, "en").partition("<tbody>")[2:]
    assert "<td>(0b)</td>" in text
    assert "in brackets: does not count" in text


def test_who_withdrew_is_marked_where_the_games_stand():
    swiss = InMemory("F", *"abcd", rounds=2)
    swiss.pair()
    swiss.fill()
    swiss.withdraw("d")
    for what in ("crosstable", "standings"):
        assert print_html(swiss.state, what, None, "fy").count("d (weromlutsen)") == 1


def test_a_game_that_was_booked_has_its_result_in_the_pairings():
    left = InMemory("A", "p1", "p2", "p3", "p4")
    left.pair()
    left.result(1, "p1", "p2", "1-0")
    left.result(1, "p3", "p4", "1-0")
    left.pair()
    left.withdraw("p3", "won")
    left.pair()
    assert "1-0" in print_html(left.state, "pairings", 3, "nl")

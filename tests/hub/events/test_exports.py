"""What an event is written as: CSV, TRF16, PDN, the crosstable and the sheet of a round."""

import csv
import io

import pytest

from hub.events.asking import ANSWERED
from hub.events.changes import Entrant, LotDrawn
from hub.events.crosstable import crosstables, lines_of
from hub.events.csv_files import csv_files
from hub.events.drawing import drawn
from hub.events.event_pdn import left_out, pdn_files
from hub.events.faults import TournamentError
from hub.events.match_boards import boards_in
from hub.events.match_entering import match_entered, together
from hub.events.play_off_entering import play_off_boards, play_off_played
from hub.events.play_offs import play_offs_now
from hub.events.results import results_of_list
from hub.events.sheets import sheet, sheet_html
from hub.events.trf import trf_files
from rules.pdn.read import read_games
from tests.hub.events.conftest import KK, WITHDRAWN_EXAMPLE, InMemory, rounds_of
from tests.hub.events.level import PLAYERS, four_equal, two_equal
from tests.hub.events.test_pairing import Engine


@pytest.fixture
def played(kk) -> InMemory:
    for number, games in enumerate(rounds_of(WITHDRAWN_EXAMPLE), 1):
        kk.pair()
        for game in games:
            kk.result(number, *game)
    return kk


@pytest.fixture
def blitz(monkeypatch) -> InMemory:
    """Round 1: a-b, c is free, d and e are absent; d-c by hand in round 2, in which a wins by default."""
    monkeypatch.setattr("hub.events.asking.ANSWERED", {**ANSWERED, "pair": Engine()})
    event = InMemory("F", rounds=3, name="Sneldammen", date="2026-11-21")
    event.enter(Entrant("a", "Anna de Vries", born="2001-02-03", rating=1234), *map(Entrant, "bcde"))
    event.pair(absent=["d", "e"], bye="c")
    event.result(1, "a", "b", "0-1")
    event.pair("d-c", absent=["b"])
    event.result(2, "d", "c", "draw")
    event.result(2, "a", "e", "1-0", default=True)
    return event


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_results_as_csv_are_read_back(played):
    files = dict(csv_files(played.state))
    again = InMemory("C", *KK, in_class="KK")
    for _ in range(7):
        again.pair()
    again.put(results_of_list(again.state, files["results.csv"].encode(), corrects=False)[0])
    assert again.state.results == played.state.results


def test_there_are_a_crosstable_and_standings_of_each_round(played):
    files = dict(csv_files(played.state))
    assert len(files) == 1 + 2 * 7
    first = rows(files["standings-round-1.csv"])
    assert first[0] == ["place", "id", "name", "club", "points", "sb", "by"]
    assert {row[1]: row[4] for row in first[1:]} == {"p5": "1", "p2": "1", "p7": "1", "p8": "1", "p1": "0", "p3": "0", "p4": "0", "p6": "0"}
    last = rows(files["crosstable-round-7.csv"])
    assert last[1] == ["1", "p1", "*", "1w", "½b", "1w", "0b", "0w", "0b", "½w", "3", "19.5", "7"]


def test_groups_have_files_of_their_own():
    event = InMemory("A", *[f"s{number}" for number in range(8)])
    event.put(drawn(event.state, 1))
    event.pair()
    assert [name for name, _ in csv_files(event.state)] == [
        "results.csv",
        "crosstable-round-1-group-1.csv",
        "standings-round-1-group-1.csv",
        "crosstable-round-1-group-2.csv",
        "standings-round-1-group-2.csv",
    ]
    assert [name for name, _ in trf_files(event.state)] == ["event-group-1.trf", "event-group-2.trf"]


def test_trf_has_each_field_in_its_columns(blitz):
    ((name, text),) = trf_files(blitz.state)
    lines = text.splitlines()
    assert name == "event.trf"
    assert lines[:9] == [
        "012 Sneldammen",
        "042 2026/11/21",
        "052 2026/11/21",
        "062 5",
        "072 1",
        "092 Individual: Swiss-System",
        "XXR 3",
        "XXC white1",
        "### round 2: 4 - 3 was paired by hand",
    ]
    players = {line[4:8].strip(): line for line in lines if line.startswith("001")}
    assert {line[14:47].strip() for line in players.values()} == {"Anna de Vries", "b", "c", "d", "e"}
    anna = players["1"]
    assert (anna[48:52], anna[69:79], anna[80:84], anna[85:89].strip()) == ("1234", "2001/02/03", " 1.0", "3")
    assert {number: (line[91:99], line[101:109]) for number, line in players.items()} == {
        "1": ("   2 w 0", "   5 w +"),
        "2": ("   1 b 1", "0000 - Z"),
        "3": ("0000 - U", "   4 b ="),
        "4": ("0000 - Z", "   3 w ="),
        "5": ("0000 - Z", "   1 b -"),
    }


def test_trf_of_a_table_names_its_system(played):
    ((_, text),) = trf_files(played.state)
    assert "092 Individual: Round-Robin\nXXR 7\n" in text
    assert "XXC" not in text


def test_pdn_is_read_back_with_its_tags(played):
    ((_, text),) = pdn_files(played.state)
    games = list(read_games(text))
    assert len(games) == 28
    tags = games[0].tags
    assert {name: tags[name] for name in ("Event", "Round", "Board", "White", "Black", "Result")} == {
        "Event": "FK",
        "Round": "1",
        "Board": "1",
        "White": "p5",
        "Black": "p1",
        "Result": "1-0",
    }
    assert [one.tags["Result"] for one in games].count("1/2-1/2") == 6
    ends = [line for line in text.splitlines() if line and not line.startswith("[")]
    assert ends == [one.tags["Result"] for one in games], "each game ends as its tag says"


def test_teams_have_neither_trf_nor_pdn():
    event = InMemory("G", "a", "b", "c", "d")
    event.pair()
    for files in (trf_files, pdn_files):
        with pytest.raises(TournamentError):
            list(files(event.state))
    assert rows(dict(csv_files(event.state))["results.csv"])[1] == ["1", "", "1", "a", "d", "", ""]


def test_a_match_that_is_entered_by_boards_has_its_games_as_pdn():
    event = InMemory("G", "a", "b", "c", "d", name="Fjouwer")
    game = event.pair().games[1]
    boards = boards_in("1-0,draw,+-,-", "G")
    event.put(together([match_entered(event.state, ("1", game.white, game.black), boards, corrects=False)]))
    ((name, text),) = pdn_files(event.state)
    games = [one.tags for one in read_games(text)]
    first, second = game.white, game.black
    assert name == "event.pdn"
    assert [(one["Board"], one["White"], one["Black"], one["Result"]) for one in games] == [
        ("5", f"{first} 1", f"{second} 1", "1-0"),
        ("6", f"{second} 2", f"{first} 2", "1/2-1/2"),
        ("8", f"{second} 4", f"{first} 4", "*"),
    ]
    assert {one["Match"] for one in games} == {f"{first} - {second}"}
    assert rows(dict(csv_files(event.state))["boards.csv"])[1:] == [
        ["1", "", first, second, "1", first, second, "1-0", ""],
        ["1", "", first, second, "2", second, first, "draw", ""],
        ["1", "", first, second, "3", first, second, "1-0", "yes"],
        ["1", "", first, second, "4", second, first, "", ""],
    ]


def test_the_crosstable_of_swiss_has_the_rounds(blitz):
    (table,) = crosstables(blitz.state)
    heads, lines = lines_of(table)
    assert heads[:4] == ["number", "name", "1", "2"]
    assert [line[1:4] for line in lines] == [
        ["Anna de Vries", "2:0w", "5:+w"],
        ["b", "1:1b", ""],
        ["c", "bye", "4:½b"],
        ["d", "", "3:½w"],
        ["e", "", "1:-b"],
    ]


def test_the_crosstable_of_teams_has_board_points():
    event = InMemory("B", "a", "b", "c", "d", group="II")
    event.pair()
    event.result(1, "a", "d", "3.5-4.5")
    (table,) = crosstables(event.state)
    _, lines = lines_of(table)
    assert (lines[0][5], lines[3][2]) == ("3.5w", "4.5b")


def test_games_that_c_14_booked_stand_in_the_crosstable(kk):
    for number, games in enumerate(rounds_of(WITHDRAWN_EXAMPLE)[:5], 1):
        kk.pair()
        for game in games:
            kk.result(number, *game)
    kk.withdraw("p3")
    _, lines = lines_of(crosstables(kk.state)[0])
    assert lines[0][4] == "+b"
    assert lines[3][4] == "+w"


CELLS = """() => [...document.querySelectorAll("th, td")].map((cell) => [cell.offsetWidth, cell.scrollWidth > cell.clientWidth + 1])"""
"""JavaScript that lists the width of each cell, and whether what stands in it sticks out."""


@pytest.mark.parametrize("font", ["Liberation Sans", "DejaVu Sans"])  # the second is wider; a machine may have that alone
@pytest.mark.parametrize("lang", ["en", "nl", "fy"])
def test_a_sheet_gives_both_names_the_same_room_and_cuts_nothing_off(browser, lang, font):
    event = InMemory("A", "Willem-Jan-Bartholomeus-van-Blankenstein-Oosterhuis", "b", "c", "d")
    event.pair()
    page = browser.new_page(viewport={"width": 794, "height": 1123})
    page.set_content(sheet_html(event.state, 1, lang))
    page.add_style_tag(content=f"body {{ font-family: '{font}' }}")
    for media, width in (("print", 794), ("screen", 390)):
        page.emulate_media(media=media)
        page.set_viewport_size({"width": width, "height": 1123})
        cells = page.evaluate(CELLS)
        assert abs(cells[1][0] - cells[2][0]) <= 1, cells
        if media == "print":
            assert page.locator("th").last.evaluate("(head) => head.offsetHeight") < 40, "a heading stands on one line"
        assert not any(sticks_out for _, sticks_out in cells)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_a_sheet_has_every_board_and_who_is_free():
    event = InMemory("A", "a", "b", "c", name="<Kop & Poat>")
    event.pair()
    assert [(row["board"], row["white"], row["black"]) for row in sheet(event.state)] == [(1, "b", "c"), (None, "a", None)]
    html = sheet_html(event.state, 1, "nl")
    assert "&lt;Kop &amp; Poat&gt;" in html
    assert "size: A4" in html
    assert html.count('class="signed"></td>') == 2
    for round_, what in ((0, "round 0 is not paired"), (2, "round 2 is not paired; the last one is 1")):
        with pytest.raises(TournamentError, match=what):
            sheet(event.state, round_)
    with pytest.raises(TournamentError, match="no round is paired yet"):
        sheet(InMemory("A", "a").state)


def test_a_play_off_of_teams_is_exported_with_its_boards():
    level = two_equal(with_lists=True)
    (key,) = play_offs_now(level.state)
    _, first, second = key
    level.put(play_off_boards(level.state, key, key[1:], boards_in("1-0 draw -+ -", "G"), corrects=False))
    files = dict(csv_files(level.state))
    assert "play-offs.csv" not in files, "it has no result yet"
    assert rows(files["boards.csv"])[1:] == [
        ["play-off 1", "", first, second, "1", first, second, "1-0", ""],
        ["play-off 1", "", first, second, "2", second, first, "draw", ""],
        ["play-off 1", "", first, second, "3", first, second, "0-1", "yes"],
        ["play-off 1", "", first, second, "4", second, first, "", ""],
    ]
    ((_, text),) = pdn_files(level.state)
    games = [one.tags for one in read_games(text)]
    assert [(one["Round"], one["Board"], one["White"], one["Black"], one["Result"]) for one in games] == [
        ("play-off 1", "1", PLAYERS[first][0], PLAYERS[second][0], "1-0"),
        ("play-off 1", "2", PLAYERS[second][1], PLAYERS[first][1], "1/2-1/2"),
        ("play-off 1", "4", PLAYERS[second][3], PLAYERS[first][3], "*"),
    ]
    assert {one["Match"] for one in games} == {f"{first} - {second}"}
    assert left_out(level.state) == 3, "the matches of the rounds have no boards"
    level.put(play_off_boards(level.state, key, key[1:], boards_in("1-0 draw -+ 1-0", "G"), corrects=False))
    assert rows(dict(csv_files(level.state))["play-offs.csv"])[1:] == [["", "1", first, second, "1.5-2.5"]]


def test_play_offs_of_players_follow_the_rounds():
    level = four_equal()
    for result in ("draw", "draw", "1-0"):
        white, black = play_offs_now(level.state)[0][1:]
        level.put(play_off_played(level.state, white, black, result))
    (first, second), *_ = [(one.white, one.black) for one in level.state.play_offs]
    assert rows(dict(csv_files(level.state))["play-offs.csv"]) == [
        ["group", "number", "white", "black", "result"],
        ["", "1", first, second, "draw"],
        ["", "1", second, first, "draw"],
        ["", "2", first, second, "1-0"],
    ]
    ((_, text),) = pdn_files(level.state)
    games = [one.tags for one in read_games(text)]
    assert [(one["Round"], one["Board"], one["White"], one["Black"], one["Result"]) for one in games[6:]] == [
        ("play-off 1", "1", first, second, "1/2-1/2"),
        ("play-off 1", "2", second, first, "1/2-1/2"),
        ("play-off 2", "3", first, second, "1-0"),
    ]


def test_a_play_off_is_exported_with_its_group():
    event = InMemory("A", *"abcdef")
    event.put(LotDrawn(7, (("a", "b", "c"), ("d", "e", "f"))))
    for _ in range(3):
        event.pair()
    for round_, game in event.state.missing():
        event.result(round_, game.white, game.black, "1-0" if game.white in "ad" else "0-1" if game.black in "ad" else "draw")
    keys = play_offs_now(event.state)
    white, black = next(key[1:] for key in keys if {*key[1:]} <= {*"def"})
    event.put(play_off_played(event.state, white, black, "1-0"))
    assert rows(dict(csv_files(event.state))["play-offs.csv"])[1:] == [["2", "1", white, black, "1-0"]]
    assert list(read_games(next(pdn_files(event.state))[1]))[-1].tags["Group"] == "2"

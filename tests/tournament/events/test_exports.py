"""What an event is written as: CSV, TRF, PDN, the crosstable and the pairings of a round."""

import csv
import io
import re
from functools import partial

import pytest

from rules.pdn.read import read_games
from tests.support.says import says
from tests.tournament.events.conftest import KK, WITHDRAWN_EXAMPLE, InMemory, refuses
from tests.tournament.events.level import PLAYERS, four_equal, two_equal
from tournament.errors import TournamentError
from tournament.events.changes import EnteredResult, Entrant, LotDrawn
from tournament.events.crosstable import cell_text, crosstables, lines_of
from tournament.events.csv_files import csv_files
from tournament.events.event_pdn import left_out, pdn_files
from tournament.events.hand_pairing import points_of as hand_points
from tournament.events.match_boards import boards_in
from tournament.events.match_entering import match_entered, together
from tournament.events.play_off_acts import play_off_boards, play_off_played
from tournament.events.play_offs import play_offs_now
from tournament.events.played import games_of
from tournament.events.results import results_of_list
from tournament.events.sheets import NameRow, sheet, sheet_by_name
from tournament.events.standing import standings_of
from tournament.events.texts_given import FORMULA
from tournament.events.trf import TrfVersion, trf_files
from tournament.events.wishes import met_in
from tournament.games import Game

TRF16, TRF26 = TrfVersion


@pytest.fixture
def blitz() -> InMemory:
    """Round 1: a-b, c is free, d and e are absent; d-c by hand in round 2, in which a wins by default."""
    event = InMemory("F", rounds=3, name="Sneldammen", date="2026-11-21")
    event.enter(Entrant("a", "Anna de Vries", born="2001-02-03", rating=1234), *map(Entrant, "bcde"))
    event.pair(absent=["d", "e"], bye="c")
    event.result(1, "a", "b", "0-1")
    event.pair("d-c", absent=["b"])
    event.result(2, "d", "c", "draw")
    event.result(2, "e", "a", "0-1", default=True)
    return event


def tags_of(event: InMemory) -> list[dict[str, str]]:
    """The tags of the games as PDN."""
    ((name, text),) = pdn_files(event.state)
    assert name == "event.pdn"
    games = [one.tags for one in read_games(text)]
    assert [line for line in text.splitlines() if line and not line.startswith("[")] == [one["Result"] for one in games]
    return games


def short(event: InMemory, *names: str) -> list[tuple[str, ...]]:
    return [tuple(one[name] for name in names) for one in tags_of(event)]


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_a_table_as_csv_trf_and_pdn(kk):
    played = kk.play(WITHDRAWN_EXAMPLE)
    files = dict(csv_files(played.state))
    again = InMemory("C", *KK, in_class="KK")
    for _ in range(7):
        again.pair()
    again.put(results_of_list(again.state, files["results.csv"].encode(), corrects=False)[0])
    assert again.state.results == played.state.results, "the file is read back"
    assert len(files) == 1 + 2 * 7, "a crosstable and standings of each round"
    first = rows(files["standings-round-1.csv"])
    assert first[0] == ["place", "id", "name", "club", "withdrawn", "points", "sb", "by"]
    assert [row[5] for row in first[1:]] == ["1"] * 4 + ["0"] * 4
    assert rows(files["crosstable-round-7.csv"])[1] == ["1", "p1", "*", "1w", "½b", "1w", "0b", "0w", "0b", "½w", "3", "19.5", "7"]
    ((_, text),) = trf_files(played.state, TRF16)
    assert "092 Individual: Round-Robin\nXXR 7\n" in text
    assert "XXC" not in text
    games = short(played, "Event", "Round", "Board", "White", "Black", "Result")
    assert (len(games), games[0]) == (28, ("FK", "1", "1", "p5", "p1", "1-0"))
    assert [one[-1] for one in games].count("1/2-1/2") == 6


def test_of_swiss_trf_has_each_field_in_its_columns_and_the_crosstable_the_rounds(blitz):
    ((name, text),) = trf_files(blitz.state, TRF16)
    lines = text.splitlines()
    assert name == "event.trf"
    assert lines[:5] == ["012 Sneldammen", "042 2026/11/21", "052 2026/11/21", "062 5", "072 1"]
    assert lines[5:9] == ["092 Individual: Swiss-System", "XXR 3", "XXC white1", "### round 2: 4 - 3 was paired by hand"]
    players = {line[4:8].strip(): line for line in lines if line.startswith("001")}
    assert {line[14:47].strip() for line in players.values()} == {"Anna de Vries", "b", "c", "d", "e"}
    anna = players["1"]
    assert (anna[48:52], anna[69:79], anna[80:84], anna[85:89].strip()) == ("1234", "2001/02/03", " 1.0", "3")
    assert {number: (line[91:99], line[101:109]) for number, line in players.items()} == {
        "1": ("   2 w 0", "   5 b +"),
        "2": ("   1 b 1", "0000 - Z"),
        "3": ("0000 - U", "   4 b ="),
        "4": ("0000 - Z", "   3 w ="),
        "5": ("0000 - Z", "   1 w -"),
    }
    (table,) = crosstables(blitz.state)
    heads, lines = lines_of(table, "en")
    assert heads[:4] == ["number", "name", "1", "2"]
    assert [line[1:4] for line in lines] == [
        ["Anna de Vries", "2:0w", "5:+b"],
        ["b", "1:1b", ""],
        ["c", "bye", "4:½b"],
        ["d", "", "3:½w"],
        ["e", "", "1:-w"],
    ]


def test_a_game_that_was_won_by_default_is_told_as_not_played_in_pdn(blitz):
    ((_, text),) = pdn_files(blitz.state)
    games = {(one.tags["Round"], one.tags["White"]): one for one in read_games(text)}
    told = {key: (one.result, one.tags.get("Termination"), one.is_played) for key, one in games.items()}
    assert told == {
        ("1", "Anna de Vries"): ("0-1", None, True),
        ("2", "d"): ("draw", None, True),
        ("2", "e"): ("0-1", "rules infraction", False),
    }, "and a bye is no game"


def test_a_game_to_which_neither_came_is_lost_by_both_in_all_files_and_they_may_be_paired_again(blitz):  # R27
    blitz.pair(absent=["b", "c"])
    (game,) = blitz.state.rounds[2].games
    key = (3, game.white, game.black)
    refuses(says("ResultFault.neither-played"), blitz.result, *key, "0-0")
    blitz.result(*key, "0-0", default=True)
    assert [one for one in games_of(blitz.state, 1) if one.round == 3] == [Game(3, game.white, game.black, by_default=True)]
    points = [{row.id: row.points for row in standings_of(blitz.state.up_to(number)).table} for number in (2, 3)]
    free = blitz.state.rounds[2].free[0]
    assert points[1] == {**points[0], free: points[0][free] + 1}
    assert hand_points(blitz.state) == points[1]
    row = sheet(blitz.state)[0]
    assert (row.result, row.default, row.shown_result) == (None, True, "0-0")
    (table,) = crosstables(blitz.state)
    cells = {row.id: cell for row in table.rows for cell in row.cells if cell.round == 3}
    assert [(cells[id].result, cells[id].default, cell_text(cells[id])) for id in (game.white, game.black)] == [
        (None, True, "-w"),
        (None, True, "-b"),
    ]
    numbers = {id: table.numbers[id] for id in game.pair}
    for version in TrfVersion:
        ((_, trf),) = trf_files(blitz.state, version)
        ends = {line[4:8].strip(): line[-8:] for line in trf.splitlines() if line.startswith("001")}
        assert ends[str(numbers[game.white])] == f"{numbers[game.black]:4} w -"
        assert ends[str(numbers[game.black])] == f"{numbers[game.white]:4} b -"
    ((_, pdn),) = pdn_files(blitz.state)
    (of_third,) = (one for one in read_games(pdn) if one.tags["Round"] == "3")
    assert (of_third.result, of_third.is_played) == ("0-0", False)
    (*_, line) = dict(csv_files(blitz.state))["results.csv"].splitlines()
    assert line == f"3,,1,{game.white},{game.black},0-0,yes"
    blitz.result(*key, "*", corrects=True)
    blitz.put(results_of_list(blitz.state, f"round,group,board,white,black,result,default\n{line}".encode(), corrects=False)[0])
    assert blitz.state.results[key] == EnteredResult(*key, "0-0", default=True)
    assert frozenset(game.pair) not in met_in(blitz.state)


def test_a_spreadsheet_with_decimal_commas_gets_semicolons_and_its_results_are_read_back(kk):
    played = kk.play(WITHDRAWN_EXAMPLE)
    for lang in ("nl", "fy"):
        files = dict(csv_files(played.state, lang))
        assert files["crosstable-round-7.csv"].splitlines()[1] == "1;p1;*;1w;½b;1w;0b;0w;0b;½w;3;19,5;7"
        again = InMemory("C", *KK, in_class="KK")
        for _ in range(7):
            again.pair()
        again.put(results_of_list(again.state, files["results.csv"].encode(), corrects=False)[0])
        assert again.state.results == played.state.results


def test_games_that_c_14_booked_stand_in_the_crosstable_and_are_told_as_not_played_in_pdn(kk):
    kk.play(WITHDRAWN_EXAMPLE, rounds=5).withdraw("p3")
    _, lines = lines_of(crosstables(kk.state)[0], "en")
    assert (lines[0][4], lines[3][4]) == ("+b", "+w")
    kk.pair()
    ((_, text),) = pdn_files(kk.state)
    games = [one for one in read_games(text) if one.tags["Round"] == "6"]
    of_p3 = [one for one in games if "p3" in (one.tags["White"], one.tags["Black"])]
    assert [(one.result != "*", one.is_played) for one in of_p3] == [(True, False)]
    assert [one.result for one in games if one not in of_p3] == ["*"] * 3


def test_teams_have_neither_trf_nor_pdn():
    event = InMemory("G", "a", "b", "c", "d")
    event.pair()
    for files in (partial(trf_files, version=TRF16), pdn_files):
        with pytest.raises(TournamentError):
            list(files(event.state))
    assert rows(dict(csv_files(event.state))["results.csv"])[1] == ["1", "", "1", "a", "d", "", ""]
    event.result(1, "a", "d", "3.5-0.5")
    _, lines = lines_of(crosstables(event.state)[0], "en")
    assert (lines[0][5], lines[3][2]) == ("3.5w", "0.5b")


def test_a_match_that_is_entered_by_boards_has_its_games_as_pdn():
    event = InMemory("G", "a", "b", "c", "d", name="Fjouwer")
    game = event.pair().games[1]
    boards = boards_in("1-0,draw,+-,-", "G")
    event.put(together([match_entered(event.state, ("1", game.white, game.black), boards, corrects=False)]))
    first, second = game.white, game.black
    match = f"{first} - {second}"
    assert short(event, "Match", "Board", "White", "Black", "Result") == [
        (match, "5", f"{first} 1", f"{second} 1", "1-0"),
        (match, "6", f"{second} 2", f"{first} 2", "1/2-1/2"),
        (match, "8", f"{second} 4", f"{first} 4", "*"),
    ]
    assert rows(dict(csv_files(event.state))["boards.csv"])[2:4] == [
        ["1", "", first, second, "2", second, first, "draw", ""],
        ["1", "", first, second, "3", first, second, "1-0", "yes"],
    ]


def test_no_cell_of_a_csv_is_a_formula_or_a_day(kk):
    kk.play(WITHDRAWN_EXAMPLE, rounds=5).withdraw("p3")
    table = rows(dict(csv_files(kk.state))["crosstable-round-5.csv"])
    assert (table[1][4], table[4][4]) == ("1b*", "1w*")
    assert {row[-1] for row in rows(dict(csv_files(kk.state))["crosstable-round-1.csv"])[1:]} >= {"1 to 3", "4 to 7"}
    teams, again = InMemory("G", *"abcd"), InMemory("G", *"abcd")
    again.pair()
    for game in teams.pair().games:
        teams.result(1, game.white, game.black, "2-2")
    files = dict(csv_files(teams.state))
    assert [row[5] for row in rows(files["results.csv"])[1:]] == ["2.0-2.0"] * 2
    read, _ = results_of_list(again.state, files["results.csv"].encode(), corrects=False)
    assert [one.result for one in read.results] == ["2-2"] * 2
    cells = [cell for of in (kk.state, teams.state) for text in dict(csv_files(of)).values() for row in rows(text) for cell in row]
    assert not [cell for cell in cells if cell.startswith(FORMULA) or re.fullmatch(r"[1-9]\d*-[1-9]\d*", cell)]


def test_games_that_lapse_and_games_that_are_not_played_any_more_stand_in_brackets(kk):
    kk.play(WITHDRAWN_EXAMPLE, rounds=4).withdraw("p3")
    kk.pair()
    told = {row.id: row for row in crosstables(kk.state)[0].rows}
    texts = {id: [cell_text(cell) for cell in row.cells] for id, row in told.items()}
    assert texts["p3"] == ["(0b)", "(1w)", "(0b)", "(½b)", "(·w)"]
    assert (texts["p7"][0], texts["p6"][4], texts["p1"][4]) == ("(1w)", "(·b)", "·w")
    assert told["p3"].standing is None
    ((_, trf),) = trf_files(kk.state, TRF16)
    ends = {line[4:8].strip(): line[-8:] for line in trf.splitlines() if line.startswith("001")}
    assert (ends["3"], ends["6"]) == ("0000 - Z", "0000 - Z")


def test_who_withdrew_is_marked_in_standings_crosstables_and_trf(blitz):
    blitz.withdraw("e")
    (table,) = crosstables(blitz.state)
    number = table.numbers["e"]
    assert [row.id for row in table.rows if row.withdrawn] == ["e"]
    assert standings_of(blitz.state).withdrawn == ("e",)
    assert lines_of(table, "nl")[1][number - 1][1] == "e (teruggetrokken)"
    files = dict(csv_files(blitz.state))
    assert [(row[1], row[4]) for row in rows(files["standings-round-2.csv"]) if row[4]] == [("id", "withdrawn"), ("e", "yes")]
    ((_, trf),) = trf_files(blitz.state, TRF16)
    assert {f"XXZ {number}", f"### {number} withdrew"} <= {*trf.splitlines()}
    blitz.pair(absent=["b", "c"])
    ((_, trf),) = trf_files(blitz.state, TRF16)
    assert "XXZ" not in trf, "no round is to be paired any more"


def test_a_sheet_has_every_board_and_who_is_free():
    event = InMemory("A", "a", "b", "c")
    event.pair()
    assert [(row.board, row.white, row.black) for row in sheet(event.state)] == [(1, "b", "c"), (None, "a", None)]
    for round_, what in ((0, says("SheetFault.no-round", round=0)), (2, says("SheetFault.no-round", round=2, last=1))):
        refuses(what, sheet, event.state, round_)
    refuses(says("SheetFault.no-rounds"), sheet, InMemory("A", "a").state)


def test_trf26_has_records_of_its_own_for_what_trf16_has_in_extensions(blitz, kk):
    blitz.withdraw("e")
    ((name, text),) = trf_files(blitz.state, TRF26)
    number = crosstables(blitz.state)[0].numbers["e"]
    head = [line for line in text.split("\r\n") if line and not line.startswith(("001", "###"))]
    assert name == "event-trf26.trf"
    assert "\n" not in text.replace("\r\n", "")
    assert head == [
        "012 Sneldammen",
        "042 2026/11/21",
        "052 2026/11/21",
        "062 5",
        "072 1",
        "092 Individual: Swiss-System",
        "142 3",
        "152 W",
        "182 damcam",
        "192 FIDE_DUTCH",
        f"240 Z 003 {number:4}",
    ]
    ((_, old),) = trf_files(blitz.state, TRF16)
    told = [[line[:85] + line[89:] for line in one.splitlines() if line.startswith("001")] for one in (old, text)]
    assert told[0] == told[1], "the players are the same but for shared ranks"
    ((_, of_kk),) = trf_files(kk.play(WITHDRAWN_EXAMPLE, rounds=4).state, TRF26)
    assert "202" not in [line[:3] for line in of_kk.splitlines()], "the first place of the KK has a rule of its own"
    other = InMemory("C", *KK, in_class="HAA")
    other.play(WITHDRAWN_EXAMPLE, rounds=4).withdraw("p3")
    ((_, text),) = trf_files(other.state, TRF26)
    assert [line for line in text.splitlines() if line[:3] in ("192", "202", "212", "299")] == [
        "192 CUSTOM_ROUNDROBIN",
        "202 SB,DE",
        "212 PTS,SB,DE",
        "299 W         0.0  001    7",
        "299 W         0.0  002    3",
        "299 W         0.0  003    2",
        "299 D         0.0  004    3    5",
    ]


def test_pairings_by_name_have_everybody_by_family_names_and_teams_by_their_names(blitz):
    told = [(row.name, row.board, row.colour, row.opponent_name) for row in sheet_by_name(blitz.state, 2)]
    assert told == [
        ("c", 1, "black", "d"),
        ("d", 1, "white", "c"),
        ("e", 2, "white", "Anna de Vries"),
        ("Anna de Vries", 2, "black", "e"),
    ]
    assert sheet_by_name(blitz.state, 1)[1] == NameRow(1, "", None, False, "c", "c", None, None, None)
    left = InMemory("A", "Élise", "eva", "Frits", "d")
    left.pair()
    left.withdraw("Élise", "lapse")
    assert [(row.name, row.withdrawn) for row in sheet_by_name(left.state)] == [
        ("d", False),
        ("Élise", True),
        ("eva", True),
        ("Frits", False),
    ]
    teams = InMemory("G", "De Zwaan", "De Hoop", "Zwette")
    teams.pair()
    assert [row.name for row in sheet_by_name(teams.state)] == ["De Hoop", "De Zwaan", "Zwette"]


def test_a_play_off_of_teams_is_exported_with_its_boards():
    level = two_equal(with_lists=True)
    (key,) = play_offs_now(level.state)
    _, first, second = key
    level.put(play_off_boards(level.state, *key[1:], boards_in("1-0 draw -+ -", "G")))
    files = dict(csv_files(level.state))
    assert "play-offs.csv" not in files, "it has no result yet"
    assert rows(files["boards.csv"])[2:4] == [
        ["play-off 1", "", first, second, "2", second, first, "draw", ""],
        ["play-off 1", "", first, second, "3", first, second, "0-1", "yes"],
    ]
    match = ("play-off 1", f"{first} - {second}")
    assert short(level, "Round", "Match", "Board", "White", "Black", "Result") == [
        (*match, "1", PLAYERS[first][0], PLAYERS[second][0], "1-0"),
        (*match, "2", PLAYERS[second][1], PLAYERS[first][1], "1/2-1/2"),
        (*match, "4", PLAYERS[second][3], PLAYERS[first][3], "*"),
    ]
    assert left_out(level.state) == 3, "the matches of the rounds have no boards"
    level.put(play_off_boards(level.state, *key[1:], boards_in("1-0 draw -+ 1-0", "G")))
    assert rows(dict(csv_files(level.state))["play-offs.csv"])[1:] == [["", "1", first, second, "1.5-2.5"]]


def test_play_offs_of_players_follow_the_rounds():
    level = four_equal()
    for result in ("draw", "draw", "1-0"):
        white, black = play_offs_now(level.state)[0][1:]
        level.put(play_off_played(level.state, white, black, result))
    (first, second), *_ = [(one.white, one.black) for one in level.state.play_offs]
    numbered = [("1", first, second, "draw"), ("1", second, first, "draw"), ("2", first, second, "1-0")]
    heads = ["group", "number", "white", "black", "result"]
    assert rows(dict(csv_files(level.state))["play-offs.csv"]) == [heads, *(["", *one] for one in numbered)]
    assert short(level, "Round", "Board", "White", "Black", "Result")[6:] == [
        ("play-off 1", "1", first, second, "1/2-1/2"),
        ("play-off 1", "2", second, first, "1/2-1/2"),
        ("play-off 2", "3", first, second, "1-0"),
    ]


def test_groups_have_files_of_their_own_and_their_play_offs_are_exported_with_their_group():
    event = InMemory("A", *"abcdef")
    event.put(LotDrawn(7, (("a", "b", "c"), ("d", "e", "f"))))
    event.pair()
    tables = [f"{what}-round-1-group-{number}.csv" for number in (1, 2) for what in ("crosstable", "standings")]
    assert [name for name, _ in csv_files(event.state)] == ["results.csv", *tables]
    assert [name for name, _ in trf_files(event.state, TRF16)] == ["event-group-1.trf", "event-group-2.trf"]
    for _ in range(2):
        event.pair()
    event.fill(lambda game: "1-0" if game.white in "ad" else "0-1" if game.black in "ad" else "draw")
    white, black = next(key[1:] for key in play_offs_now(event.state) if {*key[1:]} <= {*"def"})
    event.put(play_off_played(event.state, white, black, "1-0"))
    assert rows(dict(csv_files(event.state))["play-offs.csv"])[1:] == [["2", "1", white, black, "1-0"]]
    assert tags_of(event)[-1]["Group"] == "2"

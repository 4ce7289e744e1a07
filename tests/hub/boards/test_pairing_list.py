"""Lists of pairings as organisers have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.evening.pairing_list import read_list
from tournament.events.exhibition import as_list, exhibition
from tournament.simultaneous import Colour

BOARDS = {"1": "1", "2": "2", "hal": "hal", "12": "12"}
TWO = [("1", "Jelle de Vries", "Sytske Hoekstra"), ("2", "Ype Bouma", "Auke Zijlstra")]


def read(text, *how):
    """The pairings of the list, and each line that is wrong with the code of its sentence."""
    found = read_list(text, *how or [BOARDS])
    wrong = [(one.line, one.why.code.partition(".")[2]) for one in found.wrong]
    return [(one.board, one.white, one.black) for one in found.pairings], wrong


@pytest.mark.parametrize(
    "text",
    [
        "1; Jelle de Vries; Sytske Hoekstra\n2;Ype Bouma;Auke Zijlstra",
        "1,Jelle de Vries,Sytske Hoekstra\r\n2,Ype Bouma,Auke Zijlstra\r\n",
        "1\tJelle de Vries\tSytske Hoekstra\n2\tYpe Bouma\tAuke Zijlstra\t",
        '\ufeff"1";"Jelle de Vries";"Sytske Hoekstra"\n\n"2";"Ype  Bouma";"Auke Zijlstra"\n;;\n',
        "sep=;\nBord;Wit;Zwart\n1;Jelle de Vries;Sytske Hoekstra\n2;Ype Bouma;Auke\u200b Zijlstra",
        "Bord;Wit;Zwart\n1;Jelle de Vries;Sytske Hoekstra\n2;Ype Bouma;Auke Zijlstra",
        "Bord 1;Jelle de Vries;Sytske Hoekstra\nTafel 2;Ype Bouma;Auke Zijlstra",
        "Nr. 1;Jelle de Vries;Sytske Hoekstra\n#2;Ype Bouma;Auke Zijlstra",
        "Black,Rating,White,Board\nSytske Hoekstra,1300,Jelle de Vries,1\nAuke Zijlstra,1200,Ype Bouma,Board 2",
    ],
)
def test_separators_quotes_and_headings(text):
    assert read(text) == (TWO, [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1;Vries, Jelle de;Hoekstra, Sytske", ("1", "Vries, Jelle de", "Hoekstra, Sytske")),
        ('1,"Vries, Jelle de","Jan ""de Slag"" Bos"', ("1", "Vries, Jelle de", 'Jan "de Slag" Bos')),
        ("HAL;A;B", ("hal", "A", "B")),
    ],
)
def test_a_comma_in_a_name_stays_and_the_names_of_boards_are_those_of_the_hall(text, told):
    assert read(text) == ([told], [])


def test_a_board_may_be_called_as_a_heading_begins_and_one_that_is_to_join_is_no_other_one():
    assert [one[0] for one in read("bordeaux;A;B\nbord 1;C;D", {"bordeaux": "bordeaux", "1": "1"})[0]] == ["bordeaux", "1"]
    awaited = ("bord-2", "tafel2", "3")
    found = read_list("bord-2;A;B\ntafel2;C;D\nbord 3;E;F\n2;G;H", {"2": "2"}, awaited)
    said = [(one.line, one.why.code, one.why.values["board"]) for one in found.wrong]
    assert said == [(line, "ListFault.not-joined", key) for line, key in enumerate(awaited, 1)]
    assert [one.board for one in found.pairings] == ["2"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", [(0, "empty")]),
        (" \n;;\n", [(0, "empty")]),
        ("\n1;A;B\n2;C", [(3, "values")]),
        ("1;A;B;C", [(1, "values")]),
        ("9;A;B", [(1, "no-board")]),
        ("1;A;", [(1, "no-name")]),
        ("1;A;B\n1;C;D", [(2, "board-twice")]),
        ("1;A;B\n2;C;a", [(2, "player-twice")]),
        ('1;"A;B', [(1, "quotes")]),
        (f"1;{'x' * 101};B", [(1, "no-line")]),
        ("1;A\u202eb;B", [(1, "not-shown")]),
        ("Nr;White;Opponent\n1;A;B", [(1, "no-column")]),
        ("9;A;B\n1;C;D\n2;E", [(1, "no-board"), (3, "values")]),
    ],
)
def test_what_is_wrong_is_told_by_its_line(text, wrong):
    assert read(text)[1] == wrong


def test_what_is_wrong_tells_the_boards_and_the_line_before():
    why = [one.why.values for text in ("9;A;B", "1;A;B\n1;C;D") for one in read_list(text, BOARDS).wrong]
    assert why == [{"board": "9", "boards": ("1", "2", "12", "hal")}, {"board": "1", "first": 1}]


@given(st.text(alphabet='1;,"\t\n\r A\x00b\ufeff\u2028\ud800😀'))
def test_any_text_is_read_or_told(text):
    found = read_list(text, BOARDS)
    assert found.pairings or found.wrong
    assert [one.line for one in found.wrong] == sorted(one.line for one in found.wrong)
    assert all(str(one.said) for one in found.wrong)


PLAYERS = ("Jelle", "Sytske; K.", 'Ype "de" Boer', "Hiske")
FIVE = {str(number): str(number) for number in range(1, 6)}


@pytest.mark.parametrize("players", [2, 4])
def test_the_list_of_an_exhibition_is_taken_with_the_giver_at_all_boards(players):
    games = exhibition("Ton", PLAYERS[:players], first=Colour.BLACK)
    told = read_list(as_list(games, "Simultaan", "1"), FIVE)
    assert told.wrong == ()
    assert [(one.board, one.white, one.black, one.event) for one in told.pairings] == [
        (str(one.board), one.white, one.black, "Simultaan") for one in games
    ]


@pytest.mark.parametrize(
    ("lines", "twice"),
    [("1;Ton;Jelle\n2;Ton;Ype", "Ton"), ("1;Ton;Jelle\n2;Ton;Ype\n3;Hiske;Durk", "Ton"), ("1;Ton;Jelle\n2;Ton;Ype\n3;jelle;Ton", "jelle")],
)
def test_somebody_else_who_is_twice_or_anybody_in_a_list_that_is_no_exhibition_is_told(lines, twice):
    (wrong,) = read_list(lines, FIVE).wrong
    said = wrong.said.values["what"]
    assert (said.code, said.values) == ("ListFault.player-twice", {"name": twice, "first": 1})

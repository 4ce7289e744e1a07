"""Lists of pairings as organisers have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.evening.pairing_list import read_list

BOARDS = {"1": "1", "2": "2", "hal": "hal", "12": "12"}
TWO = [("1", "Jelle de Vries", "Sytske Hoekstra"), ("2", "Ype Bouma", "Auke Zijlstra")]


def read(text):
    return [(one.board, one.white, one.black) for one in read_list(text, BOARDS).pairings]


def wrong(text):
    return [(one.line, str(one.said)) for one in read_list(text, BOARDS).wrong]


@pytest.mark.parametrize(
    "text",
    [
        "1; Jelle de Vries; Sytske Hoekstra\n2;Ype Bouma;Auke Zijlstra",
        "1,Jelle de Vries,Sytske Hoekstra\r\n2,Ype Bouma,Auke Zijlstra\r\n",
        "1\tJelle de Vries\tSytske Hoekstra\n2\tYpe Bouma\tAuke Zijlstra\t",
        '\ufeff"1";"Jelle de Vries";"Sytske Hoekstra"\n\n"2";"Ype  Bouma";"Auke Zijlstra"\n;;\n',
        "Bord;Wit;Zwart\n1;Jelle de Vries;Sytske Hoekstra\n2;Ype Bouma;Auke Zijlstra",
        "Bord 1;Jelle de Vries;Sytske Hoekstra\nTafel 2;Ype Bouma;Auke Zijlstra",
        "Nr. 1;Jelle de Vries;Sytske Hoekstra\n#2;Ype Bouma;Auke Zijlstra",
        "Black,Rating,White,Board\nSytske Hoekstra,1300,Jelle de Vries,1\nAuke Zijlstra,1200,Ype Bouma,Board 2",
    ],
)
def test_separators_quotes_and_headings(text):
    assert (read(text), wrong(text)) == (TWO, [])


def test_a_board_may_be_called_as_a_heading_begins():
    assert [one.board for one in read_list("bordeaux;A;B\nbord 1;C;D", {"bordeaux": "bordeaux", "1": "1"}).pairings] == ["bordeaux", "1"]


def test_a_board_that_is_to_join_is_no_other_one():
    found = read_list("bord-2;A;B\ntafel2;C;D\nbord 3;E;F\n2;G;H", {"2": "2"}, ("bord-2", "tafel2", "3"))
    assert [str(one.said) for one in found.wrong] == [
        f"line {line}: board {key} is enrolled, and has not joined yet: run damcam join there"
        for line, key in enumerate(("bord-2", "tafel2", "3"), 1)
    ]
    assert [one.board for one in found.pairings] == ["2"]


def test_a_comma_in_a_name_stays_where_semicolons_separate():
    assert read("1;Vries, Jelle de;Hoekstra, Sytske") == [("1", "Vries, Jelle de", "Hoekstra, Sytske")]
    assert read('1,"Vries, Jelle de","Jan ""de Slag"" Bos"') == [("1", "Vries, Jelle de", 'Jan "de Slag" Bos')]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", [(0, "the list is empty: a line for each board was expected, such as 1; Jelle de Vries; Sytske Hoekstra")]),
        (" \n;;\n", [(0, "the list is empty: a line for each board was expected, such as 1; Jelle de Vries; Sytske Hoekstra")]),
        ("\n1;A;B\n2;C", [(3, "line 3: a board, White and Black were expected, as in 1; Jelle de Vries; Sytske Hoekstra")]),
        ("1;A;B;C", [(1, "line 1: a board, White and Black were expected, as in 1; Jelle de Vries; Sytske Hoekstra")]),
        ("9;A;B", [(1, "line 1: there is no board 9 here; there are 1, 2, 12, hal")]),
        ("1;A;", [(1, "line 1: both players were expected")]),
        ("1;A;B\n1;C;D", [(2, "line 2: board 1 is in line 1 already")]),
        ("1;A;B\n2;C;a", [(2, "line 2: a is in line 1 already")]),
        ('1;"A;B', [(1, "line 1: a quotation mark is not closed")]),
        (f"1;{'x' * 101};B", [(1, f"line 1: {'x' * 100!r} is no name; a line of 100 characters at most was expected")]),
        ("1;A\u202eb;B", [(1, "line 1: 'A\\u202eb' is no name; it has a character that cannot be shown")]),
        ("Nr;White;Opponent\n1;A;B", [(1, "line 1: no column has the heading board, White or Black")]),
        ("9;A;B\n1;C;D\n2;E", [(1, None), (3, None)]),
    ],
)
def test_what_is_wrong_is_told_by_its_line(text, says):
    told = wrong(text)
    assert [line for line, _ in told] == [line for line, _ in says]
    assert all(sentence in (None, heard) for (_, sentence), (_, heard) in zip(says, told, strict=True))


def test_the_names_of_boards_are_those_of_the_hall():
    assert read_list("hal;A;B", BOARDS).pairings[0].board == "hal"
    assert read_list("HAL;A;B", BOARDS).pairings[0].line == 1


@given(st.text(alphabet='1;,"\t\n\r A\x00b\ufeff') | st.text())
def test_any_text_is_read_or_told(text):
    found = read_list(text, BOARDS)
    assert found.pairings or found.wrong
    assert [str(one.said) for one in found.wrong] == [str(one.said) for one in sorted(found.wrong, key=lambda one: one.line)]

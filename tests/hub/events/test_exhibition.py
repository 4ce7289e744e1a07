"""Simultaneous exhibitions (I 4): colours by lot and then in turn, or the giver's everywhere, as a list that boards take."""

import pytest

from hub.evening.pairing_list import read_list
from hub.events.exhibition import as_list, exhibition, first_by_lot
from hub.events.faults import TournamentError

PLAYERS = ("Jelle", "Sytske; K.", 'Ype "de" Boer', "Hiske")
BOARDS = {str(number): str(number) for number in range(1, 6)}


def test_the_colours_change_from_board_to_board_after_the_lot():
    games = exhibition("Ton", PLAYERS, first="white")
    assert [(one.board, one.white == "Ton") for one in games] == [(1, False), (2, True), (3, False), (4, True)]
    assert {first_by_lot(seed) for seed in range(20)} == {"white", "black"}
    assert first_by_lot(7) == first_by_lot(7)


def test_the_giver_may_have_one_colour_everywhere():
    assert {one.black for one in exhibition("Ton", PLAYERS, giver_has="black")} == {"Ton"}


def test_the_list_is_taken_by_the_boards_with_the_giver_at_all_of_them():
    games = exhibition("Ton", PLAYERS, first="black")
    told = read_list(as_list(games, "Simultaan", "1"), BOARDS)
    assert told.wrong == ()
    assert [(one.board, one.white, one.black, one.event) for one in told.pairings] == [
        (str(one.board), *one[1:], "Simultaan") for one in games
    ]


@pytest.mark.parametrize("lines", ["1;Ton;Jelle\n2;Ton;Ype", "1;Ton;Jelle\n2;Ton;Ype\n3;Hiske;Durk"])
def test_somebody_who_is_twice_in_a_list_that_is_no_exhibition_is_told(lines):
    (wrong,) = read_list(lines, BOARDS).wrong
    assert "Ton is in line 1 already" in str(wrong.said)


def test_the_exhibition_has_nobody_else_twice():
    (wrong,) = read_list("1;Ton;Jelle\n2;Ton;Ype\n3;jelle;Ton", BOARDS).wrong
    assert "jelle is in line 1 already" in str(wrong.said)


@pytest.mark.parametrize(
    ("players", "what"),
    [
        (("Jelle",), "one player is named"),
        (("Jelle", "TON"), "cannot be one of the players"),
        (("Jelle", "jelle"), "named twice"),
        (("Jelle", "=a"), "formula"),
    ],
)
def test_what_is_no_exhibition_is_refused(players, what):
    with pytest.raises(TournamentError, match=what):
        exhibition("Ton", players, first="white")

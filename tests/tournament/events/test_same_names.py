"""Names as people read them in lists: in which order they stand, and how two of one name are told apart."""

import pytest

from rules.pdn.tags import MAX_TAG_LENGTH
from tournament.events.changes import Entrant
from tournament.events.same_names import by_family_name, distinct_names

JAN = "Jan de Vries"

IN_ORDER = """
Sytske Bakker-de Vries
Jan Berg
Durk Bouma jr.
Bouma, Ype
Van den Broek
Eise Ééns
J.d.V. (3)
Anne-Marije de Jong
Jong, Piet de
Zwaan de Jong
Jan van 't Laar
Marie van der Veen-Ötker
Jan de Vries (Drachten)
JAN DE VRIES (Sneek)
Piet Hein de Vries
Anna de Vries Robbé
Sjoerd fan der Wal
Zwaan
"""


def test_names_stand_under_their_family_names_without_what_stands_before_these():
    names = IN_ORDER.strip().splitlines()
    assert sorted(sorted(names), key=by_family_name) == names


@pytest.mark.parametrize(
    ("entrants", "names"),
    [
        ([Entrant("a", JAN, "Drachten"), Entrant("b", "Piet de Vries", "Drachten"), Entrant("c")], [JAN, "Piet de Vries", "c"]),
        ([Entrant("a", JAN, "Drachten"), Entrant("b", "jan  de vries", "Sneek")], [f"{JAN} (Drachten)", "jan  de vries (Sneek)"]),
        (
            [Entrant("a", JAN, "Drachten"), Entrant("b", JAN, "drachten"), Entrant("c", JAN, "Sneek"), Entrant("d", JAN)],
            [f"{JAN} (a)", f"{JAN} (b)", f"{JAN} (Sneek)", f"{JAN} (d)"],
        ),
    ],
    ids=["names of their own", "clubs", "one club, and none"],
)
def test_several_of_one_name_have_their_club_behind_it_or_their_id_where_the_club_is_the_same_or_missing(entrants, names):
    told = distinct_names(entrants)
    assert [*told.items()] == [(one.id, name) for one, name in zip(entrants, names, strict=True)]
    again = [Entrant(one.id, told[one.id], one.club) for one in entrants]
    assert distinct_names(again) == told, "what is told apart stays so"


def test_names_that_are_told_apart_are_no_longer_than_a_board_takes_them():
    long = "x" * MAX_TAG_LENGTH
    told = distinct_names([Entrant("a", long, f"1{long}"[:MAX_TAG_LENGTH]), Entrant("b", long, f"2{long}"[:MAX_TAG_LENGTH])])
    assert {*map(len, told.values())} == {MAX_TAG_LENGTH}
    assert told["a"] != told["b"]

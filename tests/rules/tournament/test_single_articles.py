"""The short questions: A 2, A 5, E 4, F 5, I 4 and appendix 5."""

import pytest

from tests.rules.tournament.asking import ask, refused


@pytest.mark.parametrize(
    ("born", "age", "may_play"),
    [
        ("2014-09-02", 11, ["pupillen", "jeugd", "junioren"]),
        ("2014-09-01", 12, ["jeugd", "junioren"]),
        ("2010-09-02", 15, ["jeugd", "junioren"]),
        ("2010-09-01", 16, ["junioren"]),
        ("2005-09-02", 20, ["junioren"]),
        ("2005-09-01", 21, []),
        ("2026-09-01", 0, ["pupillen", "jeugd", "junioren"]),
        ("2004-02-29", 22, []),
    ],
)
def test_e_4_the_age_on_the_first_of_september(born, age, may_play):
    assert ask("age", born=born, year=2026) == {"age": age, "may_play": may_play}


@pytest.mark.parametrize(
    ("born", "year", "told"),
    [
        ("2010-02-30", 2026, "born is"),
        ("20100201", 2026, "born is"),
        ("2010-W01-1", 2026, "born is"),
        ("yesterday", 2026, "born is"),
        ("2010-02-03T00:00", 2026, "born is"),
        (2010, 2026, "born is 2010"),
        ("2026-09-02", 2026, "after 1 September 2026"),
        ("2010-01-01", 0, "year is 0"),
        ("2010-01-01", 10**6, "year is"),
        ("2010-01-01", None, "year is missing"),
    ],
)
def test_e_4_dates_that_cannot_be_are_refused(born, year, told):
    assert told in refused("age", born=born, year=year)


@pytest.mark.parametrize(
    ("name", "number", "may_play"),
    [
        ("KK", 8, ["EK"]),
        ("HAA", 8, ["EK"]),
        ("RHAA", 4, ["EK"]),
        ("RHAA", 5, ["EK", "HA"]),
        ("RHAA", 8, ["EK", "HA"]),
        ("HA", 1, ["HA"]),
        ("HA", 30, ["HA"]),
        ("1", 1, ["1"]),
        ("2", 9, ["2"]),
        ("3", None, ["3"]),
    ],
)
def test_a_2_the_classes_of_club_events(name, number, may_play):
    assert ask("classes", list=name, number=number) == {"may_play": may_play}


@pytest.mark.parametrize(
    ("name", "number"), [("RHAA", 9), ("RHAA", 0), ("RHAA", None), ("KK", 9), ("4", 1), ("EK", 1), (None, 1), ("HA", "1")]
)
def test_a_2_a_list_or_number_that_cannot_be_is_refused(name, number):
    assert refused("classes", list=name, number=number)


def standing(*rows):
    return [{"id": player, "place": list(place), "class": level} for player, place, level in rows]


def test_f_5_each_category_in_the_order_of_the_list_and_shared_places_stay_shared():
    order = standing(
        ("a", (1, 1), "HA"), ("b", (2, 4), "KK"), ("c", (2, 4), ""), ("d", (2, 4), "HAA"), ("e", (5, 5), "3"), ("f", (6, 6), "RHAA")
    )  # fmt: skip
    assert ask("prizes", standing=order) == {
        "A": [{"place": 2, "ids": ["b", "d"]}],
        "B": [{"place": 1, "ids": ["a"]}, {"place": 6, "ids": ["f"]}],
        "C": [{"place": 2, "ids": ["c"]}, {"place": 5, "ids": ["e"]}],
    }
    assert ask("prizes", standing=order[::-1])["B"] == [{"place": 1, "ids": ["a"]}, {"place": 6, "ids": ["f"]}]
    assert ask("prizes", standing=[]) == {"A": [], "B": [], "C": []}


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([("a", (1, 1), "EK")], "standing[0].class is"),
        ([("a", (1, 1), None)], "standing[0].class is missing"),
        ([("a", (2, 1), "KK")], "standing[0].place is 2 to 1"),
        ([("a", (0, 1), "KK")], "standing[0].place is"),
        ([("a", (1,), "KK")], "standing[0].place is"),
        ([("a", (1, 1), "KK"), ("a", (2, 2), "KK")], "'a' twice"),
        ([("a", (1, 1), "KK"), ("b", (1, 1), "KK")], "2 players share the places 1 to 1"),
        ([("a", (1, 2), "KK"), ("b", (2, 3), "KK")], "overlap"),
    ],
)
def test_f_5_a_standing_that_cannot_be_is_refused(rows, told):
    assert told in refused("prizes", standing=standing(*rows))


def winners(**points):
    return [{"id": player, "points": count} for player, count in points.items()]


def first(*, by, of=None, open=(), needs=None, next=(), **more):
    """The answer to `first-of-groups`."""
    return {"first": of, "by": by, "open": list(open), "needs": needs, "next": list(next), **more}


BY_LOT = {"needs": "game", "colours": "lot", "next": [{"players": ["a", "c"]}]}
EQUAL = winners(a=3, b=2, c=3)


def play_off(white, black, result):
    return {"white": white, "black": black, "result": result}


def test_a_5_the_winner_with_most_points_or_a_play_off():
    assert ask("first-of-groups", winners=winners(a=2.5, b=3, c=2)) == first(of="b", by="points")
    assert ask("first-of-groups", winners=winners(a=1)) == first(of="a", by="points")
    assert ask("first-of-groups", winners=EQUAL) == first(by="open", open="ac", **BY_LOT)
    assert ask("first-of-groups", winners=winners(a=3, b=3, c=3)) == first(by="open", open="abc", needs="arbiter")


def test_a_5_c_the_winners_of_groups_play_on_with_colours_turned_until_one_has_won():
    drawn = [play_off("c", "a", "draw")]
    now = {"needs": "game", "colours": "reversed", "next": [{"white": "a", "black": "c"}]}
    assert ask("first-of-groups", winners=EQUAL, playoffs=drawn) == first(by="open", open="ac", **now)
    assert ask("first-of-groups", winners=EQUAL, playoffs=[*drawn, play_off("a", "c", "0-1")]) == first(of="c", by="play-off")


def test_a_5_c_the_arbiter_decides_among_three_or_where_one_has_left_or_by_lot():
    assert ask("first-of-groups", winners=winners(a=3, b=3, c=3), decided=["b", "c", "a"]) == first(of="b", by="play-off") | {
        "decided": True
    }
    assert ask("first-of-groups", winners=EQUAL, withdrawn=["c"]) == first(by="open", open="ac", needs="arbiter")
    assert ask("first-of-groups", winners=EQUAL, decided=["c", "a"]) == first(of="c", by="play-off") | {"decided": True}


def test_a_5_c_a_play_off_or_a_decision_of_others_is_refused():
    assert "a and b do not share the first place" in refused("first-of-groups", winners=EQUAL, playoffs=[play_off("a", "b", "1-0")])
    assert "do not share" in refused("first-of-groups", winners=winners(a=3, b=2), playoffs=[play_off("a", "b", "1-0")])
    for ids in (["a"], ["a", "b"], ["a", "b", "c"]):
        assert "decided names" in refused("first-of-groups", winners=EQUAL, decided=ids)
    won = [play_off("a", "c", "1-0")]
    assert "a won the play-off" in refused("first-of-groups", winners=EQUAL, playoffs=won, decided=["c", "a"])


def test_a_5_winners_that_cannot_be_are_refused():
    assert "nobody" in refused("first-of-groups", winners=[])
    assert "winners[0].points" in refused("first-of-groups", winners=winners(a=2.25))
    assert "'a' twice" in refused("first-of-groups", winners=winners(a=2) * 2)


def test_i_4_colours_in_turn_or_the_same_for_all():
    assert ask("simultaneous", players=3, first="white") == {"players": ["white", "black", "white"]}
    assert ask("simultaneous", players=2, first="black") == {"players": ["black", "white"]}
    assert ask("simultaneous", players=3, giver="white") == {"players": ["black"] * 3}
    assert ask("simultaneous", players=1, giver="black") == {"players": ["white"]}


@pytest.mark.parametrize(
    "fields", [{}, {"first": "white", "giver": "white"}, {"first": "red"}, {"giver": "w"}, {"players": 0, "first": "white"}]
)
def test_i_4_colours_that_cannot_be_are_refused(fields):
    assert refused("simultaneous", **{"players": 3, **fields})


MADE = {
    "competition": "C",
    "class": "KK",
    "ruled": True,
    "party": True,
    "told": "2026-03-07T18:30:00",
    "made": "2026-03-08T12:00:00",
    "written": True,
    "grounds": True,
    "next_match_day": "2026-03-14",
}


def appealed(**change):
    return ask("appeal", **(MADE | change))


def test_appendix_5_an_appeal_that_is_taken():
    assert appealed() == {"admissible": True, "reasons": [], "until": "2026-03-08T18:30:00", "decide_before": "2026-03-14"}


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({"made": "2026-03-08T18:30:00"}, []),
        ({"made": "2026-03-08T18:30:01"}, ["too late"]),
        ({"made": "2026-03-07T18:30:00"}, []),
        ({"made": "2026-03-07T18:29:59"}, ["too early"]),
        ({"ruled": False}, ["no ruling"]),
        ({"party": False}, ["no party"]),
        ({"written": False}, ["form"]),
        ({"grounds": False}, ["form"]),
        ({"competition": "A"}, ["no appeal"]),
        ({"competition": "G"}, ["no appeal"]),
        ({"competition": "H"}, ["no appeal"]),
        ({"competition": "I"}, ["no appeal"]),
        ({"competition": "E"}, []),
        (
            {"competition": "A", "ruled": False, "party": False, "written": False, "made": "2027-01-01T00:00:00"},
            ["no appeal", "no ruling", "no party", "too late", "form"],
        ),
    ],
)
def test_appendix_5_why_an_appeal_is_not_taken(change, reasons):
    found = appealed(**change)
    assert (found["reasons"], found["admissible"]) == (reasons, not reasons)


@pytest.mark.parametrize(
    ("change", "day"),
    [
        ({}, "2026-03-14"),
        ({"class": "RHAA"}, "2026-03-14"),
        ({"class": None}, "2026-03-14"),
        ({"competition": "D", "class": "HA"}, "2026-03-14"),
        ({"competition": "D", "class": "1"}, None),
        ({"competition": "B", "class": None}, None),
        ({"competition": "F"}, None),
        ({"next_match_day": None}, None),
    ],
)
def test_appendix_5_the_eights_and_the_ha_are_decided_before_the_next_match_day(change, day):
    assert appealed(**change)["decide_before"] == day


@pytest.mark.parametrize(
    ("told", "until"),
    [
        ("2026-02-28T23:59", "2026-03-01T23:59"),
        ("2026-02-28 23:59:10", "2026-03-01 23:59:10"),
        ("2026-02-28T23:59:10.5", None),
        ("2026-02-28T23:59:10.250", "2026-03-01T23:59:10.250"),
    ],
)
def test_appendix_5_the_term_is_written_as_the_time_was(told, until):
    if until is None:
        assert "told is" in refused("appeal", **(MADE | {"told": told}))
    else:
        assert appealed(told=told, made=told)["until"] == until


def test_appendix_5_a_zone_is_reckoned_with_and_not_written():
    found = appealed(told="2026-03-07T18:30:00+01:00", made="2026-03-08T17:30:00Z")
    assert (found["reasons"], found["until"]) == ([], "2026-03-08T18:30:00")
    assert "zone" in refused("appeal", **(MADE | {"told": "2026-03-07T18:30:00Z"}))


@pytest.mark.parametrize(
    "change",
    [
        {"competition": "Z"},
        {"competition": "D", "class": None},
        {"competition": "D", "class": "KK"},
        {"told": "soon"},
        {"told": None},
        {"told": "9999-12-31T12:00:00", "made": "9999-12-31T12:00:00"},
        {"made": "2026-03-08"},
        {"made": "2026-13-08T12:00"},
        {"written": "yes"},
        {"next_match_day": "2026-02-30"},
    ],
)
def test_appendix_5_an_appeal_that_cannot_be_is_refused(change):
    assert refused("appeal", **(MADE | change))


CLUBS = [
    {"club": "A", "member": "anne", "internal": True},
    {"club": "B", "member": "bouke", "internal": True},
    {"club": "C", "member": "corrie", "internal": True},
    {"club": "D", "member": "durk", "internal": True},
    {"club": "E", "member": "eabe", "internal": False},
]


def decided(**fields):
    votes = {"anne": "uphold", "bouke": "reject", "corrie": "uphold", "durk": "reject"}
    return ask(
        "committee", **({"clubs": CLUBS, "persons": [], "disputing_clubs": [], "chair": "anne", "vice": "bouke", "votes": votes} | fields)
    )


def test_appendix_5_a_member_of_each_club_with_an_internal_competition_sits():
    found = decided()
    assert (found["sit"], found["stand_back"]) == (["anne", "bouke", "corrie", "durk"], [])


def test_appendix_5_the_chair_decides_a_tie():
    assert (decided()["outcome"], decided()["casting"]) == ("uphold", "anne")


def test_appendix_5_who_belongs_to_the_dispute_or_whose_club_does_stands_back_and_has_no_vote():
    found = decided(persons=["corrie", "jan"], disputing_clubs=["D", "Z"])
    assert (found["sit"], found["stand_back"]) == (["anne", "bouke"], ["corrie", "durk"])
    found = decided(persons=["durk"])
    assert (found["outcome"], found["casting"]) == ("uphold", None)


def test_appendix_5_the_vice_chair_decides_where_the_chair_stands_back():
    votes = {"anne": "uphold", "bouke": "reject", "corrie": "uphold"}
    found = decided(disputing_clubs=["A"], votes=votes)
    assert (found["outcome"], found["casting"]) == ("reject", "bouke")


def test_appendix_5_no_outcome_where_both_stand_back_or_nobody_decides_the_tie():
    found = decided(persons=["anne", "bouke"])
    assert (found["outcome"], found["casting"]) == (None, None)
    found = decided(votes={"bouke": "reject", "corrie": "uphold"})
    assert (found["outcome"], found["casting"]) == (None, None)
    assert decided(votes={})["outcome"] is None
    assert decided(votes={"eabe": "uphold", "durk": "reject"})["outcome"] == "reject"


@pytest.mark.parametrize(
    "change",
    [
        {"votes": {"nobody": "uphold"}},
        {"votes": {"anne": "yes"}},
        {"votes": ["anne"]},
        {"chair": "eabe"},
        {"chair": "nobody"},
        {"chair": None},
        {"vice": "anne"},
        {"clubs": [*CLUBS, {"club": "A", "member": "x", "internal": True}]},
        {"clubs": [*CLUBS, {"club": "F", "member": "anne", "internal": False}]},
        {"clubs": [{"club": "A", "member": "anne"}]},
        {"clubs": "A"},
    ],
)
def test_appendix_5_a_commission_that_cannot_be_is_refused(change):
    given = {"clubs": CLUBS, "persons": [], "disputing_clubs": [], "chair": "anne", "vice": "bouke", "votes": {}}
    assert refused("committee", **(given | change))

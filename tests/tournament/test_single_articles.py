"""The short questions: A 5, F 5, I 4 and appendix 5."""

import pytest

from tests.support.says import says
from tests.tournament.contests import Refused, names, refused, refuses
from tests.tournament.contests import asked as ask
from tournament.competitions import PlayerClass
from tournament.prizes import PlacedPlayer, prizes


def standing(*rows):
    return [PlacedPlayer(id, places, PlayerClass(level) if level else None) for id, places, level in rows]


def prizes_of(*rows):
    return {str(category): [(prize.place, "".join(prize.ids)) for prize in won] for category, won in prizes(standing(*rows)).items()}


def test_f_5_each_category_in_the_order_of_the_list_and_shared_places_stay_shared():
    order = [("a", (1, 1), "HA"), ("b", (2, 4), "KK"), ("c", (2, 4), ""), ("d", (2, 4), "HAA"), ("e", (5, 5), "3"), ("f", (6, 6), "RHAA")]
    assert prizes_of(*order) == {"A": [(2, "bd")], "B": [(1, "a"), (6, "f")], "C": [(2, "c"), (5, "e")]}
    assert prizes_of(*order[::-1])["B"] == [(1, "a"), (6, "f")]
    assert prizes_of() == {"A": [], "B": [], "C": []}


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ([("a", (2, 1), "KK")], says("the places {first} to {last} stand the wrong way round", first=2, last=1)),
        (
            [("a", (1, 1), "KK"), ("b", (1, 1), "KK")],
            says("{count} players share the places {first} to {last}", count=2, first=1, last=1),
        ),
        (
            [("a", (1, 2), "KK"), ("b", (2, 3), "KK")],
            says("the places {first} to {last} overlap the places {other_first} to {other_last}", first=1, other_last=3),
        ),
    ],
)
def test_f_5_a_standing_that_cannot_be_is_refused(rows, what):
    refuses(what, prizes_of, *rows)


def winners(**points):
    return [{"id": player, "points": count} for player, count in points.items()]


def first(*, by, of=None, open=(), needs=None, next=(), **more):
    """The answer to `first-of-groups`."""
    return {"first": of, "by": by, "open": list(open), "needs": needs, "next": list(next), **more}


BY_LOT = {"needs": "game", "colours": "lot", "next": [{"players": ["a", "c"]}]}
EQUAL = winners(a=3, b=2, c=3)


def play_off(white, black, result):
    return {"white": white, "black": black, "result": result}


def test_a_5_the_winner_with_most_points_or_a_play_off_with_colours_turned_or_whom_the_arbiter_decides():
    assert ask("first-of-groups", winners=winners(a=2.5, b=3, c=2)) == first(of="b", by="points")
    assert ask("first-of-groups", winners=winners(a=1)) == first(of="a", by="points")
    assert ask("first-of-groups", winners=EQUAL) == first(by="open", open="ac", **BY_LOT)
    three = winners(a=3, b=3, c=3)
    assert ask("first-of-groups", winners=three) == first(by="open", open="abc", needs="arbiter")
    drawn = [play_off("c", "a", "draw")]
    now = {"needs": "game", "colours": "reversed", "next": [{"white": "a", "black": "c"}]}
    assert ask("first-of-groups", winners=EQUAL, playoffs=drawn) == first(by="open", open="ac", **now)
    assert ask("first-of-groups", winners=EQUAL, playoffs=[*drawn, play_off("a", "c", "0-1")]) == first(of="c", by="play-off")
    assert ask("first-of-groups", winners=three, decided=["b", "c", "a"]) == first(of="b", by="play-off", decided=True)
    assert ask("first-of-groups", winners=EQUAL, withdrawn=["c"]) == first(by="open", open="ac", needs="arbiter")
    assert ask("first-of-groups", winners=EQUAL, decided=["c", "a"]) == first(of="c", by="play-off", decided=True)


def test_a_5_c_a_play_off_or_a_decision_of_others_and_winners_that_cannot_be_are_refused():
    of_others = [play_off("a", "b", "1-0")]
    refuses(says(Refused.NO_PLAY_OFF_OF_WINNERS, id="a", other="b"), ask, "first-of-groups", winners=EQUAL, playoffs=of_others)
    refuses(says(Refused.NO_PLAY_OFF_OF_WINNERS), ask, "first-of-groups", winners=winners(a=3, b=2), playoffs=of_others)
    for ids in (["a"], ["a", "b"], ["a", "b", "c"]):
        refuses(says(Refused.NOT_EQUAL_WINNERS), ask, "first-of-groups", winners=EQUAL, decided=ids)
    won = [play_off("a", "c", "1-0")]
    refuses(says(Refused.CONTRADICTED, winner="a"), ask, "first-of-groups", winners=EQUAL, playoffs=won, decided=["c", "a"])
    refuses(says(Refused.NOBODY), ask, "first-of-groups", winners=[])
    refuses(names("points"), ask, "first-of-groups", winners=winners(a=2.25))
    refuses(names(""), ask, "first-of-groups", winners=winners(a=2) * 2)


def test_i_4_colours_in_turn_or_the_same_for_all():
    assert ask("simultaneous", players=3, first="white") == {"players": ["white", "black", "white"]}
    assert ask("simultaneous", players=2, first="black") == {"players": ["black", "white"]}
    assert ask("simultaneous", players=3, giver="white") == {"players": ["black"] * 3}
    assert ask("simultaneous", players=1, giver="black") == {"players": ["white"]}
    for wrong in ({}, {"first": "white", "giver": "white"}, {"first": "red"}, {"giver": "w"}, {"players": 0, "first": "white"}):
        assert refused("simultaneous", **{"players": 3, **wrong})


NO_TIME = "{field} is {value}; a time such as 2026-03-07T18:30:00 was expected"
TIMES = {"told": "2026-03-07T18:30:00", "made": "2026-03-08T12:00:00", "next_match_day": "2026-03-14"}
MADE = {"competition": "C", "class": "KK", "ruled": True, "party": True, "written": True, "grounds": True, **TIMES}


def appealed(**change):
    return ask("appeal", **(MADE | change))


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({"made": "2026-03-08T18:30:00"}, ""),
        ({"made": "2026-03-08T18:30:01"}, "too late"),
        ({"made": "2026-03-07T18:29:59"}, "too early"),
        ({"ruled": False}, "no ruling"),
        ({"party": False}, "no party"),
        ({"written": False}, "form"),
        ({"grounds": False}, "form"),
        ({"competition": "A"}, "no appeal"),
        ({"competition": "G"}, "no appeal"),
        ({"competition": "E"}, ""),
        ({"ruled": False, "party": False, "written": False, "made": "2027-01-01T00:00:00"}, "no ruling, no party, too late, form"),
    ],
)
def test_appendix_5_why_an_appeal_is_not_taken(change, reasons):
    found = appealed(**change)
    assert (", ".join(found["reasons"]), found["admissible"]) == (reasons, not reasons)


def test_appendix_5_the_eights_and_the_ha_are_decided_before_the_next_match_day():
    assert appealed() == {"admissible": True, "reasons": [], "until": "2026-03-08T18:30:00", "decide_before": "2026-03-14"}
    for change in ({}, {"class": None}, {"competition": "D", "class": "HA"}):
        assert appealed(**change)["decide_before"] == "2026-03-14"
    for change in ({"competition": "D", "class": "1"}, {"competition": "B", "class": None}, {"next_match_day": None}):
        assert appealed(**change)["decide_before"] is None


def test_appendix_5_the_term_is_written_as_the_time_was_without_its_zone():
    for time in ("T23:59", " 23:59:10", "T23:59:10.250"):
        told = "2026-02-28" + time
        assert appealed(told=told, made=told)["until"] == "2026-03-01" + time
    refuses(
        says(NO_TIME, field="told"),
        ask,
        "appeal",
        **(MADE | {"told": "2026-02-28T23:59:10.5"}),
    )
    found = appealed(told="2026-03-07T18:30:00+01:00", made="2026-03-08T17:30:00Z")
    assert (found["reasons"], found["until"]) == ([], "2026-03-08T18:30:00")
    refuses(says("AppealFault.zones"), ask, "appeal", **(MADE | {"told": "2026-03-07T18:30:00Z"}))


@pytest.mark.parametrize(
    "change",
    [
        {"competition": "Z"},
        {"competition": "D", "class": None},
        {"competition": "D", "class": "KK"},
        {"told": "9999-12-31T12:00:00", "made": "9999-12-31T12:00:00"},
        {"made": "2026-03-08"},
        {"made": "2026-13-08T12:00"},
        {"written": "yes"},
        {"next_match_day": "2026-02-30"},
    ],
)
def test_appendix_5_an_appeal_that_cannot_be_is_refused(change):
    assert refused("appeal", **(MADE | change))


MEMBERS = ["anne", "bouke", "corrie", "durk", "eabe"]
CLUBS = [{"club": member[0].upper(), "member": member, "internal": member != "eabe"} for member in MEMBERS]
VOTES = {"anne": "uphold", "bouke": "reject", "corrie": "uphold", "durk": "reject"}
COMMITTEE = {"clubs": CLUBS, "persons": [], "disputing_clubs": [], "chair": "anne", "vice": "bouke", "votes": VOTES}


def decided(**fields):
    return ask("committee", **COMMITTEE | fields)


def test_appendix_5_who_sits_in_the_commission_and_who_decides_a_tie():
    """A member of each club with an internal competition, but whom the dispute concerns; the chair, or else the vice-chair."""
    found = decided()
    assert (found["sit"], found["stand_back"]) == (["anne", "bouke", "corrie", "durk"], [])
    assert (found["outcome"], found["casting"]) == ("uphold", "anne")
    found = decided(persons=["corrie", "jan"], disputing_clubs=["D", "Z"])
    assert (found["sit"], found["stand_back"]) == (["anne", "bouke"], ["corrie", "durk"])
    found = decided(persons=["durk"])
    assert (found["outcome"], found["casting"]) == ("uphold", None)
    found = decided(disputing_clubs=["A"], votes={"anne": "uphold", "bouke": "reject", "corrie": "uphold"})
    assert (found["outcome"], found["casting"]) == ("reject", "bouke")
    for none in ({"persons": ["anne", "bouke"]}, {"votes": {"bouke": "reject", "corrie": "uphold"}}, {"votes": {}}):
        assert (decided(**none)["outcome"], decided(**none)["casting"]) == (None, None)
    assert decided(votes={"eabe": "uphold", "durk": "reject"})["outcome"] == "reject"


@pytest.mark.parametrize(
    "change",
    [
        {"votes": {"nobody": "uphold"}},
        {"votes": {"anne": "yes"}},
        {"chair": "eabe"},
        {"chair": "nobody"},
        {"vice": "anne"},
        {"clubs": [*CLUBS, {"club": "A", "member": "x", "internal": True}]},
        {"clubs": [*CLUBS, {"club": "F", "member": "anne", "internal": False}]},
        {"clubs": [{"club": "A", "member": "anne"}]},
    ],
)
def test_appendix_5_a_commission_that_cannot_be_is_refused(change):
    assert refused("committee", **COMMITTEE | change)

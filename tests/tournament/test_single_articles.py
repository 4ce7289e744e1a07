"""The short regulations: A 5, F 5, I 4 and appendix 5."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from tests.support.says import says
from tests.tournament.contests import Refused, names, refuses
from tests.tournament.contests import asked as ask
from tournament.appeals import Appeal, AppealTerms, ClubMember, Commission, Decision, Vote, appeal_terms, decide
from tournament.competitions import Competition, PlayerClass
from tournament.prizes import PlacedPlayer, prizes
from tournament.simultaneous import Colour, colours_against, colours_in_turn
from tournament.times import moment_in, written_like


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
    assert colours_in_turn(3, Colour.WHITE) == ("white", "black", "white")
    assert colours_in_turn(2, Colour.BLACK) == ("black", "white")
    assert colours_against(3, Colour.WHITE) == ("black",) * 3
    assert colours_against(1, Colour.BLACK) == ("white",)


TOLD = datetime(2026, 3, 7, 18, 30)
APPEAL = Appeal(
    competition=Competition.C,
    player_class="KK",
    ruled=True,
    by_party=True,
    told=TOLD,
    made=datetime(2026, 3, 8, 12),
    in_writing=True,
    with_grounds=True,
    next_match_day=date(2026, 3, 14),
)


def terms(**change):
    return appeal_terms(replace(APPEAL, **change))


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({"made": datetime(2026, 3, 8, 18, 30)}, ""),
        ({"made": datetime(2026, 3, 8, 18, 30, 1)}, "too late"),
        ({"made": datetime(2026, 3, 7, 18, 29, 59)}, "too early"),
        ({"made": TOLD}, ""),
        ({"ruled": False}, "no ruling"),
        ({"ruled": False, "told": None}, "no ruling"),
        ({"by_party": False}, "no party"),
        ({"in_writing": False}, "form"),
        ({"with_grounds": False}, "form"),
        *(({"competition": Competition(letter)}, "no appeal") for letter in "AGHI"),
        *(({"competition": Competition(letter)}, "") for letter in "BCDEF"),
        ({"ruled": False, "by_party": False, "in_writing": False, "made": datetime(2027, 1, 1)}, "no ruling, no party, too late, form"),
    ],
)
def test_appendix_5_why_an_appeal_is_not_taken(change, reasons):
    found = terms(**change)
    assert (", ".join(found.reasons), found.is_admissible) == (reasons, not reasons)


def test_appendix_5_the_eights_and_the_ha_are_decided_before_the_next_match_day():
    assert terms() == AppealTerms((), datetime(2026, 3, 8, 18, 30), date(2026, 3, 14))
    assert terms(told=None).until is None
    assert terms(competition=Competition.D, player_class="HA").decide_before == date(2026, 3, 14)
    for change in ({"competition": Competition.D, "player_class": "1"}, {"competition": Competition.B}, {"next_match_day": None}):
        assert terms(**change).decide_before is None


def test_appendix_5_a_time_with_a_zone_is_compared_with_one_that_has_one_and_no_calendar_ends_in_the_term():
    zone = timezone(timedelta(hours=1))
    found = terms(told=TOLD.replace(tzinfo=zone), made=datetime(2026, 3, 8, 17, 30, tzinfo=UTC))
    assert (found.reasons, found.until) == ((), datetime(2026, 3, 8, 18, 30, tzinfo=zone))
    zones = "{one} has a zone and {other} has none; both or neither must have one"
    refuses(says(zones, one="told", other="made"), terms, told=TOLD.replace(tzinfo=UTC))
    refuses(says(zones, one="made", other="told"), terms, made=TOLD.replace(tzinfo=UTC))
    refuses(says("told is {value}, and no calendar has a day after it"), terms, told=datetime.max, made=datetime.max)


def test_a_term_is_written_as_the_time_was_without_its_zone():
    for time in ("T23:59", " 23:59:10", "T23:59:10.250", "T23:59:10.250125"):
        told = "2026-02-28" + time
        assert written_like(told, moment_in(told, "told") + timedelta(days=1)) == "2026-03-01" + time
    for zone in ("Z", "+01:00", "-01:00"):
        told = f"2026-03-07T18:30:00{zone}"
        assert written_like(told, moment_in(told, "told")) == "2026-03-07T18:30:00"


@pytest.mark.parametrize("text", ["2026-02-28T23:59:10.5", "2026-03-08", "2026-13-08T12:00", "2026-03-08T24:00", "yesterday", ""])
def test_a_text_that_is_no_time_is_refused(text):
    refuses(says("{field} is {value}; a time such as 2026-03-07T18:30:00 was expected", field="told"), moment_in, text, "told")


NAMES = ("anne", "bouke", "corrie", "durk", "eabe")
MEMBERS = [ClubMember(name[0].upper(), name, has_competition=name != "eabe") for name in NAMES]
COMMISSION = Commission(members=MEMBERS, chair="anne", vice="bouke")
VOTES = {"anne": Vote.UPHOLD, "bouke": Vote.REJECT, "corrie": Vote.UPHOLD, "durk": Vote.REJECT}


def decision(votes=VOTES, **change):
    return decide(replace(COMMISSION, **change), votes)


def outcome(votes=VOTES, **change):
    found = decision(votes, **change)
    return found.outcome, found.casting


def test_appendix_5_who_sits_in_the_commission_and_who_decides_a_tie():
    """A member of each club with an internal competition, but whom the dispute concerns; the chair, or else the vice-chair."""
    assert decision() == Decision(("anne", "bouke", "corrie", "durk"), (), Vote.UPHOLD, "anne")
    found = decision(persons=["corrie", "jan"], disputing_clubs=["D", "Z"])
    assert (found.sit, found.stand_back) == (("anne", "bouke"), ("corrie", "durk"))
    assert outcome(persons=["durk"]) == ("uphold", None)
    without_durk = {"anne": Vote.UPHOLD, "bouke": Vote.REJECT, "corrie": Vote.UPHOLD}
    assert outcome(without_durk, disputing_clubs=["A"]) == ("reject", "bouke")
    assert outcome(persons=["anne", "bouke"]) == (None, None)
    assert outcome({"bouke": Vote.REJECT, "corrie": Vote.UPHOLD}) == (None, None)
    assert outcome({}) == (None, None)
    assert outcome({"eabe": Vote.UPHOLD, "durk": Vote.REJECT}) == ("reject", None)


NO_MEMBER = "{field} is {id}, who is no member of the commission: each club with an internal competition has one"
TWICE = "{name} stands twice among the clubs and their members of the commission"


@pytest.mark.parametrize(
    ("votes", "change", "what"),
    [
        ({"nobody": Vote.UPHOLD}, {}, says("votes has {id}, who is a member for no club", id="nobody")),
        ({}, {"chair": "eabe"}, says(NO_MEMBER, field="chair", id="eabe")),
        ({}, {"vice": "nobody"}, says(NO_MEMBER, field="vice", id="nobody")),
        ({}, {"vice": "anne"}, says("chair and vice are both {id}", id="anne")),
        ({}, {"members": [*MEMBERS, ClubMember("A", "x")]}, says(TWICE, name="A")),
        ({}, {"members": [*MEMBERS, ClubMember("F", "anne", has_competition=False)]}, says(TWICE, name="anne")),
    ],
)
def test_appendix_5_a_commission_that_cannot_be_is_refused(votes, change, what):
    refuses(what, decision, votes, **change)

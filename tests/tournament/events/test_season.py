"""What follows from a season: promotion and relegation (B 3, C 8, C 9, D 6, D 7), the points ranking (appendix 4), and who is numbered."""

import json
import shutil
from hashlib import sha256

import pytest

from tests.support.says import says
from tests.tournament.events.conftest import InMemory, delete, refuses
from tests.tournament.events.season import Season, better_wins, csv, ids, play_out, played, write, write_level, write_teams
from tournament.errors import TournamentError
from tournament.events.changes import Entrant, EntrantsEntered, EventMade, ResultsEntered
from tournament.events.groups import groups_of
from tournament.events.season.confirmed import check_next, confirm, confirmed_in, numbered
from tournament.events.season.gathering import events_in
from tournament.events.season.of_events import OpenSays
from tournament.events.season.orders import persons_of
from tournament.events.season.proposal import ProposalSays, numeral, roman
from tournament.events.season.telling import SeasonSays, groups_told, notes_of_season
from tournament.events.winners import winners_group

LEVELS = ("KK", "HAA", "RHAA", "HA")
OF_NOTHING = b'{"mark":"damcam season","version":1}'
"""What the checksum of a season without fields is of."""


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    """A folder with the events of the four levels."""
    folder = tmp_path_factory.mktemp("levels")
    for level in LEVELS:
        write_level(folder, level)
    return folder


@pytest.fixture
def season(tmp_path):
    (tmp_path / "events").mkdir()
    return Season(tmp_path / "events")


@pytest.fixture
def eights(season, levels):
    shutil.copytree(levels, season.folder, dirs_exist_ok=True)
    return season


def kept(path, season, proposal, by="B. de Vries", decided=()):
    confirm(path, proposal, persons_of(season.gathered().orders), by, decided)
    return path


def test_c_8_and_c_9_the_groups_of_eight_of_the_next_season(eights):
    told = eights.proposal()
    assert told.open == ()
    assert told.eights.groups["KK"] == (*ids("KK", 1, 2, 3, 4, 5, 6), *ids("HAA", 1, 2))
    told = eights.proposal(absent=("kk2", "kk8", "ha1"))
    assert told.eights.groups["KK"] == (*ids("KK", 1, 3, 4, 5, 6), *ids("HAA", 1, 2, 3))
    assert told.eights.groups["RHAA"][-3:] == tuple(ids("HA", 3, 4, 5))
    assert eights.proposal(absent=("kk9",)).open == (ProposalSays.UNKNOWN_ABSENT.said(id="kk9", year="2025"),)


def test_a_confirmed_season_numbers_the_players_of_the_next(eights, tmp_path):
    told = eights.proposal()
    season = confirmed_in(kept(tmp_path / "2025.json", eights, told, decided=(("kk1", "kk2"),)))
    assert (season.year, season.told.by, season.told.decided) == (2025, "B. de Vries", (("kk1", "kk2"),))
    for level, first in (("KK", "kk1"), ("HAA", "kk7"), ("RHAA", "haa7")):
        entrants = numbered(season, EventMade("C", in_class=level))
        assert [(one.id, one.number) for one in entrants] == [(id, at) for at, id in enumerate(told.eights.groups[level], 1)]
        assert entrants[0] == Entrant(first, f"Spiler {first}", "Drachten", number=1)
    assert [one.id for one in numbered(season, EventMade("D", in_class="HA"))] == ids("RHAA", 7, 8)
    refuses(says("ConfirmingFault.there-already"), kept, season.path, eights, told)


def test_a_season_numbers_its_own_groups_of_the_next_year_alone(eights, tmp_path):
    season = confirmed_in(kept(tmp_path / "2025.json", eights, eights.proposal()))
    for made, code in (
        (EventMade("A"), "ConfirmingFault.numbers-nobody"),
        (EventMade("D", in_class="1"), "ConfirmingFault.numbers-nobody"),
        (EventMade("B", group="II"), "ConfirmingFault.not-in-it"),
    ):
        refuses(says(code), numbered, season, made)
    refuses(says("ConfirmingFault.another-season", year="2026"), check_next, season, EventMade("C", date="2025-12-01"), 2025)
    check_next(season, EventMade("C", date="2026-10-03"), 2026)
    check_next(season, EventMade("C"), 2025)  # whose day nobody has told


def test_a_file_of_a_season_that_cannot_be_trusted_numbers_nobody(eights, tmp_path):
    path = kept(tmp_path / "kept", eights, eights.proposal())
    refuses(says("ConfirmingFault.not-read", path=str(tmp_path)), confirmed_in, tmp_path)
    altered = path.read_text().replace('"kk1"', '"kk9"')
    for text, code in (
        (altered, "ConfirmingFault.altered"),
        (json.dumps({"mark": "damcam season", "version": 2}), "ConfirmingFault.other-version"),
        ("{}", "ConfirmingFault.no-season"),
        ("[]", "ConfirmingFault.no-season"),
        ("{", "ConfirmingFault.not-read"),
        (json.dumps({"mark": "damcam season", "version": 1, "sha256": sha256(OF_NOTHING).hexdigest()}), "ConfirmingFault.not-read"),
    ):
        path.write_text(text)
        refuses(says(code), confirmed_in, path)


def test_what_is_open_is_told_and_blocks_the_confirmation(eights, tmp_path):
    write_level(eights.folder, "KK", result=lambda *two: "draw" if set(two) == {"kk1", "kk2"} else better_wins(*two))
    write_level(eights.folder, "HA", rounds=4)
    told = eights.proposal()
    assert (told.eights, told.ranking) == (None, None)
    not_paired, level = told.open
    assert not_paired == OpenSays.IN_EVENT.said(event="ha", what=OpenSays.NOT_PAIRED.said(round=5, rounds=5))
    for text in ("kk: ", "1", "2", "Spiler kk2 - Spiler kk1", "Spiler kk1 - Spiler kk2"):
        assert text in str(level)
    refuses(says("ConfirmingFault.open"), kept, tmp_path / "kept", eights, told)
    assert not (tmp_path / "kept").exists()


def test_an_event_without_entrants_or_with_a_game_without_a_result_is_open(season):
    write(season.folder / "ha", InMemory("D", in_class="HA", date="2025-10-04"))
    unfinished = played("C", [Entrant(id) for id in ids("KK", *range(1, 9))], in_class="KK", rounds=0)
    for _ in range(7):
        unfinished.pair()
        unfinished.fill(lambda game: better_wins(game.white, game.black))
    write(season.folder / "kk", unfinished)
    assert season.gathered().orders[1].open == ()
    unfinished.undo()
    write(season.folder / "kk", unfinished)
    of_ha, of_kk = season.gathered().orders
    assert (of_ha.open, of_ha.ids) == ((OpenSays.IN_EVENT.said(event="ha", what=OpenSays.NOBODY.said()),), ())
    assert of_kk.open == (OpenSays.IN_EVENT.said(event="kk", what=OpenSays.NO_RESULT.said(count=1)),)


def test_nothing_is_confirmed_where_nothing_follows_from_the_season(season, tmp_path):
    told = season.proposal(csv("2025,none,,,,,,"))
    assert (told.eights, told.teams, told.ranking, told.open) == (None, None, None, ())
    refuses(says("ConfirmingFault.nothing"), kept, tmp_path / "kept", season, told)


def test_a_season_of_which_nothing_is_known_has_no_proposal(eights):
    season = eights
    refuses(says("ProposalSays.nothing-in", year="1999", years=("2025",)), season.proposal, year=1999)
    for path in season.folder.iterdir():
        delete(path)
    refuses(says("ProposalSays.nothing"), season.proposal)


def test_a_class_without_an_order_and_two_orders_of_one_are_open_and_a_list_gives_an_order(eights):
    given = csv(*(f"2025,championship,FK,RHAA,{9 - n},rhaa{n},," for n in range(1, 9)))
    assert eights.proposal(given).eights.to_ha == tuple(ids("RHAA", 2, 1))
    assert eights.gathered(given).told == (ProposalSays.LISTED.said(source="rhaa", group="RHAA", year="2025"),)
    delete(eights.folder / "rhaa")
    assert eights.proposal().open[0] == ProposalSays.NO_ORDER.said(level="RHAA", year="2025")
    shutil.copy(eights.folder / "kk", eights.folder / "kk-copy")
    assert ProposalSays.TWO_ORDERS.said(year="2025", group="KK", sources=("kk", "kk-copy")) in eights.proposal().open


def test_d_6_who_share_a_place_of_the_swiss_list_are_put_in_order_by_a_person(eights):
    players = [Entrant(id) for id in ids("HA", *range(1, 13))]
    write(eights.folder / "ha", played("D", players, in_class="HA", result=lambda *_: "draw"))
    told = eights.proposal()
    left = [one.values["what"].values["example"].split(",") for one in told.open]
    assert left
    assert told.eights is None
    told = eights.proposal(decided=tuple(tuple(reversed(order)) for order in left))
    assert told.open == ()
    assert told.eights.groups["RHAA"][6] == left[0][-1]


def test_b_3_winners_go_up_and_last_ones_down(season, tmp_path):
    for group, start in (("I", 1), ("II", 5), ("III", 9)):
        write_teams(season.folder, group, *range(start, start + 4))
    told = season.proposal()
    assert told.teams.groups == (("t1", "t2", "t3", "t5"), ("t4", "t6", "t7", "t9"), ("t8", "t10", "t11", "t12"))
    assert dict(groups_told(told)) == dict(zip(("I", "II", "III"), told.teams.groups, strict=True))
    confirmed = confirmed_in(kept(tmp_path / "kept", season, told))
    assert [one.id for one in numbered(confirmed, EventMade("B", group="II"))] == ["t4", "t6", "t7", "t9"]
    assert len(season.proposal(absent=("t1", "t7")).open) == 1
    assert season.proposal(absent=("nobody",)).open == (ProposalSays.UNKNOWN_ABSENT.said(id="nobody", year="2025"),)
    assert season.proposal(upper=("t1",)).open == (ProposalSays.NO_TEAM_MERGED.said(),)
    for group in ("II", "I"):
        delete(season.folder / f"b-{group}")
        assert ProposalSays.NO_GROUP.said(group=group, year="2025") in season.proposal().open


def test_b_3_two_merged_classes_are_parted(season, tmp_path):
    write_teams(season.folder, "I", *range(1, 7))
    told = season.proposal(upper=("t1", "t2", "t4"))
    assert (told.teams.promoted, told.teams.relegated) == ("t3", "t4")
    assert [group for _, group in groups_told(told)] == [("t1", "t2", "t3"), ("t4", "t5", "t6")]
    confirmed = confirmed_in(kept(tmp_path / "kept", season, told))
    assert [one.id for one in numbered(confirmed, EventMade("B", group="II"))] == ["t4", "t5", "t6"]


def test_groups_of_teams_are_numbered_by_romans():
    romans = {1: "I", 4: "IV", 9: "IX", 14: "XIV", 40: "XL", 49: "XLIX", 94: "XCIV", 100: "C"}
    assert {number: numeral(number) for number in romans} == romans
    assert all(roman(numeral(number)) == number for number in range(1, 150))


LISTED = (
    "2021,club,,a,1,anna,,3",
    "2021,club,,a,2,x,,3",
    "2021,championship,,3,1,anna,,",
    "2021,championship,,3,2,bate,,3",
    "2022,none,,,,,,",
    "2023,club,,b,1,bate,,3",
    "2023,club,,b,2,x,,3",
)


def test_appendix_4_the_ranking_over_years_from_lists_and_what_of_them_is_not_known(season):
    told = season.proposal(csv(*LISTED), year=2023)
    assert told.open == ()
    rows = {(one.year, row.id): row for one in told.ranking.seasons for row in one.rows}
    assert [(rows[year, "anna"].last_four, rows[year, "bate"].tp) for year in (2021, 2022, 2023)] == [(6, 3), (6, 3), (6, 5)]
    assert told.ranking.classes == {"anna": "3", "bate": "3", "x": "3"}
    classes = "classes.csv", b"id;class\nanna;HA\n"
    assert season.proposal(csv(*LISTED), year=2023, classes=classes).ranking.classes["anna"] == "HA"
    assert [one.code for one in season.gathered(classes=classes).told] == ["ListSays.separated"]
    told = season.proposal(csv("2021,club,,a,1,anna,,3", "2023,club,,a,1,anna,,", "2023,club,,a,2,bate,,"), year=2023)
    assert (told.ranking, told.open) == (None, (ProposalSays.GAP.said(year="2022"), ProposalSays.NO_CLASS.said(ids=("bate",))))


def test_appendix_4_two_orders_of_a_class_in_an_earlier_season_leave_the_ranking_open(season):
    two = [f"2021,championship,{event},3,1,anna,," for event in ("a", "b")]
    told = season.proposal(csv(*two, "2022,club,,a,1,anna,,"), year=2022)
    assert (told.ranking, told.open) == (None, (ProposalSays.TWO_ORDERS.said(year="2021", group="3", sources=("older.csv", "older.csv")),))
    clubs = [f"2021,club,{event},,1,anna,,3" for event in ("a", "b")]
    assert season.proposal(csv(*clubs), year=2021).open == ()


def test_appendix_4_what_is_told_of_the_ranking(season):
    rows = [f"{year},club,,a,1,anna,Anna,3\n{year},club,,a,2,x,,3\n{year},club,,a,3,bate,,HA" for year in range(2019, 2024)]
    told = season.proposal(csv(*rows, "2024,club,,a,1,x,,", "2024,club,,a,2,anna,,"), year=2024)
    assert told.open == ()
    says = SeasonSays
    notes = list(notes_of_season(told, {"anna": "Anna", "bate": ""}))
    assert notes == [
        says.MAY_GO_DOWN.said(name="bate", level="HA"),
        says.BEST.said(year="2024", names=("x",), points=2),
        says.COMPLETE.said(),
    ]
    told = season.proposal(csv(*rows, "2023,swiss,,,1,anna,,", "2023,swiss,,,2,x,,", "2023,championship,,3,1,anna,,"), year=2023)
    assert says.PROMOTED.said(name="Anna", level="3", above="2", points=14) in notes_of_season(told, {"anna": "Anna"})


def test_what_is_told_of_the_groups_and_of_what_is_open(eights):
    assert [group for group, _ in groups_told(eights.proposal())] == ["KK", "HAA", "RHAA"]
    (to_ha, *_, complete) = notes_of_season(eights.proposal(), {"rhaa7": "Rinse"})
    assert (to_ha, complete) == (SeasonSays.TO_HA.said(names=("Rinse", "rhaa8")), SeasonSays.COMPLETE.said())
    delete(eights.folder / "rhaa")
    told = eights.proposal()
    assert [one for one in notes_of_season(told, {}) if one.code != "SeasonSays.best"] == [
        SeasonSays.OPEN.said(what=one) for one in told.open
    ]


def test_f_counts_for_the_ranking_only_where_it_is_said(season):
    write(season.folder / "snel", played("F", [Entrant(f"p{number}", in_class="1") for number in range(1, 5)], rounds=3))
    assert season.gathered().orders == ()
    (order,) = season.gathered(f_counts=True).orders
    assert (str(order.kind), order.ids, order.open) == ("swiss", ("p1", "p2", "p3", "p4"), ())


def test_r10_who_withdrew_stands_last_in_c_with_the_class_of_the_championship(eights):
    event = played("C", [Entrant(id, in_class="1") for id in ids("KK", *range(1, 9))], in_class="KK", rounds=2)
    event.withdraw("kk1")
    write(eights.folder / "kk", event)
    order = next(one for one in eights.gathered().orders if one.group == "KK")
    assert order.ids[-1] == "kk1"
    assert {one.in_class for one in order.entrants} == {"KK"}


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        ("", None, "SeasonListFault.nothing"),
        ("21,club,,a,1,anna,,3", 2, "SeasonListFault.no-year"),
        ("2021,clubs,,a,1,anna,,3", 2, "SeasonListFault.no-kind"),
        ("2021,club,,a,0,anna,,3", 2, "GivenTextFault.no-number"),
        ("2021,club,,a,2,anna,,3", 2, "SeasonListFault.place-missing"),
        ("2021,club,,a,1,anna,,3\n2021,club,,a,1,bate,,3", 3, "SeasonListFault.place-twice"),
        ("2021,club,,a,1,anna,,3\n2021,club,,a,2,anna,,3", 3, "SeasonListFault.twice"),
        ("2021,club,,a,1,anna,,4", 2, "GivenTextFault.no-class"),
        ("2021,championship,,,1,anna,,3", 2, "GivenTextFault.no-class"),
        ("2021,teams,,x1,1,anna,,", 2, "SeasonListFault.no-roman"),
        ("2021,teams,,,1,anna,,", 2, "SeasonListFault.no-roman"),
        ("2021,club,,a,1,anna,,3,more", 2, "ListSays.values"),
    ],
)
def test_a_line_of_a_list_that_is_wrong_is_named(season, lines, line, code):
    refused = says("GivenTextFault.line", line=line, what=code) if line else says(code)

    def check(error):
        return error.about == "older.csv" and refused(error)

    refuses(check, season.gathered, csv(lines))


@pytest.mark.parametrize(
    ("line", "code"),
    [("bate,", "SeasonListFault.empty-class"), ("anna,2", "SeasonListFault.class-twice"), ("bate,9", "GivenTextFault.no-class")],
)
def test_a_line_of_a_list_of_classes_that_is_wrong_is_named(season, line, code):
    refused = says("GivenTextFault.line", line=3, what=code)

    def check(error):
        return error.about == "classes.csv" and refused(error)

    refuses(check, season.gathered, classes=("classes.csv", f"id,class\nanna,1\n{line}\n".encode()))


@pytest.mark.parametrize("twice", ["2021,club,,a,1,bate,,3", "2021,club,,a,2,anna,,3"])
def test_a_line_of_a_list_that_stands_there_already_names_the_first(season, twice):
    with pytest.raises(TournamentError) as refused:
        season.gathered(csv("2022,none,,,,,,", "2021,club,,a,1,anna,,3", twice))
    assert refused.value.sentence.values["what"].values["first"] == 3


def test_the_events_of_a_folder_are_its_files_of_events(eights, tmp_path):
    (eights.folder / "list.csv").write_text("year\n")
    (eights.folder / "kk.new").write_bytes((eights.folder / "kk").read_bytes())
    assert [path.name for path in events_in(eights.folder)] == ["ha", "haa", "kk", "rhaa"]
    refuses(says("GatheringFault.no-folder"), events_in, tmp_path / "nothing")
    refuses(says("GatheringFault.not-read"), events_in, eights.folder / "kk")
    (eights.folder / "kk").write_bytes((eights.folder / "kk").read_bytes().replace(b"Spiler", b"Spiles"))
    refuses(lambda error: "kk" in str(error), eights.gathered)


def group_of_winners(event):
    return winners_group(event.state, EventMade("D"))


@pytest.mark.parametrize(("entries", "groups"), [(7, 2), (11, 3)])
def test_d_6_the_winners_of_the_groups_play_in_a_group_of_their_own(season, entries, groups):
    players = [Entrant(f"k{number}", f"Spiler {number}", "Grou", in_class="1", rating=1000 + number) for number in range(1, entries + 1)]
    made, begun = {"in_class": "1", "name": "FK"}, played("D", players, in_class="1", rounds=2, seed=5)
    refuses(says("WinnersGroupFault.not-over"), group_of_winners, begun)
    event = played("D", players, seed=5, **made)
    write(season.folder / "d1", event)
    assert season.gathered().orders[0].open == (OpenSays.IN_EVENT.said(event="d1", what=OpenSays.SEVERAL_GROUPS.said(event="d1")),)
    made, winners = group_of_winners(event)
    assert (made.competition, made.in_class, made.group, made.name, made.date) == ("D", "1", "winners", "FK", "2025-10-04")
    best = [min(group, key=lambda id: int(id[1:])) for group in groups_of(event.state)]
    assert [one.id for one in winners] == best
    assert len(best) == groups
    assert winners[0] == Entrant(best[0], f"Spiler {best[0][1:]}", "Grou", in_class="1", rating=1000 + int(best[0][1:]))
    final = InMemory("D", in_class="1")
    final.rows.clear()
    for change in (made, EntrantsEntered(winners)):
        final.put(change)
    play_out(final)
    write(season.folder / "d1w", final)
    (order,) = season.gathered().orders
    assert (order.ids, order.open) == (tuple(sorted(best, key=lambda id: int(id[1:]))), ())
    rows = season.proposal().ranking.seasons[0].rows
    assert {row.id: row.kp for row in rows} == dict(zip(order.ids, [4, 3, 2], strict=False))
    refuses(says("WinnersGroupFault.not-d"), group_of_winners, final)


def test_d_6_the_group_in_which_a_game_has_no_result_is_named():
    event = played("D", [Entrant(f"k{number}") for number in range(1, 8)], in_class="1", seed=5)
    played_last = event.rows[-1].change.results
    (waits, *_) = [game for game in event.state.rounds[-1].games if game.group == 2]
    event.undo()
    event.put(ResultsEntered(tuple(result for result in played_last if {result.white, result.black} != waits.pair)))
    refuses(says("WinnersGroupFault.not-over", group=2), group_of_winners, event)


def test_d_6_a_group_without_a_winner_and_a_class_in_one_group_make_no_group_of_winners():
    players = [Entrant(f"k{number}") for number in range(1, 8)]
    drawn = played("D", players, in_class="1", seed=5, result=lambda *_: "draw")
    refuses(says("WinnersGroupFault.open", group=1), group_of_winners, drawn)
    refuses(says("WinnersGroupFault.one-group"), group_of_winners, played("D", players[:4], in_class="1"))
    refuses(says("WinnersGroupFault.not-d", competition="A"), group_of_winners, played("A", players[:4]))

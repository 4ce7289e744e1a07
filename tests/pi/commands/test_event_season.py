"""`damcam event season` and `event new`: their options, and what they print. What follows is tested in tests/tournament/events."""

import json
import shutil

import pytest

from tests.support.commands import refusal
from tests.support.says import says
from tests.tournament.events.season import HEAD, LEVELS, better_wins, ids, played, write, write_level, write_teams
from tournament.events.changes import Entrant
from tournament.events.season.proposal import ProposalSays

LISTED = ("2021,club,,a,1,anna,,3", "2021,club,,a,2,x,,3", "2021,championship,,3,1,anna,,", "2021,championship,,3,2,bate,,3")


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    """A folder with the events of the four levels."""
    folder = tmp_path_factory.mktemp("levels")
    for level in LEVELS:
        write_level(folder, level)
    return folder


@pytest.fixture
def season(event, tmp_path, monkeypatch):
    """The tasks of `damcam event`, which look for events in a folder of the settings."""
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))
    event.events = tmp_path / "events"
    event.events.mkdir()
    return event


@pytest.fixture
def eights(season, levels):
    shutil.copytree(levels, season.events, dirs_exist_ok=True)
    return season


@pytest.fixture
def ranked(tmp_path):
    """A list of earlier seasons."""
    (tmp_path / "older.csv").write_text(HEAD + "\n".join((*LISTED, "2022,none,,,,,,", "2023,club,,b,1,bate,,3", "2023,club,,b,2,x,,3")))
    return tmp_path / "older.csv"


def test_the_season_of_the_folder_is_proposed_confirmed_and_numbers_the_next(eights, tmp_path):
    kept = tmp_path / "2025.json"
    status, (row,), said = eights("season", "--confirm", kept, "--by", "B. de Vries", "--json")
    assert (status, row["season"], row["teams"], row["open"]) == (0, 2025, None, [])
    assert f"season 2025 is confirmed by B. de Vries: {kept}" in said
    assert json.loads(kept.read_text())["by"] == "B. de Vries"
    made = ("--competition", "C", "--class", "KK", "--from-season", kept, "--date", "2026-10-03")
    eights.done("new", "KK-26", *made)
    assert eights.done("crosstable", "KK-26", "--json")[0]["ids"] == row["eights"]["KK"] == [*ids("KK", *range(1, 7)), *ids("HAA", 1, 2)]
    assert says("ConfirmingFault.another-season")(eights.refused("new", "x", *made[:-1], "2025-12-01"))
    assert says("ConfirmingFault.there-already")(refusal("event", "season", "--year", 2025, "--confirm", kept))


def test_who_is_absent_moves_on_the_last_place_that_matters(eights):
    """HA 4 is the last who fills up the RHAA; with one absent HA 5 is, who shares his place."""
    write_level(eights.events, "HA", result=lambda *two: "draw" if set(two) == {"ha5", "ha6"} else better_wins(*two))
    assert eights.done("season", "--json")[0]["open"] == []
    (row,) = eights.done("season", "--absent", "kk1", "--json")
    assert [sentence.split(" ")[0] for sentence in row["open"]] == ["ha:"]
    (row,) = eights.done("season", "--absent", "kk1", "--absent", "kk9", "--json")
    assert row["open"][0] == str(ProposalSays.UNKNOWN_ABSENT.said(id="kk9", year="2025"))


def test_an_order_given_by_a_person_goes_on_record(eights, tmp_path):
    players = [Entrant(id) for id in ids("HA", *range(1, 13))]
    write(eights.events / "ha", played("D", players, in_class="HA", result=lambda *_: "draw"))
    left = [sentence.split("--order ")[1].split(" ")[0] for sentence in eights.done("season", "--json")[0]["open"]]
    orders = [word for order in left for word in ("--order", ", ".join(reversed(order.split(","))))]
    (row,) = eights.done("season", *orders, "--confirm", tmp_path / "kept", "--json")
    assert row["eights"]["RHAA"][6] == left[0].split(",")[-1]
    assert json.loads((tmp_path / "kept").read_text())["decided"] == [order.split(",")[::-1] for order in left]


def test_lists_classes_and_the_year_are_those_that_are_named(season, ranked, tmp_path):
    (row,) = season.done("season", "--csv", ranked, "--lists-only", "--json")
    assert (row["season"], row["ranking"]["classes"]) == (2023, {"anna": "3", "bate": "3", "x": "3"})
    (again,) = season.done("season", "--csv", "-", "--json", given=ranked.read_bytes())
    assert again == row
    assert season.done("season", "--csv", ranked, "--year", "2021", "--json")[0]["season"] == 2021
    (tmp_path / "classes.csv").write_text("id;class\nanna;HA\n")
    status, (row,), said = season("season", "--csv", ranked, "--classes", tmp_path / "classes.csv", "--json")
    assert (status, row["ranking"]["classes"]["anna"]) == (0, "HA")
    assert "semicolons" in said
    ranked.write_text("year\n")
    error = season.refused("season", "--csv", ranked, "--confirm", tmp_path / "kept")
    assert (error.about, (tmp_path / "kept").exists()) == (str(ranked), False)


def test_the_folder_is_read_where_neither_events_nor_lists_are_named_or_it_is_there(season, ranked):
    write(season.events / "snel", played("F", [Entrant(f"p{number}", in_class="1") for number in range(1, 5)], rounds=3))
    assert says("ProposalSays.nothing")(season.refused("season"))
    assert season.done("season", "--f-counts", "--json")[0]["season"] == 2025
    assert season.done("season", "--f-counts", "--csv", ranked, "--json")[0]["season"] == 2025
    assert season.done("season", "--f-counts", "--csv", ranked, "--lists-only", "--json")[0]["season"] == 2023
    assert season.done("season", "--f-counts", "snel", "--json")[0]["season"] == 2025
    shutil.rmtree(season.events)
    assert season.done("season", "--csv", ranked, "--json")[0]["season"] == 2023
    assert says("GatheringFault.no-folder")(season.refused("season"))


def test_two_merged_classes_of_teams_are_parted_by_upper(season):
    write_teams(season.events, "I", *range(1, 7))
    (row,) = season.done("season", "--upper", "t1, t2,t4", "--json")
    assert (row["teams"]["upper"], row["teams"]["lower"]) == (["t1", "t2", "t3"], ["t4", "t5", "t6"])


def test_at_a_terminal_the_groups_the_ranking_and_what_follows_are_tables_with_names(eights):
    lines = [line.split() for line in eights.shown("season").splitlines()]
    assert ["KK,", "next", "season"] in lines
    assert ["1", "Spiler", "kk1"] in lines
    assert ["Points", "ranking,", "season", "2025"] in lines
    first, second = (
        lines.index(["Spiler", "haa1", "HAA", "0", "4", "4", "4", "4"]),
        lines.index(["Spiler", "kk2", "KK", "0", "3", "3", "3", "3"]),
    )
    assert first < second, "the most points of the season first"
    assert lines[-1][:3] == ["nothing", "is", "open;"]


def test_d_6_new_makes_the_group_of_the_winners_of_an_event_of_the_folder(season):
    write(season.events / "d1", played("D", [Entrant(f"k{number}") for number in range(1, 8)], in_class="1", name="FK", seed=5))
    (row,) = season.done("new", "d1w", "--winners-of", "d1", "--name", " Finale ", "--date", "2025-11-01", "--json")
    assert [row[key] for key in ("competition", "class", "group", "name", "date")] == ["D", "1", "winners", "Finale", "2025-11-01"]
    assert len(season.done("crosstable", "d1w", "--json")[0]["ids"]) == 2


def test_options_of_new_that_do_not_fit_are_refused(season):
    for words, code in (
        (("--winners-of", "ha", "--class", "1"), "NewSays.winners-alone"),
        (("--winners-of", "ha", "--from-season", "x"), "NewSays.winners-alone"),
        ((), "NewSays.no-competition"),
    ):
        assert says(code)(season.refused("new", "x", *words))
    assert not (season.events / "x").exists()

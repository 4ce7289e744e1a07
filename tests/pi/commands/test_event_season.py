"""`damcam event season`: from the event files and lists of seasons to the numbers of the next one, as an organiser does it."""

import json
import shutil
from string import ascii_lowercase

import pytest

from hub.events.changes import Entrant, ResultsEntered, Who
from hub.events.drawing import drawn
from hub.events.event_file import make_event
from hub.events.faults import TournamentError
from hub.events.results import result_entered
from hub.events.season.of_events import OpenSays
from hub.events.season.proposal import ProposalSays
from tests.hub.events.conftest import InMemory, delete
from tests.support.commands import refusal
from tests.support.says import says

HEAD = "year,kind,event,group,place,id,name,class\n"
LEVELS = {"KK": ("C", 8), "HAA": ("C", 8), "RHAA": ("C", 8), "HA": ("D", 6)}


def ids(level, *numbers):
    return [f"{level.lower()}{number}" for number in numbers]


def better_wins(white, black):
    """The lower number in the id wins, so that nobody is equal."""
    first, second = (int(one.lstrip(ascii_lowercase)) for one in (white, black))
    return "1-0" if first < second else "0-1"


def play(path, competition, entrants, *, result=better_wins, rounds=99, seed=None, **made):
    """Writes the file of an event that was played out."""
    event = InMemory(competition, date="2025-10-04", **made)
    event.enter(*entrants)
    if seed is not None:
        event.put(drawn(event.state, seed))
    for number in range(1, rounds + 1):
        try:
            event.pair()
        except TournamentError:
            break
        state = event.state
        told = [[str(number), one.white, one.black, result(one.white, one.black)] for one in state.rounds[-1].games]
        event.put(ResultsEntered(tuple(result_entered(state, words, default=False, corrects=False) for words in told)))
    make_event(path, event.rows[0].change, Who("Jelle"), [row.change for row in event.rows[1:]])


def level_event(folder, level, **more):
    competition, size = LEVELS[level]
    players = [Entrant(one, f"Spiler {one}", "Drachten") for one in ids(level, *range(1, size + 1))]
    delete(folder / level.lower())
    play(folder / level.lower(), competition, players, in_class=level, name=f"FK {level}", **more)


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    """A folder with the events of the four levels."""
    folder = tmp_path_factory.mktemp("levels")
    for level in LEVELS:
        level_event(folder, level)
    return folder


@pytest.fixture
def season(damcam, tmp_path):
    """Runs the task in a folder of events; gives its status, the proposal and what was complained of."""
    settings = tmp_path / "damcam.toml"
    (tmp_path / "events").mkdir()
    settings.write_text(f'[board]\nstate = "{tmp_path}"\n')

    def run(*words, task="season"):
        status, rows, said = damcam("event", task, *map(str, words), "--json", "--settings", str(settings))
        return status, rows[0] if rows else None, said

    run.folder = tmp_path / "events"
    run.refused = lambda *words, task="season": refusal("event", task, *words, "--settings", settings)
    return run


@pytest.fixture
def eights(season, levels):
    shutil.copytree(levels, season.folder, dirs_exist_ok=True)
    return season


@pytest.fixture
def older(tmp_path):
    """A function that writes lines below the headings of a list of earlier years, and gives the file."""

    def write(*lines):
        (tmp_path / "older.csv").write_text(HEAD + "\n".join(lines) + "\n")
        return tmp_path / "older.csv"

    return write


def test_c_8_and_9_who_is_absent_is_filled_up_and_the_proposal_is_confirmed_and_numbers_the_next_season(eights, tmp_path):
    _, told, _ = eights("--absent", "kk2", "--absent", "kk8", "--absent", "ha1")
    assert told["eights"]["KK"] == [*ids("KK", 1, 3, 4, 5, 6), *ids("HAA", 1, 2, 3)]
    assert told["eights"]["RHAA"][-3:] == ids("HA", 3, 4, 5)
    assert eights("--absent", "kk9")[1]["open"] == [str(ProposalSays.UNKNOWN_ABSENT.said(id="kk9", year="2025"))]
    kept = tmp_path / "2025.json"
    status, told, _ = eights("--confirm", kept, "--by", "B. de Vries")
    assert (status, told["season"], told["open"]) == (0, 2025, [])
    assert told["eights"]["KK"] == [*ids("KK", 1, 2, 3, 4, 5, 6), *ids("HAA", 1, 2)]
    assert json.loads(kept.read_text())["by"] == "B. de Vries"
    for level, first in (("KK", "kk1"), ("HAA", "kk7"), ("RHAA", "haa7")):
        made = ("--competition", "C", "--class", level, "--from-season", kept, "--date", "2026-10-03")
        assert eights(f"{level}-26", *made, task="new")[0] == 0
        _, table, _ = eights(f"{level}-26", task="crosstable")
        assert table["ids"] == told["eights"][level]
        assert (table["ids"][0], table["rows"][0]["name"]) == (first, f"Spiler {first}")
    assert eights("ha-26", "--competition", "D", "--class", "HA", "--from-season", kept, task="new")[0] == 0
    assert eights("ha-26", task="crosstable")[1]["ids"] == ids("RHAA", 7, 8)
    assert says("ConfirmingFault.there-already")(eights.refused("--year", 2025, "--confirm", kept))


def test_what_is_open_is_told_and_blocks_the_confirmation(eights, tmp_path):
    level_event(eights.folder, "KK", result=lambda white, black: "draw" if {white, black} == {"kk1", "kk2"} else better_wins(white, black))
    level_event(eights.folder, "HA", rounds=4)
    status, told, _ = eights()
    assert (status, told["eights"], told["ranking"]) == (0, None, None)
    not_paired, level = told["open"]
    assert not_paired == str(OpenSays.IN_EVENT.said(event="ha", what=OpenSays.NOT_PAIRED.said(round=5, rounds=5)))
    assert [text for text in ("kk: ", "1", "2", "Spiler kk2 - Spiler kk1", "Spiler kk1 - Spiler kk2") if text not in level] == []
    assert says("ConfirmingFault.open")(eights.refused("--confirm", tmp_path / "kept"))
    assert not (tmp_path / "kept").exists()


def test_a_class_without_an_order_and_two_orders_of_one_are_told_and_a_list_gives_an_order(eights, older):
    given = older(*(f"2025,championship,FK,RHAA,{9 - n},rhaa{n},," for n in range(1, 9)))
    _, told, said = eights("--csv", given)
    assert told["eights"]["to_HA"] == ids("RHAA", 2, 1)
    assert str(ProposalSays.LISTED.said(source="rhaa", group="RHAA", year="2025")) in said
    delete(eights.folder / "rhaa")
    assert eights()[1]["open"][0] == str(ProposalSays.NO_ORDER.said(level="RHAA", year="2025"))
    (eights.folder / "kk-copy").write_bytes((eights.folder / "kk").read_bytes())
    assert str(ProposalSays.TWO_ORDERS.said(year="2025", group="KK", sources=("kk", "kk-copy"))) in eights()[1]["open"]


def test_d_6_who_share_a_place_of_the_swiss_list_are_put_in_order_by_a_person(eights):
    delete(eights.folder / "ha")
    play(eights.folder / "ha", "D", [Entrant(one) for one in ids("HA", *range(1, 13))], in_class="HA", result=lambda *_: "draw")
    _, told, _ = eights()
    left = [one for one in told["open"] if "--order " in one]
    assert left
    assert told["eights"] is None
    orders = [one.split("--order ")[1].split(" ")[0] for one in left]
    turned = [word for one in orders for word in ("--order", ",".join(reversed(one.split(","))))]
    _, told, _ = eights(*turned)
    assert told["open"] == []
    assert told["eights"]["RHAA"][6] == orders[0].split(",")[-1]


def teams(folder, group, *numbers):
    by_boards = {"1-0": "5-3", "0-1": "3-5"}
    entrants = [Entrant(f"t{number}") for number in numbers]
    play(folder / f"b-{group}", "B", entrants, group=group, result=lambda *two: by_boards[better_wins(*two)])


def test_b_3_winners_go_up_and_last_ones_down_and_two_merged_classes_are_parted(season, tmp_path):
    for group, start in (("I", 1), ("II", 5), ("III", 9)):
        teams(season.folder, group, *range(start, start + 4))
    kept = tmp_path / "kept"
    _, told, _ = season("--confirm", kept)
    assert told["teams"]["groups"] == [["t1", "t2", "t3", "t5"], ["t4", "t6", "t7", "t9"], ["t8", "t10", "t11", "t12"]]
    assert season("next", "--competition", "B", "--group", "II", "--from-season", kept, task="new")[0] == 0
    assert season("next", task="crosstable")[1]["ids"] == ["t4", "t6", "t7", "t9"]
    assert len(season("--year", 2025, "--absent", "t1", "--absent", "t7")[1]["open"]) == 1
    delete(season.folder / "b-II")
    assert season("--year", 2025)[1]["open"][0] == str(ProposalSays.NO_GROUP.said(group="II", year="2025"))
    for path in season.folder.iterdir():
        delete(path)
    teams(season.folder, "I", *range(1, 7))
    told = season("--upper", "t1,t2,t4")[1]["teams"]
    assert (told["promoted"], told["relegated"]) == ("t3", "t4")
    assert (told["upper"], told["lower"]) == (["t1", "t2", "t3"], ["t4", "t5", "t6"])


def test_appendix_4_the_ranking_over_years_from_lists_and_what_of_them_is_not_known(season, older, tmp_path):
    lines = ["2021,club,,a,1,anna,,3", "2021,club,,a,2,x,,3", "2021,championship,,3,1,anna,,", "2021,championship,,3,2,bate,,3"]
    ranked = older(*lines, "2022,none,,,,,,", "2023,club,,b,1,bate,,3", "2023,club,,b,2,x,,3")
    _, told, _ = season("--csv", ranked, "--lists-only")
    assert told["open"] == []
    rows = {(one["year"], row["id"]): row for one in told["ranking"]["seasons"] for row in one["rows"]}
    assert [(rows[year, "anna"]["last_four"], rows[year, "bate"]["tp"]) for year in (2021, 2022, 2023)] == [(6, 3), (6, 3), (6, 5)]
    assert told["ranking"]["classes"] == {"anna": "3", "bate": "3", "x": "3"}
    classes = tmp_path / "classes.csv"
    classes.write_text("id;class\nanna;HA\n")
    _, told, said = season("--csv", ranked, "--classes", classes)
    assert told["ranking"]["classes"]["anna"] == "HA"
    assert "semicolons" in said
    _, told, _ = season("--csv", older("2021,club,,a,1,anna,,3", "2023,club,,a,1,anna,,", "2023,club,,a,2,bate,,"))
    assert told["ranking"] is None
    assert told["open"] == [str(ProposalSays.GAP.said(year="2022")), str(ProposalSays.NO_CLASS.said(ids=("bate",)))]


def test_a_line_that_is_wrong_is_told_and_nothing_is_taken(season, older, tmp_path):
    for lines, line, code in (
        ("", None, "SeasonListFault.nothing"),
        ("21,club,,a,1,anna,,3", 2, "SeasonListFault.no-year"),
        ("2021,clubs,,a,1,anna,,3", 2, "SeasonListFault.no-kind"),
        ("2021,club,,a,0,anna,,3", 2, "GivenTextFault.no-number"),
        ("2021,club,,a,2,anna,,3", 2, "SeasonListFault.place-missing"),
        ("2021,club,,a,1,anna,,3\n2021,club,,a,1,bate,,3", 3, "SeasonListFault.place-twice"),
        ("2021,club,,a,1,anna,,3\n2021,club,,a,2,anna,,3", 3, "SeasonListFault.twice"),
        ("2021,club,,a,1,anna,,4", 2, "GivenTextFault.no-class"),
        ("2021,teams,,x1,1,anna,,", 2, "SeasonListFault.no-roman"),
        ("2021,club,,a,1,anna,,3,more", 2, "ListSays.values"),
    ):
        path = older(lines)
        error = season.refused("--csv", path, "--lists-only", "--confirm", tmp_path / "kept")
        assert error.about == str(path)
        assert says("GivenTextFault.line", line=line, what=code)(error) if line else says(code)(error)
    assert not (tmp_path / "kept").exists()


def test_what_cannot_be_read_or_does_not_fit_is_refused(eights, tmp_path):
    kept = tmp_path / "kept"
    eights("--confirm", kept)
    made = ["--competition", "C", "--class", "KK", "--from-season", kept]
    for words, code in (
        ((*made, "--date", "2025-12-01"), "ConfirmingFault.another-season"),
        (("--competition", "A", "--from-season", kept), "ConfirmingFault.numbers-nobody"),
        (("--competition", "B", "--group", "II", "--from-season", kept), "ConfirmingFault.not-in-it"),
        (("--winners-of", "kk"), "WinnersGroupFault.not-d"),
        (("--winners-of", "ha"), "WinnersGroupFault.one-group"),
        (("--winners-of", "ha", "--class", "1"), "NewSays.winners-alone"),
        ((), "NewSays.no-competition"),
    ):
        assert says(code)(eights.refused("x", *words, task="new"))
    altered = kept.read_text().replace('"kk1"', '"kk9"')
    for text, code in (
        (altered, "ConfirmingFault.altered"),
        (json.dumps({"mark": "damcam season", "version": 2}), "ConfirmingFault.other-version"),
        ("{}", "ConfirmingFault.no-season"),
    ):
        kept.write_text(text)
        assert says(code)(eights.refused("x", *made, task="new"))
    assert not (eights.folder / "x").exists()
    assert says("ProposalSays.nothing-in", year="1999")(eights.refused("--year", "1999", eights.folder / "haa"))
    (eights.folder / "kk").write_bytes((eights.folder / "kk").read_bytes().replace(b"Spiler", b"Spiles"))
    assert "kk" in str(eights.refused())


@pytest.mark.parametrize(("entries", "games"), [(7, 2), (11, 3)])
def test_d_6_the_winners_of_the_groups_play_in_a_group_of_their_own(season, entries, games):
    path = season.folder / "d1"
    players = [Entrant(f"k{number}", f"Spiler {number}") for number in range(1, entries + 1)]
    play(path, "D", players, in_class="1", name="FK", rounds=2, seed=5)
    assert says("WinnersGroupFault.not-over")(season.refused("d1w", "--winners-of", "d1", task="new"))
    delete(path)
    play(path, "D", players, in_class="1", name="FK", seed=5)
    assert any("--winners-of d1" in one for one in season()[1]["open"])
    assert season("d1w", "--winners-of", "d1", task="new")[0] == 0
    for _ in range(games):
        status, round_, _ = season("d1w", task="pair")
        if status == 0:
            for pair in round_["pairs"]:
                white, black = pair["white"], pair["black"]
                assert season("d1w", round_["round"], white, black, better_wins(white, black), task="result")[0] == 0
    table = season("d1w", task="standings")[1]["table"]
    assert len(table) == len({row["id"] for row in table}) >= 2
    told = season()[1]
    assert told["open"] == []
    points = {row["id"]: row["kp"] for row in told["ranking"]["seasons"][0]["rows"]}
    assert [points[row["id"]] for row in table] == [4, 3, 2][: len(table)]

"""`damcam event season`: from the event files and lists of seasons to the numbers of the next one, as an organiser does it."""

import json

import pytest

from hub.events.changes import Entrant, EventMade, ResultsEntered, Who
from hub.events.drawing import drawn
from hub.events.entering import entered
from hub.events.event_file import make_event
from hub.events.making import checked
from hub.events.pairing import paired
from hub.events.results import result_entered
from hub.events.state import EventState, after
from hub.events.wishes import Wishes

JELLE = Who("Jelle")
HEAD = "year,kind,event,group,place,id,name,class\n"
LEVELS = {"KK": ("C", 8), "HAA": ("C", 8), "RHAA": ("C", 8), "HA": ("D", 6)}


def ids(level, *numbers):
    return [f"{level.lower()}{number}" for number in numbers]


def better_wins(white, black):
    """The lower number in the id wins, so that nobody is equal."""
    return "1-0" if int(white.lstrip("abcdefghijklmnopqrstuvwxyz")) < int(black.lstrip("abcdefghijklmnopqrstuvwxyz")) else "0-1"


def play(path, made, entrants, result=better_wins, rounds=99, seed=None):
    """Writes the file of an event that was played out."""
    made = checked(made)
    state, changes = EventState(made), []

    def put(change):
        nonlocal state
        changes.append(change)
        state = after(state, change)

    put(entered(state, entrants))
    if seed is not None:
        put(drawn(state, seed))
    for _ in range(rounds):
        try:
            put(paired(state, Wishes())[0])
        except ValueError:
            break
        number = len(state.rounds)
        told = [
            result_entered(state, [str(number), one.white, one.black, result(one.white, one.black)], default=False, corrects=False)
            for one in state.rounds[-1].games
        ]
        put(ResultsEntered(tuple(told)))
    make_event(path, made, JELLE, changes)


def level_event(folder, level, **more):
    competition, size = LEVELS[level]
    made = EventMade(competition, in_class=level, name=f"FK {level}", date="2025-10-04")
    players = [Entrant(one, f"Spiler {one}", "Drachten") for one in ids(level, *range(1, size + 1))]
    play(folder / level.lower(), made, players, **more)


@pytest.fixture
def season(damcam, tmp_path):
    """Runs the task in a folder of events; gives its status, the proposal and what was complained of."""
    settings = tmp_path / "damcam.toml"
    (tmp_path / "events").mkdir()
    settings.write_text(f'[hub]\nevents = "{tmp_path / "events"}"\n')

    def run(*words, task="season"):
        status, rows, said = damcam("event", task, *map(str, words), "--json", "--lang", "en", "--settings", str(settings))
        return status, rows[0] if rows else None, said

    run.folder = tmp_path / "events"
    return run


@pytest.fixture
def eights(season):
    for level in LEVELS:
        level_event(season.folder, level)
    return season


def test_c_8_the_proposal_is_confirmed_and_numbers_the_next_season(eights, tmp_path):
    kept = tmp_path / "2025.json"
    status, told, _ = eights("--confirm", kept, "--by", "B. de Vries")
    assert (status, told["season"], told["open"]) == (0, 2025, [])
    assert told["eights"]["KK"] == [*ids("KK", 1, 2, 3, 4, 5, 6), *ids("HAA", 1, 2)]
    assert json.loads(kept.read_text())["by"] == "B. de Vries"
    for level, first in (("KK", "kk1"), ("HAA", "kk7"), ("RHAA", "haa7")):
        assert (
            eights(f"{level}-26", "--competition", "C", "--class", level, "--from-season", kept, "--date", "2026-10-03", task="new")[0] == 0
        )
        _, table, _ = eights(f"{level}-26", task="crosstable")
        assert table["ids"] == told["eights"][level]
        assert (table["ids"][0], table["rows"][0]["name"]) == (first, f"Spiler {first}")
    assert eights("ha-26", "--competition", "D", "--class", "HA", "--from-season", kept, task="new")[0] == 0
    assert eights("ha-26", task="crosstable")[1]["ids"] == ids("RHAA", 7, 8)
    assert "is there already" in eights("--year", 2025, "--confirm", kept)[2]


def test_c_9_who_does_not_take_part_is_filled_up_and_an_unknown_id_is_told(eights):
    _, told, _ = eights("--absent", "kk2", "--absent", "kk8", "--absent", "ha1")
    assert told["eights"]["KK"] == [*ids("KK", 1, 3, 4, 5, 6), *ids("HAA", 1, 2, 3)]
    assert told["eights"]["RHAA"][-3:] == ids("HA", 3, 4, 5)
    assert eights("--absent", "kk9")[1]["open"] == [
        "--absent kk9: nobody of that id stands in an order of season 2025 on which promotion depends"
    ]


def test_what_is_open_is_told_and_blocks_the_confirmation(eights, tmp_path):
    (eights.folder / "kk").unlink()
    level_event(eights.folder, "KK", result=lambda white, black: "draw" if {white, black} == {"kk1", "kk2"} else better_wins(white, black))
    (eights.folder / "ha").unlink()
    level_event(eights.folder, "HA", rounds=4)
    status, told, said = eights("--confirm", tmp_path / "kept")
    assert (status, told["eights"], told["ranking"]) == (1, None, None)
    assert told["open"] == [
        "ha: round 5 of 5 is not paired",
        "kk: places 1 to 2: Spiler kk1, Spiler kk2 play a match of two games; next: Spiler kk2 - Spiler kk1; Spiler kk1 - Spiler kk2",
    ]
    assert "cannot be confirmed while something is open" in said
    assert not (tmp_path / "kept").exists()


def test_a_class_without_an_order_and_two_orders_of_one_are_told(eights):
    (eights.folder / "rhaa").unlink()
    assert "no final order of the RHAA in season 2025" in eights()[1]["open"][0]
    (eights.folder / "kk-copy").write_bytes((eights.folder / "kk").read_bytes())
    assert "season 2025 has two orders of KK: kk, kk-copy" in eights()[1]["open"]


def test_a_list_gives_the_order_instead_of_the_event(eights, tmp_path):
    given = tmp_path / "rhaa.csv"
    given.write_text(HEAD + "".join(f"2025;championship;FK;RHAA;{9 - n};rhaa{n};;\n".replace(";", ",") for n in range(1, 9)))
    _, told, said = eights("--csv", given)
    assert told["eights"]["to_HA"] == ids("RHAA", 2, 1)
    assert "rhaa is left out: the list has the order of RHAA in season 2025" in said


def test_d_6_who_share_a_place_of_the_swiss_list_are_put_in_order_by_a_person(eights):
    (eights.folder / "ha").unlink()
    made = EventMade("D", in_class="HA", date="2025-10-04")
    play(eights.folder / "ha", made, [Entrant(one) for one in ids("HA", *range(1, 13))], result=lambda *_: "draw")
    _, told, _ = eights()
    left = [one for one in told["open"] if "share a place" in one]
    assert left
    assert told["eights"] is None
    orders = [one.split("--order ")[1].split(" ")[0] for one in left]
    turned = [word for one in orders for word in ("--order", ",".join(reversed(one.split(","))))]
    _, told, _ = eights(*turned)
    assert told["open"] == []
    assert told["eights"]["RHAA"][6] == orders[0].split(",")[-1]


def teams(folder, group, names, **more):
    path = folder / f"b-{group}"
    play(path, EventMade("B", group=group, date="2025-11-01"), [Entrant(one) for one in names], **more)


def by_boards(first, second):
    return "5-3" if better_wins(first, second) == "1-0" else "3-5"


def test_b_3_winners_go_up_and_last_ones_down(season, tmp_path):
    for group, start in (("I", 1), ("II", 5), ("III", 9)):
        teams(season.folder, group, [f"t{number}" for number in range(start, start + 4)], result=by_boards)
    kept = tmp_path / "kept"
    _, told, _ = season("--confirm", kept)
    assert told["teams"]["groups"] == [["t1", "t2", "t3", "t5"], ["t4", "t6", "t7", "t9"], ["t8", "t10", "t11", "t12"]]
    assert season("next", "--competition", "B", "--group", "II", "--from-season", kept, task="new")[0] == 0
    assert season("next", task="crosstable")[1]["ids"] == ["t4", "t6", "t7", "t9"]
    assert "several teams do not take part" in season("--year", 2025, "--absent", "t1", "--absent", "t7")[1]["open"][0]
    (season.folder / "b-II").unlink()
    assert "no order of group II" in season("--year", 2025)[1]["open"][0]


def test_b_3_two_merged_classes_are_parted(season):
    teams(season.folder, "I", [f"t{number}" for number in range(1, 7)], result=by_boards)
    _, told, _ = season("--upper", "t1,t2,t4")
    assert (told["teams"]["promoted"], told["teams"]["relegated"]) == ("t3", "t4")
    assert (told["teams"]["upper"], told["teams"]["lower"]) == (["t1", "t2", "t3"], ["t4", "t5", "t6"])


RANKED = {
    2021: ["club,,a,1,anna", "club,,a,2,x", "club,,a,3,y", "championship,,3,1,anna", "championship,,3,2,bate"],
    2022: ["club,,b,1,bate", "club,,b,2,x", "club,,b,3,y", "championship,,3,1,anna", "championship,,3,2,x", "championship,,3,3,bate"],
    2023: ["none,,,,"],
    2024: ["club,,a,1,bate", "club,,a,2,x", "club,,a,3,y", "championship,,3,1,bate"],
    2025: ["club,,a,1,anna", "club,,a,2,x", "club,,a,3,y", "championship,,3,1,anna", "championship,,2,1,y", "championship,,2,2,bate"],
}


@pytest.fixture
def ranked(tmp_path):
    path = tmp_path / "older.csv"
    lines = [f"{year},{line},,{'3' if 'club' in line else ''}" for year, some in RANKED.items() for line in some]
    path.write_text(HEAD + "\n".join(lines) + "\n")
    return path


def test_appendix_4_the_ranking_over_years_from_a_list(season, ranked, tmp_path):
    """The example of anna and bate: 2021 is gone when 2025 is looked at, and bate goes up after 2024."""
    _, told, _ = season("--csv", ranked, "--lists-only")
    assert told["open"] == []
    rows = {(one["year"], row["id"]): row for one in told["ranking"]["seasons"] for row in one["rows"]}
    assert [rows[year, "anna"]["last_four"] for year in RANKED] == [6, 10, 10, 10, 10]
    assert [rows[year, "bate"]["tp"] for year in RANKED] == [3, 7, 7, 13, 3]
    assert [one["promoted"] for one in told["ranking"]["seasons"]] == [[], [], [], ["bate"], []]
    assert told["ranking"]["classes"]["bate"] == "2"
    classes = tmp_path / "classes.csv"
    classes.write_text("id;class\nanna;HA\n")
    _, told, said = season("--csv", ranked, "--classes", classes)
    assert told["ranking"]["classes"]["anna"] == "HA"
    assert "separated by semicolons" in said


def test_appendix_4_five_years_without_a_point_are_told_and_nothing_is_done(season, tmp_path):
    path = tmp_path / "older.csv"
    rows = [f"{year},club,,a,{place},{id},,1" for year in range(2021, 2026) for place, id in enumerate(["a", "b", "c"], 1)]
    path.write_text(HEAD + "\n".join(rows) + "\n")
    _, told, _ = season("--csv", path)
    last = told["ranking"]["seasons"][-1]
    assert (last["may_go_down"], last["best"], told["ranking"]["classes"]["b"]) == (["b", "c"], ["a"], "1")


def test_a_season_of_which_nothing_is_known_and_a_class_that_nobody_told_are_open(season, tmp_path):
    path = tmp_path / "older.csv"
    path.write_text(HEAD + "2021,club,,a,1,anna,,3\n2023,club,,a,1,anna,,\n2023,club,,a,2,bate,,\n")
    _, told, _ = season("--csv", path)
    assert told["ranking"] is None
    assert told["open"] == [
        "nothing is known of season 2022; give its orders, or a line with the kind none where nothing was played",
        "the class of bate at the beginning is not known; give it in a list with --classes",
    ]


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("", "the list has no line below its headings"),
        ("21,club,,a,1,anna,,3", "line 2: year is '21'"),
        ("2021,clubs,,a,1,anna,,3", "line 2: kind is 'clubs'; one of club, swiss, championship, teams, none was expected"),
        ("2021,club,,a,0,anna,,3", "line 2: place is '0'"),
        ("2021,club,,a,,anna,,3", "line 2: place is '0'"),
        ("2021,club,,a,2,anna,,3", "line 2: nobody has place 1 in a of 2021"),
        ("2021,club,,a,1,anna,,3\n2021,club,,a,1,bate,,3", "line 3: place 1 in a of 2021 is there already, in line 2"),
        ("2021,club,,a,1,anna,,3\n2021,club,,a,2,anna,,3", "line 3: anna stands in a of 2021 already, in line 2"),
        ("2021,club,,a,1,anna,,4", "line 2: class is '4'"),
        ("2021,championship,,9,1,anna,,", "line 2: group is '9'"),
        ("2021,teams,,x1,1,anna,,", "line 2: group is 'X1'"),
        ("2021,club,,a,1,anna,,3,more", "line 2: 9 values; 8 were expected"),
    ],
)
def test_a_line_that_is_wrong_is_told_and_nothing_is_taken(season, tmp_path, lines, what):
    path = tmp_path / "older.csv"
    path.write_text(HEAD + lines)
    status, told, said = season("--csv", path, "--lists-only", "--confirm", tmp_path / "kept")
    assert (status, told) == (1, None)
    assert what in said
    assert "older.csv" in said
    assert not (tmp_path / "kept").exists()


def test_what_cannot_be_read_is_a_sentence(season, eights, tmp_path):
    kept = tmp_path / "kept"
    eights("--confirm", kept)
    made = ["--competition", "C", "--class", "KK", "--from-season", kept]
    assert "the date 2025-12-01 is not in season 2026" in eights("x", *made, "--date", "2025-12-01", task="new")[2]
    assert "numbers competition C" in eights("x", "--competition", "A", "--from-season", kept, task="new")[2]
    assert "has no numbers for II" in eights("x", "--competition", "B", "--group", "II", "--from-season", kept, task="new")[2]
    kept.write_text(kept.read_text().replace('"kk1"', '"kk9"'))
    assert "was altered since" in eights("x", *made, task="new")[2]
    kept.write_text(json.dumps({"mark": "damcam season", "version": 2}))
    assert "is of version 2" in eights("x", *made, task="new")[2]
    kept.write_text("{}")
    assert "is no season" in eights("x", *made, task="new")[2]
    assert not (eights.folder / "x").exists()
    (eights.folder / "kk").write_bytes((eights.folder / "kk").read_bytes()[:3000])
    status, _, said = eights()
    assert status == 1
    assert "kk" in said
    assert "no final order of season 1999" in season("--year", "1999", eights.folder / "haa")[2]


@pytest.mark.parametrize(("entries", "games"), [(7, 2), (11, 3)])
def test_d_6_the_winners_of_the_groups_play_in_a_group_of_their_own(season, entries, games):
    path = season.folder / "d1"
    made = EventMade("D", in_class="1", name="FK", date="2025-10-04")
    players = [Entrant(f"k{number}", f"Spiler {number}") for number in range(1, entries + 1)]
    play(path, made, players, rounds=2, seed=5)
    assert "is not over" in season("d1w", "--winners-of", "d1", task="new")[2]
    path.unlink()
    play(path, made, players, seed=5)
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


def test_d_6_only_d_with_several_groups_has_a_group_of_winners(eights):
    assert "only the 1st to 3rd class of D" in eights("x", "--winners-of", "kk", task="new")[2]
    assert "plays in one group" in eights("x", "--winners-of", "ha", task="new")[2]
    assert eights("x", "--winners-of", "ha", "--class", "1", task="new")[0] == 2
    assert eights("x", task="new")[0] == 2

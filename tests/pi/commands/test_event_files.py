"""`damcam event` on files: each task is a call of the command line, and those that write at once are processes."""

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir, closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pi.cli import main
from tests.hub.events.conftest import KK, WITHDRAWN_EXAMPLE, rounds_of

ROOT = Path(__file__).resolve().parents[3]
ENTRIES = "id,name,club,class,born,number\n" + "".join(f"s{n:02},Spiler {n},Drachten,2,2001-01-{n:02},\n" for n in range(1, 13))


class Damcam:
    """Calls `damcam event` in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: object, given: bytes = b"", **environment: str):
        output, errors = io.StringIO(), io.StringIO()
        with (
            chdir(self.folder),
            redirect_stdout(output),
            redirect_stderr(errors),
            patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
            patch.dict(os.environ, {"LOGNAME": "jelle"} | environment),
        ):
            try:
                status = main(["event", *map(str, words), "--lang", "en"])
            except SystemExit as wrong_usage:
                status = wrong_usage.code
        return status, _rows(output.getvalue()), errors.getvalue()

    def in_a_process(self, *words: object):
        call = [sys.executable, "-P", "-m", "pi", "event", *map(str, words), "--lang", "en"]
        where = os.environ | {"PYTHONPATH": str(ROOT), "LOGNAME": "jelle"}
        done = subprocess.run(call, cwd=self.folder, env=where, capture_output=True, check=False, text=True, timeout=120)
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, _rows(done.stdout), done.stderr

    def done(self, *words: object, given: bytes = b"", **environment: str):
        status, rows, said = self(*words, given=given, **environment)
        assert status == 0, said
        return rows

    def refused(self, *words: object, given: bytes = b"") -> str:
        status, rows, said = self(*words, given=given)
        assert (status, rows) == (1, []), (status, rows, said)
        return said.removeprefix("damcam: ").strip()


def _rows(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture
def event(tmp_path) -> Damcam:
    return Damcam(tmp_path)


@pytest.fixture
def kk(event) -> Damcam:
    event.done("new", "kk", "--competition", "C", "--class", "HAA", "--name", "FK")
    event.done("enter", "kk", *KK)
    return event


def results_csv(separator: str = ",") -> bytes:
    lines = [("round", "white", "black", "result")]
    lines += [(str(number), *game) for number, games in enumerate(rounds_of(WITHDRAWN_EXAMPLE), 1) for game in games]
    return "".join(separator.join(line) + "\n" for line in lines).encode()


def test_a_championship_from_entry_to_standings(kk):
    rounds = [kk.done("pair", "kk")[0] for _ in range(7)]
    assert [(one["round"], one["pairs"][0]["white"], one["pairs"][0]["black"]) for one in rounds][:2] == [(1, "p5", "p1"), (2, "p1", "p6")]
    assert len(kk.done("result", "kk", "--csv", "-", given=results_csv())) == 28
    (told,) = kk.done("standings", "kk", "--json")
    assert [(row["id"], row["place"]) for row in told["table"]][:2] == [("p8", [1, 1]), ("p5", [2, 2])]
    assert told["table"][1]["sb"] == 27
    (table,) = kk.done("crosstable", "kk")
    assert table["rows"][0]["cells"][0] == {"opponent": "p5", "round": 1, "colour": "b", "result": "0-1", "default": False}
    assert [row["board"] for row in kk.done("sheets", "kk", "--round", "3")] == [1, 2, 3, 4]
    for form, names in (("csv", 15), ("trf", 1), ("pdn", 1)):
        assert len(kk.done("export", "kk", "--as", form, "--out", "out")) == names
    assert len(os.listdir(kk.folder / "out")) == 17
    assert kk.refused("withdraw", "kk", "p3", "--reason", "siik").startswith("p3 has no game left to play")


def test_a_club_evening_of_three_groups(event):
    (event.folder / "list.csv").write_text(ENTRIES)
    event.done("new", "jûn", "--competition", "A")
    event.done("enter", "jûn", "--csv", "list.csv")
    (drawn,) = event.done("draw", "jûn", "--seed", "11")
    assert (drawn["seed"], [len(one["ids"]) for one in drawn["groups"]]) == (11, [4, 4, 4])
    for _ in range(3):
        (paired,) = event.done("pair", "jûn")
        for one in paired["pairs"]:
            event.done("result", "jûn", paired["round"], one["white"], one["black"], "draw")
    (told,) = event.done("standings", "jûn")
    assert [one["group"] for one in told["groups"]] == ["1", "2", "3"]
    assert {row["points"] for one in told["groups"] for row in one["table"]} == {1.5}
    assert "all 3 rounds are paired" in event.refused("pair", "jûn")


def test_every_change_has_who_when_and_why_and_is_taken_back(kk):
    kk.done("pair", "kk")
    kk.done("result", "kk", "1", "p5", "p1", "1-0", "--by", "Ype")
    kk.done("result", "kk", "1", "p5", "p1", "draw", "--reason", "ferkeard opskreaun")
    log = kk.done("log", "kk")
    assert [(row["by"], row["kind"], row["reason"]) for row in log] == [
        ("jelle", "EventMade", None),
        ("jelle", "EntrantsEntered", None),
        ("jelle", "RoundPaired", None),
        ("Ype", "ResultsEntered", None),
        ("jelle", "ResultsEntered", "ferkeard opskreaun"),
    ]
    assert all(row["at"].startswith("20") for row in log)
    assert [kk.done("undo", "kk")[0]["undone"] for _ in range(4)] == [5, 4, 3, 2]
    assert kk.refused("undo", "kk") == "nothing is left to undo: the event is as it was made"
    assert [row["undone"] for row in kk.done("log", "kk")] == [False, True, True, True, True] + [False] * 4
    assert "nobody has entered yet" in kk.refused("standings", "kk")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"klasse,club\n1,Dr\n", "line 1: no column has one of the headings id, name"),
        (b"id,shoe\nx,40\n", "line 1: there is no column 'shoe'"),
        (b"id,name\np9,Anna\np1,Bate\n", "line 3: p1 has entered already"),
        (b"id,name\np9,Anna\np9,Bate\n", "line 3: p9 is in line 2 already"),
        (b"id,class\np9,9\n", "line 2: class is '9'; the classes are"),
        (b"id,name\np9,\x81\n", "this is no text"),
        (b"", "the list is empty"),
    ],
)
def test_a_bad_list_enters_nobody(kk, content, what):
    before = (kk.folder / "kk").read_bytes()
    assert kk.refused("enter", "kk", "--csv", "-", given=content).startswith(what)
    assert (kk.folder / "kk").read_bytes() == before


@pytest.mark.parametrize(
    ("encoding", "separator", "said"),
    [
        ("utf-8", ";", ["semicolons"]),
        ("cp1252", ";", ["Windows-1252", "semicolons"]),
        ("utf-16", "\t", ["UTF-16", "tabs"]),
        ("utf-8", ",", []),
    ],
)
def test_lists_of_other_programs_are_read_and_that_is_said(event, encoding, separator, said):
    event.done("new", "e", "--competition", "A")
    content = f"id{separator}naam\na{separator}Sjoukje Hûkstra\n".encode(encoding)
    status, rows, complaint = event("enter", "e", "--csv", "-", given=content)
    assert (status, rows) == (0, [{"entered": ["a"], "entries": 1}])
    assert [word in complaint for word in said] == [True] * len(said)
    assert ("the list" in complaint) == bool(said)


def test_results_that_cannot_be_are_refused(kk):
    assert kk.refused("result", "kk", "1", "p5", "p1", "1-0").startswith("no round is paired yet")
    kk.done("pair", "kk")
    assert kk.refused("result", "kk", "1", "p1", "p2", "1-0").startswith("p1 and p2 do not play in round 1")
    assert kk.refused("result", "kk", "1", "p5", "p1", "3-0").startswith("'3-0' is no result")
    assert kk.refused("result", "kk", "1", "p5", "nobody", "1-0").startswith("nobody here has the id 'nobody'")
    kk.done("result", "kk", "1", "p5", "p1", "1-0")
    assert "a correction wants a reason" in kk.refused("result", "kk", "1", "p5", "p1", "0-1")
    before = (kk.folder / "kk").read_bytes()
    assert kk.refused("result", "kk", "--csv", "-", given=b"1,p6,p2,1-0\n1,p7,p2,1-0\n").startswith("line 2: p7 and p2 do not play")
    assert (kk.folder / "kk").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("pair", "none"), "there is no event at none"),
        (("new", "kk", "--competition", "A"), "kk is there already"),
        (("new", "x", "--competition", "C", "--class", "HA"), "class is 'HA'"),
        (("new", "no/folder", "--competition", "A"), "no event can be made at no/folder"),
        (("draw", "kk"), "no lot is drawn in competition C"),
        (("withdraw", "kk", "p9", "--reason", "x"), "nobody here has the id 'p9'"),
        (("withdraw", "kk", "p1", "--reason", " "), "reason is empty"),
        (("enter", "kk"), "nobody is entered"),
        (("enter", "kk", "--csv", "none.csv"), "none.csv cannot be read: No such file or directory"),
        (("enter", "kk", "--csv", "/dev/zero"), "/dev/zero has more than 4 megabytes, and is no list of an event"),
        (("enter", "kk", "a", "--csv", "none.csv"), "give ids or a list"),
        (("pair", "kk", "--by", "a\x07"), "--by is"),
        (("sheets", "kk"), "no round is paired yet"),
        (("play-off", "kk", "p1", "p2", "1-0"), "nothing is played off or decided before the last game is in: round 1 is not paired yet"),
        (("export", "kk", "--as", "csv", "--out", "kk"), "kk cannot be used as a folder"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(kk, words, what):
    assert kk.refused(*words).startswith(what)


@pytest.mark.parametrize(
    "words", [("result", "kk", "1", "p5"), ("result", "kk", "--csv", "-", "--default"), ("pair",), ("withdraw", "kk", "p1")]
)
def test_wrong_usage_has_status_2(kk, words):
    status, rows, said = kk(*words)
    assert (status, rows) == (2, [])
    assert said


def test_a_damaged_file_a_newer_one_and_no_event_are_told(kk):
    whole = (kk.folder / "kk").read_bytes()
    with closing(sqlite3.connect(kk.folder / "kk")) as connection:
        connection.execute("PRAGMA user_version = 9")
    assert kk.refused("standings", "kk").endswith("this damcam reads version 1; use a newer damcam")
    (kk.folder / "kk").write_bytes(whole.replace(b'"id":"p3"', b'"id":"x3"'))
    assert "is damaged: row 2 does not fit its checksum" in kk.refused("standings", "kk")
    (kk.folder / "kk").write_text("p1\np2\n")
    assert kk.refused("standings", "kk") == "kk is not an event of damcam"


def test_of_two_who_write_at_once_nothing_is_half_done(kk):
    kk.done("pair", "kk")
    games = [(game["white"], game["black"]) for game in kk.done("sheets", "kk")]
    with ThreadPoolExecutor(4) as pool:
        ended = list(pool.map(lambda pair: kk.in_a_process("result", "kk", 1, *pair, "1-0"), games))
    is_told = re.compile("somebody else has changed kk meanwhile|another program is writing to kk").search
    assert [said for status, _, said in ended if status and not is_told(said)] == []
    entered = {row["white"] for status, rows, _ in ended for row in rows}
    assert {row["white"] for row in kk.done("sheets", "kk") if row["result"]} == entered
    assert entered


def test_a_name_is_looked_for_in_the_folder_of_the_settings(event, tmp_path):
    (tmp_path / "events").mkdir()
    settings = tmp_path / "damcam.toml"
    settings.write_text(f'[hub]\nevents = "{tmp_path / "events"}"\n')
    event.done("new", "kk", "--competition", "A", "--settings", settings)
    event.done("enter", "kk", "a", "b", "c", DAMCAM_HUB_EVENTS=str(tmp_path / "events"))
    assert os.listdir(tmp_path / "events") == ["kk"]
    event.done("new", "./kk", "--competition", "A", "--settings", settings)
    assert event.done("log", tmp_path / "kk", "--settings", settings)[0]["kind"] == "EventMade"
    assert len(event.done("log", "kk", "--settings", settings)) == 2
    settings.write_text('[hub]\nevents = "events"\n')
    assert "[hub] events is 'events'" in event.refused("log", "kk", "--settings", settings)


def test_at_a_terminal_the_standings_say_why(kk, capsys, monkeypatch):
    for _ in range(7):
        kk.done("pair", "kk")
    kk.done("result", "kk", "--csv", "-", given=results_csv(";"))
    for task in ("standings", "log", "crosstable", "sheets"):
        monkeypatch.setattr(f"pi.commands.events.{task}.wants_json", lambda asked: asked)
    monkeypatch.setenv("COLUMNS", "150")
    said = {"en": "by Sonneborn-Berger, 27 against 25.5, C 15 B, appendix 1", "nl": "op Sonneborn-Berger, 27 tegen 25,5"}
    for lang, words in said.items():
        assert main(["event", "standings", str(kk.folder / "kk"), "--lang", lang]) == 0
        assert words in capsys.readouterr().out
    for task in ("log", "crosstable", "sheets"):
        assert main(["event", task, str(kk.folder / "kk")]) == 0
        assert "p8" in capsys.readouterr().out


def test_a_sheet_is_written_to_print(kk):
    kk.done("pair", "kk")
    assert kk.done("sheets", "kk", "--out", "round.html") == []
    assert "p5" in (kk.folder / "round.html").read_text()


def test_a_match_of_teams_is_entered_by_its_boards(event):
    event.done("new", "g", "--competition", "G")
    event.done("enter", "g", "a", "b", "c", "d")
    pair = event.done("pair", "g")[0]["pairs"][0]
    first, second = pair["first"], pair["second"]
    (told,) = event.done("result", "g", "1", first, second, "--boards", "1-0,draw,-,-")
    assert told == {
        "round": 1,
        "first": first,
        "second": second,
        "boards": ["1-0", "draw", None, None],
        "board_points": [1.5, 0.5],
        "result": None,
    }
    said = event("result", "g", "1", first, second, "--boards", "1-0;draw;-+;0-1")[2]
    assert said.endswith(f"{first} - {second} comes to 2.5-1.5\n")
    assert "a correction wants a reason" in event.refused("result", "g", "1", first, second, "--boards", "0-1;draw;-+;0-1")
    assert "1 result was given" in event.refused("result", "g", "1", first, second, "--boards", "1-0")
    for words in ((first, "--boards", "1-0"), (first, second, "--boards", "1-0", "--default"), (first, second, "2-2", "--boards", "1-0")):
        assert event("result", "g", "1", *words)[0] == 2


def test_a_swiss_event_waits_for_its_results(event):
    event.done("new", "f", "--competition", "F", "--rounds", "3")
    event.done("enter", "f", *"abcdefg")
    (first,) = event.done("pair", "f", "--force", "c-a", "--absent", "d")
    assert {"white": "c", "black": "a", "board": 1, "group": None} in first["pairs"]
    assert (len(first["pairs"]), first["bye"], first["absent"]) == (3, None, ["d"])
    assert event.refused("pair", "f").startswith("round 1 has 3 games without a result")
    for game in first["pairs"]:
        event.done("result", "f", "1", game["white"], game["black"], "1-0")
    (second,) = event.done("pair", "f", "--bye", "b")
    assert (len(second["pairs"]), second["bye"]) == (3, "b")
    assert {row["resistance"] for row in event.done("standings", "f")[0]["table"]}

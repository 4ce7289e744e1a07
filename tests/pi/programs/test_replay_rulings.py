"""The arbiter's rulings of a recorded session, obeyed at their place when it is replayed; and regulation C in session.json."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from pi.cli import main
from pi.programs.session_player import recorded_game
from pi.setup.loading import load_settings
from record.events.of_game import Arbitrated, Ruled
from record.store.folder import read_folder
from record.store.journal import Journal, fold
from vision.image.picture import encode_jpeg, read_picture

Capture = pytest.CaptureFixture[str]
BY = {"by": "J. Jansen"}


def truth(shipped: Path, seq: int) -> dict[str, Any]:
    return json.loads((shipped / "truth.jsonl").read_text().splitlines()[seq - 1])


def replayed(session: Path, out: Path, capsys: Capture, *rulings: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a replay with these rulings into a new folder."""
    shutil.rmtree(out, ignore_errors=True)
    (session / "rulings.jsonl").write_text("".join(json.dumps(ruling | BY) + "\n" for ruling in rulings))
    assert main(["replay", str(session), "--out", str(out), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_fault_restored_or_a_position_set_is_played_on_from(
    copied: Callable[..., Path], shipped: Path, tmp_path: Path, capsys: Capture
) -> None:
    session, out = copied(presses=6), tmp_path / "out"
    before = truth(shipped, 4)["fen"]
    for ruling in ({"ruling": "position", "fen": before}, {"ruling": "Take_Back", "plies": 1}):
        rows = replayed(session, out, capsys, {"seq": 5} | ruling)
        assert [(row["seq"], row["verdict"]) for row in rows[-2:]] == [(5, "27a"), (6, "legal")]
        assert (rows[-1]["move"], rows[-1]["fen"], len(rows)) == ("33-29", truth(shipped, 6)["fen"], 6)
        assert ("/FEN" in (out / "game.pdn").read_text()) == (ruling["ruling"] == "position")
    with Journal.reader(out / "journal.sqlite") as journal:
        (said,) = (event for _, event in journal.since(0) if isinstance(event, Arbitrated))
        state = fold(journal)
    assert (said.seq, said.by, said.fen, said.t_ns) == (5, "J. Jansen", before, state.presses[4].t_ns)
    assert [ply.move for ply in state.plies] == ["31-27", "18-23", "36-31", "17-21", "33-29"]


def test_a_press_by_the_side_whose_clock_stands_is_told_and_has_no_row(copied: Callable[..., Path], capsys: Capture) -> None:
    session = copied(presses=2)
    first, second = (session / "presses.jsonl").read_text().splitlines()
    wrong = json.dumps(json.loads(first) | {"side": "black"})
    after = (json.dumps(json.loads(line) | {"seq": seq}) for seq, line in ((2, first), (3, second)))
    (session / "presses.jsonl").write_text("\n".join([wrong, *after]))
    (session / "rulings.jsonl").write_text(json.dumps({"seq": 1, "ruling": "to-move", "side": "white"} | BY))
    assert main(["replay", str(session), "--json"]) == 0
    told = capsys.readouterr()
    rows = [json.loads(line) for line in told.out.splitlines()]
    assert [(row["seq"], row["verdict"], row["move"]) for row in rows] == [(2, "legal", "31-27"), (3, "legal", "18-23")]
    assert told.err == "damcam: press 1 counts for nothing: Black pressed while its clock stood, and nothing can be handed back\n"


def test_the_arbiter_ends_the_game_and_later_presses_count_for_nothing(
    copied: Callable[..., Path], tmp_path: Path, capsys: Capture
) -> None:
    rows = replayed(copied(), tmp_path / "out", capsys, {"seq": 2, "ruling": "end", "result": "1/2-1/2", "article": "21.2"})
    assert [row["seq"] for row in rows] == [1, 2]
    text = (tmp_path / "out" / "game.pdn").read_text()
    assert '[Result "1/2-1/2"]' in text
    assert '[Termination "Art. 21.2"]' in text


def test_on_paper_the_rows_go_on_and_the_record_does_not(copied: Callable[..., Path], tmp_path: Path, capsys: Capture) -> None:
    rows = replayed(copied(), tmp_path / "out", capsys, {"seq": 1, "ruling": "paper"})
    assert [(row["seq"], row["verdict"]) for row in rows] == [(1, "legal"), (2, "legal"), (3, "legal")]
    text = (tmp_path / "out" / "game.pdn").read_text()
    assert "31-27" in text
    assert "18-23" not in text
    assert text.endswith("{continued on paper} *\n")


def test_on_paper_the_rows_tell_no_irregularity_but_what_the_camera_lacks_and_the_journal_keeps_it_all(
    copied: Callable[..., Path], tmp_path: Path, capsys: Capture
) -> None:
    session, out = copied(presses=6), tmp_path / "out"
    black = encode_jpeg(read_picture(session / "frames" / "0006.jpg") // 100, 95)
    (session / "frames" / "0006.jpg").write_bytes(black)
    rows = replayed(session, out, capsys, {"seq": 4, "ruling": "paper"})
    told = {(row["seq"], alert["code"]) for row in rows for alert in row["alerts"]}
    assert told == {(6, "camera")}
    with Journal.reader(out / "journal.sqlite") as journal:
        kept = [event for _, event in journal.since(0) if isinstance(event, Ruled) and event.seq == 5]
    assert kept[0].alerts[0].code == "27a"
    assert kept[0].alerts[0].text not in lines_for_people(session, capsys)
    (session / "rulings.jsonl").unlink()
    assert kept[0].alerts[0].text in lines_for_people(session, capsys)


def lines_for_people(session: Path, capsys: Capture) -> str:
    """What `replay` prints at a terminal."""
    with patch("pi.programs.replay.wants_json", return_value=False):
        assert main(["replay", str(session)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("ruling", "says"),
    [
        ({"seq": 1, "ruling": "stand"}, "line 1: stand after press 1: nothing is pending"),
        ({"seq": 0, "ruling": "position", "fen": "W:W99"}, "line 1: position after press 0: .*99"),
    ],
)
def test_a_ruling_that_cannot_be_gets_one_sentence_and_the_journal_is_closed(
    copied: Callable[..., Path], tmp_path: Path, capsys: Capture, ruling: dict[str, Any], says: str
) -> None:
    session = copied(presses=1)
    (session / "rulings.jsonl").write_text(json.dumps(ruling | BY))
    assert main(["replay", str(session), "--out", str(tmp_path / "out"), "--json"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "rulings.jsonl: " in line
    assert says.split(".*")[0] in line
    assert not list((tmp_path / "out").glob("*-wal"))


@pytest.mark.parametrize(
    ("about", "settings", "way"),
    [
        ({}, "", "record"),
        ({"regulation": "C"}, "", "paper"),
        ({"regulation": "C", "after_a_fault": "record"}, "", "record"),
        ({"regulation": "D"}, 'regulation = "C"', "record"),
        ({}, 'regulation = "C"', "paper"),
        ({"regulation": "A"}, 'after_a_fault = "paper"', "record"),
        ({}, 'after_a_fault = "paper"', "paper"),
    ],
)
def test_what_becomes_of_the_record_after_a_fault(
    copied: Callable[..., Path], tmp_path: Path, about: dict[str, str], settings: str, way: str
) -> None:
    (tmp_path / "damcam.toml").write_text(f"[game]\n{settings}\n")
    defaults = load_settings(tmp_path / "damcam.toml", {}).game
    assert recorded_game(read_folder(copied(presses=0, **about)), defaults).about.settings.after_a_fault == way


@pytest.mark.parametrize("about", [{"regulation": "Z"}, {"after_a_fault": "stone"}])
def test_a_regulation_that_is_none_gets_a_sentence(copied: Callable[..., Path], capsys: Capture, about: dict[str, str]) -> None:
    assert main(["replay", str(copied(**about)), "--json"]) == 1
    (key, value) = next(iter(about.items()))
    assert f"session.json: {key} is {value!r}; one of " in capsys.readouterr().err


def test_a_move_that_the_players_entered_is_taken_at_its_place(copied: Callable[..., Path], tmp_path: Path, capsys: Capture) -> None:
    session, out = copied(presses=3), tmp_path / "out"
    dark = np.zeros_like(read_picture(session / "frames" / "0002.jpg"))
    (session / "frames" / "0002.jpg").write_bytes(encode_jpeg(dark))
    told = [(2, "unsure", None), (2, "legal", "18-23"), (3, "legal", "36-31")]
    entered = {"seq": 2, "ruling": "entered", "press": 2, "from": 18, "to": 23, "by": "the players"}
    rows = replayed(session, out, capsys, entered)
    assert [(row["seq"], row["verdict"], row["move"]) for row in rows[1:]] == told
    assert (rows[2]["amends"], rows[2]["entered_by"]) == (True, BY["by"])
    assert main(["record", str(out), "--json"]) == 0
    assert [json.loads(line)["entered_by"] for line in capsys.readouterr().out.splitlines()] == [None, BY["by"], None]
    with pytest.raises(AssertionError):
        replayed(session, out, capsys, entered | {"from": 28})
    assert "nothing stands on 28" in capsys.readouterr().err

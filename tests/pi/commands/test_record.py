"""The command `record`: the plies of a journal, read while another writes, and journals that are none."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pi.cli import main
from record.events.of_game import Arbitrated, Pressed, Ruled, SessionOpened
from record.store.journal import Journal

Capture = pytest.CaptureFixture[str]
S = 1_000_000_000
AFTER = "B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23", "B:W18,28,31,33-50:B1-17,20"
PICTURES = ("frames/0001a.jpg", "frames/0001.jpg")


def opened(control: str = "80m+60s") -> SessionOpened:
    return SessionOpened("frisian", 10, "W:W31-50:B1-20", control, 4800 * S, 4800 * S)


def write(folder: Path, *events: Any) -> Journal:
    journal = Journal.create(folder / "journal.sqlite")
    for event in events:
        journal.append(event, 0)
    return journal


def game(control: str = "80m+60s") -> list[Any]:
    return [
        opened(control),
        Pressed(1, 10 * S, "white", 4_849_123_456_789, 4800 * S, "black", PICTURES),
        Ruled(1, "white", "legal", "32-28", AFTER[0], 0.9991, picture=PICTURES[1], drawn="drawn/0001.jpg"),
        Pressed(2, 20 * S, "black", 4_849_123_456_789, 4_850_999_999_999, "white"),
        Ruled(2, "black", "27d", None, AFTER[1], 0.9987),
        Pressed(3, 30 * S, "white", 4_900 * S, 4_850_999_999_999, "black"),
    ]


def rows(path: Path, capsys: Capture) -> list[dict[str, Any]]:
    assert main(["record", str(path), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_ply_on_the_record_while_the_game_goes_on(tmp_path: Path, capsys: Capture) -> None:
    with write(tmp_path, *game()) as journal:
        (first,) = rows(tmp_path, capsys)
        assert first == {
            "seq": 1,
            "side": "white",
            "move": "32-28",
            "fen": AFTER[0],
            "verdict": "legal",
            "confidence": 0.9991,
            "white_s": 4849.123,
            "black_s": 4800.0,
            "pictures": list(PICTURES),
            "picture": PICTURES[1],
            "drawn": "drawn/0001.jpg",
            "entered_by": None,
        }
        journal.append(Ruled(3, "white", "legal", "28x19", AFTER[2], 0.99), 30 * S)  # the irregular ply is answered, and stands
        _, second, third = rows(tmp_path / "journal.sqlite", capsys)
    assert (second["move"], second["verdict"], second["pictures"], second["picture"]) == (None, "27d", [], None)
    assert (second["white_s"], second["black_s"], third["seq"]) == (4849.123, 4850.999, 3)


def test_without_a_clock_and_without_a_press_there_is_no_time(tmp_path: Path, capsys: Capture) -> None:
    set_up = Arbitrated(40 * S, 2, "position", "A. Bouma", AFTER[1])
    write(tmp_path, *game("none")[:5], set_up).close()
    told = rows(tmp_path, capsys)
    assert [row["verdict"] for row in told] == ["legal", "27d", "position"]
    assert {(row["white_s"], row["black_s"]) for row in told} == {(None, None)}


def test_a_table_in_a_terminal_fits_into_80_columns(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, *game()).close()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["record", str(tmp_path)]) == 0
    head, row, position = capsys.readouterr().out.splitlines()
    assert head.split() == ["Press", "Side", "Move", "Verdict", "Sure", "White", "Black", "Picture"]
    assert row.split() == ["1", "White", "32-28", "legal", "99.91", "%", "1:20:49.1", "1:20:00.0", "frames/0001.jpg"]
    assert position.split() == ["1", AFTER[0]]


def test_what_is_no_journal_of_a_game_is_an_error(tmp_path: Path, capsys: Capture) -> None:
    def told(path: Path) -> str:
        assert main(["record", str(path), "--json"]) == 1
        return capsys.readouterr().err

    assert "there is no journal at" in told(tmp_path)
    assert "there is no journal at" in told(tmp_path / "none" / "journal.sqlite")
    text = tmp_path / "game.pdn"
    text.write_text("1. 32-28 *")
    assert "cannot be opened as a journal" in told(text)
    text.unlink()
    write(tmp_path).close()
    assert "no game was begun" in told(tmp_path)
    connection = sqlite3.connect(tmp_path / "journal.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "version 99" in told(tmp_path)


def test_the_journal_is_left_as_it_was(tmp_path: Path, capsys: Capture) -> None:
    write(tmp_path, *game()).close()
    before = (tmp_path / "journal.sqlite").read_bytes()
    rows(tmp_path, capsys)
    assert (tmp_path / "journal.sqlite").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.sqlite", "journal.sqlite-tail"]


def test_it_needs_no_opencv() -> None:
    asked = "import sys, pi.cli, pi.commands.record; sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-P", "-c", asked], check=False).returncode == 0

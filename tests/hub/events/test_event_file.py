"""The file of an event: what is written stays, what is damaged is told, two writers and a kill do no harm."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from hub.events import event_file
from hub.events.changes import ChangeRow, Entrant, EntrantsEntered, EventMade, Who
from hub.events.event_file import append, make_event, read_event
from hub.events.faults import TournamentError
from record.events.about import About
from record.events.of_game import SessionOpened
from record.store.connecting import Connected
from record.store.journal import Journal

ROOT = Path(__file__).resolve().parents[3]
MADE, WHO = EventMade("A", name="Kop fan it jier"), Who("Jelle", "sa is it")


@dataclass(frozen=True)
class Knocked:
    """A change that this version does not know."""

    id: str


def entry(id: str) -> EntrantsEntered:
    return EntrantsEntered((Entrant(id, name="Sytske Hoekstra", born="2014-09-01", number=3),))


@pytest.fixture
def event(path):
    make_event(path, MADE, WHO)
    return append(read_event(path), entry("anna"), WHO)


def spoil(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in ("DROP TRIGGER events_stand", "DROP TRIGGER events_stay", "DROP TRIGGER events_in_order", *statements):
            connection.execute(statement)


def refusal(path: Path) -> str:
    with pytest.raises(TournamentError) as error:
        read_event(path)
    return str(error.value)


def test_what_was_written_is_read_with_who_when_and_why(path, event):
    before = time.time_ns()
    again = read_event(path)
    assert [row.change for row in again.rows] == [MADE, entry("anna")]
    assert {row.who for row in again.rows} == {WHO}
    assert before - 60e9 < again.rows[0].t_ns <= again.rows[1].t_ns < before
    assert again.state == event.state


def test_the_file_is_one_and_can_be_copied(path, event, tmp_path):
    assert os.listdir(tmp_path) == [path.name]
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes())
    assert read_event(copy).rows == event.rows
    append(read_event(copy), entry("bate"), WHO)
    assert len(read_event(path).rows) == 2


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE events SET json = replace(json, 'anna', 'onno')", "row 2 does not fit its checksum"),
        ("UPDATE events SET kind = 'EventMade' WHERE id = 2", "row 2 does not fit its checksum"),
        ("DELETE FROM events WHERE id = 1", "row 1 is missing"),
        ("DELETE FROM events WHERE id = 2", "rows after 1 are missing"),
        ("DELETE FROM events", "rows after 0 are missing"),
        ("DROP TABLE events", "no such table"),
    ],
)
def test_damage_is_told_with_its_row(path, event, statement, what):
    spoil(path, statement)
    assert what in refusal(path)
    assert f"{path} is damaged" in refusal(path)


def test_a_file_that_was_cut_short_is_told(path, event):
    path.write_bytes(path.read_bytes()[:5000])
    assert refusal(path) == f"{path} is damaged: its pages do not fit together; take a copy from before"


def told_or_same(path: Path, rows: tuple[ChangeRow, ...]) -> bool:
    """Whether the file has these rows, or a sentence says that it is damaged."""
    try:
        return read_event(path).rows == rows
    except TournamentError as error:
        return str(path) in str(error)


def test_a_flipped_byte_anywhere_is_told_or_does_no_harm(path, event):
    whole = path.read_bytes()
    for at in range(0, len(whole), 61):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        assert told_or_same(path, event.rows)


def test_a_newer_version_is_told(path, event):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    assert refusal(path) == f"{path} is an event of version 2, and this damcam reads version 1; use a newer damcam"


def test_a_change_that_only_a_newer_version_knows_is_told(path, event):
    with pytest.raises(TournamentError, match="row 3"):
        append(event, Knocked("anna"), WHO)


@pytest.mark.parametrize("content", [b"", b"anna;bate\n", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_event_is_told(path, content):
    path.write_bytes(content)
    assert str(path) in refusal(path)


def test_the_journal_of_a_game_is_no_event(path):
    with Journal.create(path) as journal:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1, About()), 0)
    assert refusal(path) == f"{path} is not an event of damcam"


def test_none_there_and_a_folder_are_told(path):
    assert "there is no event at" in refusal(path)
    path.mkdir()
    assert "there is no event at" in refusal(path)


def test_an_event_is_made_once(path, event):
    with pytest.raises(TournamentError, match="is there already"):
        make_event(path, MADE, WHO)
    assert read_event(path).rows == event.rows


def test_an_event_is_not_made_where_there_is_no_folder(tmp_path):
    with pytest.raises(TournamentError, match="no event can be made at"):
        make_event(tmp_path / "none" / "kk", MADE, WHO)


def test_who_writes_second_is_told_and_nothing_is_changed(path, event):
    also = read_event(path)
    append(event, entry("bate"), Who("Ype"))
    with pytest.raises(TournamentError, match=r"somebody else has changed .*: row 3 is new, by Ype; nothing was changed"):
        append(also, entry("cor"), WHO)
    assert [row.change for row in read_event(path).rows[2:]] == [entry("bate")]


def test_a_file_that_another_program_holds_is_told(path, event, monkeypatch):
    monkeypatch.setattr("hub.events.event_file.BUSY_S", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as holding:
        holding.execute("BEGIN EXCLUSIVE")
        with pytest.raises(TournamentError, match="another program is writing to"):
            append(event, entry("bate"), WHO)
        assert "another program is writing to" in refusal(path)
    assert len(read_event(path).rows) == 2


def test_a_file_that_may_only_be_read_is_read(path, event):
    path.chmod(0o444)
    assert read_event(path).rows == event.rows


FULL = """
import resource, sys
from pathlib import Path
from hub.events.changes import Entrant, EntrantsEntered, Who
from hub.events.event_file import append, read_event
from hub.events.faults import TournamentError
event, number = read_event(Path(sys.argv[1])), 0
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
try:
    while True:
        event = append(event, EntrantsEntered((Entrant(str(number), "x" * 100),)), Who("J"))
        number += 1
except TournamentError as error:
    print(number, error)
"""
ENDLESS = """
import sys
from pathlib import Path
from hub.events.changes import Entrant, EntrantsEntered, Who
from hub.events.event_file import append, read_event
event, number = read_event(Path(sys.argv[1])), 0
while True:
    event = append(event, EntrantsEntered((Entrant(str(number), "x" * 5000),)), Who("J"))
    number += 1
    print(number, flush=True)
"""


def running(program: str, path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-P", "-c", program, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_a_full_disk_is_a_sentence_and_nothing_is_half_done(path, event):
    process = running(FULL, path)
    number, _, sentence = process.communicate(timeout=120)[0].partition(" ")
    assert f"could not be written to {path}" in sentence
    assert "Nothing was changed" in sentence
    assert len(read_event(path).rows) == 2 + int(number) > 2


@pytest.mark.parametrize("after", [1, 2, 3, 5, 8, 13])
def test_a_kill_in_the_middle_leaves_a_readable_file_with_all_that_was_told(path, event, after):
    process = running(ENDLESS, path)
    told = 0
    while told < after:
        told = int(process.stdout.readline())
    time.sleep(0.0007 * after)
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.communicate(timeout=60)
    told = int(rest[-1]) if rest else told
    assert len(read_event(path).rows) - 2 in (told, told + 1)
    append(read_event(path), entry("bate"), WHO)


def test_who_reads_while_another_writes_sees_it_as_it_was(path, event, monkeypatch):
    """The rows and what is told a second time of the last one are of one moment."""
    tried = []

    class Met(Connected):
        """A reader who is met by a writer between the two."""

        def execute(self, sql, parameters=(), /):
            if "FROM tail" in sql and not tried:
                tried.append(sql)
                with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as writer:
                    try:
                        writer.execute("UPDATE tail SET checksum = x'00'")
                    except sqlite3.OperationalError as error:
                        tried.append(str(error))
            return super().execute(sql, parameters)

    monkeypatch.setattr(event_file, "Connected", Met)
    assert read_event(path).rows == event.rows
    assert tried[1:] == ["database is locked"]

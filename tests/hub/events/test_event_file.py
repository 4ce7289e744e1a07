"""The file of an event: what is written stays, what is damaged is told, two writers and a kill do no harm."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from hub.events import event_file
from hub.events.changes import ChangeUndone, Entrant, EntrantsEntered, EventMade, Who
from hub.events.event_file import append, make_event, read_event
from hub.events.faults import TournamentError
from record.events.about import About
from record.events.of_game import SessionOpened
from record.store.connecting import Connected
from record.store.journal import Journal
from tests.hub.events.conftest import refuses
from tests.support.says import says, within
from tests.support.waiting import WITHIN_S

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


def refused(path: Path, code: str, /, **values: object) -> None:
    refuses(within(f"EventFileFault.{code}", **values), read_event, path)


def test_what_was_written_is_read_with_who_when_and_why(monkeypatch, path):
    times_ns = [1_795_000_000_000_000_001, 1_795_000_000_000_000_002]
    monkeypatch.setattr(event_file, "time", SimpleNamespace(time_ns=iter(times_ns).__next__))
    make_event(path, MADE, WHO)
    event = append(read_event(path), entry("anna"), WHO)
    again = read_event(path)
    assert [(row.change, row.who, row.t_ns) for row in again.rows] == [(MADE, WHO, times_ns[0]), (entry("anna"), WHO, times_ns[1])]
    assert again.state == event.state


def test_the_file_is_one_is_made_once_and_can_be_copied_and_read_where_it_may_not_be_written(path, event, tmp_path):
    refuses(says("EventFileFault.there-already"), make_event, path, MADE, WHO)
    assert os.listdir(tmp_path) == [path.name]
    copy = tmp_path / "copy"
    copy.write_bytes(path.read_bytes())
    assert read_event(copy).rows == event.rows
    append(read_event(copy), entry("bate"), WHO)
    path.chmod(0o444)
    assert read_event(path).rows == event.rows


def test_dates_of_birth_are_not_for_other_users_of_the_machine(path):
    make_event(path, MADE, WHO)
    assert not path.stat().st_mode & 0o027
    append(read_event(path), entry("anna"), WHO)
    assert not path.stat().st_mode & 0o027


@pytest.mark.parametrize(
    ("statement", "code", "row"),
    [
        ("UPDATE events SET json = replace(json, 'anna', 'onno')", "altered", 2),
        ("UPDATE events SET kind = 'EventMade' WHERE id = 2", "altered", 2),
        ("DELETE FROM events WHERE id = 1", "row-missing", 1),
        ("DELETE FROM events WHERE id = 2", "cut-off", 1),
        ("DELETE FROM events", "cut-off", 0),
        ("DROP TABLE events", "", 0),
    ],
)
def test_damage_is_told_with_its_row(path, event, statement, code, row):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for one in ("DROP TRIGGER events_stand", "DROP TRIGGER events_stay", "DROP TRIGGER events_in_order", statement):
            connection.execute(one)
    refused(path, "damaged", path=str(path))
    if code:
        refused(path, code, row=row)


def test_a_flipped_byte_anywhere_is_told_or_does_no_harm_and_a_file_that_was_cut_short_is_told(path, event):
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    refused(path, "damaged", why="EventFileFault.pages")
    for at in range(0, len(whole), 61):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with suppress(TournamentError):
            assert read_event(path).rows == event.rows


def test_a_newer_version_and_a_change_that_only_it_knows_are_told(path, event):
    refuses(within("EventFileFault.row", row=3), append, event, Knocked("anna"), WHO)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    refused(path, "other-version", version=2, ours=1)


@pytest.mark.parametrize(
    ("changes", "code", "row"),
    [
        ((entry("anna"), ChangeUndone(1)), "not-last", 3),
        ((entry("anna"), ChangeUndone(2), ChangeUndone(2)), "not-last", 4),
        ((ChangeUndone(1),), "not-last", 2),
        ((MADE,), "made-twice", None),
    ],
)
def test_changes_that_do_not_follow_on_one_another_are_told(path, changes, code, row):
    make_event(path, MADE, WHO, changes)
    refused(path, code, **({"row": row} if row else {}))


def test_an_event_that_begins_with_another_change_is_told(path):
    make_event(path, entry("anna"), WHO)
    refused(path, "not-begun")


def test_what_is_no_event_and_one_that_is_not_there_or_cannot_be_made_are_told(path, tmp_path):
    refused(path, "none")
    for content in (b"", b"anna;bate\n", b"SQLite format 3\0" + bytes(200)):
        path.write_bytes(content)
        with pytest.raises(TournamentError) as error:
            read_event(path)
        assert error.value.sentence.values["path"] == str(path)
    path.unlink()
    with Journal.create(path) as journal:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1, About()), 0)
    refused(path, "not-ours")
    refused(tmp_path, "none")
    refuses(says("EventFileFault.not-made"), make_event, tmp_path / "none" / "kk", MADE, WHO)


def test_who_writes_second_is_told_and_nothing_is_changed(path, event):
    also = read_event(path)
    append(event, entry("bate"), Who("Ype"))
    refuses(says("EventFileFault.changed-meanwhile", row=3, by="Ype"), append, also, entry("cor"), WHO)
    assert [row.change for row in read_event(path).rows[2:]] == [entry("bate")]


def test_a_file_that_another_program_holds_is_told(path, event, monkeypatch):
    monkeypatch.setattr("hub.events.event_file.BUSY_S", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as holding:
        holding.execute("BEGIN EXCLUSIVE")
        refuses(says("EventFileFault.busy"), append, event, entry("bate"), WHO)
        refused(path, "busy")
    assert len(read_event(path).rows) == 2


GROWING = """
import resource, signal, sys
from pathlib import Path
from hub.events.changes import Entrant, EntrantsEntered, Who
from hub.events.event_file import append, read_event
from hub.events.faults import TournamentError
event, number, most, kills = read_event(Path(sys.argv[1])), 0, int(sys.argv[2]), sys.argv[3:]
if kills:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
if most:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
while True:
    try:
        event = append(event, EntrantsEntered((Entrant(str(number), "x" * 5000),)), Who("J"))
    except TournamentError as error:
        print(error.sentence.code, flush=True)
        break
    number += 1
    print(number, flush=True)
"""
"""Appends for ever, or until the file has so many bytes: then the disk is full for it, or the kernel kills it."""


@pytest.mark.parametrize(
    ("most", "ends_by"),
    [(60_000, 0), (0, signal.SIGKILL), *((most, signal.SIGXFSZ) for most in (20_001, 33_333, 40_960, 90_000))],
)
def test_a_full_disk_or_a_kill_in_the_middle_leaves_a_readable_file_with_all_that_was_told(system, path, event, most, ends_by):
    """The kernel kills it as soon as it writes beyond so many bytes of a file; with 0 it is killed from outside, wherever it is."""
    command = [sys.executable, "-P", "-c", GROWING, str(path), str(most), *["kills"] * bool(ends_by)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    told = [process.stdout.readline().strip()]
    if not most:
        process.send_signal(signal.SIGKILL)
    told += process.stdout.read().split()
    process.communicate(timeout=WITHIN_S)
    assert process.returncode == -ends_by
    assert ends_by or told.pop() == "EventFileFault.not-written"
    assert len(read_event(path).rows) - 2 - int(told[-1]) in ((0, 1) if ends_by else (0,))
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

"""The file of an event: what is written stays, what is damaged or put back is told, two writers and a kill do no harm."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import msgspec
import pytest

from record.events.about import About
from record.events.of_game import SessionOpened
from record.log.lines import START, line_of
from record.log.log import Log
from record.log.reading import LogReader, read
from record.log.tail import tail_of
from record.store.journal import Journal
from tests.record.read_only import read_only
from tests.support.nobody import as_nobody
from tests.support.recorded_files import RecordedFiles
from tests.support.says import says, within
from tests.support.waiting import WITHIN_S
from tests.tournament.events.conftest import delete, refuses
from tournament.errors import TournamentError
from tournament.events import event_file
from tournament.events.as_json import encoded
from tournament.events.changes import (
    BoardsEntered,
    BoardsGiven,
    Change,
    ChangeRow,
    ChangeUndone,
    EndAccepted,
    EnteredResult,
    Entrant,
    EntrantCorrected,
    EntrantReturned,
    EntrantsEntered,
    EntrantWithdrawn,
    EventMade,
    GameAtBoard,
    JuryOrdered,
    LineUpGiven,
    LotDrawn,
    MatchBoards,
    OrderDecided,
    PairedGame,
    ProblemMarked,
    ResultsEntered,
    RoundPaired,
    Who,
)
from tournament.events.event_file import KeptEvent, accept_end, append, event_files, lost_rows, make_event, read_event, rewrite
from tournament.events.state import standing_rows, taken_back
from tournament.events.withdrawing import undone

ROOT = Path(__file__).resolve().parents[3]
MADE, WHO = EventMade("A", name="Kop fan it jier"), Who("Jelle", "sa is it")
PUT_BACK = "row {row} of {path} is missing: {tail} says that row {last} was the last that was written"
GONE = "{path} is gone, but {tail} is there, which belongs to it"
ALTERED = "row {row} of {path} does not fit its checksum: it was altered or is damaged"
OTHER = "row {row} of {path} is not the one of which {tail} tells: it was altered, or belongs to another file"


@dataclass(frozen=True)
class Knocked:
    """A change that this version does not know."""

    id: str


def entry(id: str) -> EntrantsEntered:
    return EntrantsEntered((Entrant(id, name="Sytske Hoekstra", born="2014-09-01", number=3),))


@pytest.fixture
def event(path) -> KeptEvent:
    make_event(path, MADE, WHO)
    return append(read_event(path), entry("anna"), WHO)


@pytest.fixture
def card() -> Iterator[Path]:
    """A folder into which every user may look."""
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def changes(path: Path) -> list[Change]:
    return [row.change for row in read_event(path).rows]


def test_what_was_written_is_read_with_who_when_and_why(monkeypatch, path):
    times_ns = [1_795_000_000_000_000_001, 1_795_000_000_000_000_002]
    monkeypatch.setattr(event_file, "time", SimpleNamespace(time_ns=iter(times_ns).__next__))
    make_event(path, MADE, WHO)
    event = append(read_event(path), entry("anna"), WHO)
    assert [(row.change, row.who, row.t_ns) for row in event.rows] == [(MADE, WHO, times_ns[0]), (entry("anna"), WHO, times_ns[1])]
    assert read_event(path) == event


def test_rows_that_were_read_before_are_not_read_anew_unless_the_file_is_another(path, event):
    append(event, entry("bate"), WHO)
    grown = read_event(path, event)
    assert (grown, *map(id, grown.rows[:2])) == (read_event(path), *map(id, event.rows))
    append(grown, ChangeUndone(3), WHO)
    undone = read_event(path, grown)
    assert undone == read_event(path)
    assert "bate" not in undone.state.by_id
    rewrite(path, lambda rows: (replace(row, who=Who("nobody")) for row in rows))
    assert {row.who.by for row in read_event(path, undone).rows} == {"nobody"}


def test_a_copy_needs_no_tail_and_is_read_where_nothing_can_be_written(path, event, tmp_path, card):
    refuses(says("EventFileFault.there-already"), make_event, path, MADE, WHO)
    assert sorted(os.listdir(tmp_path)) == [path.name, tail_of(path).name]
    alone, both = card / "alone", card / "both"
    shutil.copy(path, alone)
    shutil.copytree(tmp_path, both)
    append(event, entry("bate"), WHO)
    for copy in (alone, both / path.name):
        with read_only(card):
            assert read_event(copy).rows == event.rows
            refuses(within("SystemFault.denied"), append, read_event(copy), entry("cor"), WHO)
        append(read_event(copy), entry("cor"), WHO)
        assert changes(copy)[2:] == [entry("cor")]


def test_a_link_to_a_file_is_that_file(path, event, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(path)
    append(read_event(link), entry("bate"), WHO)
    assert changes(path)[2:] == [entry("bate")]
    assert not tail_of(link).exists()


def test_the_owner_alone_may_read_the_files(path, tmp_path):
    mask = os.umask(0)
    try:
        make_event(path, MADE, WHO)
        append(read_event(path), entry("anna"), WHO)
        assert [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()] == [0o600, 0o600]
        rewrite(path, lambda rows: rows)
        tail_of(path).unlink()
        append(read_event(path), entry("bate"), WHO)
        assert [file.stat().st_mode & 0o777 for file in tmp_path.iterdir()] == [0o600, 0o600]
    finally:
        os.umask(mask)


def test_a_flipped_byte_and_a_lost_end_are_told_wherever_they_are(path, event):
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with pytest.raises(TournamentError) as error:
            read_event(path)
        assert error.value.sentence.remedy == event_file.EventFileFault.TAKE_A_COPY.said(tail=tail_of(path).name)
        assert event_files(path.parent) == [path], "it is not passed over in silence"
    for end in range(1, len(whole)):
        path.write_bytes(whole[:end])
        refuses(within(PUT_BACK, row=1 if end < first else 2, last=2, path=str(path)), read_event, path)
        refuses(within(PUT_BACK, last=2), append, event, entry("bate"), WHO)
    path.write_bytes(whole)
    tail = tail_of(path).read_bytes()
    for at in range(0, len(tail), 61):
        tail_of(path).write_bytes(tail[:at] + bytes([tail[at] ^ 0x55]) + tail[at + 1 :])
        assert read_event(path).rows == event.rows


def test_an_older_file_that_is_put_back_is_noticed_and_taken_once_its_tail_is_deleted(path, event):
    older = path.read_bytes()
    newer = append(event, entry("bate"), WHO)
    path.write_bytes(older)
    refuses(says(PUT_BACK, row=3, last=3), read_event, path)
    refuses(says(PUT_BACK, row=3, last=3), append, newer, entry("cor"), WHO)
    path.unlink()
    refuses(says(GONE), read_event, path)
    refuses(says(GONE), make_event, path, MADE, WHO)
    assert event_files(path.parent) == [path]
    path.write_bytes(older)
    tail_of(path).unlink()
    refuses(within("EventFileFault.changed-meanwhile", row=2), append, newer, entry("cor"), WHO)
    append(read_event(path), entry("cor"), WHO)
    assert changes(path)[1:] == [entry("anna"), entry("cor")]


@pytest.mark.parametrize("copied", [False, True], ids=["put back over the file", "copied with its tail"])
def test_a_file_that_is_older_than_what_is_known_is_told_until_somebody_goes_on_with_it(path, event, copied, tmp_path):
    older = path.read_bytes()
    append(event, entry("bate"), WHO)
    append(read_event(path), entry("cor"), WHO)
    if copied:
        (tmp_path / "copy").mkdir()
        shutil.copy(tail_of(path), tail_of(tmp_path / "copy" / path.name))
        path = tmp_path / "copy" / path.name
    path.write_bytes(older + b'{"row":3,"ev')
    refuses(says(PUT_BACK, row=3, last=4), read_event, path)
    assert lost_rows(path) == (2, 4)
    assert accept_end(path, WHO).rows[-1].change == EndAccepted(4)
    assert (lost_rows(path), path.read_bytes().startswith(older)) == (None, True)
    again = accept_end(path, WHO)
    assert (len(again.rows), again.state) == (3, event.state), "it is asked once"
    append(again, entry("bate"), WHO)
    assert changes(path)[1:] == [entry("anna"), EndAccepted(4), entry("bate")]
    undo = undone(read_event(path).rows)
    assert undo.of == 4
    append(read_event(path), undo, WHO)
    assert standing_rows(read_event(path).rows)[-1].change == entry("anna"), "that somebody went on is not taken back"
    assert taken_back(read_event(path).rows) == {4: 5}


def test_nobody_goes_on_with_a_file_that_has_another_fault_or_no_beginning(path, event):
    whole = path.read_bytes()
    assert lost_rows(path) is None
    assert accept_end(path, WHO).rows == event.rows
    path.write_bytes(whole.replace(b"anna", b"anne"))
    assert lost_rows(path) is None
    with pytest.raises(TournamentError) as error:
        accept_end(path, WHO)
    assert error.value.sentence.remedy == event_file.EventFileFault.TAKE_A_COPY.said(tail=tail_of(path).name)
    path.write_bytes(b"")
    assert lost_rows(path) is None
    path.unlink()
    assert lost_rows(path) is None
    refuses(says(GONE), accept_end, path, WHO)


def test_a_file_that_went_on_elsewhere_is_read_whole_when_it_comes_back_and_that_of_another_event_is_not(card, tmp_path):
    path, elsewhere = card / "kk", tmp_path / "elsewhere"
    make_event(path, MADE, WHO, (entry("anna"),))
    event = read_event(path)
    shutil.copy(path, elsewhere)
    went_on = append(read_event(elsewhere), entry("bate"), WHO)
    path.write_bytes(elsewhere.read_bytes())
    with read_only(card):
        assert read_event(path).rows == went_on.rows
    assert read_event(path, event).rows == went_on.rows
    refuses(says("EventFileFault.changed-meanwhile", row=3, by="Jelle"), append, event, entry("cor"), WHO)
    make_event(tmp_path / "other", EventMade("A", name="in oar"), WHO, (entry("anna"), entry("bate")))
    path.write_bytes((tmp_path / "other").read_bytes())
    refuses(says(OTHER, row=3), read_event, path)


def test_half_a_row_of_a_writer_who_was_killed_is_no_row(path, event):
    with path.open("ab") as file:
        file.write(b'{"row":3,"event":{"t_ns":1')
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    assert read_event(copy).rows == event.rows
    assert (copy.read_bytes(), tail_of(copy).exists()) == (path.read_bytes(), False), "a copy is left as it is"
    assert read_event(path).rows == event.rows
    append(event, entry("bate"), WHO)
    assert changes(path)[2:] == [entry("bate")]


def test_a_change_that_this_version_does_not_know_is_neither_written_nor_read(path, event):
    refuses(says("EventFileFault.not-written"), append, event, Knocked("anna"), WHO)
    refuses(says("EventFileFault.too-long"), append, event, EntrantsEntered((Entrant("x" * (1 << 20)),)), WHO)
    refuses(within("EventFileFault.not-last", of=9), append, event, ChangeUndone(9), WHO)
    assert read_event(path).rows == event.rows
    with Log.open(path) as log:
        log.append({"t_ns": 1, "change": {"kind": "Knocked", "id": "anna"}, "by": "J", "why": ""}, after=2)
    refuses(within("EventFileFault.row", row=3), read_event, path)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b'"number":3', b'"number":3.0'),
        (b'"number":3', b'"number":"3"'),
        (b'"number":3', b'"number":true'),
        (b'"number":3', b'"number":3,"title":"GMI"'),
        (b'"id":"anna",', b""),
        (b'"id":"anna"', b'"id":"an\\ud800a"'),
        (b'"entrants":[', b'"entrants":[[],'),
        (b'"entrants":[', b'"entrants":' + b"[" * 5000 + b"]" * 5000 + b',"entrants":['),
        (b'"by":"Jelle"', b'"by":null'),
        (b'{"t_ns":', b'{"t_ns":-'),
        (b'"EntrantsEntered","entrants":[', b'"EntrantsEntered","places":['),
    ],
)
def test_types_are_checked_when_a_row_is_read(path, was, now):
    """A row whose checksum fits, and which no damcam writes so."""
    make_event(path, MADE, WHO, (entry("anna"),))
    first, second = read(path)
    assert was in second.event
    delete(path)
    line, _ = line_of(second.event.replace(was, now, 1), first)
    path.write_bytes(line_of(first.event, START)[0] + line)
    refuses(within("EventFileFault.row", row=2), read_event, path)


@pytest.mark.parametrize(
    "change",
    [
        MADE,
        EntrantCorrected(Entrant("anna"), Entrant("x")),
        LotDrawn(1, (("anna", "x"),)),
        RoundPaired(1, (PairedGame("anna", "x"),)),
        RoundPaired(1, (), free=("x",)),
        ResultsEntered((EnteredResult(1, "anna", "x", "1-0"),)),
        BoardsEntered((MatchBoards(1, "anna", "anna", ("no result",)),)),
        BoardsGiven(1, (GameAtBoard("anna", "x", "1"),)),
        ResultsEntered((EnteredResult(-1, "anna", "x", "1-0"),)),
        EntrantWithdrawn("x"),
        EntrantReturned("x"),
        OrderDecided(("anna", "x")),
        LineUpGiven("x", (), ""),
        JuryOrdered((("x",),)),
        ProblemMarked("x", "anna", "7"),
    ],
)
def test_a_change_that_does_not_fit_the_event_is_a_fault_of_this_file(path, event, change):
    with pytest.raises(TournamentError):
        append(event, change, WHO)
    assert read_event(path).rows == event.rows
    with Log.open(path) as log:
        log.append(msgspec.Raw(encoded(ChangeRow(3, 1, WHO, change))), after=2)
    refuses(says("EventFileFault.damaged"), read_event, path)


@pytest.mark.parametrize(
    ("made", "changes", "fault"),
    [
        (MADE, (entry("anna"), ChangeUndone(1)), "not-last"),
        (MADE, (entry("anna"), ChangeUndone(2), ChangeUndone(2)), "not-last"),
        (MADE, (ChangeUndone(1),), "not-last"),
        (MADE, (MADE,), "made-twice"),
    ],
)
def test_changes_that_do_not_follow_on_one_another_are_a_fault_of_this_file(path, made, changes, fault):
    make_event(path, made, WHO, changes)
    refuses(within(f"EventFileFault.{fault}"), read_event, path)


def test_what_is_no_event_or_not_there_or_cannot_be_made_is_told_and_left_as_it_is(path, tmp_path):
    refuses(says("EventFileFault.none"), read_event, path)
    refuses(says("EventFileFault.none"), read_event, tmp_path)
    for content in (b"", b"anna;bate", b"anna;bate\n", b'{"row":1,"event":{"t_ns":1', b"SQLite format 3\0" + bytes(200)):
        path.write_bytes(content)
        refuses(says("EventFileFault.not-ours", path=str(path)), read_event, path)
        refuses(says("EventFileFault.there-already"), make_event, path, MADE, WHO)
        assert (path.read_bytes(), event_files(tmp_path)) == (content, [])
    path.unlink()
    with Journal.create(path) as journal:
        journal.append(SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1, About()), 0)
    refuses(says("EventFileFault.not-ours"), read_event, path)
    refuses(says("EventFileFault.not-made"), make_event, tmp_path / "none" / "kk", MADE, WHO)
    refuses(says("EventFileFault.tail-name"), make_event, tail_of(tmp_path / "cup"), MADE, WHO)


def test_a_file_that_may_not_be_read_is_told(card):
    path = card / "kk"
    make_event(path, MADE, WHO)
    path.chmod(0o644)
    with as_nobody(path):
        refuses(within("SystemFault.denied"), read_event, path)
        assert event_files(card) == [path]
    with as_nobody(tail_of(path)):
        refuses(within("SystemFault.denied"), read_event, path)


def test_of_two_who_change_it_the_second_is_told_and_nothing_of_his_is_written(path, event):
    also = read_event(path)
    append(event, entry("bate"), Who("Ype"))
    refuses(says("EventFileFault.changed-meanwhile", row=3, by="Ype"), append, also, entry("cor"), WHO)
    assert changes(path)[2:] == [entry("bate")]


def test_a_file_that_another_program_writes_to_is_read_and_a_change_is_told_that_it_must_wait(path, event, monkeypatch):
    monkeypatch.setattr("record.log.log.LOCK_TRIES", 1)
    with Log.open(path):
        refuses(says("EventFileFault.busy"), append, event, entry("bate"), WHO)
        assert read_event(path).rows == event.rows
    append(event, entry("bate"), WHO)


def test_threads_that_write_at_once_lose_nothing_and_one_wins_each_row(path, event):
    won: list[str] = []
    begin = threading.Barrier(4)

    def enter(name: str) -> None:
        known = None
        for number in range(10):
            begin.wait(WITHIN_S)
            known = read_event(path, known)
            with suppress(TournamentError):
                append(known, entry(f"{name}{number}"), Who(name))
                won.append(f"{name}{number}")

    threads = [threading.Thread(target=enter, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WITHIN_S)
    assert sorted(read_event(path).state.by_id) == sorted(["anna", *won])
    assert len(won) >= 10


WRITER = """
import resource, sys
from pathlib import Path
from tournament.events.changes import Entrant, EntrantsEntered, Who
from tournament.events.event_file import append, read_event
from tournament.errors import TournamentError
path, name, rows, most = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
if most:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
event, number = read_event(path), 0
while number != rows:
    try:
        event = append(event, EntrantsEntered((Entrant(f"{name}{number}", "x" * 5000),)), Who(name))
    except TournamentError as error:
        if error.sentence.code != "EventFileFault.changed-meanwhile":
            print(error.sentence.code, flush=True)
            break
        event = read_event(path, event)
    else:
        number += 1
        print(number, flush=True)
"""
"""Appends so many rows (-1: for ever), or until its files have so many bytes: then the disk is full for it."""


def writer(path: Path, name: str, rows: int, most: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-c", WRITER, str(path), name, str(rows), str(most)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("most", [0, 20_001, 60_000])
def test_a_full_disk_or_a_kill_leaves_a_readable_file_with_all_that_was_told(system, path, event, most):
    """With 0 it is killed from outside, wherever it is."""
    process = writer(path, "k", -1, most)
    told = [process.stdout.readline().strip()]
    if not most:
        process.send_signal(signal.SIGKILL)
    told += process.stdout.read().split()
    process.communicate(timeout=WITHIN_S)
    assert process.returncode == (0 if most else -signal.SIGKILL)
    assert not most or told.pop() == "EventFileFault.not-written"
    assert len(read_event(path).rows) - 2 - int(told[-1]) in ((0,) if most else (0, 1))
    append(read_event(path), entry("bate"), WHO)


def test_processes_that_write_at_once_lose_nothing(system, path, event):
    processes = [writer(path, name, 15) for name in "abc"]
    told = [process.communicate(timeout=WITHIN_S)[0].split()[-1] for process in processes]
    assert told == ["15"] * 3
    assert sorted(read_event(path).state.by_id) == sorted(["anna", *(f"{name}{number}" for name in "abc" for number in range(15))])


def without_anna(rows):
    return [replace(row, change=entry("player-1") if row.change == entry("anna") else row.change) for row in rows]


TWO = [MADE, entry("anna")]


@pytest.mark.parametrize(
    ("do", "before", "after"),
    [
        (lambda path: make_event(path, MADE, WHO, (entry("anna"),)), [], TWO),
        (lambda path: append(read_event(path), entry("bate"), WHO), TWO, [*TWO, entry("bate")]),
        (lambda path: rewrite(path, without_anna), TWO, [MADE, entry("player-1")]),
    ],
    ids=["make", "append", "rewrite"],
)
def test_a_kill_or_a_power_cut_at_every_step_leaves_all_of_a_change_or_nothing(tmp_path, do, before, after):
    path, is_done = tmp_path / "events" / "kk", False
    path.parent.mkdir()
    if before:
        make_event(path, MADE, WHO, (entry("anna"),))
    files, seen = RecordedFiles(path.parent, tmp_path / "kept", lambda: (int(is_done),)), []
    with files.recording():
        do(path)
        is_done = True
    for crash in files.crashes():
        files.put_back(crash)
        (is_confirmed,) = crash.moment.confirmed
        if crash.is_torn and not is_confirmed:
            with suppress(TournamentError):  # half a row with its line feed is damage, of which nobody was told
                read_event(path)
            continue
        seen.append(changes(path) if path.exists() else [])
        assert seen[-1] in ((after,) if is_confirmed else (before, after)), crash
        if MADE not in seen[-1]:
            make_event(path, MADE, WHO)
        elif after[1] == entry("player-1"):
            rewrite(path, without_anna)
            assert not [file for file in path.parent.iterdir() if b'"anna"' in file.read_bytes()]
        append(read_event(path), entry("cor"), WHO)
    assert before in seen
    assert after in seen


def test_who_decided_by_the_event_before_somebody_was_forgotten_is_told(path, event):
    rewrite(path, without_anna)
    refuses(says("EventFileFault.changed-meanwhile", row=2), append, event, entry("bate"), WHO)
    assert changes(path) == [MADE, entry("player-1")]


def test_who_reads_while_the_file_is_written_anew_reads_the_old_rows_or_the_new(path, event, monkeypatch):
    def meeting(file: Path):
        monkeypatch.setattr(event_file, "read", read)
        with closing(LogReader(file)) as reader:
            rewrite(path, without_anna)
            yield from reader.rows()

    monkeypatch.setattr(event_file, "read", meeting)
    assert changes(path) == [MADE, entry("player-1")]

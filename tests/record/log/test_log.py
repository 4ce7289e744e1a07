"""The table of faults of a log, row by row; one writer; followers; what a log refuses."""

import errno
import json
import os
import re
import shutil
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.log import lines, reading
from record.log import log as module
from record.log.errors import EndMissing, LogDamaged, LogError, LogInUse, NotLastRow
from record.log.lines import MAX_LINE_BYTES
from record.log.log import Log
from record.log.reading import LogReader, last_legible_row, read, sound_rows, verify
from record.log.slots import BLOCK_BYTES
from record.log.tail import TailState, tail_of
from tests.record.log.simulated_disk import SimulatedDisk

FAULTS = {}


def fault(name):
    """The test of a row of the table."""

    def noted(test):
        FAULTS[name] = test
        return test

    return noted


def event(number):
    return {"press": number, "note": 'a\nline, {"row":7}, é'}


def filled(path, rows=5, disk=None):
    """A closed log with so many rows."""
    with Log.create(path, disk=disk or SimulatedDisk()) as log:
        for number in range(rows):
            log.append(event(number), after=number)
    return path


def opened(path):
    return Log.open(path, disk=SimulatedDisk())


def numbers(path):
    return [json.loads(row.event)["press"] for row in read(path)]


def rows_of(follower):
    """The rows that it has not seen yet."""
    return [row.row for row in follower.rows()]


def damage_of(path):
    """The damage that writer, reader and `verify` agree on."""
    damage = verify(path).damage
    for call in (lambda: opened(path).close(), lambda: list(read(path))):
        with pytest.raises(LogDamaged) as error:
            call()
        assert (error.value.row, str(error.value)) == (damage.row, str(damage))
    return damage


def altered(path, offset, *, bit=1):
    content = bytearray(path.read_bytes())
    content[offset] ^= bit
    write_over(path, bytes(content))


def write_over(path, content):
    """Writes in the file's place, as a bad card does: it stays the same file."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(content)


def end_of(path, row):
    return next(found.end for found in read(path) if found.row == row)


@fault("power cut while the log is made")
def _(path):
    path.touch()
    assert opened(path).last.row == 0
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    filled(path, 0)
    path.unlink()
    assert numbers(filled(path, 1)) == [0], "a tail that names no row is no tail of a lost log"


@fault("power cut while a row is written")
def _(path):
    content = filled(path).read_bytes()
    write_over(path, content + content[-50:-1])
    assert numbers(path) == [0, 1, 2, 3, 4]
    assert verify(path).damage is None
    with opened(path) as log:
        assert (log.last.row, log.at_opening.tail_row) == (5, 5)
        assert path.read_bytes() == content


@fault("power cut between the row and the tail")
def _(path):
    filled(path, 4)
    tail = tail_of(path).read_bytes()
    with opened(path) as log:
        log.append(event(4), after=4)
    write_over(tail_of(path), tail)
    assert numbers(path) == [0, 1, 2, 3]
    assert (verify(path).last.row, verify(path).tail_row, verify(path).damage) == (5, 4, None)
    with opened(path) as log:
        assert (log.last.row, log.at_opening.tail_row, verify(path).tail_row) == (5, 4, 5)
    assert numbers(path) == [0, 1, 2, 3, 4]


@fault("power cut while the tail is written")
def _(path):
    filled(path)
    for slot in (0, BLOCK_BYTES):
        tail = tail_of(path).read_bytes()
        write_over(tail_of(path), tail[: slot + 30] + b" " * 90 + tail[slot + 120 :])
        assert numbers(path) == [0, 1, 2, 3, 4]
        assert (verify(path).tail, verify(path).damage) == (TailState.DAMAGED, None)
        assert verify(path).tail_row >= 4, "the slots are written in turn"
        write_over(tail_of(path), tail)
    write_over(tail_of(path), tail[:30] + b" " * 90 + tail[120:])
    opened(path).close()
    assert verify(path).tail is TailState.SOUND


@fault("power cut that leaves a whole line of wrong bytes")
def _(path):
    with path.open("ab") if filled(path) else path.open() as file:
        file.write(b"\0" * 70 + b'"}\n')
    assert numbers(path) == [0, 1, 2, 3, 4], "a reader goes no further than the tail"
    assert verify(path).damage.row == 6
    with pytest.raises(LogDamaged):
        opened(path)


@fault("the disk is full, or takes a part of the line")
def _(path):
    disk = SimulatedDisk()
    filled(path, 2, disk)
    with Log.open(path, disk=disk) as log:
        for code in (errno.ENOSPC, 0):
            disk.faults = {disk.calls + 1: code}
            with pytest.raises(LogError, match="No space left on device"):
                log.append(event(2), after=2)
            assert numbers(path) == [0, 1]
            assert path.stat().st_size == log.last.end
        log.append(event(2), after=2)
    assert numbers(path) == [0, 1, 2]


@fault("a flush fails")
def _(path):
    disk = SimulatedDisk()
    disk.destroys = True
    filled(path, 2, disk)
    with Log.open(path, disk=disk) as log:
        disk.faults = {disk.calls + 2: errno.EIO}
        before = len(disk.names)
        log.append(event(2), after=2)
        assert disk.names[before:] == ["write", "flush", "open", "truncate", "write", "flush", "write", "flush", "write", "flush"]
        disk.faults = {disk.calls + 2: errno.ENOSPC}
        with pytest.raises(LogError):
            log.append(event(3), after=3)
    assert disk.files[path].on_disk == path.read_bytes()
    assert numbers(path) == [0, 1, 2]


@fault("a flush fails, and the writer is killed")
def _(path):
    disk = SimulatedDisk()
    filled(path, 2, disk)
    log = Log.open(path, disk=disk)
    disk.faults = {disk.calls + 2: errno.EIO, disk.calls + 3: errno.EIO, disk.calls + 4: errno.EIO}
    with pytest.raises(LogError):
        log.append({"press": 2, "long": "x" * 3 * module.BLOCK_BYTES}, after=2)
    log.close()
    assert len(disk.files[path].on_disk) < path.stat().st_size
    with Log.open(path, disk=disk) as log:
        assert (log.last.row, log.at_opening.tail_row) == (3, 2)
    assert disk.files[path].on_disk == path.read_bytes()
    assert numbers(path) == [0, 1, 2]


@fault("power cut while rows are in memory alone")
def _(path):
    disk = SimulatedDisk()
    filled(path, 2, disk)
    log = Log.open(path, disk=disk)
    disk.faults = {disk.calls + 1: errno.ENOSPC}
    with pytest.raises(LogError):
        log.append(event(2), after=2)
    log.note_ahead(1)
    calls = disk.calls
    log.note_ahead(1)
    assert disk.calls == calls, "it is on disk already"
    log.note_ahead(2)
    log.close()
    assert (verify(path).ahead, verify(path).damage, numbers(path)) == (2, None, [0, 1])
    with Log.open(path, disk=disk) as log:
        assert (log.ahead, log.at_opening.ahead, verify(path).ahead) == (2, 2, 2), "it is noted until a row says otherwise"
        log.append(event(2), after=2, ahead=1)
        tail = tail_of(path).read_bytes()
        log.append(event(3), after=3)
        assert (log.ahead, verify(path).ahead) == (0, 0)
    write_over(tail_of(path), tail)
    with opened(path) as log:
        assert (log.last.row, log.at_opening.tail_row, log.ahead) == (4, 3, 0), "the row that was in memory is on disk after all"
    with Log.open(path, disk=disk) as log:
        disk.faults = dict.fromkeys(range(disk.calls + 1, disk.calls + 50), errno.EIO)
        log.note_ahead(3)
        assert (log.ahead, log.tail_error is None, verify(path).ahead) == (3, False, 0), "a disk that fails takes no note"


@fault("the disk fails for good")
def _(path):
    disk = SimulatedDisk()
    filled(path, 2, disk)
    with Log.open(path, disk=disk) as log:
        disk.faults = dict.fromkeys(range(disk.calls + 1, disk.calls + 50), errno.EIO)
        for _try in range(2):
            with pytest.raises(LogError, match="Input/output error"):
                log.append(event(2), after=2)
        assert numbers(path) == [0, 1]


@fault("the disk takes no writes when the log is opened")
def _(path):
    disk = SimulatedDisk()
    filled(path, 2, disk)
    log = Log.open(path, disk=disk)
    disk.faults = dict.fromkeys(range(disk.calls + 2, disk.calls + 5), errno.EIO)
    with pytest.raises(LogError):
        log.append(event(2), after=2)  # it stands in the kernel's memory alone
    log.close()
    disk.faults = dict.fromkeys(range(disk.calls + 2, disk.calls + 50), errno.EIO)  # but for the lock
    with pytest.raises(LogError, match="Input/output error"):
        Log.open(path, disk=disk)
    disk.faults = dict.fromkeys(range(disk.calls + 2, disk.calls + 50), errno.EIO)
    with Log.open(path, may_be_unwritable=True, disk=disk) as log:
        assert (log.last.row, log.tail_error is None) == (3, False)
        with pytest.raises(LogError, match="Input/output error"):
            log.append(event(3), after=3)
        log.note_ahead(1)
        assert numbers(path) == [0, 1], "what is not on disk is not named"
        disk.faults = {}
        log.note_ahead(2)
        assert (numbers(path), verify(path).ahead) == ([0, 1, 2], 2)
        assert log.append(event(3), after=3).row == 4
    assert disk.files[path].on_disk == path.read_bytes()
    with opened(path), pytest.raises(LogInUse):
        Log.open(path, may_be_unwritable=True)


@fault("the tail cannot be written")
def _(path):
    disk = SimulatedDisk()
    filled(path, 1, disk)
    with Log.open(path, disk=disk) as log:
        disk.faults = {disk.calls + 4: errno.EIO, disk.calls + 6: errno.EIO}
        assert log.append(event(1), after=1).row == 2
        assert log.tail_error is not None
        disk.faults = {}
        log.append(event(2), after=2)
        assert log.tail_error is None
    assert numbers(path) == [0, 1, 2]
    assert verify(path).tail_row == 3


@fault("a bit of a row flips, or a sector cannot be read")
def _(path):
    content = filled(path).read_bytes()
    start, end = end_of(path, 2), end_of(path, 3)
    for offset in range(start, end):
        altered(path, offset, bit=1 << offset % 8)
        assert damage_of(path).row == 3
        assert ([row.row for row in sound_rows(path)], last_legible_row(path)) == ([1, 2], 5)
        write_over(path, content)
    unreadable = verify(Path("/proc/self/mem")).damage  # nothing is mapped at its beginning
    assert (unreadable.row, "Input/output error" in str(unreadable)) == (1, True)


@fault("a bit of the tail flips, or it loses its end")
def _(path):
    filled(path)
    for offset in (*range(0, 120, 7), *range(BLOCK_BYTES, BLOCK_BYTES + 120, 7)):
        altered(tail_of(path), offset)
        assert numbers(path) == [0, 1, 2, 3, 4]
        assert (verify(path).tail, verify(path).damage) == (TailState.DAMAGED, None)
        opened(path).close()
        assert verify(path).tail is TailState.SOUND
    for size in (BLOCK_BYTES + 100, BLOCK_BYTES, 2000, 40):
        write_over(tail_of(path), tail_of(path).read_bytes()[:size])
        assert numbers(path) == [0, 1, 2, 3, 4]
        assert (verify(path).tail, verify(path).damage) == (TailState.DAMAGED, None)
        opened(path).close()


@fault("the file loses its end, or is put back to yesterday")
def _(path):
    content = filled(path).read_bytes()
    for size in (end_of(path, 3), len(content) - 1, end_of(path, 4) + 20, 0):
        write_over(path, content[:size])
        lost = damage_of(path)
        assert lost.row == len(content[:size].splitlines(keepends=True)) + (size in (end_of_rows(content)))
        write_over(path, content)


@fault("power cut, after which the file has lost its end")
def _(path):
    disk = SimulatedDisk()
    filled(path, 3, disk)
    for _state in disk.after_power_cut():
        write_over(path, b"".join(path.read_bytes().splitlines(keepends=True)[:2]))
        assert damage_of(path).row == 3


@fault("the file is put back while it is followed")
def _(path):
    older = filled(path, 3).read_bytes(), tail_of(path).read_bytes()
    with opened(path) as log:
        log.append(event(3), after=3)
    with closing(LogReader(path)) as follower:
        assert rows_of(follower) == [1, 2, 3, 4]
        write_over(path, older[0])
        write_over(tail_of(path), older[1])
        with pytest.raises(LogDamaged) as error:
            rows_of(follower)
    assert error.value.row == 4


@fault("power cut that takes a tail which was not flushed")
def _(path):
    filled(path, 3)
    disk, is_older = SimulatedDisk(), False
    with Log.open(path, disk=disk) as log:
        log.extend([event(3), event(4)], after=3, flush_tail=False)
        assert numbers(path) == [0, 1, 2, 3, 4]
    for _state in disk.after_power_cut():
        is_older |= verify(path).tail_row == 3
        assert (verify(path).last.row, verify(path).damage) == (5, None)
        with opened(path) as again:
            assert again.last.row == 5
        assert verify(path).tail_row == 5
    assert is_older


@fault("power cut that takes a tail which readers elsewhere have seen")
def _(path):
    filled(path, 3)
    older = tail_of(path).read_bytes()
    with opened(path) as log:
        log.append(event(3), after=3)
    with closing(LogReader(path)) as follower:
        assert rows_of(follower) == [1, 2, 3, 4]
        write_over(tail_of(path), older)
        assert (rows_of(follower), list(read(path, after=4))) == ([], [])
        with opened(path) as again:
            again.append(event(4), after=4)
        assert rows_of(follower) == [5]


@fault("file and tail are put back together, at rest")
def _(path):
    older = filled(path, 3).read_bytes(), tail_of(path).read_bytes()
    with opened(path) as log:
        log.append(event(3), after=3)
    write_over(path, older[0])
    write_over(tail_of(path), older[1])
    assert verify(path).damage is None
    with pytest.raises(LogDamaged) as error:
        list(read(path, after=4))
    assert error.value.row == 4


@fault("the file is exchanged for that of another log")
def _(path):
    filled(path, 3)
    other = path.with_name("other")
    with Log.create(other, disk=SimulatedDisk()) as log:
        log.extend([{"press": 10 + number} for number in range(6)], after=0)
    shutil.copyfile(other, path)
    assert damage_of(path).row == 3


@fault("the file is exchanged, cut or written by others under a writer")
def _(path):
    def cut():
        write_over(path, content[:-1])

    def written():
        write_over(path, content + b"x")

    def exchanged():
        os.replace(shutil.copyfile(path, path.with_name("copy")), path)

    for change in (cut, written, exchanged, path.unlink):
        content = filled(path, 2).read_bytes()
        with opened(path) as log:
            change()
            left = path.read_bytes() if path.exists() else None
            with pytest.raises(LogError):
                log.append(event(2), after=2)
            assert (path.read_bytes() if path.exists() else None) == left
        for file in path.parent.iterdir():
            file.unlink()


@fault("the log is gone and its tail is there")
def _(path):
    filled(path).unlink()
    for call in (lambda: Log.create(path), lambda: Log.open(path), lambda: list(read(path)), lambda: verify(path)):
        with pytest.raises(LogDamaged) as error:
            call()
        assert error.value.row == 1
    assert not path.exists()


@fault("the tail is gone")
def _(path):
    content = filled(path).read_bytes()
    write_over(path, content + b'{"row":6')
    tail_of(path).unlink()
    assert numbers(path) == [0, 1, 2, 3, 4]
    opened(path).close()
    assert (verify(path).tail, verify(path).tail_row, path.read_bytes()) == (TailState.SOUND, 5, content)
    with opened(path) as log:
        tail_of(path).unlink()
        log.append(event(5), after=5)
    assert verify(path).tail is TailState.SOUND, "also under a running writer"


@fault("the folder is copied while a game runs")
def _(path):
    filled(path, 3)
    copy = path.parent / "copy" / path.name
    copy.parent.mkdir()
    shutil.copyfile(path, copy)
    with copy.open("ab") as file:
        file.write(b'{"row":4,"ev')
    with opened(path) as log:
        log.append(event(3), after=3)
        log.append(event(4), after=4)
    shutil.copyfile(tail_of(path), tail_of(copy))
    assert numbers(copy) == [0, 1, 2]
    verified = verify(copy)
    assert (verified.tail, verified.tail_row, verified.last.row, verified.damage) == (TailState.COPIED, 5, 3, None)
    with opened(copy) as log:
        log.append(event(3), after=3)
    assert (numbers(copy), verify(copy).tail) == ([0, 1, 2, 3], TailState.SOUND)


@fault("a copy is put back over the files themselves")
def _(path):
    """As by `cp -a COPY/. HUB/`: the tail is the same file, and was copied after rows that the copy of the log has not."""
    content = filled(path).read_bytes()
    for size, sound in ((end_of(path, 3), 3), (end_of(path, 3) + 30, 3), (len(content) - 1, 4), (0, 0)):
        tail = tail_of(path).read_bytes()
        write_over(path, content[:size])
        assert isinstance(damage_of(path), EndMissing)
        with Log.open(path, may_lack_end=True, disk=SimulatedDisk()) as log:
            assert (log.last.row, log.at_opening.tail_row, log.ahead) == (sound, 5, 0)
        assert numbers(path) == list(range(sound))
        assert (verify(path).damage, verify(path).tail, path.stat().st_size) == (None, TailState.SOUND, end_of_rows(content)[sound])
        write_over(path, content)
        write_over(tail_of(path), tail)
    write_over(path, content + b'{"row":6,"ev')
    altered(tail_of(path), 40)
    assert isinstance(verify(path).damage, EndMissing), "a slot of the tail was torn too"
    with Log.open(path, may_lack_end=True, disk=SimulatedDisk()) as log:
        log.append(event(5), after=5)
    assert numbers(path) == [0, 1, 2, 3, 4, 5]
    altered(path, end_of(path, 2) + 20)
    with pytest.raises(LogDamaged):
        Log.open(path, may_lack_end=True)


ROW = re.compile(r"^\| ([^|]+?) \| ([^|]+?) \|$", re.MULTILINE)


def test_each_row_of_the_table_has_its_test_here():
    table = [name for name, _outcome in ROW.findall(module.__doc__)]
    assert table[2:] == list(FAULTS)


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_leads_to_what_the_table_says(tmp_path, name):
    folder = tmp_path / "game"
    folder.mkdir()
    FAULTS[name](folder / "log")


def end_of_rows(content):
    """The offsets at which the lines of a file end, and its beginning."""
    ends = [0]
    for line in content.splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    return ends


def test_a_row_is_a_line_of_json_whose_bytes_are_checked_as_they_stand(tmp_path):
    path = filled(tmp_path / "log", 2)
    first, second = path.read_bytes().splitlines(keepends=True)
    assert json.loads(second) == {"row": 2, "event": event(1), "check": json.loads(second)["check"]}
    assert second.startswith(b'{"row":2,"event":{"press":1,')
    previous = lines.Row(1, b"", bytes.fromhex(json.loads(first)["check"]), len(first))
    assert lines.row_of(second, previous).end == path.stat().st_size
    assert lines.row_of(second.replace(b'"press":1', b'"press": 1'), previous) is None


def test_the_second_writer_is_refused_and_gets_its_turn(tmp_path):
    path = filled(tmp_path / "log", 1)
    first = opened(path)
    with pytest.raises(LogInUse):
        Log.open(path)
    waits = []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 3:
            first.close()

    with Log.open(path, wait=wait, disk=SimulatedDisk()) as second:
        second.append(event(1), after=1)
    assert waits == [module.LOCK_TRY_EVERY_S] * 3
    with opened(path), pytest.raises(LogInUse):
        Log.open(path, wait=waits.append)
    assert len(waits) == 3 + module.LOCK_TRIES


def test_a_log_that_another_writer_takes_while_it_is_made_is_left_to_it(tmp_path):
    class Late(SimulatedDisk):
        def close(self, descriptor):
            super().close(descriptor)
            if not others:
                others.append(opened(tmp_path / "log"))

    others = []
    with pytest.raises(LogInUse):
        Log.create(tmp_path / "log", disk=Late())
    others[0].append(event(0), after=0)
    others[0].close()
    assert numbers(tmp_path / "log") == [0]
    with pytest.raises(ValueError, match="closed"):
        others[0].append(event(1), after=1)


def edits():
    at, some = st.integers(0, 600), st.binary(max_size=80)
    return st.lists(st.tuples(st.sampled_from(["insert", "write", "cut", "delete", "repeat"]), at, some), min_size=1, max_size=3)


def edited(content, changes):
    for kind, at, some in changes:
        match kind:
            case "insert":
                content = content[:at] + some + content[at:]
            case "write":
                content = content[:at] + some + content[at + len(some) :]
            case "cut":
                content = content[:at]
            case "delete":
                content = content[:at] + content[at + len(some) :]
            case "repeat":
                content += content[at : at + 200]
    return content


@given(changes=edits(), on_tail=edits() | st.none())
def test_whatever_is_done_to_the_files_no_row_is_changed_and_none_is_lost_in_silence(changes, on_tail):
    with TemporaryDirectory() as folder:
        path = filled(Path(folder, "log"), 3)
        whole = list(read(path))
        write_over(path, edited(path.read_bytes(), changes))
        if on_tail:
            write_over(tail_of(path), edited(tail_of(path).read_bytes(), on_tail))
        verified = verify(path)
        rows = []
        with suppress(LogDamaged):
            rows.extend(read(path))
        assert rows == whole[: len(rows)]
        is_whole = verified.last == whole[-1]
        assert is_whole or verified.damage or verified.tail is not TailState.SOUND
        assert [*sound_rows(path)] == whole[: verified.last.row]


def test_an_event_follows_the_last_row_or_is_refused(tmp_path):
    with opened(filled(tmp_path / "log", 2)) as log:
        for after in (1, 3):
            with pytest.raises(NotLastRow):
                log.append(event(2), after=after)
        assert log.last.row == 2
    assert numbers(tmp_path / "log") == [0, 1]


WRONG = [object(), "\ud800", "x" * lines.MAX_LINE_BYTES, msgspec.Raw(b"{"), msgspec.Raw(b'{"a":\n1}')]


@pytest.mark.parametrize("wrong", WRONG, ids=["no JSON", "half a pair", "too long", "half of it", "two lines"])
def test_what_is_no_event_is_refused_and_the_log_goes_on(tmp_path, wrong):
    with opened(filled(tmp_path / "log", 2)) as log:
        before = log.path.read_bytes()
        with pytest.raises((TypeError, ValueError)):
            log.extend([event(2), wrong], after=2)
        assert log.path.read_bytes() == before
        log.append(event(2), after=2)


def test_a_follower_sees_what_the_tail_names_and_takes_no_lock(tmp_path):
    disk = SimulatedDisk()
    path = filled(tmp_path / "log", 2, disk)
    with Log.open(path, disk=disk) as log, closing(LogReader(path, 1)) as follower:
        assert rows_of(follower) == [2]
        write, seen_early = disk.pwrite, []

        def pwrite(descriptor, content, offset):
            seen_early.extend(rows_of(follower))
            return write(descriptor, content, offset)

        disk.pwrite = pwrite
        log.append(event(2), after=2)
        assert seen_early == [], "not even when the row is flushed and the tail is not written yet"
        assert rows_of(follower) == [3]


def test_a_follower_is_told_that_another_file_took_the_place(tmp_path):
    path = filled(tmp_path / "log", 2)
    with closing(LogReader(path)) as follower:
        assert rows_of(follower) == [1, 2]
        os.replace(shutil.copyfile(path, tmp_path / "copy"), path)
        with pytest.raises(LogDamaged):
            rows_of(follower)


def test_a_folder_that_nobody_may_write_is_read(tmp_path):
    path = filled(tmp_path / "log", 2)
    for file in (path, tail_of(path)):
        file.chmod(0o440)
    tmp_path.chmod(0o550)
    try:
        before = sorted(os.listdir(tmp_path))
        assert numbers(path) == [0, 1]
        assert verify(path).damage is None
        assert sorted(os.listdir(tmp_path)) == before
    finally:
        tmp_path.chmod(0o750)


def test_a_log_is_made_once_for_its_owner_and_group_alone(tmp_path):
    path = filled(tmp_path / "log", 1)
    assert {file.stat().st_mode & 0o777 for file in (path, tail_of(path))} == {0o640}
    for call, words in ((Log.create, "there is already a log"), (lambda _path: Log.open(Path(tmp_path, "none")), "there is no log")):
        with pytest.raises(LogError, match=words):
            call(path)
    assert numbers(path) == [0]


def test_half_a_line_beside_a_damaged_tail_may_be_a_lost_row(tmp_path):
    path = filled(tmp_path / "log")
    newest = max((0, BLOCK_BYTES), key=lambda start: int(tail_of(path).read_bytes()[start:].split()[0]))
    altered(tail_of(path), newest + 8)
    write_over(path, path.read_bytes()[:-1])
    verified = verify(path)
    assert (verified.tail, verified.tail_row, verified.last.row, verified.damage.row) == (TailState.DAMAGED, 4, 4, 5)


def test_without_a_tail_the_lines_behind_the_damage_say_how_much_is_missing(tmp_path):
    path = filled(tmp_path / "log", 9)
    tail_of(path).unlink()
    altered(path, end_of(path, 3) - 100)
    assert ([row.row for row in sound_rows(path)], last_legible_row(path)) == ([1, 2], 9)


def test_a_row_that_the_writer_takes_back_while_it_is_verified_is_no_damage(tmp_path, monkeypatch):
    path = filled(tmp_path / "log")
    content = path.read_bytes()
    write_over(path, content + b"no row\n")
    looks, examine = [], reading.examine

    def examine_and_take_back(path, descriptor):
        looks.append(examine(path, descriptor))
        write_over(path, content)
        return looks[-1]

    monkeypatch.setattr(reading, "examine", examine_and_take_back)
    assert verify(path).damage is None
    assert [look.damage is None for look in looks] == [False, True]


def test_a_file_without_line_feeds_is_no_half_row(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"x" * (MAX_LINE_BYTES + 2))
    assert damage_of(path).row == 1


def test_a_file_that_is_no_log_is_said_to_be_none(tmp_path):
    path = tmp_path / "text"
    for content in (b"1. 32-28 *\n", b'{"row":2,"event":1,"check":""}\n', b"\0" * 50 + b"\n"):
        path.write_bytes(content)
        assert "is no log of damcam" in str(damage_of(path))
    log = filled(tmp_path / "log", 2)
    altered(log, 20)
    assert "does not fit its checksum" in str(damage_of(log))

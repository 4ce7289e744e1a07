"""The second copy of a game: complete after whatever happened to its file, and never poorer than it was."""

import errno
import fcntl
import os
import shutil
from contextlib import closing

import pytest
from msgspec.structs import replace

from record.log.errors import LogDamaged
from record.log.follower import Follower
from record.log.reading import verify
from record.log.tail import tail_of
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.second_copy import REREAD_EVERY, KnowsMore, SecondCopy, safe_name
from record.verifying import verified
from tests.record.log.simulated_disk import PowerCut, SimulatedDisk
from tests.support.journals import row_altered, rows_gone
from tests.support.says import says

NAME = f"board-1/0001/{JOURNAL_NAME}"


class Card:
    """A journal of a game, and a folder elsewhere for its copies."""

    def __init__(self, folder, events):
        self.events = events
        self.path = folder / "card" / JOURNAL_NAME
        self.stick = folder / "stick"
        self.first, self.second = (self.stick / "board-1" / game / JOURNAL_NAME for game in ("0001", "0001-2"))
        self.path.parent.mkdir()
        self.stick.mkdir()
        Journal.create(self.path).close()

    def play(self, rows):
        """Go on until the journal has so many rows."""
        with Journal.open(self.path) as journal:
            for event in self.events[journal.last_id : rows]:
                journal.append(event, 1)
        return self

    def copy(self, copy=None):
        """Bring the copy up, as a recorder that has just been started unless `copy` is given."""
        copy = copy or SecondCopy("board-1", "0001")
        folder = os.open(self.stick, os.O_RDONLY)
        try:
            with closing(Follower(self.path)) as follower:
                copy.bring_up(folder, follower)
        finally:
            os.close(folder)
        return copy

    def lose(self, rows):
        """The card loses its end, and everything that would tell so."""
        rows_gone(self.path, rows + 1)
        tail_of(self.path).unlink()

    def mount_again(self):
        """As FAT does, which numbers its files anew: the tail of the copy counts as that of another file from then on."""
        tail = tail_of(self.first)
        shutil.copy(tail, tail.with_name("tail"))
        tail.with_name("tail").replace(tail)

    @property
    def copies(self):
        return sorted(path.parent.name for path in self.stick.glob(f"*/*/{JOURNAL_NAME}"))


@pytest.fixture
def card(tmp_path, game):
    return Card(tmp_path, game(6))


def test_a_copy_is_the_folder_of_a_game_with_its_journal_as_it_stands(card):
    copy = card.play(3).copy()
    assert card.first.read_bytes() == card.path.read_bytes()
    first = card.first.read_bytes()
    card.play(13).copy(copy)
    assert card.first.read_bytes() == card.path.read_bytes()
    assert card.first.read_bytes().startswith(first), "it only grows"
    assert sorted(path.name for path in card.first.parent.iterdir()) == [JOURNAL_NAME, tail_of(card.first).name]
    checked = verified(card.first.parent, lambda _: None, lambda: None)
    assert (checked.differences, [note.kind for note in checked.notes], checked.rows) == ([], ["journal-alone"], 13)


def test_wherever_a_line_was_cut_off_the_copy_is_complete_again(card):
    """Also where only the end of the line is missing, and where a power cut left zeros behind it."""
    card.play(4).copy()
    whole = card.first.read_bytes()
    card.play(6)
    for left in (whole[:-1], whole + bytes(4096), *(whole[:length] for length in range(0, len(whole), 97))):
        card.first.write_bytes(left)
        card.mount_again()
        card.copy()
        assert card.first.read_bytes() == card.path.read_bytes()
        assert card.copies == ["0001"], len(left)


def damaged(card, tmp_path, game):
    card.play(9).copy()
    row_altered(card.first, 5)


def without_its_end(card, tmp_path, game):
    card.play(9).copy()
    rows_gone(card.first, 8)


def without_its_journal(card, tmp_path, game):
    card.play(9).copy()
    card.first.rename(card.first.with_name("elsewhere"))


def of_another_game(card, tmp_path, game):
    (tmp_path / "other").mkdir()
    other = Card(tmp_path / "other", game(2))
    other.events[0] = replace(other.events[0], time_control="5m")
    other.stick = card.stick
    other.play(5).copy()


def no_log(card, tmp_path, game):
    card.first.parent.mkdir(parents=True)
    card.first.write_bytes(b"a letter")


@pytest.mark.parametrize("spoil", [damaged, without_its_end, without_its_journal, of_another_game, no_log])
def test_a_copy_that_is_damaged_or_of_something_else_is_kept_and_the_game_goes_on_beside_it(card, tmp_path, game, spoil):
    spoil(card, tmp_path, game)
    theirs = {path: path.read_bytes() for path in card.first.parent.iterdir()}
    copy = card.play(10).copy()
    card.play(12).copy(copy)
    assert copy.ahead is None
    assert {path: path.read_bytes() for path in card.first.parent.iterdir()} == theirs
    assert card.second.read_bytes() == card.path.read_bytes()
    assert card.copy().ahead is None
    assert len(card.copies) == 1 + card.first.exists()


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize(("behind", "is_running"), [(b"", False), (b"", True), (b'{"row":10', False), (b"behind the damage\n", False)])
def test_what_the_card_has_lost_stays_in_the_copy_and_is_told(card, goes_on, is_running, behind):
    copying = card.play(9).copy()
    with card.first.open("ab") as file:
        file.write(behind)
    known = card.first.read_bytes()
    card.lose(5)
    if goes_on:  # with other rows than before
        card.events = card.events[:5] + card.events[7:]
        card.play(6)
    copy = card.copy(copying if is_running else None)
    assert copy.ahead == KnowsMore(NAME, 6, 9)
    assert card.second.read_bytes() == card.path.read_bytes()
    card.play(7).copy(copy)
    assert card.second.read_bytes() == card.path.read_bytes()
    assert card.first.read_bytes() == known
    assert card.copy().ahead == KnowsMore(NAME, 6 if goes_on else 8, 9), "also after the next start"
    assert card.copies == ["0001", "0001-2"]


def test_what_happened_to_the_copies_meanwhile_is_seen(card):
    copy = card.play(3).copy()
    shutil.rmtree(card.first.parent)
    card.play(5).copy(copy)
    assert card.first.read_bytes() == card.path.read_bytes()
    row_altered(card.first, 2)
    card.play(6).copy(copy)
    assert card.second.read_bytes() == card.path.read_bytes()
    assert verify(card.first).last.row == 1


def test_a_copy_that_is_as_it_was_left_is_neither_read_whole_nor_written_anew(card):
    disk = SimulatedDisk()
    copy = card.play(3).copy(SecondCopy("board-1", "0001", disk=disk))
    disk.names.clear()
    card.play(4).copy(copy)
    assert disk.names == ["open", "open", "write", "flush", "open", "write", "flush"], "the log, the row, the tail"
    assert card.first.read_bytes() == card.path.read_bytes()


def test_a_change_that_leaves_no_trace_is_noticed_when_the_copy_is_read_whole(card):
    copy = card.play(3).copy()
    before = card.first.stat()
    row_altered(card.first, 2, b'"t_ns":1', b'"t_ns":2')
    os.utime(card.first, ns=(before.st_atime_ns, before.st_mtime_ns))
    card.play(4).copy(copy)
    assert card.copies == ["0001"], "nothing tells of the change"
    for _look in range(REREAD_EVERY):
        card.copy(copy)
    assert card.second.read_bytes() == card.path.read_bytes()


@pytest.mark.parametrize("what", ["link", "pipe", "folder"])
@pytest.mark.parametrize("where", ["", "-tail"])
def test_nothing_but_a_plain_file_is_written_to(card, tmp_path, what, where):
    card.first.parent.mkdir(parents=True)
    place, secret = card.first.with_name(JOURNAL_NAME + where), tmp_path / "secret"
    secret.write_text("hidden")
    {"link": lambda: place.symlink_to(secret), "pipe": lambda: os.mkfifo(place), "folder": place.mkdir}[what]()
    card.play(3).copy()
    assert secret.read_text() == "hidden"
    assert card.second.read_bytes() == card.path.read_bytes()


@pytest.mark.parametrize("what", ["link", "file"])
def test_a_folder_that_is_a_link_or_a_file_is_not_followed(card, tmp_path, what):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    card.first.parent.parent.mkdir()
    card.first.parent.symlink_to(elsewhere) if what == "link" else card.first.parent.touch()
    card.play(3).copy()
    assert card.second.read_bytes() == card.path.read_bytes()
    shutil.rmtree(card.first.parent.parent)
    card.first.parent.parent.symlink_to(elsewhere) if what == "link" else card.first.parent.parent.touch()
    with pytest.raises(NotADirectoryError):
        card.copy()
    assert list(elsewhere.iterdir()) == []


def test_a_damaged_row_of_the_journal_is_told_and_not_copied(card):
    card.play(6).copy()
    card.play(8)
    row_altered(card.path, 4)
    before = card.first.read_bytes()
    with pytest.raises(LogDamaged, check=says("row {row} of {path} does not fit its checksum: it was altered or is damaged", row=4)):
        card.copy()
    assert card.first.read_bytes() == before


def test_a_lock_of_a_file_there_keeps_nobody_from_copying(card):
    copy = card.play(3).copy()
    with card.first.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        card.play(4).copy(copy)
    assert card.first.read_bytes() == card.path.read_bytes()


def test_killed_at_each_call_the_next_process_completes_the_copy(card):
    calls, is_over = 0, False
    while not is_over:
        calls += 1
        for folder in (card.stick, card.path.parent):
            shutil.rmtree(folder)
            folder.mkdir()
        Journal.create(card.path).close()
        for rows in (4, 9):
            disk = SimulatedDisk(cut_at=calls)
            is_over = False
            try:
                card.play(rows).copy(SecondCopy("board-1", "0001", disk=disk))
                is_over = True
            except PowerCut:
                pass
            card.copy()
            assert card.first.read_bytes() == card.path.read_bytes()
            assert (verify(card.first).tail_row, card.copies) == (rows, ["0001"])
    assert calls > 10


def test_what_the_disk_refuses_is_an_error_of_the_disk_and_written_later(card):
    refused = []
    for call in range(1, 13):
        copy = SecondCopy("board-1", "0001", disk=SimulatedDisk(faults={call: errno.ENOSPC}))
        try:
            card.play(call).copy(copy)
        except OSError as error:
            refused.append(error)
        card.copy(copy)
        assert card.first.read_bytes() == card.path.read_bytes()
    assert [(type(error), error.errno) for error in refused] == [(OSError, errno.ENOSPC)] * 8
    assert card.copies == ["0001"]


def test_names_are_those_that_every_file_system_takes():
    safe = {"board-1": "board-1", "AUX:/\\..": "AUX", "fryslân": "frysl-n", "": "board", "...": "board", "x" * 99: "x" * 40}
    assert {name: safe_name(name) for name in safe} == safe

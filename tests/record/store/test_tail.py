"""What a bad card takes from the end of a running game's journal is told, from a file outside the database."""

import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from record.events.of_game import CameraFault
from record.store.copy import read_journal
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, JournalError, fold
from record.store.tail import BLOCK, tail_of, told_last


@pytest.fixture
def cut_off(tmp_path, game):
    """The folder of a game of 80 presses, as a power cut leaves it: everything is in the WAL."""
    made, left = tmp_path / "made", tmp_path / "left"
    made.mkdir()
    with Journal.create(made / JOURNAL_NAME) as journal:
        for event in game(80):
            journal.append(event, 0)
        shutil.copytree(made, left, ignore=shutil.ignore_patterns("*-shm"))
    return left / JOURNAL_NAME


def files(journal: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in journal.parent.iterdir() if not path.name.endswith("-shm") and path.stat().st_size}


def refused(journal: Path) -> None:
    """Nobody reads it as if it were whole, and nobody writes into what is left."""
    before = files(journal)
    with pytest.raises(JournalError), Journal.reader(journal) as reader:
        fold(reader)
    with pytest.raises(JournalError):
        Journal.open(journal).close()
    with pytest.raises(JournalError), read_journal(journal) as reader:
        fold(reader)
    assert files(journal) == before


def test_a_flipped_bit_in_the_log_costs_no_row_without_a_word(cut_off):
    wal, chance = cut_off.with_name(JOURNAL_NAME + "-wal"), random.Random(17)
    whole = wal.read_bytes()
    for _ in range(40):
        spoilt = bytearray(whole)
        spoilt[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        wal.write_bytes(spoilt)
        cut_off.with_name(JOURNAL_NAME + "-shm").unlink(missing_ok=True)
        try:
            with Journal.reader(cut_off) as reader:
                assert fold(reader).last_seq == 80
        except JournalError:
            refused(cut_off)
    wal.write_bytes(whole)
    cut_off.with_name(JOURNAL_NAME + "-shm").unlink(missing_ok=True)
    with Journal.open(cut_off) as journal:
        assert journal.last_id == 161


@pytest.mark.parametrize("kept", [0, 0.1, 0.5, 0.99])
def test_a_log_that_is_cut_or_gone_is_told(cut_off, kept):
    wal = cut_off.with_name(JOURNAL_NAME + "-wal")
    whole = wal.read_bytes()
    wal.write_bytes(whole[: int(len(whole) * kept)]) if kept else wal.unlink()
    refused(cut_off)
    with (
        pytest.raises(JournalError, match=r"is missing: journal.sqlite-tail says that row 161 was the last"),
        Journal.reader(cut_off) as one,
    ):
        one.refuse_cut_off()


def test_of_two_copies_one_may_be_lost(cut_off):
    tail = tail_of(cut_off)
    whole = tail.read_bytes()
    for start, last in ((0, 161), (BLOCK, 160)):
        tail.write_bytes(whole[:start] + b"\0" * 20 + whole[start + 20 :])
        found = told_last(cut_off)
        assert found is not None
        assert found.row_id == last
    tail.write_bytes(b"")
    assert told_last(cut_off) is None
    with Journal.open(cut_off) as journal:
        journal.append(CameraFault(162, "x"), 0)
    assert told_last(cut_off) == (162, bytes.fromhex(checksum_of(cut_off, 162)))


def checksum_of(path: Path, row: int) -> str:
    with Journal.reader(path) as journal:
        return journal.checksum(row)


def test_the_journal_of_another_game_is_not_taken_for_this_one(tmp_path, cut_off, game):
    with Journal.create(tmp_path / "other.sqlite") as journal:
        for event in [*game(80), CameraFault(0, "x")]:
            journal.append(event, 1)
    cut_off.with_name(JOURNAL_NAME + "-wal").unlink()
    shutil.copyfile(tmp_path / "other.sqlite", cut_off)
    with (
        pytest.raises(JournalError, match=r"row 161 of .* is not the one of which journal.sqlite-tail tells"),
        Journal.reader(cut_off) as one,
    ):
        fold(one)


@pytest.mark.parametrize("left", ["-tail", "-wal"])
def test_no_journal_begins_beside_what_another_left(cut_off, left):
    cut_off.unlink()
    for end in {"-tail", "-wal"} - {left}:
        cut_off.with_name(JOURNAL_NAME + end).unlink()
    before = files(cut_off)
    with pytest.raises(JournalError, match=f"is gone, but journal.sqlite{left} is there"):
        Journal.create(cut_off)
    assert files(cut_off) == before


def test_the_log_is_moved_while_others_write(tmp_path, game):
    path = tmp_path / JOURNAL_NAME
    with Journal.create(path) as journal, Journal.open(path) as beside:
        for event in game(60):
            journal.append(event, 0)
            if journal.last_id % 20 == 0:
                beside.move_wal()
        assert path.with_name(JOURNAL_NAME + "-wal").stat().st_size < 1_000_000
        shutil.copyfile(path, tmp_path / "moved.sqlite")
        with suppress(JournalError), Journal.reader(tmp_path / "moved.sqlite") as moved:
            assert moved.last_id >= 120
        assert fold(journal).last_seq == 60


def test_no_connection_moves_the_log_unless_it_is_told_to(tmp_path):
    path = tmp_path / JOURNAL_NAME
    with Journal.create(path) as journal:
        before = path.stat().st_size
        for number in range(120):
            journal.append(CameraFault(number, "x" * 50_000), 0)
        assert path.with_name(JOURNAL_NAME + "-wal").stat().st_size > 5_000_000
        assert path.stat().st_size == before
        journal.move_wal()
        assert path.stat().st_size > 5_000_000

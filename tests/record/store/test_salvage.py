"""A journal that has lost something is told from the files beside it, and not continued in silence, until somebody confirms."""

import itertools
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from record.events.of_game import SessionClosed
from record.events.of_record import LogRestored, RowsLost, Why
from record.files import FileError
from record.log.reading import verify
from record.store.dropping import drop_pictures, pictures_in
from record.store.folder import JOURNAL_NAME, left_of_another
from record.store.journal import Journal, fold
from record.store.journal_rows import JournalRows, RawRow
from record.store.latest import Checkpoint, ClockRow, Latest, read_latest
from record.store.salvage import SalvageError, continue_game, finish, lost_in, sound_rows
from record.store.session_files import write_session
from tests.support.journals import row_altered, rows_gone
from tests.support.says import says, within

AT = "2026-11-25T14:03:00+01:00"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.stat().st_size}


def flip(path: Path, place: float) -> None:
    content = bytearray(path.read_bytes())
    content[int(len(content) * place)] ^= 0x10
    path.write_bytes(content)


def flipped(folder: Path) -> None:
    flip(folder / JOURNAL_NAME, 0.6)


def cut(folder: Path) -> None:
    journal = folder / JOURNAL_NAME
    journal.write_bytes(journal.read_bytes()[: journal.stat().st_size // 2])


def without_end(folder: Path) -> None:
    """The end of its last row."""
    journal = folder / JOURNAL_NAME
    journal.write_bytes(journal.read_bytes()[:-100])


def altered(folder: Path) -> None:
    row_altered(folder / JOURNAL_NAME, 30)


def unnumbered(folder: Path) -> None:
    rows_gone(folder / JOURNAL_NAME, 30, 30)


LOSSES = [flipped, cut, without_end, altered, unnumbered]


@pytest.mark.parametrize("lose", LOSSES)
def test_it_goes_on_from_the_last_sound_row_and_all_that_was_there_is_kept(cut_off, lose):
    journal = cut_off / JOURNAL_NAME
    lose(cut_off)
    before = files(cut_off)
    lost = lost_in(cut_off)
    sound = list(sound_rows(journal))
    assert lost is not None
    assert 0 < lost.row == len(sound) <= 80
    assert files(cut_off) == before, "looking changes nothing"
    told = continue_game(cut_off, "J. Jansen", AT, lost.row)
    assert lost_in(cut_off) is None
    with Journal.open(journal) as opened:
        rows = [event for _, event in opened.since(0)]
        assert opened.checksum(lost.row) == sound[-1].row.checksum.hex(), "the chain goes on"
        assert fold(opened).losses == (told,)
    assert len(rows) == lost.row + 1
    assert rows[-1] == told == RowsLost(told.t_ns, "J. Jansen", lost.row, lost.seq, lost.last_known_row, "set-aside-1", AT)
    assert verify(journal).tail_row == lost.row + 1
    aside = files(cut_off / told.aside)
    kept = {name.removeprefix(f"{told.aside}/"): content for name, content in files(cut_off).items()}
    assert {name: content for name, content in before.items() if kept[name] != content and aside.get(name) != content} == {}
    assert sorted((cut_off / "frames").iterdir())[-1].name == f"{lost.seq:04}.jpg", "the next press writes over no picture"
    assert not list(cut_off.glob(".salvaged*"))


def power_cut(game, monkeypatch, number):
    """Decide to go on, and have the machine stop before the rename of that number."""
    numbers = itertools.count()

    def stopping(really):
        def rename(path, target):
            if next(numbers) == number:
                raise KeyboardInterrupt
            return really(path, target)

        return rename

    with monkeypatch.context() as patch:
        for kind in ("rename", "replace"):
            patch.setattr(Path, kind, stopping(getattr(Path, kind)))
        with pytest.raises(KeyboardInterrupt):
            continue_game(game, "J. Jansen", AT)


@pytest.mark.parametrize("damage", [flipped, cut])
@pytest.mark.parametrize("broken", [0, 1, 2, 3])
def test_a_power_cut_in_the_middle_hides_no_loss_and_tells_none_twice(cut_off, damage, broken, monkeypatch):
    """Before each rename in turn the machine stops: the journal is the damaged one, or goes on, and all that was there is kept."""
    damage(cut_off)
    everything = set(files(cut_off).values())
    power_cut(cut_off, monkeypatch, broken)
    assert everything - {b"picture"} <= set(files(cut_off).values()), "nothing is gone"
    finish(cut_off)
    is_confirmed = lost_in(cut_off) is None
    assert is_confirmed == (broken not in (0, 1)), "the second puts the new journal in its place"
    if not is_confirmed:
        continue_game(cut_off, "J. Jansen", AT)
    finish(cut_off)
    assert lost_in(cut_off) is None
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        (event,) = fold(journal).losses
        assert journal.last_id == event.row + 1
    assert len(list((cut_off / event.aside / "frames").iterdir())) == 40 - event.seq


def rows_of(journal: Path) -> list[RawRow]:
    with JournalRows(journal) as rows:
        return list(rows.since(0))


@pytest.mark.parametrize("damage", [flipped, cut])
def test_with_all_rows_of_another_log_nothing_is_lost(cut_off, damage):
    given, before = rows_of(cut_off / JOURNAL_NAME), files(cut_off)
    damage(cut_off)
    damaged = (cut_off / JOURNAL_NAME).read_bytes()
    event = continue_game(cut_off, "J. Jansen", AT, given=given)
    assert rows_of(cut_off / JOURNAL_NAME)[:-1] == given
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        assert [row for _, row in journal.since(len(given))] == [event]
        assert event == LogRestored(event.t_ns, "J. Jansen", len(given), "set-aside-1", AT)
        assert fold(journal).losses == ()
    assert lost_in(cut_off) is None
    assert (cut_off / "set-aside-1" / JOURNAL_NAME).read_bytes() == damaged, "it is kept as evidence"
    kept = files(cut_off)
    assert {name for name in before if kept.get(name) != before[name]} <= {JOURNAL_NAME, f"{JOURNAL_NAME}-tail"}, (
        "all else stays where it is"
    )


def test_what_another_log_lacks_too_is_told(cut_off):
    given = rows_of(cut_off / JOURNAL_NAME)
    flipped(cut_off)
    event = continue_game(cut_off, "J. Jansen", AT, given=given[:70])
    assert (event.row, event.last_known_row) == (70, len(given))
    assert rows_of(cut_off / JOURNAL_NAME)[:-1] == given[:70]
    assert lost_in(cut_off) is None


def test_the_log_of_another_game_and_one_with_no_more_are_refused(cut_off, tmp_path, game):
    given = rows_of(cut_off / JOURNAL_NAME)
    flipped(cut_off)
    before, sound = files(cut_off), lost_in(cut_off).row
    with Journal.create(tmp_path / "other.jsonl") as other:
        for event in game(45):
            other.append(event, 1)
    for rows in (given[:sound], rows_of(tmp_path / "other.jsonl")):
        with pytest.raises(SalvageError, check=says("that log is not one of this game, or has no more of it than the sound beginning")):
            continue_game(cut_off, "J. Jansen", AT, given=rows)
    assert files(cut_off) == before


def test_what_the_service_wrote_since_is_not_moved_over_what_was_set_aside(cut_off):
    flipped(cut_off)
    event = continue_game(cut_off, "J. Jansen", AT)
    aside = files(cut_off / event.aside)
    with Journal.reader(cut_off / JOURNAL_NAME) as journal:
        write_session(cut_off, fold(journal))
    (cut_off / "frames" / f"{event.seq + 1:04}.jpg").write_bytes(b"of the next press")
    finish(cut_off)
    assert files(cut_off / event.aside) == aside
    assert (cut_off / "presses.jsonl").exists()
    assert lost_in(cut_off) is None


def test_a_row_of_a_strangers_journal_moves_nothing_out_of_its_folder(cut_off, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (cut_off / "set-aside-1").mkdir()
    with Journal.open(cut_off / JOURNAL_NAME) as journal:
        journal.append(RowsLost(10**12, "", 80, 1, 0, "../elsewhere"), 10**12)
    before = files(tmp_path)
    finish(cut_off)
    assert files(tmp_path) == before


def test_what_is_whole_is_left_alone(cut_off):
    (cut_off / "set-aside-1").mkdir()
    before = files(cut_off)
    finish(cut_off)
    assert lost_in(cut_off) is None
    with pytest.raises(SalvageError, check=says("the journal has lost nothing")):
        continue_game(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_from_nothing_nothing_goes_on(cut_off):
    (cut_off / JOURNAL_NAME).unlink()
    before = files(cut_off)
    lost = lost_in(cut_off)
    assert lost.row == 0
    assert "journal.jsonl is gone, but journal.jsonl-tail is there" in str(lost.damage)
    with pytest.raises(SalvageError, check=says("no row of this journal can be read: import a copy of it, or its moves as PDN")):
        continue_game(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_a_closed_game_does_not_continue_game(cut_off):
    with Journal.open(cut_off / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(10**12), 10**12)
    altered(cut_off)
    with pytest.raises(SalvageError, check=says("this game was closed, and nothing of it goes on")):
        continue_game(cut_off, "J. Jansen", AT)


def test_the_clock_and_the_belief_of_lost_rows_are_set_aside(cut_off):
    journal = cut_off / JOURNAL_NAME
    with closing(Latest(journal)) as latest:
        latest.write_clock(ClockRow(10**15, 1, 1))
        latest.write_belief(Checkpoint(81, "00" * 32, b"held"))
    cut(cut_off)
    told = continue_game(cut_off, "J. Jansen", AT)
    assert read_latest(journal) == (None, None, ())
    assert read_latest(cut_off / told.aside / JOURNAL_NAME).clock == (10**15, 1, 1)


def test_a_full_disk_changes_nothing_nor_does_what_was_decided_about_another_row(cut_off, monkeypatch):
    cut(cut_off)
    before = files(cut_off)
    other = "the journal is sound up to row {row}, and row {confirmed} was confirmed: look again"
    with pytest.raises(SalvageError, check=says(other, confirmed=3)):
        continue_game(cut_off, "J. Jansen", AT, 3)
    monkeypatch.setattr("record.store.salvage.shutil.copy2", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(FileError, check=within("SystemFault.full")):
        continue_game(cut_off, "J. Jansen", AT)
    assert files(cut_off) == before


def test_the_pictures_that_were_set_aside_are_kept_as_those_of_an_alert_and_go_with_the_days(cut_off):
    cut(cut_off)
    left = cut_off / ".salvaged-k2x8" / "set-aside-1"
    left.mkdir(parents=True)
    (left / JOURNAL_NAME).write_bytes(b"half of a copy")
    told = continue_game(cut_off, "J. Jansen", AT)
    assert not list(cut_off.glob(".salvaged*")), "what a kill left half copied goes with the next"
    pictures = {name for name in pictures_in(cut_off) if name.startswith(told.aside)}
    assert len(pictures) == 40 - told.seq
    with Journal.open(cut_off / JOURNAL_NAME) as journal:
        journal.append(SessionClosed(told.t_ns), told.t_ns)
    drop_pictures(cut_off, Why.CLOSED, AT)
    assert pictures <= set(pictures_in(cut_off))
    drop_pictures(cut_off, Why.DAYS, AT)
    assert set(pictures_in(cut_off)) == set()


def test_a_folder_without_journal_is_another_games_if_anything_is_left_in_it(tmp_path):
    (tmp_path / "frames").mkdir()
    assert left_of_another(tmp_path) is None
    (tmp_path / "presses.jsonl").touch()
    assert left_of_another(tmp_path) == tmp_path / "presses.jsonl"
    (tmp_path / "presses.jsonl").unlink()
    (tmp_path / "set-aside-1").mkdir()
    assert left_of_another(tmp_path) == tmp_path / "set-aside-1"

"""A journal that takes no events: said at once and with its true cause, and nothing of it is lost when the service ends."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi.game.held_events import for_everybody
from pi.game.held_files import HeldFiles
from pi.game.keeping import Keeper
from pi.game.writing import Telling, Writing
from record.events.as_json import decode
from record.events.of_game import Alerted, ClockStopped, Event, Pressed, SessionOpened
from record.store import connecting
from record.store.folder import JOURNAL_NAME
from record.store.held_back import read_held
from record.store.journal import Journal

SECOND = 1_000_000_000
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * SECOND, 4800 * SECOND)
PRESSED = Pressed(1, SECOND, "white", 4800 * SECOND, 4800 * SECOND, "black")
STOPPED = ClockStopped(2 * SECOND, 4800 * SECOND, 4799 * SECOND)


class Kept:
    """A game that was opened, and whose events are kept from now on."""

    def __init__(self, folder: Path) -> None:
        self.told: list[Event] = []
        self.said: list[str] = []
        self.folder, self.path = folder, folder / JOURNAL_NAME
        self.journal = Journal.create(self.path)
        telling = Telling(lambda event, _: self.told.append(event), say=self.said.append)
        self.keeper = Keeper(Writing(self.journal, holds=HeldFiles(self.journal, None, self.said.append)), telling)
        self.keeper.keep(OPENED, 0)

    def others_write(self) -> None:
        with Journal.open(self.path) as journal:
            journal.append(STOPPED, 0)

    def aside(self) -> list[Event]:
        (path,) = self.folder.glob("held-back-*.jsonl")
        return [held.event for held in read_held(path).rows]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    monkeypatch.setattr(connecting, "BUSY_S", 0.01)
    made = Kept(tmp_path)
    yield made
    made.journal.close()


def test_rows_of_another_process_are_told_once_and_what_they_keep_out_goes_into_a_file_beside_the_journal(kept: Kept) -> None:
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    kept.keeper.keep(STOPPED, 2 * SECOND)
    kept.keeper.retry(3 * SECOND)
    assert kept.told == [OPENED], "nothing is told that is not on disk"
    (said,) = kept.said
    assert "another process writes in it" in said
    assert "sudo systemctl restart damcam-board" in said
    assert kept.keeper.trouble
    assert "has rows after …: another process" in str(for_everybody(kept.keeper.trouble)), "how many rows there are tells of the game"
    kept.keeper.put_aside()
    assert kept.aside() == [PRESSED, STOPPED]
    assert kept.said[1].startswith("2 events of this game are not in its journal")
    assert str(next(kept.folder.glob("held-back-*"))) in kept.said[1]


def test_a_lock_of_another_program_is_not_called_a_full_disk(kept: Kept) -> None:
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kept.keeper.keep(PRESSED, SECOND)
        assert f"database is locked; end the program that holds it: sudo fuser -v {kept.path}" in str(kept.keeper.trouble)
        other.execute("ROLLBACK")
    kept.keeper.retry(2 * SECOND)
    assert kept.keeper.trouble is None
    assert kept.told[:2] == [OPENED, PRESSED]
    assert isinstance(kept.told[2], Alerted)
    assert [alert.text.partition(":")[0] for alert in kept.told[2].alerts] == ["Another program kept the journal locked"]
    assert [sentence.partition(":")[0] for sentence in kept.said] == [
        "the game goes on, but nothing of it is kept, nor told",
        "what was held back is in the journal now, and told",
    ]
    kept.keeper.put_aside()
    assert not list(kept.folder.glob("held-back-*")), "nothing is held any more"


def test_when_a_later_event_brings_all_of_it_into_the_journal_the_trouble_is_over_and_told(kept: Kept) -> None:
    with closing(sqlite3.connect(kept.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kept.keeper.keep(PRESSED, SECOND)
        other.execute("ROLLBACK")
    kept.keeper.keep(STOPPED, 2 * SECOND)
    assert kept.told[:3] == [OPENED, PRESSED, STOPPED]
    assert [type(event) for event in kept.told[3:]] == [Alerted]
    assert kept.keeper.trouble is None, "else the clock is no longer written, the pages show no news, and the game never closes"
    assert not kept.keeper.held_rows
    assert kept.said[-1] == "what was held back is in the journal now, and told"
    kept.keeper.retry(3 * SECOND)
    assert len(kept.told) == 4


def test_where_no_file_can_be_written_either_the_log_has_it(kept: Kept, tmp_path: Path) -> None:
    kept.others_write()
    kept.keeper.keep(PRESSED, SECOND)
    kept.folder.rename(tmp_path.parent / f"{tmp_path.name}-gone")
    kept.keeper.put_aside()
    assert "1 events of this game are in no journal" in kept.said[1]
    row = json.loads(kept.said[3])
    assert (row["row"], row["t_ns"], decode(row["kind"], json.dumps(row["event"]))) == (2, SECOND, PRESSED)

"""A game in short agrees with the whole game."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from record.events.about import About
from record.events.of_game import Arbitrated, ContinuedOnPaper, PaperMoves, Pressed, Ruled, SessionClosed, SessionOpened
from record.events.of_record import Described
from record.store.in_short import in_short
from record.store.journal import Journal, fold
from record.store.journal_faults import JournalError

S = 1_000_000_000
OLD = Path(__file__).parents[2] / "data" / "games_written_before"
ABOUT = About.of({"white": "Anna", "event": "Open", "delay": "3 moves"})
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * S, 4800 * S, ABOUT)
AFTER = "B:W28,31,33-50:B1-20"
PRESSED = (Pressed(1, 5 * S, "white", 4855 * S, 4800 * S, "black"), Ruled(1, "white", "legal", "32-28", AFTER, 0.98))
END = Arbitrated(6 * S, 1, "end", "Anke", AFTER, result="1-0", article="20.2")
BACK = Arbitrated(7 * S, 1, "to-move", "Anke", AFTER)
ON_PAPER = Arbitrated(6 * S, 1, "paper", "Anke", AFTER)
ENTERED = PaperMoves(8 * S, "Anke", ("19-23",), ("W:W28,31,33-50:B1-18,20,23",), (0,), "0-1")
RECORD = Arbitrated(9 * S, 1, "record", "Anke", AFTER)
CLOSED = SessionClosed(10 * S)


@pytest.fixture
def written(tmp_path):
    """Writes these events as a journal."""

    def write(*events):
        with Journal.create(tmp_path / "journal.sqlite") as journal:
            for event in events:
                journal.append(event, getattr(event, "t_ns", 0))
        return tmp_path / "journal.sqlite"

    return write


def whole(path):
    with Journal.reader(path) as journal:
        return fold(journal)


@pytest.mark.parametrize(
    "events",
    [
        (),
        PRESSED,
        (*PRESSED, END),
        (*PRESSED, END, CLOSED),
        (*PRESSED, END, BACK),
        (*PRESSED, END, BACK, CLOSED),
        (*PRESSED, ON_PAPER, ENTERED),
        (*PRESSED, ON_PAPER, ENTERED, CLOSED),
        (*PRESSED, ON_PAPER, ENTERED, RECORD),
        (*PRESSED, ContinuedOnPaper(6 * S, 1), SessionClosed(10 * S, "draw"), ENTERED),
        (*PRESSED, SessionClosed(10 * S, "void")),
    ],
)
def test_it_agrees_with_the_whole_game(written, events):
    path = written(OPENED, *events)
    short, state = in_short(path), whole(path)
    assert (short.result, short.over, short.tags) == (state.result, state.over, state.opened.about.tags)
    assert short.delay == "3 moves"


def test_every_naming_is_told(written):
    path = written(OPENED, Described(0, "Anke", About.of({"white": "Anne", "round": "3"})))
    assert [(tags.white, tags.event, tags.round) for tags in in_short(path).named] == [("Anna", "Open", None), ("Anne", "Open", "3")]


def test_before_the_opening_there_is_no_game(written):
    assert in_short(written()) is None


@pytest.mark.parametrize("name", ["closed", "cut_off", "elsewhere", "paper", "ruled"])
def test_games_of_older_versions_agree_too(tmp_path, name):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(gzip.decompress((OLD / name / "journal.sqlite.gz").read_bytes()))
    short, state = in_short(path), whole(path)
    assert (short.result, short.over, short.tags) == (state.result, state.over, state.opened.about.tags)


@pytest.mark.parametrize("spoil", ["UPDATE events SET json = '{' WHERE id = 1", "DROP TABLE events"])
def test_what_cannot_be_read_is_told(written, spoil):
    path = written(OPENED)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER events_stand")
        connection.execute(spoil)
        connection.commit()
    with pytest.raises(JournalError):
        in_short(path)


def test_what_is_no_journal_is_told(tmp_path):
    (tmp_path / "journal.sqlite").write_bytes(b"no journal")
    with pytest.raises(JournalError):
        in_short(tmp_path / "journal.sqlite")

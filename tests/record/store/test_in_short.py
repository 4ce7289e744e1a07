"""A game in short agrees with the whole game."""

import pytest
from msgspec.structs import replace

from record.events.about import About
from record.events.of_game import Alerted, Arbitrated, ClockStopped, ContinuedOnPaper, PaperMoves, SessionClosed
from record.events.of_record import Described, MovesBefore, TimeControlSet
from record.log.errors import LogError
from record.store.in_short import MOST_NAMED, GameInShort, in_short
from record.store.journal import Journal, fold
from record.telling.remarks import ENDED, TAKEN_OVER, resumed
from tests.record.conftest import game_of
from tests.support.journals import row_altered

S = 1_000_000_000
OPENED, *PRESSED = game_of(1)
OPENED = replace(OPENED, about=About.of({"white": "Anna", "event": "Open", "delay": "3 moves"}))
AFTER = PRESSED[-1].fen
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
        with Journal.create(tmp_path / "journal.jsonl") as journal:
            for event in events:
                journal.append(event, getattr(event, "t_ns", 0))
        return tmp_path / "journal.jsonl"

    return write


@pytest.mark.parametrize(
    "events",
    [
        (),
        (TimeControlSet(0, "Anke", "15m+5s", 900 * S, 900 * S),),
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
        (*PRESSED, SessionClosed(10 * S, "0-1")),
        (SessionClosed(10 * S, "0-1"),),
        (SessionClosed(10 * S, "0-1", "20.4"),),
        (replace(ON_PAPER, seq=0), SessionClosed(10 * S, "0-1")),
        (MovesBefore(0, "Anke", ("32-28",), ("B:W28,31,33-50:B1-20",), (None,)), SessionClosed(10 * S, "0-1")),
    ],
)
def test_it_agrees_with_the_whole_game(written, events):
    path = written(OPENED, *events)
    short = in_short(path)
    with Journal.reader(path) as journal:
        assert short == GameInShort.of(short.named, fold(journal), 0)


def test_every_naming_is_told_and_before_the_opening_there_is_no_game(tmp_path, written):
    Journal.create(tmp_path / "empty").close()
    assert in_short(tmp_path / "empty") is None
    path = written(OPENED, Described(0, "Anke", About.of({"white": "Anne", "round": "3"})))
    assert [(tags.white, tags.event, tags.round) for tags in in_short(path).named] == [("Anna", "Open", None), ("Anne", "Open", "3")]


STOPPED, AGAIN = (ClockStopped(6 * S, 1, 1, alerts=(resumed("en", reason=reason),)) for reason in (TAKEN_OVER, ENDED))
NAMED = Described(0, "Anke", About.of({"white": TAKEN_OVER}))


@pytest.mark.parametrize(
    ("events", "row"),
    [
        ((AGAIN, STOPPED, *PRESSED), 3),
        ((Alerted(0, STOPPED.alerts), Alerted(0, STOPPED.alerts), AGAIN), 3),
        ((NAMED, AGAIN), 0),
    ],
    ids=["a running clock", "twice", "never"],
)
def test_the_last_row_that_tells_of_a_take_over_is_known(written, events, row):
    assert in_short(written(OPENED, *events)).taken_over_at == row


def test_names_are_read_without_what_cannot_be_shown(written):
    path = written(OPENED, Described(0, "Anke", About.of({"white": "An\u202ene"})))
    with Journal.reader(path) as journal:
        assert in_short(path).tags.white == fold(journal).opened.about.tags.white == "Anne"


def test_what_cannot_be_read_is_told(written):
    path = written(OPENED)
    row_altered(path, 1, b'"rules":', b'"rulez":')
    with pytest.raises(LogError):
        in_short(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(LogError):
        in_short(path)


def test_of_ever_new_names_the_last_ones_are_kept(written):
    names = [f"Anna {number}" for number in range(MOST_NAMED + 5)]
    path = written(OPENED, *(Described(S, "Anke", About.of({"white": name})) for name in names))
    short = in_short(path)
    assert [tags.white for tags in short.named] == names[-MOST_NAMED:]
    with Journal.reader(path) as journal:
        assert GameInShort.of((*short.named, short.tags), fold(journal), 0).named == (*short.named[1:], short.tags)

"""Events for the tests of the record."""

import pytest

from record.events.about import About
from record.events.of_game import Alert, Pressed, Ruled, SessionClosed, SessionOpened
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.store.pictures import picture_name

S = 1_000_000_000
KB = bytes(1000)
START = "W:W31-50:B1-20"
FENS = ("B:W28,31,33-50:B1-20", "W:W28,31,33-50:B1-18,20,23")


def game_of(presses):
    """The events of a game of so many presses, all of them legal."""
    told = [SessionOpened("frisian", 10, START, "80m+60s", 4800 * S, 4800 * S, About.of({"white": "Ânna", "round": "3"}))]
    for seq in range(1, presses + 1):
        side, other = ("white", "black") if seq % 2 else ("black", "white")
        told += [
            Pressed(seq, seq * S, side, 4800 * S - seq, 4800 * S - seq, other, (f"frames/{seq:04}.jpg",)),
            Ruled(seq, side, "legal", f"{seq}-{seq + 1}", f"after {seq}", 0.99, log_p=((0.0, -1.5, -2.0, -9.25, -9.5),) * 50),
        ]
    return told


@pytest.fixture
def game():
    return game_of


@pytest.fixture
def recorded(tmp_path):
    """A function that makes the folder of a game of two presses, with two pictures each and one before; the arbiter was told the second."""

    def record(number, *, is_over=True, **about):
        folder = tmp_path / f"{number:04}"
        (folder / "frames").mkdir(parents=True)
        with Journal.create(folder / JOURNAL_NAME) as journal:
            journal.append(SessionOpened("frisian", 10, START, "80m+60s", 1, 1, About.of(about)), 0)
            for seq, (side, move, fen) in enumerate((("white", "32-28", FENS[0]), ("black", "19-23", FENS[1])), 1):
                names = picture_name(seq, 0, 2), picture_name(seq, 1, 2)
                before = (picture_name(seq, 0, 1, before=True),)
                alerts = (Alert("14", "14", (23,), "x"),) if seq == 2 else ()
                journal.append(Pressed(seq, seq * S, side, 1, 1, "black" if seq == 1 else "white"), 0)
                journal.append(Ruled(seq, side, "legal", move, fen, 1.0, alerts, picture=names[1], pictures=names, before=before), 0)
                for name in (*names, *before):
                    (folder / name).write_bytes(KB)
            if is_over:
                journal.append(SessionClosed(3 * S), 0)
        (folder / "frames" / "0000.jpg").write_bytes(KB)
        return folder

    return record


@pytest.fixture
def left():
    """A function that gives the names of the files that are left in a game's frames."""
    return lambda folder: sorted(path.name for path in (folder / "frames").iterdir())

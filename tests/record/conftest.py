"""Events for the tests of the record."""

import pytest

from record.events import Pressed, Ruled, SessionOpened

S = 1_000_000_000


@pytest.fixture
def game():
    """A function that gives the events of a game of so many presses, all of them legal."""

    def events(presses):
        opened = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * S, 4800 * S, {"white": "Ânna", "round": "3"})
        told = [opened]
        for seq in range(1, presses + 1):
            side, other = ("white", "black") if seq % 2 else ("black", "white")
            told += [
                Pressed(seq, seq * S, side, 4800 * S - seq, 4800 * S - seq, other, (f"frames/{seq:04}.jpg",)),
                Ruled(seq, side, "legal", f"{seq}-{seq + 1}", f"after {seq}", 0.99, log_p=((0.0, -1.5, -2.0, -9.25, -9.5),) * 50),
            ]
        return told

    return events

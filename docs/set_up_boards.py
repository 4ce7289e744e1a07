"""The boards that the picture of the page before the round shows, and how they are."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from link.board_socket import BoardSocket
from link.status import Check, Status
from pi.checks.checks import fail, ok, untried, warn
from pi.checks.picture import BoardSays, LightSays
from rules.errors import Sentence
from vision.camera.trouble import PiTrouble

PARTS = ("camera", "board", "start", "focus", "light", "buttons", "disk", "power", "time")
"""The parts of a board on the page before the round."""
SET_UP: list[tuple[dict[str, str], tuple[Check, ...]]] = [
    ({"event": "Frysk Kampioenskip", "round": "3", "white": "Jelle de Vries", "black": "Sytske Hoekstra"}, ()),
    (
        {"round": "3", "white": "K. Bruinsma", "black": "A. van der Meulen"},
        (warn("light", LightSays.UNEVEN.said(percent=41), LightSays.DRAW_CURTAIN.said()),),
    ),
    (
        {},
        (
            fail("camera", PiTrouble.NONE_FOUND.said(number="0"), PiTrouble.RESEAT.said()),
            *(untried(name, BoardSays.NO_PICTURE.said()) for name in ("board", "start", "focus", "light")),
        ),
    ),
]
"""The boards of the page before the round: what is told of the game, and the parts that are not well."""


def status_of(about: dict[str, str], checks: tuple[Check, ...], time_control: str) -> Status:
    """The status of a board that is set up for a game, all parts of which are well but those."""
    parts = {name: ok(name, Sentence.plain("")) for name in PARTS} | {check.name: check for check in checks}
    return Status(
        t_ns=time.monotonic_ns(),
        rules="frisian",
        about=about,
        time_control=time_control,
        picture_age_ms=240,
        checks=tuple(parts.values()),
    )


@contextmanager
def telling(state: Path, status: Status) -> Iterator[None]:
    """A context in which the board with that state folder tells that status."""
    with closing(BoardSocket(state)) as socket:
        socket.put(status)
        socket.start()
        yield

"""Faults of a card that is carried to another board: `damcam import` of what strangers made of a game."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame
from record.events.of_game import SessionClosed
from record.store.folder import JOURNAL_NAME
from tests.bench.faulting.board import LiveBoard, journals
from tests.bench.faulting.played import KilledGame, killed
from tests.bench.faulting.row import Row
from tests.bench.faulting.scale import Scale
from tests.bench.live.killing import lost_and_changed
from tests.support.cards import copied_card
from tests.support.live.lives import GAME, on_disk

SECRET = "hidden"


def rows(scratch: Path, _scale: Scale) -> Iterator[Row]:
    """Import each card into a new state folder, and go on there."""
    played = killed(scratch)
    yield _taken(played, scratch / "word", "a word lies in the inbox of a foreign journal", _word)
    yield _taken(played, scratch / "links", "a card has symbolic links, pipes and a deep folder", _link)
    yield _refused(played, scratch / "other", "a foreign journal is none", lambda game: (game / JOURNAL_NAME).write_bytes(b"{}\n" * 99))
    yield _refused(played, scratch / "cut", "a card has lost the end of its journal", _cut)


def _taken(played: KilledGame, folder: Path, name: str, spoil: Callable[[Path], None]) -> Row:
    """The row of a card that is imported: with what was told, and without what a stranger put in."""
    status, said, state = _import(played, folder, spoil)
    if status:
        return Row(name, said, wrong="it was not imported")
    with LiveBoard(state) as board:
        back_s = board.begin()
        wrong = board.plays_on()
        board.life.kill()
    events = on_disk(state / GAME)[0]
    lost, changed = lost_and_changed(events, [(0, played.board.life)])
    if any(isinstance(event, SessionClosed) for event in events):
        wrong = "a false result is on record"
    if any(path.is_symlink() or path.is_fifo() or (path.is_file() and SECRET.encode() in path.read_bytes()) for path in state.rglob("*")):
        wrong = "a link was followed"
    return Row(name, said, lost, changed, back_s, wrong)


def _refused(played: KilledGame, folder: Path, name: str, spoil: Callable[[Path], None]) -> Row:
    """The row of a card that is not imported: a sentence says why, and nothing is left."""
    status, said, state = _import(played, folder, spoil)
    wrong = "it was imported" if status != 1 else "part of it was left" if journals(state) else ""
    return Row(name, said, wrong=wrong)


def _import(played: KilledGame, folder: Path, spoil: Callable[[Path], None]) -> tuple[int, str, Path]:
    """The status and the sentence of the command, and the new state folder."""
    card, state = folder / "card", folder / "new"
    copied_card(played.board.game, card)
    state.mkdir()
    spoil(card)
    command = [sys.executable, "-P", "-m", "damcam", "import", str(card)]
    environment = os.environ | {"DAMCAM_BOARD_STATE": str(state), "DAMCAM_SETTINGS": os.devnull}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return done.returncode, done.stderr.strip().replace(f"{folder}/", ""), state


def _word(game: Path) -> None:
    with Inbox(game / JOURNAL_NAME) as inbox:
        inbox.put(CloseGame("nobody"))


def _cut(game: Path) -> None:
    journal = game / JOURNAL_NAME
    journal.write_bytes(journal.read_bytes()[: journal.stat().st_size // 2])


def _link(game: Path) -> None:
    secret = game.parent / "secret"
    secret.mkdir()
    (secret / "key").write_text(SECRET)
    (game / "frames" / "0900.jpg").symlink_to(secret / "key")
    (game / "more").symlink_to(secret)
    os.mkfifo(game / "frames" / "0901.jpg")
    (game / "a/b/c/d/e").mkdir(parents=True)

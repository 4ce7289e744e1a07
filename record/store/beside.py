"""What the files beside a journal know of its game: the presses in presses.jsonl, the rulings in rulings.jsonl, and the moves in game.pdn.

They follow from the journal, and each is written after it. Where one of them knows more, the journal has lost something. Pictures prove
nothing: those of a press whose event a full disk did not take, and that nobody was told, are kept before it.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record.events.of_game import Arbitrated
from record.events.of_players import MoveEntered
from record.log.errors import LogError
from record.log.tail import tail_of
from record.session.step import State, step
from record.store.folder import ASIDE, JOURNAL_NAME, PDN_NAME
from record.store.inbox_file import inbox_of
from record.store.journal import Journal, fold
from record.store.json_text import JsonError, json_in
from rules.errors import DamcamError, _
from rules.pdn.encoding import decoded
from rules.pdn.read import read_games

PRESSES, RULINGS, FRAMES = "presses.jsonl", "rulings.jsonl", "frames"


@dataclass(frozen=True, slots=True)
class KnownBeside:
    """How far the files beside a journal reach; 0 for one that is absent or cannot be read."""

    presses: int
    """The last press in presses.jsonl."""
    moves: int
    """The moves in game.pdn, without the positions set up between them, of which a single ply may have several."""
    rulings: int = 0
    """The rulings, and the moves that players entered, in rulings.jsonl."""


def known_beside(folder: Path) -> KnownBeside:
    """How far the files in the folder of a game reach. It is read before the journal, so that a running game is never ahead of it."""
    presses = [row["seq"] for row in _rows(folder / PRESSES) if isinstance(row.get("seq"), int)]
    return KnownBeside(max(presses, default=0), _moves(folder), sum("ruling" in row for row in _rows(folder / RULINGS)))


_PRESS = _("{name} beside {path} knows of press {last}, and the journal ends with press {have}: it has lost what was written")
_READING = _(
    "{name} beside {path} has press {last} as it was read, and the journal has no reading after press {have}: it has lost what was written"
)
_RULING = _("{name} beside {path} knows of ruling {last}, and the journal ends with ruling {have}: it has lost what was written")
_MOVES = _("{name} beside {path} has {last} moves, and the journal never had more than {have}: it has lost what was written")


def hold_against(beside: KnownBeside, journal: Journal) -> State:
    """The state after all events of the journal; LogError where the journal is damaged, or a file beside it knows more."""
    state = fold(journal)
    if beside.presses > state.last_seq:
        raise _behind(_PRESS, journal, PRESSES, beside.presses, state.last_seq)
    ruled = state.presses[len(state.rulings) - 1].seq if state.rulings else 0
    if beside.presses > ruled:  # a line of it is written once the press is ruled
        raise _behind(_READING, journal, PRESSES, beside.presses, ruled)
    if beside.rulings > len(state.words) + len(state.moves_said) and beside.rulings > (have := _most_rulings(journal)):
        raise _behind(_RULING, journal, RULINGS, beside.rulings, have)
    if beside.moves > len(state.plies) and beside.moves > (most := _most_plies(journal)):
        raise _behind(_MOVES, journal, PDN_NAME, beside.moves, most)
    return state


def _behind(sentence: str, journal: Journal, name: str, last: int, have: int) -> LogError:
    """The error of a journal that has less than a file beside it."""
    return LogError(sentence, path=str(journal.path), name=name, last=last, have=have)


def _most_plies(journal: Journal) -> int:
    """The most plies that the record ever had: the arbiter may have taken some back before the last record was written."""
    state, most = State(), 0
    for _row, event in journal.since(0):
        state, _effects = step(state, event)
        most = max(most, len(state.plies))
    return most


def _most_rulings(journal: Journal) -> int:
    """The most rulings that the record ever had: one that was undone may still stand in rulings.jsonl."""
    return sum(isinstance(event, Arbitrated | MoveEntered) for _row, event in journal.since(0))


def left_of_another(folder: Path) -> Path | None:
    """A file in a folder without a journal that a game has left there; None where a new game may begin in it."""
    journal = folder / JOURNAL_NAME
    named = [folder / name for name in (PRESSES, PDN_NAME, "session.json", RULINGS)]
    beside = [tail_of(journal), inbox_of(journal)]
    found = (*sorted(folder.glob(ASIDE.format("*"))), *sorted((folder / FRAMES).glob("*.jpg")))
    files = [*beside, *named, *found]
    return next((path for path in files if path.exists()), None)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The JSON objects of the file, a line each; a line that was cut off is left out."""
    for line in _content(path).splitlines():
        with suppress(JsonError):
            if isinstance(row := json_in(line), dict):
                yield row


def _moves(folder: Path) -> int:
    try:
        games = read_games(decoded(_content(folder / PDN_NAME)))
        return sum(move.setup is None for game in games for move in game.moves)
    except DamcamError:
        return 0


def _content(path: Path) -> bytes:
    """The bytes of a file; none where it cannot be read. A pipe is not waited for."""
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError:
        return b""

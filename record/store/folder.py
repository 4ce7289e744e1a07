"""A recorded session on disk: session.json, presses.jsonl and the pictures that they name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from record.events.about import About
from record.log.errors import LogError
from record.log.tail import tail_of
from record.store.folder_faults import FolderFault
from record.store.journal import Journal, fold
from record.store.json_text import json_in
from record.store.session_files import PRESSES_NAME, RULINGS_NAME, SESSION_NAME, session_texts
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import CROWNS, NO_CROWNS, RuleSet, ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, Sentence, sentence_of
from rules.pdn.tags import is_printable

FRAMES, FIRST_PICTURE = "frames", "frames/0000.jpg"
JOURNAL_NAME, PDN_NAME = "journal.jsonl", "game.pdn"
"""Files in the folder of a recorded game."""
ASIDE = "set-aside-{}"
"""The folder in that of a game with what was set aside when the game went on without it (`record.store.salvage`)."""
GAMES = "games"
"""The folder in the state folder of a service that holds the folders of its games."""
ALIVE_NAME = "alive"
"""The file beside it that the service touches each second."""
MAX_SESSION_S = 1e7
MAX_TEXT = 100
"""Characters of a name, as in the settings."""
MAX_SHOWN = 40
"""How many characters of a wrong value are shown."""
"""About four months: a longer time is in another unit, or is a time of day."""


class FolderError(DamcamError, ValueError):
    """A session folder that cannot be replayed; it names the file and what was expected."""


class _NoPress(DamcamError, ValueError):
    """A line of presses.jsonl that is not a press."""


def numbered(games: Path) -> list[Path]:
    """The folders in `games` whose names are numbers, as those of games are, in numerical order; OSError."""
    found = (path for path in games.iterdir() if path.name.isascii() and path.name.isdigit() and path.is_dir())
    return sorted(found, key=lambda path: int(path.name))


def left_of_another(folder: Path) -> Path | None:
    """A file in a folder without a journal that a game has left there; None where a new game may begin in it."""
    journal = folder / JOURNAL_NAME
    named = [folder / name for name in (PRESSES_NAME, PDN_NAME, SESSION_NAME, RULINGS_NAME)]
    found = (*sorted(folder.glob(ASIDE.format("*"))), *sorted((folder / FRAMES).glob("*.jpg")))
    files = [tail_of(journal), *named, *found]
    return next((path for path in files if path.exists()), None)


@dataclass(frozen=True, slots=True)
class RecordedPress:
    """One accepted press of a recorded session, `t_ns` after its beginning.

    `pictures` are in the order of time, the settled one last; there are none where the camera gave none. `before` are the pictures taken
    before the press, in the order of time.
    """

    seq: int
    t_ns: int
    side: Side
    pictures: tuple[str, ...]
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Folder:
    """A recorded session; `about.others` has the values of session.json beside tags and settings, also under unknown keys."""

    path: Path
    rules: RuleSet
    """The rules, without a second disc for kings where the session says so."""
    start: Position
    about: About
    presses: tuple[RecordedPress, ...]
    mirrored: bool = False
    """Whether the board lies with a light corner at White's left."""


def read_folder(path: Path) -> Folder:
    """Reads session.json and presses.jsonl (`session_text`); FolderError when something in them is missing or wrong, LogError as there."""
    about = _about(path)
    rules = _rules(path / SESSION_NAME, about)
    start_fen = about.get("start_fen")
    try:
        start = Position.start(rules) if start_fen is None else parse_fen(str(start_fen), rules)
    except DamcamError as error:
        raise FolderError(FolderFault.KEY.said(key="start_fen", why=error.sentence), str(path / SESSION_NAME)) from error
    mirrored = about.get("mirrored", False)
    if not isinstance(mirrored, bool):
        raise FolderError(FolderFault.NO_TRUTH.said(where="mirrored", value=repr(mirrored)), str(path / SESSION_NAME))
    known = About.of(about)
    for key, text in (known.tags.told | known.settings.told).items():
        if not is_printable(text) or len(text) > MAX_TEXT:
            raise FolderError(FolderFault.NO_LINE.said(key=key, most=MAX_TEXT), str(path / SESSION_NAME))
    return Folder(path, rules, start, known, tuple(_presses(path / PRESSES_NAME)), mirrored)


def session_text(folder: Path, name: str) -> str:
    """The text of a file of a recorded session: as it is there, or made of the journal, beside which it is missing until the game closes.

    OSError or ValueError where there is none or it cannot be read, LogError for a damaged journal.
    """
    if not (folder / name).exists() and (folder / JOURNAL_NAME).exists() and (folder / FRAMES).is_dir():
        with Journal.reader(folder / JOURNAL_NAME) as journal:
            state = fold(journal)
        if state.opening:
            return session_texts(folder, state)[name]
    return (folder / name).read_text(encoding="utf-8-sig")


def _about(path: Path) -> dict[str, Any]:
    file = path / SESSION_NAME
    if not path.is_dir():
        raise FolderError(FolderFault.NO_FOLDER.said(FolderFault.EXPECTED_FOLDER.said()), str(path))
    try:
        about = json_in(session_text(path, SESSION_NAME))
    except LogError:
        raise
    except FileNotFoundError:
        raise FolderError(FolderFault.NO_SESSION.said(), str(file)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise FolderError(FolderFault.NOT_JSON.said(why=sentence_of(error)), str(file)) from error
    if not isinstance(about, dict):
        raise FolderError(FolderFault.NO_OBJECT.said(example='{"rules": "frisian", "board_size": 10}'), str(file))
    return about


def _rules(file: Path, about: Mapping[str, Any]) -> RuleSet:
    if "rules" not in about:
        raise FolderError(FolderFault.NO_RULES.said(), str(file))
    try:
        rules = ruleset(str(about["rules"]), second_disc=_crowns(file, about) != NO_CROWNS)
    except DamcamError as error:
        raise FolderError(error.sentence, str(file)) from error
    size = about.get("board_size", rules.board_size)
    if size != rules.board_size:
        why = FolderFault.OTHER_SIZE.said(size=repr(size), rules=rules.name, expected=rules.board_size)
        raise FolderError(why, str(file))
    return rules


def _crowns(file: Path, about: Mapping[str, Any]) -> str:
    crowns = about.get("crowns", CROWNS[0])
    if crowns not in CROWNS:
        raise FolderError(FolderFault.NOT_ONE_OF.said(where="crowns", value=repr(crowns), words=CROWNS), str(file))
    return str(crowns)


def _presses(file: Path) -> Iterator[RecordedPress]:
    try:
        lines = session_text(file.parent, file.name).splitlines()
    except LogError:
        raise
    except FileNotFoundError:
        raise FolderError(FolderFault.NO_PRESSES.said(), str(file)) from None
    except (OSError, ValueError) as error:
        raise FolderError(FolderFault.NOT_READABLE.said(why=sentence_of(error)), str(file)) from error
    seq, t_ns = 0, 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = FolderFault.LINE.said(file=str(file), line=number)
        press = _press(where, line)
        if press.seq <= seq or press.t_ns < t_ns:
            why = FolderFault.OUT_OF_ORDER.said(seq=press.seq, seconds=round(press.t_ns / 1e9, 1))
            raise FolderError(FolderFault.AT.said(where=where, why=why))
        seq, t_ns = press.seq, max(press.t_ns, t_ns + 1)  # times are written in tenths of a second, so two presses may share one
        yield replace(press, t_ns=t_ns)


def _press(where: Sentence, line: str) -> RecordedPress:
    try:
        return _press_of(json_in(line))
    except ValueError as error:
        why = FolderFault.NOT_A_PRESS.said(why=sentence_of(error))
        raise FolderError(FolderFault.AT.said(where=where, why=why)) from error
    except KeyError as error:
        raise FolderError(FolderFault.AT.said(where=where, why=FolderFault.NO_KEY.said(key=repr(error.args[0])))) from error


def _press_of(row: Any) -> RecordedPress:
    if not isinstance(row, dict):
        raise _NoPress(FolderFault.NO_OBJECT.said(example='{"seq": 1, "t": 2.5, "side": "white", "frame": "frames/0001.jpg"}'))
    names, before = row.get("burst") or ([] if row["frame"] is None else [row["frame"]]), row.get("before") or []
    for given in (names, before):
        if not isinstance(given, list) or not all(map(_is_in_folder, given)):
            raise _NoPress(FolderFault.NO_FILE_NAMES.said(value=repr(given)))
    if type(row["seq"]) is not int:
        raise _NoPress(FolderFault.NO_WHOLE_NUMBER.said(key="seq", value=repr(row["seq"])))
    try:
        seconds = float(row["t"])
    except (TypeError, ValueError, OverflowError):
        seconds = nan
    if not 0 <= seconds < MAX_SESSION_S:
        raise _NoPress(FolderFault.NO_SECONDS.said(value=str(row["t"])[:MAX_SHOWN]))
    if row["side"] not in list(Side):
        raise _NoPress(FolderFault.NO_SIDE.said(value=repr(row["side"])))
    return RecordedPress(row["seq"], round(seconds * 1e9), Side(row["side"]), tuple(names), tuple(before))


def _is_in_folder(name: object) -> bool:
    """Whether `name` is a path inside the session's folder. A session may come from anybody."""
    return isinstance(name, str) and name.isprintable() and not Path(name).is_absolute() and ".." not in Path(name).parts

"""The files that make a game's folder a recorded session, which can be replayed: session.json, presses.jsonl, rulings.jsonl."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from record.events.of_game import Arbitrated, Pressed, Ruled
from record.events.of_players import MoveEntered
from record.events.of_record import PicturesDropped
from record.files import write_atomically
from record.session.arbiter import Word
from record.session.state import State

SESSION_NAME, PRESSES_NAME, RULINGS_NAME = "session.json", "presses.jsonl", "rulings.jsonl"
"""The last one is not there where nobody ruled."""
ENTERED = "entered"
"""The value of `ruling` in rulings.jsonl for a move that the players entered."""
DROPPED = "pictures_dropped"
"""The key of session.json for the fields of `PicturesDropped`, where pictures were dropped."""


def write_session(folder: Path, state: State) -> None:
    """Writes all three files from the state of the game; FileError. Missing pictures are left out, as is an empty rulings.jsonl."""
    for name, text in session_texts(folder, state).items():
        if text or name != RULINGS_NAME or (folder / name).exists():  # what it has may have been undone
            write_atomically(folder / name, text)


def session_texts(folder: Path, state: State) -> dict[str, str]:
    """The texts of the three files by their names, with those pictures that are in the folder; SessionError before the opening."""
    presses = (press_json_line(folder, press, ruling) for press, ruling in zip(state.presses, state.rulings, strict=False))
    return {SESSION_NAME: session_json(state), PRESSES_NAME: "".join(presses), RULINGS_NAME: "".join(ruling_lines(state))}


def session_json(state: State) -> str:
    """The text of session.json; SessionError before the opening."""
    opened = state.opened
    about: dict[str, Any] = {
        "rules": opened.rules,
        "board_size": opened.board_size,
        "start_fen": state.first_fen,
        "time_control": opened.time_control,
    }
    if opened.mirrored:
        about["mirrored"] = True
    if opened.crowns:
        about["crowns"] = opened.crowns
    gone = {DROPPED: to_builtins(state.dropped)} if state.dropped else {}
    return json.dumps(about | opened.about.flat | gone, ensure_ascii=False, indent=1) + "\n"


def ruling_lines(state: State) -> list[str]:
    """The lines of rulings.jsonl, in the order of time."""
    both: tuple[Arbitrated | MoveEntered, ...] = (*state.words, *state.moves_said)
    return list(map(ruling_line, sorted(both, key=lambda one: one.t_ns)))


def dropped_from(about: Mapping[str, Any]) -> PicturesDropped | None:
    """The `PicturesDropped` in the object of session.json; None where it has none."""
    try:
        return convert(about[DROPPED], PicturesDropped)
    except (KeyError, ValidationError):
        return None


def press_json_line(folder: Path, press: Pressed, ruling: Ruled) -> str:
    """The line of presses.jsonl for a press, with those of its pictures that exist."""
    burst, before = ([name for name in names if (folder / name).exists()] for names in (ruling.pictures, ruling.before))
    row: dict[str, Any] = {"seq": press.seq, "t": press.t_ns / 1e9, "side": press.side, "frame": burst[-1] if burst else None}
    more = {"burst": burst if len(burst) > 1 else [], "before": before}
    return _line(row | {key: names for key, names in more.items() if names})


def ruling_line(word: Arbitrated | MoveEntered) -> str:
    """The line of rulings.jsonl for a ruling, or for a move that the players entered."""
    if isinstance(word, MoveEntered):
        move = {"press": word.seq, "from": word.origin, "to": word.target, "captured": word.captured}
        return _line({"seq": word.after, "ruling": ENTERED, "by": word.by, **move})
    row: dict[str, Any] = {"seq": word.seq, "ruling": word.ruling, "by": word.by, "reason": word.reason}
    match word.ruling:
        case Word.POSITION:
            row["fen"] = word.fen
        case Word.TO_MOVE:
            row["side"] = "white" if word.fen.startswith("W") else "black"
        case Word.TAKE_BACK:
            row["plies"] = word.plies
        case Word.END:
            row |= {"result": word.result, "article": word.article or ""} | ({"cause": word.cause} if word.cause else {})
    return _line(row)


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"

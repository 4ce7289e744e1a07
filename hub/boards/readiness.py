"""How ready a board is, for the page before the round: what its service tells in a file beside the games, and the game itself."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from record.events.about import About
from record.events.of_game import SessionOpened
from record.session.state import State
from record.session.step import step
from record.telling.sentences import as_json, sentence_in, spoken, tell
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Sentence, Value

VERSION = 2
"""Of the report: its checks hold sentences as values."""
READ = (1, 2)
"""The versions that are understood: the first had English texts in the checks."""
REPORT_NAME = "readiness.json"
"""The report's file, in the folder that holds the games."""
STALE_NS = 15_000_000_000
"""The service writes every two seconds; on a board that is very busy, a search for the board that is not there takes five."""
WAITING, READY, PLAYING, OVER, SILENT = "waiting", "ready", "playing", "over", "silent"
"""The board is being set up; its start position stood, and nobody has pressed; a game runs; it has ended; no service reports."""
IN_A_GAME = ("camera", "focus", "light", "buttons", "disk", "power", "time")
"""The checks that may be told while a game runs: nothing of the position, nor of what hides it (Art. 24)."""
LARGEST = 64_000
"""Bytes; a report has two or three thousand."""
LONGEST = 500
"""Characters of a text; the longest sentences have two hundred."""
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What `checked` and `check_in` raise for what is no view."""
PATH = re.compile(r"(?<![\w/])(?!/dev/)(?:/[\w.@+-]+){2,}/?")
"""Of a folder or a file of the machine, which is not the public's to know; a camera's or a disk's device is no secret."""
TAGS = ("event", "round", "white", "black")


def boot_id() -> str:
    """Which start of this machine a monotonic time belongs to; empty where nothing tells."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def read_report(path: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> dict[str, Any] | None:
    """What the service of this machine told in the last moments; None when it told nothing, or nothing that is understood."""
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(LARGEST + 1)[:LARGEST])
        fresh = told["boot"] == boot_id() and 0 <= monotonic_ns() - told["t_ns"] <= STALE_NS
        return told if fresh and told["version"] in READ and isinstance(told["checks"], list) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def ready_view(report: dict[str, Any] | None, state: State, about: Mapping[str, str]) -> dict[str, Any]:
    """One board for the page: the `board`'s number where it is known, its `phase`, what the public may know `about` the game, its clock,
    and the `checks`. The names of its machine and of the machine's folders are nobody's business.

    Before a game the service tells by its settings what the next one will be.

    A check is {"name", "level": "ok" | "warn" | "fail" | "untried", "seen", "do"}: `seen` is a Sentence, `do` a Sentence or None. The
    journal says whether a game runs, for it knows at once; then only what may be told in a game is handed on.
    """
    opened, told = state.opening, report or {}
    return checked(
        {
            "board": str(about.get("board", "")) if opened else str(told.get("about", {}).get("board", "")),
            "phase": _phase(report, state),
            "rules": opened.rules if opened else told.get("rules", ""),
            "about": about if opened else told.get("about", {}),
            "time_control": opened.time_control if opened else told.get("time_control", ""),
            "picture_age_ms": told.get("picture_age_ms"),
            "checks": told.get("checks", []),
        }
    )


def checked(told: Mapping[str, Any]) -> dict[str, Any]:
    """A view with nothing in it but what is known, and in a game nothing but what may be told then; UNREADABLE otherwise."""
    age, phase = told["picture_age_ms"], str(told["phase"])
    checks = [check_in(check, _without_paths) for check in told["checks"]]
    return {
        **{key: str(told[key])[:LONGEST] for key in ("board", "phase", "rules", "time_control")},
        "about": {tag: str(told["about"][tag])[:LONGEST] for tag in TAGS if tag in told["about"]},
        "picture_age_ms": None if age is None else int(age),
        "checks": [check for check in checks if phase in (WAITING, READY) or check["name"] in IN_A_GAME],
    }


def check_in(told: Mapping[str, Any], cleared: Callable[[str], str] = str) -> dict[str, Any]:
    """A check as a report or another board tells it, its texts `cleared`: what was seen and what to do as sentences, the latter or None."""
    said = told.get("said") or told
    seen, do = (shortened(sentence_in(said[key]), cleared) if said[key] else None for key in ("seen", "do"))
    return {**{key: str(told[key])[:LONGEST] for key in ("name", "level")}, "seen": seen or Sentence.plain(""), "do": do}


def told_in(check: Mapping[str, Any], lang: str) -> dict[str, str]:
    """A check for a page: {"name", "level", "seen", "do", "lang"}, both sentences in that language, or in what `lang` says instead."""
    seen, do = check["seen"], check["do"]
    words = {"seen": tell(seen, lang), "do": tell(do, lang) if do else "", "lang": spoken(seen, lang)}
    return {"name": check["name"], "level": check["level"], **words}


def view_in(view: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A board's view for a page, all its sentences in that language."""
    return {
        **{key: tell(value, lang) if isinstance(value, Sentence) else value for key, value in view.items()},
        "checks": [told_in(check, lang) for check in view["checks"]],
    }


def view_for_boards(view: Mapping[str, Any]) -> dict[str, Any]:
    """A board's view for other boards' pages: in English, as the versions before expect it, and as values under `said`."""
    said = [{key: as_json(check[key]) if check[key] else None for key in ("seen", "do")} for check in view["checks"]]
    told = view_in(view, "en")
    return {**told, "checks": [{**check, "said": one} for check, one in zip(told["checks"], said, strict=True)]}


def shortened(sentence: Sentence, cleared: Callable[[str], str]) -> Sentence:
    """The sentence with each text in it `cleared` and cut to LONGEST; ValueError where the sentence itself is longer."""
    if len(sentence.english) > LONGEST:
        raise ValueError("no sentence is so long")

    def short(value: Value) -> Value:
        match value:
            case Sentence():
                return shortened(value, cleared)
            case tuple():
                return tuple(map(short, value))
            case str():
                return cleared(value[:LONGEST])
        return value

    values = {name: short(value) for name, value in sentence.values.items()}
    remedy = shortened(sentence.remedy, cleared) if sentence.remedy else None
    return replace(sentence, values=values, remedy=remedy)


def _without_paths(text: str) -> str:
    return PATH.sub("…", text)


def game_to_begin(report: Mapping[str, Any] | None) -> State | None:
    """The game that a board waits for, as it will be opened; None where nothing tells."""
    try:
        told = report or {}
        rules = ruleset(str(told["rules"]))
        start = parse_fen(told["start_fen"], rules) if told["start_fen"] else Position.start(rules)
        about = {tag: str(value)[:LONGEST] for tag, value in {"date": told["date"], **told["about"]}.items()}
        opened = SessionOpened(rules.name, rules.board_size, full_fen(start), str(told["time_control"]), 0, 0, About.of(about))
        return step(State(), opened)[0]
    except (DamcamError, KeyError, TypeError, AttributeError):
        return None


def _phase(report: dict[str, Any] | None, state: State) -> str:
    if state.over:
        return OVER
    if state.opening is not None and (state.presses or state.clock.running):
        return PLAYING
    if report is None:
        return SILENT
    return READY if state.opening is not None else WAITING

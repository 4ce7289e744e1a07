"""How ready a board is, for the page before the round: from the report that its service writes beside the games, and from the game."""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec

from hub.feeds.boot import boot_id as boot_id
from hub.feeds.delay import NONE, Delay, DelayError, parse_delay
from link.board_socket import report_from
from record.events.about import About
from record.events.of_game import SessionOpened
from record.session.state import State
from record.session.step import step
from record.store.json_text import json_in
from record.store.mirror_mark import LINK_NAME
from record.telling.sentences import sentence_in, spoken, tell
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase, Sentence, Value

REPORT_NAME = "readiness.json"
"""The report's file, in the folder that holds the games."""
GIVEN_NAME, HUB_ROW_NAME = "given.jsonl", "hub-row.json"
"""Files beside the report, for a service that waits where the log of its game is damaged: a log of the game that the arbiter gave at the
desk, and the last row that the hub has of it, as the board's uplink knows it ({"game", "row"})."""
STALE_NS = 15_000_000_000
"""The age from which a report no longer counts. The service writes one every two seconds; a failing search for the board takes five."""
NEW_NS = 5_000_000_000
"""The age up to which the written report is not asked for again."""
ASKED_EVERY_S = 1.0
WAITING, READY, PLAYING, OVER, SILENT = "waiting", "ready", "playing", "over", "silent"
"""The phases of a board: it is being set up; its start position stands and nobody has pressed; a game runs; it has ended; no service
reports."""
IN_A_GAME = ("camera", "focus", "light", "buttons", "disk", "copy", "power", "time")
"""The checks that may be shown while a game runs: none tells anything of the position, or of what hides it (Art. 24)."""
OF_A_DELAYED_GAME = ("camera", "disk", "copy", "power", "time")
"""The checks that may be shown of a game that the public sees later: light that a hand darkens and buttons heard are news of it."""
MAX_REPORT_BYTES = 64_000
"""Bytes of a report, which usually has two or three thousand."""
MAX_TEXT_LENGTH = 500
"""Characters of a text. The longest sentences have two hundred."""
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError)
"""The errors that `checked` and `check_in` raise for a malformed view."""
PATH = re.compile(r"(?<![\w/])(?!/dev/(?!shm/))(?:/[\w.@+-]+){2,}/?")
"""The path of a folder or file on the machine, which is hidden from the public. A device such as a camera's is no secret."""
TAGS = ("event", "round", "white", "black")


def read_report(path: Path, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> dict[str, Any] | None:
    """The current report of the board's service; None when there is none, or it is older than STALE_NS, or malformed.

    It is read from the file. When that is not new, as on a full disk, the service is asked through its socket, once a second at most.
    """
    try:
        with path.open("rb") as file:
            written = _current(json_in(file.read(MAX_REPORT_BYTES + 1)[:MAX_REPORT_BYTES]), monotonic_ns())
    except (OSError, *UNREADABLE):
        written = None
    if written and monotonic_ns() - written["t_ns"] <= NEW_NS:
        return written
    if (path.parent / LINK_NAME).exists():  # a mirror, which has no newer one
        return written
    return _current(_SPOKEN.of(path.parent), monotonic_ns()) or written


def told_delay(path: Path) -> Delay:
    """How much later the public sees the board's games, by the last report of its service, however old that is; NONE where none says so."""
    try:
        with path.open("rb") as file:
            return parse_delay(str(json_in(file.read(MAX_REPORT_BYTES)).get("delay", "")))
    except (OSError, DelayError, *UNREADABLE):
        return NONE


def _current(told: Any, now_ns: int) -> dict[str, Any] | None:
    """The report, when it is well-formed and current."""
    try:
        is_fresh = told["boot"] == boot_id() and 0 <= now_ns - told["t_ns"] <= STALE_NS
        for check in told["checks"]:
            check_in(check)
    except UNREADABLE:
        return None
    return cast(dict[str, Any], told) if is_fresh else None


class SpokenReports:
    """The reports that the services of boards gave through their sockets, each asked for once a second at most."""

    def __init__(self) -> None:
        self._asked: dict[Path, tuple[float, Any]] = {}

    def of(self, state: Path) -> Any:
        """The report of the service at that state folder, not checked; None when it gives none."""
        asked_s, report = self._asked.get(state, (0.0, None))
        if time.monotonic() - asked_s >= ASKED_EVERY_S:
            self._asked[state] = time.monotonic(), report  # others do not wait for this answer
            report = report_from(state)
            self._asked[state] = time.monotonic(), report
        return report


_SPOKEN = SpokenReports()


def ready_view(report: dict[str, Any] | None, state: State, about: Mapping[str, str], shown: State | None = None) -> dict[str, Any]:
    """One board for the page: {"board", "phase", "rules", "about", "time_control", "picture_age_ms", "checks"}.

    `board` is its number, empty when unknown. `about` is what the public may know of the game; before a game it comes from the service's
    settings. The names of the machine and of its folders are left out. `shown` is the game as the public may know it, where it is delayed:
    then nothing is told that the public does not know of it yet.

    A check is {"name", "level": "ok" | "warn" | "fail" | "untried", "seen", "do"}: `seen` is a Sentence, `do` a Sentence or None. The
    journal tells whether a game runs, since it knows first; during a game only the checks IN_A_GAME are passed on.
    """
    opened, told, phase = state.opening, report or {}, _phase(report, state)
    checks = told.get("checks", [])
    if shown is not None and phase == PLAYING:
        phase = _phase(report, shown)
        checks = [check for check in checks if check["name"] in OF_A_DELAYED_GAME]
    return checked(
        {
            "board": str(about.get("board", "")) if opened else str(told.get("about", {}).get("board", "")),
            "phase": phase,
            "rules": opened.rules if opened else told.get("rules", ""),
            "about": about if opened else told.get("about", {}),
            "time_control": opened.time_control if opened else told.get("time_control", ""),
            "picture_age_ms": told.get("picture_age_ms"),
            "checks": checks,
        }
    )


class LogSeen(msgspec.Struct, frozen=True):
    """A log that has more of a damaged game than the sound beginning: its path at the board, its last sound row, and the last press."""

    source: Annotated[str, msgspec.Meta(max_length=MAX_TEXT_LENGTH)]
    row: int
    seq: int


class Damaged(msgspec.Struct, frozen=True):
    """The part `damaged` of the report of a service that waits for the arbiter, for the log of its last game is damaged."""

    game: str
    row: int
    """The last row of the sound beginning."""
    logs: tuple[LogSeen, ...]
    hub_row: int
    """The last row that the hub has; 0 where the board does not know it."""


def damaged_in(report: Mapping[str, Any] | None) -> Damaged | None:
    """What the service that made the report waits for; None where it does not wait, or says it in no such form."""
    try:
        return msgspec.convert((report or {})["damaged"], Damaged)
    except (KeyError, msgspec.ValidationError):
        return None


class GameLost(Phrase):
    """That the journal of the running game has lost something, and what to do."""

    SOMETHING = "the journal of the game has lost something"
    CONFIRM = "nothing of this game goes on until the arbiter has confirmed at his desk"


def with_loss(view: Mapping[str, Any]) -> dict[str, Any]:
    """The view of a board whose journal has lost something: its disk fails. What it has lost is told to the arbiter alone."""
    disk = {"name": "disk", "level": "fail", "seen": GameLost.SOMETHING.said(), "do": GameLost.CONFIRM.said()}
    return {**view, "checks": [*(check for check in view["checks"] if check["name"] != "disk"), disk]}


def silent_view(about: Mapping[str, str]) -> dict[str, Any]:
    """The view of a board whose service is gone: nothing that it told before counts any more, nor the game that it left."""
    told = {"board": about.get("board", ""), "phase": SILENT, "rules": "", "time_control": "", "picture_age_ms": None}
    return checked({**told, "about": about, "checks": []})


def checked(told: Mapping[str, Any]) -> dict[str, Any]:
    """The view with the known keys only, their types checked, and during a game only the checks IN_A_GAME; UNREADABLE when malformed."""
    age, phase = told["picture_age_ms"], str(told["phase"])
    checks = [check_in(check, without_paths) for check in told["checks"]]
    return {
        **{key: str(told[key])[:MAX_TEXT_LENGTH] for key in ("board", "phase", "rules", "time_control")},
        "about": {tag: str(told["about"][tag])[:MAX_TEXT_LENGTH] for tag in TAGS if tag in told["about"]},
        "picture_age_ms": None if age is None else int(age),
        "checks": [check for check in checks if phase in (WAITING, READY) or check["name"] in IN_A_GAME],
    }


def check_in(told: Mapping[str, Any], cleared: Callable[[str], str] = str) -> dict[str, Any]:
    """A check from a report, its texts passed through `cleared`: `seen` is a Sentence, `do` a Sentence or None."""
    seen, do = (shortened(sentence_in(told[key]), cleared) if told[key] else None for key in ("seen", "do"))
    return {**{key: str(told[key])[:MAX_TEXT_LENGTH] for key in ("name", "level")}, "seen": seen or Sentence.plain(""), "do": do}


def told_in(check: Mapping[str, Any], lang: str) -> dict[str, str]:
    """A check for a page: {"name", "level", "seen", "do", "lang"}. `lang` in it is the language that the texts are in after all."""
    seen, do = check["seen"], check["do"]
    words = {"seen": tell(seen, lang), "do": tell(do, lang) if do else "", "lang": spoken(seen, lang)}
    return {"name": check["name"], "level": check["level"], **words}


def view_in(view: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A board's view for a page, with all its sentences in that language."""
    told = {key: tell(value, lang) if isinstance(value, Sentence) else value for key, value in view.items()}
    if "link" in view:
        told["link"] = lines_in(view["link"], lang)
    return {**told, "checks": [told_in(check, lang) for check in view["checks"]]}


def lines_in(lines: Iterable[Mapping[str, Any]], lang: str) -> list[dict[str, Any]]:
    """What is to be said, with `seen` and `do` in that language; "" for nothing to do."""
    return [{**line, **{key: tell(line[key], lang) if line[key] else "" for key in ("seen", "do")}} for line in lines]


def shortened(sentence: Sentence, cleared: Callable[[str], str]) -> Sentence:
    """The sentence with each text in it passed through `cleared` and cut to MAX_TEXT_LENGTH; ValueError when the sentence is longer."""
    if max(len(sentence.english), len(sentence.plural)) > MAX_TEXT_LENGTH:
        raise ValueError("no sentence is so long")

    def short(value: Value) -> Value:
        match value:
            case Sentence():
                return shortened(value, cleared)
            case tuple():
                return tuple(map(short, value))
            case str():
                return cleared(value[:MAX_TEXT_LENGTH])
        return value

    values = {name: short(value) for name, value in sentence.values.items()}
    remedy = shortened(sentence.remedy, cleared) if sentence.remedy else None
    return replace(sentence, values=values, remedy=remedy)


def without_paths(text: str) -> str:
    """The text without the paths of folders and files."""
    return PATH.sub("…", text)


def game_to_begin(report: Mapping[str, Any] | None) -> State | None:
    """The state of the game that a board waits for, as it will be opened; None when the report does not tell."""
    try:
        told = report or {}
        rules = ruleset(str(told["rules"]))
        start = parse_fen(told["start_fen"], rules) if told["start_fen"] else Position.start(rules)
        about = {tag: str(value)[:MAX_TEXT_LENGTH] for tag, value in {"date": told["date"], **told["about"]}.items()}
        opened = SessionOpened(
            rules.name,
            rules.board_size,
            full_fen(start),
            str(told["time_control"]),
            white_ns=0,
            black_ns=0,
            about=About.of(about),
            mirrored=told.get("mirrored") is True,
        )
        return step(State(), opened)
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

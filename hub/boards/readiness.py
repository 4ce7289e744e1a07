"""How ready a board is, for the page before the round: what the public may know of its status, and of its game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from link.status import OVER, PLAYING, READY, WAITING, Check, Level, Status
from record.events.about import About
from record.events.of_game import SessionOpened
from record.session.state import State
from record.session.step import step
from record.telling.sentences import MAX_TEXT_LENGTH, spoken, tell
from record.texts import marked, say
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import DamcamError, Phrase, Sentence

GIVEN_NAME = "given.jsonl"
"""The log that the arbiter gave at the desk to a service that waits where the log of its game is damaged."""
SILENT = "silent"
"""The phase of a board whose service tells nothing."""
IN_A_GAME = ("camera", "focus", "light", "buttons", "disk", "copy", "power", "time", "uplink")
"""The checks that may be shown while a game runs: none tells anything of the position, or of what hides it (Art. 24)."""
OF_A_DELAYED_GAME = ("camera", "disk", "copy", "power", "time", "uplink")
"""The checks that may be shown of a game that the public sees later: light that a hand darkens and buttons heard are news of it."""
PATH = re.compile(r"(?<![\w/])(?!/dev/(?!shm/))(?:/[\w.@+-]+){2,}/?")
"""The path of a folder or file on the machine, which is hidden from the public. A device such as a camera's is no secret."""
TAGS = ("event", "round", "white", "black")


def ready_view(status: Status | None, state: State, about: Mapping[str, str], shown: State | None = None) -> dict[str, Any]:
    """One board for the page: {"board", "phase", "rules", "about", "time_control", "picture_age_ms", "checks"}.

    `board` is its number, empty when unknown. `about` is what the public may know of the game; before a game it comes from the service's
    settings. The names of the machine and of its folders are left out. `shown` is the game as the public may know it, where it is delayed:
    then nothing is told that the public does not know of it yet. `checks` are the status's (`Check`), without paths.

    The journal tells whether a game runs, since it knows first; during a game only the checks IN_A_GAME are passed on.
    """
    opened, told, phase = state.opening, status or Status(t_ns=0), _phase(status, state)
    may_be_told: tuple[str, ...] | None = None if phase in (WAITING, READY) else IN_A_GAME
    if shown is not None and phase == PLAYING:
        phase, may_be_told = _phase(status, shown), OF_A_DELAYED_GAME
    of_game: Mapping[str, str] = about if opened else told.about
    return {
        "board": of_game.get("board", "")[:MAX_TEXT_LENGTH],
        "phase": phase,
        "rules": (opened.rules if opened else told.rules)[:MAX_TEXT_LENGTH],
        "time_control": (opened.time_control if opened else told.time_control)[:MAX_TEXT_LENGTH],
        "about": {tag: of_game[tag][:MAX_TEXT_LENGTH] for tag in TAGS if tag in of_game},
        "picture_age_ms": told.picture_age_ms,
        "checks": [check.cleared(without_paths) for check in told.checks if may_be_told is None or check.name in may_be_told],
    }


class GameLost(Phrase):
    """That the journal of the running game has lost something, and what to do."""

    SOMETHING = "the journal of the game has lost something"
    CONFIRM = "nothing of this game goes on until the arbiter has confirmed at his desk"


def with_loss(view: Mapping[str, Any]) -> dict[str, Any]:
    """The view of a board whose journal has lost something: its disk fails. What it has lost is told to the arbiter alone."""
    disk = Check("disk", Level.FAIL, GameLost.SOMETHING.said(), GameLost.CONFIRM.said())
    return {**view, "checks": [*(check for check in view["checks"] if check.name != "disk"), disk]}


def silent_view(about: Mapping[str, str]) -> dict[str, Any]:
    """The view of a board whose service is gone: nothing that it told before counts any more, nor the game that it left."""
    return {**ready_view(None, State(), {}), "board": about.get("board", ""), "about": {tag: about[tag] for tag in TAGS if tag in about}}


def told_in(check: Check, lang: str) -> dict[str, str]:
    """A check for a page: {"name", "level", "seen", "do", "lang"}. `lang` in it is the language that the texts are in after all."""
    words = {"seen": tell(check.seen, lang), "do": tell(check.do, lang) if check.do else "", "lang": spoken(check.seen, lang)}
    return {"name": check.name, "level": check.level.value, **words}


def view_in(view: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A board's view for a page, with all its sentences in that language."""
    told = {key: tell(value, lang) if isinstance(value, Sentence) else value for key, value in view.items()}
    if "link" in view:
        told["link"] = lines_in(view["link"], lang)
    return {**told, "checks": [told_in(check, lang) for check in view["checks"]]}


def lines_in(lines: Iterable[Mapping[str, Any]], lang: str) -> list[dict[str, Any]]:
    """What is to be said, with `seen` and `do` in that language; "" for nothing to do."""
    return [{**line, **{key: tell(line[key], lang) if line[key] else "" for key in ("seen", "do")}} for line in lines]


def summary_of(states: Sequence[str], lang: str) -> str:
    """How many boards of these states are ready, play, and have ended, in that language."""
    count, parts = len(states), list[str]()
    if playing := states.count("playing"):
        parts.append(say(lang, marked("{playing} of {all} playing"), playing=playing, all=count))
    if over := states.count("over"):
        parts.append(say(lang, marked("{over} of {all} over"), over=over, all=count))
    if (ready := states.count("ready") + states.count("remarked")) or not parts:
        parts.insert(0, say(lang, marked("{ready} of {all} ready"), ready=ready, all=count))
    return " · ".join(parts)


def without_paths(text: str) -> str:
    """The text without the paths of folders and files."""
    return PATH.sub("…", text)


def game_to_begin(status: Status | None) -> State | None:
    """The state of the game that a board waits for, as it will be opened; None when the status does not tell."""
    if status is None:
        return None
    try:
        rules = ruleset(status.rules)
        start = parse_fen(status.start_fen, rules) if status.start_fen else Position.start(rules)
        about = {tag: value[:MAX_TEXT_LENGTH] for tag, value in {"date": status.date, **status.about}.items()}
        opened = SessionOpened(
            rules.name,
            rules.board_size,
            full_fen(start),
            status.time_control,
            white_ns=0,
            black_ns=0,
            about=About.of(about),
            mirrored=status.mirrored,
        )
        return step(State(), opened)
    except DamcamError:
        return None


def _phase(status: Status | None, state: State) -> str:
    if state.over:
        return OVER
    if state.opening is not None and (state.presses or state.clock.running):
        return PLAYING
    if status is None:
        return SILENT
    return READY if state.opening is not None else WAITING

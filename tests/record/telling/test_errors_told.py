"""Errors of the rules, the clock, the camera's pictures and the record: each is told in Dutch and Frisian, with no English in it."""

import errno
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from clock.clock import new_clock, other, set_times
from clock.control import NO_CLOCK, parse_control
from clock.debounce import TwoButtons
from clock.errors import CodedError
from record.decisions.elsewhere import Arbiter, events_of
from record.decisions.rulings_file import read_rulings
from record.events.about import About
from record.events.as_json import decode
from record.events.of_game import PaperMoves, Pressed, Ruled, SessionOpened
from record.papers.dossier import read_source
from record.session.running import RunningGame
from record.session.step import State, from_events
from record.store.checkpoint import thaw
from record.store.dropping import GameRuns
from record.store.folder import read_folder
from record.store.journal import Journal
from record.telling.of_clock import clock_sentence
from record.telling.sentences import tell
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, Sentence, sentence_of
from rules.pdn.read import read_games
from rules.referee.belief import Belief
from rules.referee.rule import rule
from tests.phrases import words
from vision.camera.source import ReplaySource
from vision.image.geometry import Geometry
from vision.locating.fit import fit_geometry

ENGLISH = frozenset(
    {"the", "there", "this", "that", "with", "which", "and", "must", "not", "be", "expected", "press", "game", "comes", "folder"}
    | {"clock", "write", "moves", "give", "line"}
)
"""English words that are neither Dutch nor Frisian; each of these errors has one of them in English."""
FRISIAN = ruleset("frisian")
START = parse_fen("W:W31-50:B1-20", FRISIAN)
OPENED = SessionOpened("frisian", 10, "W:W31-50:B1-20", "80m+60s", 1, 1)
PRESS = Pressed(1, 1, "white", 1, 1, "black")
SQUARE = Geometry.from_corners(10, [[0, 400], [400, 400], [400, 0], [0, 0]], (400, 400))


def session(folder: Path, press: object, ruling: object = None) -> Path:
    """A folder with one press and one ruling."""
    (folder / "session.json").write_text('{"rules": "frisian"}')
    (folder / "presses.jsonl").write_text(json.dumps(press))
    (folder / "rulings.jsonl").write_text(json.dumps(ruling))
    return folder


def dossier_of_nothing(folder: Path) -> None:
    Journal.create(folder / "journal.sqlite").close()
    read_source(folder / "journal.sqlite", lambda *_: (), "0")


def runs(folder: Path) -> None:
    raise GameRuns(folder)


def taken_over(text: str) -> None:
    (game,) = read_games(text)
    events_of(game, Arbiter("X"), FRISIAN, parse_control("10m"), About())


WRONG: dict[str, Callable[[Path], object]] = {
    "rules": lambda _: ruleset("russian"),
    "evidence": lambda _: Evidence.of([[0.0] * 4]),
    "evidence of no rows": lambda _: Evidence.of(None),  # type: ignore[arg-type]
    "ruling": lambda _: rule(Belief.at(START), 0, Side.WHITE, Evidence.none(50)),
    "ruling of the other": lambda _: rule(Belief.at(START), 1, Side.BLACK, Evidence.none(50)),
    "ruling of another board": lambda _: rule(Belief.at(START), 1, Side.WHITE, Evidence.none(32)),
    "time control": lambda _: parse_control("eighty"),
    "both": lambda _: parse_control("5m+3s d2s"),
    "times": lambda _: set_times(new_clock(NO_CLOCK), 0, 1, 1),
    "no time left": lambda _: set_times(new_clock(parse_control("10m")), 0, 0, 1),
    "side of the clock": lambda _: other("red"),
    "wiring": lambda _: TwoButtons(17, 17),
    "picture of no press": lambda folder: next(ReplaySource(folder, {}).frames(5)),
    "lattice": lambda _: fit_geometry(10, np.zeros((2, 2)), np.zeros((2, 2)), SQUARE, with_lens=False),
    "session": lambda _: from_events([PRESS]),
    "no opening": lambda _: State().opened,
    "no belief": lambda _: RunningGame().belief,
    "opening": lambda _: from_events([SessionOpened("frisian", 10, "W:W31-50:B1-20", "eighty", 1, 1)]),
    "press": lambda _: from_events([OPENED, PRESS, PRESS]),
    "ruled as the other's": lambda _: from_events([OPENED, PRESS, Ruled(1, "black", "legal", "20-24", "W:W31:B24", 1.0)]),
    "paper": lambda _: from_events([OPENED, PaperMoves(0, "X", (), (), ())]),
    "about": lambda _: About.of(7),  # type: ignore[arg-type]
    "checkpoint": lambda _: thaw(b"\0" * 64),
    "dropping": runs,
    "no folder": lambda folder: read_folder(folder / "none"),
    "no session": read_folder,
    "line": lambda folder: read_folder(session(folder, {"seq": 1, "t": -1, "side": "white", "frame": None})),
    "ruling in a file": lambda folder: read_rulings(read_folder(session(folder, {"seq": 1, "t": 1, "side": "white", "frame": None}, 7))),
    "elsewhere": lambda _: taken_over("1. 32-28 19-23 1-0"),
    "elsewhere, not legal": lambda _: taken_over("1. 32-19 *"),
    "elsewhere, no times": lambda _: taken_over("1. 32-28 *"),
    "dossier": dossier_of_nothing,
}


def error_of(what: str, folder: Path) -> Sentence:
    with pytest.raises((DamcamError, CodedError)) as caught:
        WRONG[what](folder)
    return clock_sentence(caught.value) if isinstance(caught.value, CodedError) else sentence_of(caught.value)


def english_words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if word in ENGLISH}


def parts(sentence: Sentence) -> Iterator[Sentence]:
    """The sentence with its remedy and the sentences among its values, at any depth."""
    yield sentence
    for value in (sentence.remedy, *sentence.values.values()):
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Sentence):
                yield from parts(one)


@pytest.mark.parametrize("what", WRONG)
def test_an_error_has_no_english_in_another_language(tmp_path: Path, what: str) -> None:
    sentence = error_of(what, tmp_path)
    assert english_words(tell(sentence, "en")), tell(sentence, "en")
    for lang in ("nl", "fy"):
        assert not english_words(tell(sentence, lang)), tell(sentence, lang)


@pytest.mark.parametrize("what", WRONG)
def test_each_part_of_an_error_is_a_sentence_of_ours(tmp_path: Path, what: str) -> None:
    assert all(part.code for part in parts(error_of(what, tmp_path)) if words(part.english))


def test_only_a_common_error_from_elsewhere_has_a_sentence_of_ours() -> None:
    assert tell(sentence_of(FileNotFoundError(errno.ENOENT, "No such file")), "nl") == "bestand of map bestaat niet"
    assert sentence_of(OSError(errno.EXDEV, "Invalid link")) == Sentence.plain("Invalid link")
    assert sentence_of(ValueError("odd")) == Sentence.plain("odd")
    with pytest.raises(DamcamError) as caught:
        decode("Nonsense", "{}")
    assert tell(sentence_of(caught.value), "nl") == "een gebeurtenis van soort 'Nonsense' die deze versie niet kan lezen: 'Nonsense'"

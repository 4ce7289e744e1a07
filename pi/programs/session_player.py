"""Plays a recorded session through the board's own loop. Only the pictures come from files."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self

from msgspec import structs

from clock.control import ControlError, TimeControl, parse_control
from pi.game.board_game import BoardGame, GameSetup
from pi.game.keeping import Telling, Writing
from pi.reading.drawings import DRAWN_FOLDER
from pi.setup.faults import refusal_of
from pi.setup.settings import REGULATIONS, GameSettings, after_a_fault
from record.decisions.commands import EnterMove
from record.decisions.rulings_file import RecordedRuling, read_rulings
from record.events.about import About, KeptSettings, PublicTags
from record.files import write_atomically
from record.papers.game_pdn import export_pdn
from record.session.arbiter import ArbitrationError
from record.session.pressing import IGNORED, PressMade
from record.session.step import State
from record.store.folder import FIRST_PICTURE, JOURNAL_NAME, PDN_NAME, Folder, FolderError, RecordedPress
from record.store.journal import Journal
from record.store.session_files import SESSION_NAME
from record.telling.sentences import side_word, tell
from rules.board.ruleset import NO_CROWNS, ruleset
from rules.errors import DamcamError, Phrase, Sentence, sentence_of
from vision.camera.source import PictureSource, ReplaySource
from vision.watching.watcher import Watcher

START_NS = 0
"""The time of the picture before the first press; every press comes later."""
NOTHING_KEPT = KeptSettings()


class SessionSays(Phrase):
    """Why a session is not played, and what to do."""

    RULING = "{where}: {why}"
    RECORDED_BEFORE = "a game was recorded here before"
    ANOTHER_FOLDER = "name another folder, for nothing is overwritten"
    NO_FOLDER = "the folder cannot be made or written to: {why}"
    UNUSABLE = "{key}: {why}"


class ReplayedWithout(Phrase):
    """What is missing from a session that is played all the same."""

    PICTURE = "press {seq}: {picture} is missing; what was played may follow from the next picture"
    PRESS = "press {seq} is missing from presses.jsonl; what was played may follow from the next picture"


class OutputError(DamcamError, OSError):
    """The folder cannot be written to, or it holds another game."""


def play_session(
    folder: Folder, out: Path, setup: GameSetup, telling: Telling, wait_until: Callable[[int], None] = lambda _: None
) -> State:
    """Replay the session with that setup into `out`, a folder made by `prepare`: journal, game.pdn and drawn pictures.

    A press whose picture is missing, or that is itself missing between two others, is played as one of which nothing was seen.
    The arbiter's rulings are obeyed at their places. `wait_until` is called before each press with its time; the log gets each press that
    has no effect. If an error ends the replay, the journal is closed properly, with all that was recorded. So it is after Ctrl-C, which is
    a KeyboardInterrupt in `wait_until`, or else once the press is done.
    """
    rulings = read_rulings(folder)
    presses = tuple(_presses(folder, lambda text: telling.say(tell(text, telling.lang))))
    pictures = {press.t_ns: press.pictures for press in presses} | {START_NS: (FIRST_PICTURE,)}
    before = {press.t_ns: press.before for press in presses}
    source: PictureSource = ReplaySource(folder.path, pictures, before)
    first = next(source.frames(START_NS))
    with Journal.create(out / JOURNAL_NAME) as journal, _Interrupts() as interrupts:
        game = BoardGame(Watcher(folder.rules.board_size), Writing(journal), telling)
        t_ns = 0
        try:
            game.open(setup, first)
            _arbitrate(game, rulings.get(0, ()), t_ns)
            for press in presses:
                with interrupts.allowed():
                    wait_until(press.t_ns)
                t_ns = press.t_ns
                made = PressMade(t_ns, press.side, press.seq, press.pictures, accepted=True)
                if why := game.press(made, source.frames(t_ns), source.before(t_ns)):
                    telling.say(tell(IGNORED[why].said(seq=press.seq, side=side_word(press.side)), telling.lang))
                _arbitrate(game, rulings.get(press.seq, ()), t_ns)
        finally:
            if game.state.opening:
                game.close(t_ns)
                write_atomically(out / PDN_NAME, export_pdn(game.state))
            source.close()
    return game.state


class _Interrupts:
    """Puts Ctrl-C off: one that came between a row on disk and what is known of it would have the row written a second time."""

    def __init__(self) -> None:
        self._is_allowed = self._came = False
        self._handler = signal.getsignal(signal.SIGINT)

    def __enter__(self) -> Self:
        if self._handler is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._handler is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._handler)
        if self._came and error is None:
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """While the context lasts an interrupt is a KeyboardInterrupt, also one that came before."""
        self._is_allowed = True
        try:
            if self._came:
                raise KeyboardInterrupt
            yield
        finally:
            self._is_allowed = False

    def _take(self, _signal: int, _frame: FrameType | None) -> None:
        self._came = True
        if self._is_allowed:
            raise KeyboardInterrupt


def _presses(folder: Folder, say: Callable[[Sentence], None]) -> Iterator[RecordedPress]:
    """The presses of the session with the pictures that exist, and those that are missing between two others; `say` gets what is missing.

    Missing presses are known by the numbers of the others. The sides press in turn. Where the press after several missing ones does not
    fit that, the first of them counts as put right by a second press of its side; a single one is then left out.
    """
    last: RecordedPress | None = None
    for press in folder.presses:
        for added in _missing(last, press) if last else ():
            say(ReplayedWithout.PRESS.said(seq=added.seq))
            yield added
        there = {name: (folder.path / name).exists() for name in (*press.before, *press.pictures)}
        for name in (name for name, exists in there.items() if not exists):
            say(ReplayedWithout.PICTURE.said(seq=press.seq, picture=name))
        before, pictures = (tuple(name for name in names if there[name]) for names in (press.before, press.pictures))
        last = replace(press, before=before, pictures=pictures)
        yield last


def _missing(last: RecordedPress, press: RecordedPress) -> list[RecordedPress]:
    """The presses that are missing between the two, without pictures."""
    numbers = range(last.seq + 1, press.seq)[: press.t_ns - last.t_ns - 1]
    alternates = (press.side is not last.side) == (len(numbers) % 2 == 0)
    if len(numbers) == 1 and not alternates:
        return []
    sides = [last.side.other, *([] if alternates else [last.side.other])]
    while len(sides) < len(numbers):
        sides.append(sides[-1].other)
    return [RecordedPress(seq, last.t_ns + place, side, ()) for place, (seq, side) in enumerate(zip(numbers, sides, strict=False), 1)]


def recorded_game(
    folder: Folder, defaults: GameSettings, kept: KeptSettings = NOTHING_KEPT, *, mirrored: bool = False, crowns: str | None = None
) -> GameSetup:
    """Return the setup of a session's game. The defaults supply what the session does not say; `kept` takes precedence over both.

    `mirrored`: the board lies mirrored, whether the session says so or not. `crowns`: whether kings get a second disc, as in the settings;
    None leaves it to the session.
    """
    competition = folder.about.settings.competition
    settings = structs.replace(_regulation(folder, defaults), competition=competition)
    known = About(PublicTags(**defaults.about), settings).then(About(folder.about.tags, kept))
    start = folder.start
    if crowns is not None:
        start = replace(start, rules=ruleset(start.rules.name, second_disc=crowns != NO_CROWNS))
    return GameSetup(start, _control(folder, defaults.time_control), known, folder.mirrored or mirrored)


def _arbitrate(game: BoardGame, rulings: Iterable[RecordedRuling], t_ns: int) -> None:
    """Carry out the rulings after a press, on the last press that counted."""
    presses = game.state.presses
    for ruling in rulings:
        try:
            if isinstance(ruling.decision, EnterMove):
                game.enter(ruling.decision, t_ns)
            else:
                game.arbitrate(structs.replace(ruling.decision, seq=presses[-1].seq if presses else 0), t_ns)
        except ArbitrationError as error:
            raise FolderError(SessionSays.RULING.said(where=ruling.where, why=error.sentence)) from error


def prepare(out: Path) -> None:
    """Make the folder; OutputError when that fails, or when it holds a game already."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name in (JOURNAL_NAME, PDN_NAME, DRAWN_FOLDER):
            if (out / name).exists():
                raise OutputError(SessionSays.RECORDED_BEFORE.said(SessionSays.ANOTHER_FOLDER.said()), str(out / name))
        (out / DRAWN_FOLDER).mkdir()
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(SessionSays.NO_FOLDER.said(why=sentence_of(error)), str(out)) from error


def _regulation(folder: Folder, defaults: GameSettings) -> KeptSettings:
    """The regulation of the game, and what happens once an irregularity stands (regulation C, Art. 5)."""
    theirs = folder.about.settings
    regulation = defaults.regulation if theirs.regulation is None else theirs.regulation
    way = theirs.after_a_fault or ""
    _refuse_other(folder, "regulation", regulation, REGULATIONS)
    _refuse_other(folder, "after_a_fault", way, ("", "record", "paper"))
    return KeptSettings(regulation=regulation, after_a_fault=way or after_a_fault(regulation))


def _refuse_other(folder: Folder, key: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        where = folder.path / SESSION_NAME
        not_one_of = "{key} is {value}; one of {allowed} was expected, or nothing"
        raise FolderError(not_one_of, str(where), key=key, value=repr(value), allowed=tuple(allowed[1:]))


def _control(folder: Folder, default: str) -> TimeControl:
    text = str(folder.about.others.get("time_control", default))
    try:
        return parse_control(text)
    except ControlError as error:
        why = SessionSays.UNUSABLE.said(key="time_control", why=refusal_of(error))
        raise FolderError(why, str(folder.path / SESSION_NAME)) from error

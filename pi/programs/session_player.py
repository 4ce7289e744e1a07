"""Plays a recorded session through the board's own loop. Only the pictures come from files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from clock.control import ControlError, TimeControl, parse_control
from pi.game.board_loop import BoardLoop, Game
from pi.game.keeping import AFTER_A_FAULT, Tell
from pi.reading.drawings import DRAWN_FOLDER
from pi.setup.faults import AFTER_A_FAULT as WAYS
from pi.setup.faults import REGULATIONS
from pi.setup.settings import TAGS, GameSettings
from record.decisions.inbox import EnterMove
from record.decisions.rulings_file import RecordedRuling, read_rulings
from record.session.arbiter import ArbitrationError
from record.session.step import State
from record.store.folder import FIRST_PICTURE, JOURNAL_NAME, PDN_NAME, Folder, FolderError, RecordedPress
from record.store.journal import Journal
from rules.errors import DamcamError
from vision.camera.source import PictureSource, ReplaySource
from vision.watching.watcher import Watcher

START_NS = 0
"""The time of the picture before the first press; every press comes later."""


class OutputError(DamcamError, OSError):
    """The folder cannot be written to, or it holds another game."""


def play_session(
    folder: Folder,
    out: Path,
    tell: Tell,
    *,
    defaults: GameSettings,
    lang: str = "en",
    about: Mapping[str, str] = MappingProxyType({}),
    wait_until: Callable[[int], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> State:
    """Replay the session into `out`, made by `prepare`: journal, game.pdn and drawn pictures.

    What the arbiter ruled is obeyed at its place. `wait_until` is called with each press's time before it, and `say` with a sentence for
    each that counts for nothing.
    Whatever goes wrong, the journal is closed properly, with what had been recorded.
    """
    game = game_of(folder, defaults, about)
    rulings = read_rulings(folder)
    pictures = {press.t_ns: press.pictures for press in folder.presses} | {START_NS: (FIRST_PICTURE,)}
    before = {press.t_ns: press.before for press in folder.presses}
    source: PictureSource = ReplaySource(folder.path, pictures, before)
    first = next(source.frames(START_NS))
    with Journal.create(out / JOURNAL_NAME) as journal:
        loop = BoardLoop(journal, out, Watcher(folder.rules.board_size), tell, lang)
        t_ns = 0
        try:
            loop.open(game, first)
            _arbitrate(loop, rulings.get(0, ()), t_ns)
            for press in folder.presses:
                wait_until(press.t_ns)
                t_ns = press.t_ns
                if not loop.press(press.seq, t_ns, press.side, source.frames(t_ns), press.pictures, source.before(t_ns)):
                    say(_ignored(loop.state, press))
                _arbitrate(loop, rulings.get(press.seq, ()), t_ns)
        finally:
            if loop.state.opening:
                loop.close(t_ns)
            source.close()
    return loop.state


def game_of(folder: Folder, defaults: GameSettings, about: Mapping[str, str]) -> Game:
    """The game of a session. The settings supply what the session does not say."""
    tags = defaults.about | {tag: str(folder.about[tag]) for tag in TAGS if tag in folder.about}
    tags |= {"result_form": defaults.result_form} | regulation_of(folder, defaults)
    return Game(folder.start, _control(folder, defaults.time_control), tags | dict(about))


def _ignored(state: State, press: RecordedPress) -> str:
    if state.ended:
        return f"press {press.seq} counts for nothing: the game was ended"
    return f"press {press.seq} counts for nothing: {press.side} pressed while its clock stood, and nothing can be handed back"


def _arbitrate(loop: BoardLoop, rulings: Iterable[RecordedRuling], t_ns: int) -> None:
    """Carry out the rulings after a press, on the last press that counted."""
    presses = loop.state.presses
    for ruling in rulings:
        try:
            if isinstance(ruling.decision, EnterMove):
                loop.enter(ruling.decision, t_ns)
            else:
                loop.arbitrate(replace(ruling.decision, seq=presses[-1].seq if presses else 0), t_ns)
        except ArbitrationError as error:
            raise FolderError(f"{ruling.where}: {error}") from error


def prepare(out: Path) -> None:
    """Make the folder; OutputError when that fails, or when it holds a game already."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name in (JOURNAL_NAME, PDN_NAME, DRAWN_FOLDER):
            if (out / name).exists():
                raise OutputError(f"{out / name}: a game was recorded here before; name another folder, for nothing is overwritten")
        (out / DRAWN_FOLDER).mkdir()
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"{out}: the folder cannot be made or written to: {error.strerror}") from error


def regulation_of(folder: Folder, defaults: GameSettings) -> dict[str, str]:
    """The regulation of the game, and what happens once an irregularity stands (regulation C, Art. 5)."""
    regulation = _one_of(folder, "regulation", REGULATIONS, defaults.regulation)
    way = _one_of(folder, AFTER_A_FAULT, WAYS, "" if "regulation" in folder.about else defaults.after_a_fault)
    return {"regulation": regulation, AFTER_A_FAULT: way or ("paper" if regulation == "C" else "record")}


def _one_of(folder: Folder, key: str, allowed: Sequence[str], default: str) -> str:
    value = str(folder.about.get(key, default))
    if value not in allowed:
        where = folder.path / "session.json"
        raise FolderError(f"{where}: {key} is {value!r}; one of {', '.join(allowed[1:])} was expected, or nothing")
    return value


def _control(folder: Folder, default: str) -> TimeControl:
    text = str(folder.about.get("time_control", default))
    try:
        return parse_control(text)
    except ControlError as error:
        raise FolderError(f"{folder.path / 'session.json'}: time_control: {error}") from error

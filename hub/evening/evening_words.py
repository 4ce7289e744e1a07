"""What an arbiter does on the evening page: give names and time control, start clocks, correct names, begin the next game."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hub.boards.readiness import OVER, PLAYING, READY
from hub.evening.evening_changes import Changed, EveningSays, changed
from hub.evening.evening_games import LOST, EveningGames
from hub.venue.handing_on import hand_on
from record.decisions.closed_game import describe_closed
from record.decisions.words import ArbitersWord, CloseGame, Describe, PrepareGame, StartClock
from record.events.about import About, KeptSettings, PublicTags
from record.events.of_record import Described
from record.session.state import State
from record.store.beside import hold_against, known_beside
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from rules.errors import DamcamError, Phrase, Sentence

NOTHING_KEPT = KeptSettings()
AT_ONCE = 16
"""Boards that are told something at the same time: each answers within some tenths of a second."""


class EveningRefusal(Phrase):
    """Why nothing was done at a board."""

    SILENT = "it gives no sign of life, and nothing can be told to it"
    LOST = "its journal has lost something: the arbiter chooses at its desk first"
    OTHER_GAME = "another game is there now: look at the board again"
    BETWEEN = "it is between two games: try again in a moment"
    NOT_READY = "its pieces do not stand yet, or its game has begun"
    NO_RESULT = "its game has no result yet: give it at its desk"
    NO_REASON = "a reason was expected: this game is over"
    CONTROL_STAYS = "this game has begun, and its time control stays: set its clocks at its desk"
    NO_SUCH_GAME = "no closed game {game} is there"


@dataclass(frozen=True, slots=True)
class BoardOutcome:
    """What became of one board's part: what was done, or why not."""

    said: Sentence
    is_done: bool


@dataclass(frozen=True, slots=True)
class Correction:
    """The names and tags of one game as they are to be, and for a game that has not begun its time control."""

    game: str
    tags: Mapping[str, str]
    by: str
    time_control: str | None = None
    because: str = ""


def refusal_of(games: EveningGames, *, lives: bool = True) -> Sentence | None:
    """Why nothing can be told to the board; None where something can. Without `lives` its service need not be there."""
    phase = games.phase
    if phase == LOST:
        return EveningRefusal.LOST.said()
    if lives and (phase == "silent" or games.board.is_silent):
        return EveningRefusal.SILENT.said()
    return None


def names_for(
    games: EveningGames, tags: Mapping[str, str], by: str, control: str | None, settings: KeptSettings = NOTHING_KEPT
) -> PrepareGame:
    """The word that gives these tags, and its number, to the game that has not begun at the board."""
    tags = dict(tags)
    if games.board.key.isdecimal() and not games.tags().get("board"):
        tags["board"] = games.board.key
    return PrepareGame(by, games.to_prepare, About(PublicTags(**tags), settings), control)


def prepare(games: EveningGames, word: PrepareGame) -> BoardOutcome:
    """Set what is known of the game that has not begun at the board, and its time control."""
    was = games.prepared() if word.game != games.game else None
    before = dict(was.about.tags.told if was else games.tags() if word.game == games.game else {})
    control = (was.time_control or "") if was else games.time_control() if word.game == games.game else ""
    what = Changed(before, word.about.tags.told, control, word.time_control)
    is_next = word.game != games.game
    return _handed(games, games.game, word, changed(games.number, what, EveningSays.NEXT_GAME if is_next else EveningSays.GAME))


def correct(games: EveningGames, asked: Correction) -> BoardOutcome:
    """Change what is known of one game of the board. A game that is over needs a reason."""
    if asked.game == games.to_prepare:
        about = About(PublicTags(**_new(asked.tags, _known(games, asked.game))))
        return prepare(games, PrepareGame(asked.by, asked.game, about, asked.time_control))
    if asked.time_control is not None:
        return _refused(games, EveningRefusal.CONTROL_STAYS.said())
    if asked.game != games.game:
        return _correct_earlier(games, asked)
    if games.state.over and not asked.because:
        return _refused(games, EveningRefusal.NO_REASON.said())
    new = _new(asked.tags, games.tags())
    said = changed(games.number, Changed(games.tags(), new), EveningSays.GAME)
    if not new:
        return BoardOutcome(said, is_done=True)
    if games.state.closed:
        return _written(games, games.board.desk.folder, _described(asked, new), said)
    return _handed(games, asked.game, Describe(asked.by, About(PublicTags(**new)), asked.because), said)


def start(games: EveningGames, game: str, by: str) -> BoardOutcome:
    """Start the clock of the side that is to move, at a board that is ready."""
    side = "white" if games.state.fen.startswith("W") else "black"
    said = EveningSays.WHITE_RUNS if side == "white" else EveningSays.BLACK_RUNS
    return _handed(games, game, StartClock(by, side), said.said(board=games.number), _not_to_start)


def go_to_next(games: EveningGames, game: str, by: str) -> BoardOutcome:
    """Close the game, which has a result, so that the board waits for the next one."""
    return _handed(games, game, CloseGame(by), EveningSays.CLOSED.said(board=games.number), _not_to_close)


def at_all(jobs: Iterable[Callable[[], BoardOutcome]]) -> list[BoardOutcome]:
    """What became of all these, done at the same time; in their order."""
    waiting = list(jobs)
    with ThreadPoolExecutor(min(AT_ONCE, len(waiting) or 1), "evening") as pool:
        return list(pool.map(lambda job: job(), waiting))


def _nothing(_games: EveningGames) -> Sentence | None:
    return None


def _not_to_start(games: EveningGames) -> Sentence | None:
    return None if games.phase == READY else EveningRefusal.NOT_READY.said()


def _not_to_close(games: EveningGames) -> Sentence | None:
    if games.phase == PLAYING or (games.phase != OVER and games.state.opening):
        return EveningRefusal.NO_RESULT.said()
    return EveningRefusal.BETWEEN.said() if games.state.closed or games.phase != OVER else None


def _handed(
    games: EveningGames, game: str, word: ArbitersWord, said: Sentence, hindrance: Callable[[EveningGames], Sentence | None] = _nothing
) -> BoardOutcome:
    """Hand the word to the board's service, for the game with that folder name, unless a `hindrance` is there once it is its turn."""
    desk = games.board.desk
    with desk.ruling:
        with suppress(DamcamError):
            desk.look()
        if why := refusal_of(games):
            return _refused(games, why)
        if desk.path.parent.name != game or games.game != game:
            return _refused(games, EveningRefusal.OTHER_GAME.said())
        if why := hindrance(games):  # no other ruling is under way now
            return _refused(games, why)
        try:
            held = hand_on(desk.path, word, upon=desk.last_ruling)
        except DamcamError as error:
            return _refused(games, error.sentence)
        with suppress(DamcamError):
            desk.look()
        if held:
            desk.held_ruling = held.row
    return BoardOutcome(EveningSays.HELD.said(said=said, note=held.note) if held else said, is_done=True)


def _correct_earlier(games: EveningGames, asked: Correction) -> BoardOutcome:
    found = next(((path, state) for path, state in games.earlier() if path.name == asked.game and state.closed), None)
    if found is None:
        return _refused(games, EveningRefusal.NO_SUCH_GAME.said(game=asked.game))
    if not asked.because:
        return _refused(games, EveningRefusal.NO_REASON.said())
    path, state = found
    before = state.opened.about.tags.told
    new = _new(asked.tags, before)
    said = changed(games.number, Changed(before, new), EveningSays.EARLIER_GAME, asked.game)
    return _written(games, path, _described(asked, new), said) if new else BoardOutcome(said, is_done=True)


def _written(games: EveningGames, folder: Path, event: Callable[[State], Described], said: Sentence) -> BoardOutcome:
    """Write the event into the journal of a closed game, which no service records any more."""
    try:
        beside = known_beside(folder)
        with Journal.reader(folder / JOURNAL_NAME) as journal:
            state = hold_against(beside, journal)
        describe_closed(folder, state, event(state))
    except DamcamError as error:
        return _refused(games, error.sentence)
    return BoardOutcome(said, is_done=True)


def _described(asked: Correction, new: Mapping[str, str]) -> Callable[[State], Described]:
    about = About(PublicTags(**new))
    return lambda state: Described(state.closing.t_ns if state.closing else 0, asked.by, about, asked.because)


def _known(games: EveningGames, game: str) -> Mapping[str, str]:
    """What is known of the game that has not begun."""
    if game == games.game:
        return games.tags()
    prepared = games.prepared()
    return prepared.about.tags.told if prepared else {}


def _new(tags: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """Those of the tags that are others than before."""
    return {tag: value for tag, value in tags.items() if value != before.get(tag, "")}


def _refused(games: EveningGames, why: Sentence) -> BoardOutcome:
    return BoardOutcome(EveningSays.NOT_DONE.said(board=games.number, why=why), is_done=False)

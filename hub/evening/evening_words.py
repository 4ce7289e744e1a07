"""What an arbiter does on the evening page: give names and time control, start clocks, correct names, begin the next game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hub.boards.commands import command_board
from hub.boards.kept_games import KeptGame
from hub.evening.evening_changes import Changed, EveningSays, changed
from hub.evening.evening_games import LOST, EveningGames
from link.status import OVER, PLAYING, READY
from record.decisions.closed_game import describe_closed
from record.decisions.commands import TIME_CONTROL, ArbiterCommand, CloseGame, Describe, PrepareGame, StartClock
from record.decisions.known_before import changed_meanwhile, stands_in
from record.events.about import About, KeptSettings, PublicTags
from record.events.of_record import Described
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal, fold
from record.store.mirror_mark import is_mirrored
from rules.errors import DamcamError, Phrase, Sentence

NOTHING_KEPT = KeptSettings()
AT_ONCE = 16
"""Boards that are told something at the same time: each answers within some tenths of a second."""


class EveningRefusal(Phrase):
    """Why nothing was done at a board."""

    SILENT = "it gives no sign of life, and nothing can be told to it"
    LOST = "its journal has lost something: the arbiter confirms that at its desk first"
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
    board: str = ""
    stands: Mapping[str, str] = field(default_factory=dict)
    """The values that stand there now, as far as this says them: what was stored, or what somebody else has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The names and tags of one game that are to be others, and for a game that has not begun its time control."""

    game: str
    tags: Mapping[str, str]
    by: str
    time_control: str | None = None
    because: str = ""
    was: Mapping[str, str] = field(default_factory=dict)
    """What was shown of them to whoever changes them, as in `Describe`."""


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
    what = Changed(*_known(games, word.game), word.about.tags.told, word.time_control)
    is_next = word.game != games.game
    return _handed(games, games.game, word, changed(games.number, what, EveningSays.NEXT_GAME if is_next else EveningSays.GAME))


def changed_since(games: EveningGames, word: PrepareGame) -> Sentence | None:
    """What somebody has changed that the word changes too, as far as it is known here; None where nothing is.

    A board elsewhere decides that itself: what is set there comes here later.
    """
    return None if is_mirrored(games.board.desk.path) else changed_meanwhile(word, *_known(games, word.game))


def correct(games: EveningGames, earlier: Sequence[KeptGame], asked: Correction) -> BoardOutcome:
    """Change what is known of one game of the board, which may be one of the `earlier` ones. A game that is over needs a reason."""
    if asked.game == games.to_prepare:
        tags, _ = _known(games, asked.game)
        about = About(PublicTags(**_new(asked.tags, tags)))
        return prepare(games, PrepareGame(asked.by, asked.game, about, asked.time_control, asked.was))
    if asked.time_control is not None:
        return _refused(games, EveningRefusal.CONTROL_STAYS.said())
    if asked.game != games.game:
        return _correct_earlier(games, earlier, asked)
    if games.state.over and not asked.because:
        return _refused(games, EveningRefusal.NO_REASON.said())
    new = _new(asked.tags, games.tags())
    said = changed(games.number, Changed(games.tags(), "", new), EveningSays.GAME)
    if not new:
        return BoardOutcome(said, is_done=True)
    word = Describe(asked.by, About(PublicTags(**new)), asked.because, asked.was)
    if games.state.closed:
        return _written(games, games.board.desk.folder, word, said)
    return _handed(games, asked.game, word, said)


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
    games: EveningGames, game: str, word: ArbiterCommand, said: Sentence, hindrance: Callable[[EveningGames], Sentence | None] = _nothing
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
            held = command_board(desk.path, word, based_on_row=desk.last_ruling)
        except DamcamError as error:
            return _refused(games, error.sentence)
        with suppress(DamcamError):
            desk.look()
        if held:
            desk.held_ruling = held.row
    said = EveningSays.HELD.said(said=said, note=held.note) if held else said
    return BoardOutcome(said, is_done=True, board=games.board.key, stands=_stored(word))


def _correct_earlier(games: EveningGames, earlier: Sequence[KeptGame], asked: Correction) -> BoardOutcome:
    found = next((game for game in earlier if game.journal.parent.name == asked.game and game.short.closed), None)
    if found is None:
        return _refused(games, EveningRefusal.NO_SUCH_GAME.said(game=asked.game))
    if not asked.because:
        return _refused(games, EveningRefusal.NO_REASON.said())
    before = found.short.tags.told
    new = _new(asked.tags, before)
    said = changed(games.number, Changed(before, "", new), EveningSays.EARLIER_GAME, asked.game)
    word = Describe(asked.by, About(PublicTags(**new)), asked.because, asked.was)
    return _written(games, found.journal.parent, word, said) if new else BoardOutcome(said, is_done=True)


def _written(games: EveningGames, folder: Path, word: Describe, said: Sentence) -> BoardOutcome:
    """Write the correction into the journal of a closed game, which no service records any more."""
    try:
        with games.board.desk.ruling:  # nobody else corrects it between the look and the row
            with Journal.reader(folder / JOURNAL_NAME) as journal:
                state = fold(journal)
            if why := changed_meanwhile(word, state.opened.about.tags.told):
                return _refused(games, why)
            t_ns = state.closing.t_ns if state.closing else 0
            describe_closed(folder, state, Described(t_ns, word.by, word.about, word.because))
    except DamcamError as error:
        return _refused(games, error.sentence)
    return BoardOutcome(said, is_done=True, board=games.board.key, stands=_stored(word))


def _stored(word: ArbiterCommand) -> dict[str, str]:
    """The values that the word has set."""
    if not isinstance(word, Describe | PrepareGame):
        return {}
    control = word.time_control if isinstance(word, PrepareGame) else None
    return {**word.about.tags.told, **({TIME_CONTROL: control} if control else {})}


def _known(games: EveningGames, game: str) -> tuple[Mapping[str, str], str]:
    """What is known of the game that has not begun, and its time control, empty where none is set."""
    if game == games.game:
        return games.tags(), games.time_control()
    prepared = games.prepared()
    return (prepared.about.tags.told, prepared.time_control or "") if prepared else ({}, "")


def _new(tags: Mapping[str, str], before: Mapping[str, str]) -> dict[str, str]:
    """Those of the tags that are others than before."""
    return {tag: value for tag, value in tags.items() if value != before.get(tag, "")}


def _refused(games: EveningGames, why: Sentence) -> BoardOutcome:
    said = EveningSays.NOT_DONE.said(board=games.number, why=why)
    return BoardOutcome(said, is_done=False, board=games.board.key, stands=stands_in(why))

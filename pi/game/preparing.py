"""Sets what is known of a game that has not begun, and its time control: of the one that the board waits for, or the one that follows."""

from dataclasses import replace
from pathlib import Path

from msgspec import structs

from clock.clock import new_clock
from clock.control import ControlError, TimeControl, parse_control
from clock.presets import age_class_of
from pi.game.board_game import BoardGame, GameSetup
from pi.game.obeying import start_clock
from pi.machine.game_folders import state_of
from record.decisions import next_game
from record.decisions.commands import PrepareGame
from record.decisions.known_before import changed_meanwhile
from record.decisions.outcome import OBEYED, Became
from record.events.about import About, KeptSettings, first_tag_fault
from record.events.of_record import Described, TimeControlSet
from record.files import FileError
from record.session.opening import has_begun
from record.telling.of_clock import clock_sentence
from rules.errors import Phrase


class PrepareRefusal(Phrase):
    """Why nothing is set for a game."""

    BEGUN = "this game has begun: its names are corrected one by one, and its time control is put right by a ruling at its desk"
    LIES_MIRRORED = (
        "the board lies mirrored, and under regulation {regulation} it lies wrong then (Art. 26):"
        " put it right, set mirrored of [board] to false and start the service anew"
    )
    NO_SECOND_DISC = (
        "kings get no second disc here, and under regulation {regulation} they do (Art. 8):"
        " set crowns of [board] to disc and start the service anew"
    )
    OTHER_GAME = "another game is played at this board now: look at the board again"


Prepared = tuple[GameSetup | None, Became]
"""The setup of the game that is waited for, if one is, and what became of the word."""


def prepare(game: BoardGame, setup: GameSetup | None, word: PrepareGame, t_ns: int) -> Prepared:
    """Do what the word says, or refuse it with nothing changed. `setup` is that of the game that the board waits for, if it does.

    The id of the command is kept with what is set for a game without a journal.
    """
    if fault := first_tag_fault(word.about.tags):
        return setup, fault
    try:
        control = parse_control(word.time_control) if word.time_control is not None else None
        return _prepared(game, setup, _with_age_class(word), control, t_ns)
    except ControlError as error:
        return setup, clock_sentence(error)
    except FileError as error:
        return setup, error.sentence


def _prepared(game: BoardGame, setup: GameSetup | None, word: PrepareGame, control: TimeControl | None, t_ns: int) -> Prepared:
    folder = game.folder
    if setup and word.game == folder.name:
        if why := changed_meanwhile(word, setup.about.tags.told, str(setup.control)):
            return setup, why
        return with_preparation(setup, next_game.keep(state_of(folder), word, game.command)), OBEYED
    if setup is None and game.state.opening and word.game == next_game.following(folder.name):
        return None, _kept_for_next(folder, word, game.command)
    if setup or word.game != folder.name or game.state.opening is None:
        return setup, PrepareRefusal.OTHER_GAME.said()
    if has_begun(game.state):
        return setup, PrepareRefusal.BEGUN.said()
    if why := changed_meanwhile(word, game.state.opened.about.tags.told, game.state.opened.time_control):
        return setup, why
    regulation = game.state.opened.about.then(word.about).settings.binding_regulation
    if game.state.opened.mirrored and regulation:
        return setup, PrepareRefusal.LIES_MIRRORED.said(regulation=regulation)
    if game.state.opened.crowns and regulation:
        return setup, PrepareRefusal.NO_SECOND_DISC.said(regulation=regulation)
    known = game.state.opened.about.settings.age_class or ""
    sets_control = control is not None and (control != game.clock.control or (control.main_ns is None and not game.clock.running))
    if word.about.tags.told or word.about.settings.age_class not in (None, known):
        game.keep(Described(t_ns, word.by, word.about), t_ns, completes=not sets_control)
    if control and sets_control:
        _set_control(game, word.by, control, t_ns)
    return setup, OBEYED


def _kept_for_next(folder: Path, word: PrepareGame, command: str) -> Became:
    """Keep the word for the game after the one in that folder, unless somebody changed meanwhile what it changes."""
    before = next_game.kept(state_of(folder), word.game)
    if why := changed_meanwhile(word, before.about.tags.told if before else {}, (before and before.time_control) or ""):
        return why
    next_game.keep(state_of(folder), word, command)
    return OBEYED


def _with_age_class(word: PrepareGame) -> PrepareGame:
    """The word with the age class that the name of its time control says, where it does not say one itself (regulation E)."""
    if word.time_control is None or word.about.settings.age_class is not None:
        return word
    return structs.replace(word, about=word.about.then(About(settings=KeptSettings(age_class=age_class_of(word.time_control)))))


def _set_control(game: BoardGame, by: str, control: TimeControl, t_ns: int) -> None:
    shows = new_clock(control)
    event = TimeControlSet(t_ns, by, str(control), shows.white_ns, shows.black_ns)
    game.keep(event, t_ns, completes=control.main_ns is not None)
    if control.main_ns is None:
        start_clock(game, t_ns, str(game.belief.position.side))


def with_preparation(setup: GameSetup, word: PrepareGame) -> GameSetup:
    """The setup of a game that has not begun, with what the word sets."""
    control = setup.control if word.time_control is None else parse_control(word.time_control)
    return replace(setup, about=setup.about.then(word.about), control=control)


def kept_for(folder: Path) -> PrepareGame | None:
    """What was set for the new game in that folder before, by an earlier service or while the game before it went on."""
    kept = next_game.kept(state_of(folder), folder.name)
    try:
        return kept if kept and (kept.time_control is None or parse_control(kept.time_control)) else None
    except ControlError:
        return None


def forget_preparation(folder: Path) -> None:
    """Forget what was set for the game in that folder, which has begun: its journal has it."""
    next_game.drop(state_of(folder), folder.name)

"""Ctrl-C while a recorded session is played: the journal has each row once, and what was begun is done."""

import signal
from types import SimpleNamespace

import pytest

from pi.game.keeping import Telling
from pi.programs.session_player import play_session, prepare, recorded_game
from pi.setup.settings import GameSettings
from record.events.of_game import Pressed, Ruled, SessionClosed
from record.store.folder import JOURNAL_NAME, read_folder
from record.store.journal import Journal, fold


@pytest.fixture
def played(copied, tmp_path):
    """A function that plays three presses with these hooks: whether it was interrupted, the kinds of events told, and the state on disk."""

    def play(*, tell=lambda event: None, wait_until=lambda t_ns: None):
        session, told = read_folder(copied(presses=3)), []

        def hear(event, _):
            told.append(type(event))
            tell(event)

        prepare(tmp_path / "out")
        handler = signal.getsignal(signal.SIGINT)
        try:
            play_session(session, tmp_path / "out", recorded_game(session, GameSettings()), Telling(hear), wait_until)
            interrupted = False
        except KeyboardInterrupt:
            interrupted = True
        assert signal.getsignal(signal.SIGINT) is handler
        with Journal.reader(tmp_path / "out" / JOURNAL_NAME) as journal:
            return SimpleNamespace(interrupted=interrupted, told=told, state=fold(journal))

    return play


@pytest.mark.parametrize("kind", [Pressed, Ruled])
def test_an_interrupt_comes_once_the_press_is_done(played, kind):
    game = played(tell=lambda event: isinstance(event, kind) and event.seq == 2 and signal.raise_signal(signal.SIGINT))
    assert (game.interrupted, [ruling.seq for ruling in game.state.rulings], game.state.closed) == (True, [1, 2], True)
    assert game.told[-3:] == [Pressed, Ruled, SessionClosed]


def test_an_interrupt_while_the_next_press_is_waited_for_comes_at_once(played):
    game = played(wait_until=lambda t_ns: t_ns > 3 * 10**9 and signal.raise_signal(signal.SIGINT))
    assert (game.interrupted, game.state.closed) == (True, True)
    assert len(game.state.presses) == len(game.state.rulings) < 3


@pytest.mark.parametrize("kind", [Ruled, SessionClosed])
def test_an_interrupt_at_the_end_is_not_lost(played, kind):
    last = (lambda event: event.seq == 3) if kind is Ruled else (lambda event: True)
    game = played(tell=lambda event: isinstance(event, kind) and last(event) and signal.raise_signal(signal.SIGINT))
    assert (game.interrupted, [ruling.seq for ruling in game.state.rulings], game.state.closed) == (True, [1, 2, 3], True)

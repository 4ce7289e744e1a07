"""The whole service ends as a game is closed, and signs it; a key that cannot be used changes nothing for the game."""

import logging
from pathlib import Path

import pytest

from pi.machine.board_key import board_key
from pi.setup.settings import RecordSettings, Settings
from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame
from record.events.of_game import BoardFound, Event, SessionClosed
from record.session.step import State
from record.store.dropping import is_closed
from record.store.folder import JOURNAL_NAME
from record.store.signature import Signed, signature_state
from tests.pi.game.beside import Shown

KEY = "signing_key.pem"


class Closing(Shown):
    """Closes the first game as soon as the board is found, and ends the service."""

    def play(self) -> None:
        self.hears(BoardFound)
        with Inbox(self.state / "games/0001" / JOURNAL_NAME) as inbox:
            inbox.put(CloseGame("J. Jansen"))
        self.hears(SessionClosed)

    def tell(self, event: Event, state: State) -> None:
        assert not list(self.state.glob("games/*/closing.sig")), "it is told before it is signed"
        super().tell(event, state)


@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_closed_game_is_signed_unless_the_key_is_damaged_which_is_told(
    system: None, tmp_path: Path, caplog: pytest.LogCaptureFixture, is_damaged: bool
) -> None:
    if is_damaged:
        (tmp_path / KEY).touch(mode=0o600)
    closing, folder = Closing(tmp_path, 1.0), tmp_path / "games" / "0001"
    with caplog.at_level(logging.INFO):
        closing.serve(closing.devices, closing.play, Settings(record=RecordSettings(sign_with=KEY)))
    public = None if is_damaged else board_key(tmp_path / KEY).public
    assert is_closed(folder)
    assert signature_state(folder, public).signed is (Signed.UNSIGNED if is_damaged else Signed.GOOD)
    assert (public or str(tmp_path / KEY)) in caplog.text

"""The whole service signs the game that is closed; a key that cannot be used changes nothing for the game."""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Timer

import pytest

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from pi.game.station import Stop
from pi.machine.board_key import board_key
from pi.programs.halting import HaltingPace
from pi.reading.devices import Devices
from pi.setup.settings import BoardSettings, RecordSettings, Settings
from record.decisions.inbox import Inbox
from record.decisions.words import CloseGame
from record.events.of_game import BoardFound, Event, SessionClosed
from record.session.step import State
from record.store.dropping import is_closed
from record.store.folder import JOURNAL_NAME
from record.store.signature import Signed, signature_state
from tests.bench.live.drawn import Grain
from tests.bench.live.scene import Scene
from tests.bench.live.serving import run_service
from tests.bench.live.truth import TruthEyes, picture

GIVES_UP_S = 15.0
KEY = "signing_key.pem"


def play_one_game(state: Path, settings: Settings) -> Path:
    """Close the first game as soon as the board is found, and end the service; the game's folder."""
    pace, puts = HaltingPace(1.0), list[Callable[[object], object]]()
    scene, folder = Scene(Grain().on, pace), state / "games" / "0001"

    def buttons(put: Callable[[object], object]) -> ScriptedButtons:
        puts.append(put)
        return ScriptedButtons(TwoButtons(17, 27), put)

    def eyes(*_: object) -> TruthEyes:
        scene.set_up(lambda contents, hand: picture(contents, hand is not None))
        return TruthEyes()

    def tell(event: Event, _: State) -> None:
        if isinstance(event, BoardFound):
            with Inbox(folder / JOURNAL_NAME) as inbox:
                inbox.put(CloseGame("J. Jansen"))
        if isinstance(event, SessionClosed):
            assert not (folder / "closing.sig").exists(), "it is told before it is signed"
            puts[0](Stop())

    late = Timer(GIVES_UP_S, lambda: puts[0](Stop()))
    late.start()
    run_service(state, settings, Devices(lambda: scene, buttons, pace, eyes), tell)
    assert late.is_alive()
    late.cancel()
    return folder


@pytest.fixture
def settings(tmp_path) -> Settings:
    return Settings(board=BoardSettings(state=str(tmp_path)), record=RecordSettings(sign_with=KEY))


def test_a_closed_game_is_signed(tmp_path, settings, caplog):
    with caplog.at_level(logging.INFO):
        folder = play_one_game(tmp_path, settings)
    public = board_key(tmp_path / KEY).public
    assert signature_state(folder, public).signed is Signed.GOOD
    assert f"the public key of this board: {public}" in caplog.text


def test_a_damaged_key_is_told_and_the_game_is_closed_unsigned(tmp_path, settings, caplog):
    (tmp_path / KEY).touch(mode=0o600)
    folder = play_one_game(tmp_path, settings)
    assert (is_closed(folder), signature_state(folder).signed) == (True, Signed.UNSIGNED)
    assert f"the game in {folder} is closed and not signed: {tmp_path / KEY}: this is no private key" in caplog.text

"""The hands of a recorded session wait for the board as long as nobody has looked for it."""

from queue import Empty, SimpleQueue

import pytest

from clock.buttons import ScriptedButtons
from pi.game.station import Stop
from pi.programs.halting import HaltingPace
from pi.programs.run import SCRIPTED
from pi.programs.scripted_play import ScriptedPlay
from pi.reading.live_reader import NotBegun
from pi.reading.messages import Done
from record.store.folder import read_folder
from rules.errors import Sentence


def test_a_slow_look_is_waited_for_and_one_in_vain_ends_it(copied) -> None:
    queue: SimpleQueue[object] = SimpleQueue()
    play = ScriptedPlay(read_folder(copied(presses=1)), ScriptedButtons(SCRIPTED, queue.put), HaltingPace(8), queue.put, by="the session")
    with pytest.raises(Empty):
        queue.get(timeout=0.2)
    missed = Done(play, NotBegun(Sentence.plain("no board is seen")))
    assert play.heard(missed) is missed
    assert isinstance(queue.get_nowait(), Stop)
    assert str(play.missed) == "no board is seen"

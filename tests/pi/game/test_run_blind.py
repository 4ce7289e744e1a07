"""A camera that gives nothing but black pictures while nobody presses: the arbiter need not wait for the next press to hear of it."""

from dataclasses import replace

from pi.reading.messages import CameraBack, CameraBlind
from record.events.of_game import CameraRestored
from tests.bench.live.table import SECOND, calm, ruled
from tests.bench.live.truth import picture
from vision.camera.source import Frame
from vision.watching.health import PictureFault


def test_a_camera_that_is_black_while_nobody_presses_is_told_and_so_is_its_end(table):
    script = calm(2)
    world = table.world([script[0], replace(script[1], think_ns=60 * SECOND)])
    world.run(ruled(world, 1))
    world.light = False
    world.queue.put(CameraBlind(PictureFault.BLACK))
    world.run_for(SECOND)
    world.light = True
    world.ring.add(Frame("", world.now_ns_, picture(world.stands)))
    world.queue.put(CameraBack())
    world.run_for(5 * SECOND)
    alerts = [(alert.code, alert.reason) for event in table.told for alert in getattr(event, "alerts", ())]
    assert alerts == [("camera", "black"), ("camera", "over")]
    assert len(table.of(CameraRestored)) == 1
    world.run(ruled(world, 2))
    assert [one.verdict for one in world.state.rulings] == ["legal"] * 2


def test_before_a_game_nobody_is_told(table):
    world = table.world(calm(1))
    world.light = False
    world.queue.put(CameraBlind(PictureFault.BLACK))
    world.run_for(SECOND)
    world.light = True
    world.run(ruled(world, 1))
    assert [event for event in table.told if getattr(event, "alerts", ())] == []

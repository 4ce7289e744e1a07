"""What was under way when a game was closed is nothing to the game after it."""

from heapq import heappop

from pi.reading.looking import LookRefusal
from pi.reading.messages import CameraFixed, Done
from record.decisions.words import CloseGame, FindBoard
from record.events.of_game import BoardFound, SessionOpened
from rules.errors import Sentence
from tests.bench.live.table import calm
from tests.bench.live.truth import picture
from tests.bench.live.world import START, World
from vision.image.picture import encode_jpeg

MOVED = calm(1)[0].stands


def closed_while_working(world: World) -> Done:
    """The game is closed, and what it had asked for is done only then."""
    world.queue.put(CloseGame("J. Jansen"))
    world.service.take(world.queue.get(), world.now_ns())
    assert world.service.closed
    while world.queue.empty():
        world.now_ns_, _, does = heappop(world._due)
        does()
    world.close()
    return world.queue.get()


def test_a_board_that_was_found_for_the_last_game_begins_no_other(table):
    world = table.world([])
    world.run(lambda: world.service.begun)
    (world.folder / "frames" / "0000.jpg").write_bytes(encode_jpeg(picture(START.contents())))
    world.close()
    world = table.world([])
    world.stands = MOVED
    world.run(lambda: world.service._looking.is_busy)
    late = closed_while_working(world)
    world = table.world([])
    world.stands = MOVED
    world.service.take(late, world.now_ns())
    assert (world.service.begun, world.state.opening) == (False, None), "nothing stands there that a game could begin with"
    world.stands = START.contents()
    world.run(lambda: world.service.begun)
    assert len(table.of(SessionOpened)) == 2


def test_the_camera_is_fixed_for_the_game_that_asked(table):
    world = table.world([])
    for asker in (object(), world.service):
        assert world.said == []
        world.service.take(Done(asker, CameraFixed(Sentence.plain("no picture came"))), world.now_ns())
    assert world.said == ["no picture came"]


def test_the_next_game_looks_for_its_own_board(table):
    world = table.world([])
    world.run(lambda: world.service.begun)
    answers: list[str] = []
    world.service.find(FindBoard("J. Jansen"), world.now_ns(), answers.append)
    world.service.tick(world.now_ns())
    late = closed_while_working(world)
    world.service.end(world.now_ns())
    assert answers == [LookRefusal.ENDS.said()]
    world = table.world([])
    world.service.take(late, world.now_ns())
    world.run(lambda: world.service.begun)
    assert len(table.of(BoardFound)) == 2

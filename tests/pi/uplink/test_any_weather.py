"""Whatever is cut, lost, repeated, reordered or killed: once all is well again journal and mirror end in the same checksum, and every word
was carried out once or told as not carried out, never both, and never after its time."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from record.decisions.inbox import OBEYED, Inbox
from record.decisions.words import StopClock
from tests.hub.venue.world import STEP_NS, S, World

LIFE_NS = 5 * S
MOVES = [("white", 32, 28), ("black", 19, 23), ("white", 28, 32), ("black", 23, 19)]
FATES = st.lists(
    st.sampled_from([[0], [0], [0], [], [0, 0], [S // 5], [2 * S], [0, 3 * S], [8 * S], [S // 10, S // 2, 7 * S]]), min_size=1, max_size=25
)
"""What happens to each packet in turn, again and again: the delays of its copies."""
STEPS = ["press", "press", "word", "word", "wait", "wait-long", "busy", "idle", "next-game"]
STEPS += ["cut-board", "join-board", "cut-hub", "join-hub", "kill-mirror", "start-mirror", "kill-uplink", "start-uplink"]


class Evening:
    """What happens in the hall, and what was said."""

    def __init__(self, world: World) -> None:
        self.world, self.pressed, self.said = world, 0, {}
        world.board.begin()
        world.run(1)

    def do(self, step: str) -> None:
        world, board = self.world, self.world.board
        match step.split("-"):
            case ["press"]:
                board.press(*MOVES[self.pressed % 4])
                self.pressed += 1
            case ["word"]:
                self.say()
            case ["wait", *long]:
                world.run(6 if long else 0.3)
            case ["cut" | "join" as how, who]:
                half = world.wire.hub if who == "hub" else world.wire.boards[world.key]
                if (how == "cut") == bool(half.connection):
                    getattr(half, how)()
            case ["kill", "mirror"] if world.mirror:
                world.stop_mirror(orderly=False)
            case ["start", "mirror"] if not world.mirror:
                world.start_mirror()
            case ["kill", "uplink"] if board.uplink:
                board.stop(orderly=False)
            case ["start", "uplink"] if not board.uplink:
                board.start()
            case ["busy" | "idle" as now]:
                board.is_busy = now == "busy"
            case ["next", "game"]:
                board.game.close("1-0")
                board.begin(f"{int(board.game.folder.name) + 1:04}")
                self.pressed = 0
        world.run(0.1)

    def say(self) -> None:
        """Put a word into the inbox of the game that the hub knows as the newest."""
        there = sorted(self.world.state.glob("games/*/journal.sqlite"))
        if there:
            with Inbox(there[-1]) as inbox:
                name = f"{len(self.said)}"
                self.said[name] = there[-1], inbox.put(StopClock("Anna", name)), self.world.now_ns

    def end(self) -> None:
        """All is well again."""
        self.world.weather.fate = lambda _way, _packet: [0]
        for step in ("start-mirror", "start-uplink", "join-board", "join-hub", "idle"):
            self.do(step)
        self.world.run(75)


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(STEPS), min_size=1, max_size=25), FATES)
@example(steps=["join-hub", "word", "next-game"], fates=[[], [0, 3 * S], [0], [S // 5]])
def test_in_any_weather_all_ends_well(steps, fates):
    with TemporaryDirectory() as folder:
        world = World(Path(folder))
        sent = iter(range(10**9))
        world.weather.fate = lambda _way, _packet: fates[next(sent) % len(fates)]
        evening = Evening(world)
        try:
            for step in steps:
                evening.do(step)
            evening.end()
            check(world, evening)
        finally:
            world.close()


def check(world, evening):
    for path in sorted(world.board.state.glob("games/*/journal.sqlite")):
        own, mirror = world.ends(path.parent.name)
        assert own == mirror
    done = [reason for reason, _ in world.board.done]
    assert len(done) == len(set(done)), "a word was carried out twice"
    for name, (journal, number, put_ns) in evening.said.items():
        with Inbox(journal) as inbox:
            became = inbox.answered(number)
        assert became is not None, "a word is open for ever"
        assert (became == OBEYED) == (name in done), (name, became, done)
        when = [at_ns for reason, at_ns in world.board.done if reason == name]
        assert all(at_ns - put_ns <= LIFE_NS + 2 * STEP_NS for at_ns in when), "a word was carried out after its time"

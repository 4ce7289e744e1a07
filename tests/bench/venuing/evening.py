"""An evening at a venue: a hall catches up, plays in peace while it is measured, and then everything goes wrong."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec.structs import replace

from record.files import write_private
from tests.bench.listening.servers import Served
from tests.bench.venuing import judging
from tests.bench.venuing.boards_side import BoardsSide
from tests.bench.venuing.figures import Span, at_hub_ms, at_viewers_ms, bare_ms, part, rows_in, spread
from tests.bench.venuing.hub_side import HubSide
from tests.bench.venuing.killing import Killing
from tests.bench.venuing.noting import noted
from tests.bench.venuing.rulings import Arbiters
from tests.bench.venuing.scale import VenueScale
from tests.bench.venuing.worker import BenchProcess
from tests.support.attacking import Browser

AT_WALL = 0.15
"""The share of the viewers who look at the wall."""
WITHIN_S = 300.0
ASKS_EVERY_S = 2.0
ARBITERS = 4


class Evening:
    """A hall of that scale; its folders are below `scratch`, and those of the boards below `boards_folder`."""

    def __init__(self, scratch: Path, boards_folder: Path, scale: VenueScale, chance: random.Random) -> None:
        self._scale, self._chance, self._began_s = scale, chance, time.monotonic()
        self.notes = scratch / "notes"
        self.notes.mkdir()
        self.hub = HubSide(scratch / "hub", self.notes)
        self.boards = BoardsSide(boards_folder, self.notes, scale, self.hub.hall, self.hub.broker.port)
        self._scratch = scratch

    def say(self, what: str) -> None:
        print(f"[{time.monotonic() - self._began_s:5.0f} s] {what}", flush=True)

    def figures(self) -> dict[str, float]:
        """Play it, and return what was measured and counted."""
        with ExitStack() as ending:
            ending.callback(self.boards.close)
            ending.callback(self.hub.close)
            found = self._caught_up()
            self.boards.start_players()
            pages = [ending.enter_context(self._own_page(key)) for key in self.boards.keys[: self._scale.with_own_page]]
            watching = self._watching({key: page.port for key, page in zip(self.boards.keys, pages, strict=False)})
            watching.start()
            watching.until_told()
            ending.callback(watching.end)
            ending.enter_context(self._asking_for_desks())
            found |= self._calm([page.port for page in pages])
            if self._scale.killing_s:
                found |= self._killed()
        return {"boards": self._scale.boards, "viewers": self._scale.viewers} | found

    def _caught_up(self) -> dict[str, float]:
        """The hall meets an empty hub after a day."""
        rows = self.boards.play_day()
        self.say(f"{rows} rows were played before")
        self.hub.start()
        self.boards.network.start()
        self.boards.network.until_told()
        for key in self.boards.keys:
            self.boards.enroll(key)
        self.say(f"{len(self.boards.keys)} boards are enrolled")
        self.boards.start_uplinks()
        came, until_s = list[list[int]](), time.monotonic() + WITHIN_S
        while sum(last - first + 1 for _, _, _, first, last, _ in came) < rows and time.monotonic() < until_s:
            time.sleep(0.25)
            came = list(noted(self.notes, "mirrored"))
        _, left = judging.wait_until_equal(self.boards, self.hub.hall, self._scale.settled_within_s)
        assert not left, f"the hub does not catch up with {left}"
        took_s = (max(told[5] for told in came) - min(told[5] for told in came)) / 1e9
        self.say(f"the hub has caught up within {took_s:.1f} s")
        return {"day_rows": rows, "caught_up_s": round(took_s, 1), "caught_up_rows_per_s": round(rows / max(took_s, 0.1))}

    @contextmanager
    def _own_page(self, key: str) -> Iterator[Served]:
        served = Served(["-m", "hub", f"--state={self.boards.states[key]}", "--lone", "--port=0"])
        try:
            yield served
        finally:
            served.stop()

    def _watching(self, own_ports: dict[str, int]) -> BenchProcess:
        keys, hub, scale = self.boards.keys, self.hub.port, self._scale
        at_wall = round(AT_WALL * scale.viewers)
        streams = [f"wall=all={hub}=/wall/events" for _ in range(at_wall)]
        streams += [f"board={key}={hub}=/board/{key}/events" for key in (keys * scale.viewers)[: scale.viewers - at_wall]]
        cookie = self.hub.sign_in()
        streams += [f"desk={key}={hub}=/desk/{key}/events={cookie}" for key in keys[: scale.desks]]
        streams += [f"board={key}={port}=/events" for key, port in own_ports.items()]
        return BenchProcess(self.notes / "log-watching", "tests.bench.venuing.watching", self.notes / "watched", *streams)

    def _unheard(self) -> int:
        """How many viewers never saw anything."""
        seen = {told[1] for told in noted(self.notes, "watched") if told[0] == "view" and told[2] == self.hub.port}
        return self._scale.viewers - round(AT_WALL * self._scale.viewers) - len(seen)

    @contextmanager
    def _asking_for_desks(self) -> Iterator[None]:
        """An arbiter looks at the list of all desks, and asks for it again and again."""
        ended, cookie = threading.Event(), self.hub.sign_in()

        def ask() -> None:
            while not ended.wait(ASKS_EVERY_S):
                try:
                    Browser(self.hub.port).get("/desk", Cookie=cookie)
                except OSError:
                    continue

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        yield
        ended.set()
        thread.join()

    def _calm(self, own_ports: list[int]) -> dict[str, float]:
        with self._bare():
            time.sleep(min(5.0, self._scale.calm_s))
            before_s, each_s, began_ns = self.hub.cpu_s(), self.hub.cpu_of_each_s(), time.monotonic_ns()
            time.sleep(self._scale.calm_s)
            span = began_ns, time.monotonic_ns()
            cpu_s, after_s = self.hub.cpu_s() - before_s, self.hub.cpu_of_each_s()
            memory_mb = self.hub.memory_mb()
            time.sleep(2.0)
        lasted_s = (span[1] - span[0]) / 1e9
        cores = {"cores": cpu_s / lasted_s} | {f"{name}_cores": (after_s[name] - each_s[name]) / lasted_s for name in each_s}
        cores["link_cores"] = cores["broker_cores"] + cores["mirror_cores"]
        found = self._late(span, own_ports) | {name: round(value, 3) for name, value in cores.items()} | {"memory_mb": round(memory_mb)}
        self.say(f"in peace: {found}")
        return found

    def _late(self, span: Span, own_ports: list[int]) -> dict[str, float]:
        rows = rows_in(self.notes, span)
        to_hub, bare = at_hub_ms(self.notes, rows), bare_ms(self.notes, span)
        own_keys = self.boards.keys[: self._scale.with_own_page]
        measured = [row for row in rows if row.key in own_keys]
        at_hub, at_board = (at_viewers_ms(self.notes, measured, ports) for ports in ([self.hub.port], own_ports))
        more = {f"viewer_more_p{name}_ms": part(at_hub, share) - part(at_board, share) for name, share in (("50", 0.5), ("99", 0.99))}
        times = {f"times_bare_p{name}": part(to_hub, share) / part(bare, share) for name, share in (("50", 0.5), ("99", 0.99))}
        told = spread("to_hub", to_hub) | spread("bare", bare) | spread("viewer", at_hub) | spread("own_page", at_board)
        rounded = {name: round(value, 2) for name, value in (times | more).items()}
        return {"calm_rows": len(rows), "seen_rows": len(measured)} | told | rounded

    @contextmanager
    def _bare(self) -> Iterator[None]:
        """The bare messages, from a client that goes through the network as a board does to one at the hub."""
        own, files = self.hub.hall.own(), [self._scratch / f"bare-{who}.json" for who in ("sends", "receives")]
        for path, enrolment in zip(files, (replace(own, port=self.boards.ports[0]), own), strict=True):
            write_private(path, enrolment.written())
        words = self.notes / "bare", self._scratch / "bare.sqlite", *files
        process = BenchProcess(self.notes / "log-bare", "tests.bench.venuing.bare_wire", *words)
        process.start()
        try:
            yield
        finally:
            process.end()

    def _killed(self) -> dict[str, float]:
        keys = [key for key in self.boards.keys if key != self.boards.revoked]
        arbiters = Arbiters(self.hub.hall.boards, keys, ARBITERS)
        killing = Killing(self.hub, self.boards, self._chance, self.say)
        killing.run(self._scale.killing_s)
        arbiters.end()
        self.boards.rest()
        took_s, left = judging.wait_until_equal(self.boards, self.hub.hall, self._scale.settled_within_s)
        self.say(f"all mirrors are equal after {took_s:.1f} s" if not left else f"not equal: {left}")
        time.sleep(5.0)  # the last answers come, and viewers who were away come back
        hall, say = self.hub.hall, self.say
        found: dict[str, float] = {"kills": sum(killing.counts.values()), "unequal": len(left), "equal_after_s": round(took_s, 1)}
        found |= judging.revoked_board(self.boards, hall, self.notes, killing.revoked_ns)
        found |= judging.rulings_kept(self.boards, hall, arbiters.asked, self.notes, say)
        return found | judging.told_on_pages(self.boards, self.notes, self.hub.port, say) | {"unheard": self._unheard()}

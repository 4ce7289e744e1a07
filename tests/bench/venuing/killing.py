"""What happens to a hall in the worst of evenings: one thing after another, at random moments."""

import random
import signal
import time
from collections import Counter
from collections.abc import Callable

from tests.bench.venuing.boards_side import BoardsSide
from tests.bench.venuing.hub_side import HubSide

PAUSE_S, AWAY_S, CUT_S = (0.3, 2.5), (0.0, 2.0), (1.0, 6.0)
REPLACED_AT, REVOKED_AT = 0.4, 0.7
"""When a board's Pi is replaced, and another board revoked, as shares of the time."""


class Killing:
    """Kills, stops and cuts, by chance; `counts` says how often. `say` gets a line of each."""

    def __init__(self, hub: HubSide, boards: BoardsSide, chance: random.Random, say: Callable[[str], None]) -> None:
        self._hub, self._boards, self._chance, self._say = hub, boards, chance, say
        self.counts: Counter[str] = Counter()
        self.revoked_ns = 0

    def run(self, seconds: float) -> None:
        """Go on for so long; each kind of trouble comes once before one comes again."""
        began_s, left = time.monotonic(), list[Callable[[], str]]()
        once = [(REPLACED_AT, self._replace), (REVOKED_AT, self._revoke)]
        while (passed_s := time.monotonic() - began_s) < seconds or once:
            if once and passed_s >= once[0][0] * seconds:
                trouble = once.pop(0)[1]
            else:
                left = left or self._shuffled()
                trouble = left.pop()
            what = trouble()
            self.counts[what] += 1
            self._say(f"{passed_s:.0f} s: {what}")
            time.sleep(self._chance.uniform(*PAUSE_S))

    def _shuffled(self) -> list[Callable[[], str]]:
        kinds = [self._stop_broker, self._kill_broker, self._kill_mirror, self._kill_pages, self._kill_uplink, self._cut, self._cut]
        self._chance.shuffle(kinds)
        return kinds

    def _away_s(self) -> float:
        return self._chance.uniform(*AWAY_S)

    def _stop_broker(self) -> str:
        self._hub.restart_broker(signal.SIGTERM, self._away_s())
        return "broker stopped"

    def _kill_broker(self) -> str:
        self._hub.restart_broker(signal.SIGKILL, self._away_s())
        return "broker killed"

    def _kill_mirror(self) -> str:
        self._hub.mirror.kill()
        time.sleep(self._away_s())
        self._hub.mirror.start()
        return "mirror killed"

    def _kill_pages(self) -> str:
        self._hub.pages.kill()
        time.sleep(self._away_s())
        self._hub.start_pages()
        return "pages killed"

    def _kill_uplink(self) -> str:
        one = self._chance.choice(self._boards.uplink_processes)
        one.kill()
        time.sleep(self._away_s())
        one.start()
        return "uplinks killed"

    def _cut(self) -> str:
        port, how = self._chance.choice(self._boards.ports), self._chance.choice(("reset", "silent"))
        self._boards.network.do("cut", port, how)
        time.sleep(self._chance.uniform(*CUT_S))
        self._boards.network.do("heal", port)
        return f"network {how}"

    def _replace(self) -> str:
        self._boards.replace(self._boards.replaced)
        return "machine replaced"

    def _revoke(self) -> str:
        assert self._hub.hall.revoke(self._boards.revoked)
        self.revoked_ns = time.monotonic_ns()
        return "board revoked"

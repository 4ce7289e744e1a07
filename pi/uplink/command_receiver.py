"""Brings commands of the hub to the board's service, and its outcomes back to the hub.

The service alone decides: it does a command once, within its life, and says the same whenever it is asked again. This process answers by
itself only where it alone could have brought the command and never did. What was not done is remembered here: the hub asks again before an
answer has reached it, and the service, which remembers only what it did, might do it then.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from link.board_socket import MS, CommandCall
from link.messages import Accepted, Expired, MessageError, Outcome, Refused, command_in, id_in
from link.sending import NotTaken
from link.wire import CommandSent
from pi.uplink.beat import Beat

ANSWERED_WITHIN_NS = 30_000_000_000
"""How long the service may take to carry out a command after its life; a search for the board takes longest."""
REMEMBERED = 256
"""How many commands that were not done are remembered. A hub gives a board a few in a minute, and each lives a minute at most."""


@dataclass(slots=True)
class _Brought:
    """A command on its way to the service."""

    call: CommandCall
    is_ours: bool
    """Whether this process alone could have brought it."""


class CommandReceiver:
    """The commands for the board with that state folder. `answer` sends the outcome of the command with an id to the hub."""

    def __init__(self, state: Path, beat: Beat, answer: Callable[[str, Outcome], object], monotonic_ns: Callable[[], int]) -> None:
        self._state, self._beat, self._answer, self._now_ns = state, beat, answer, monotonic_ns
        self._brought: dict[str, _Brought] = {}
        self._not_done: dict[str, Outcome] = {}
        """The outcomes of the latest commands that were not done, by their ids."""

    @property
    def descriptors(self) -> list[int]:
        """What can be waited for until the service has answered."""
        return [descriptor for brought in self._brought.values() if (descriptor := brought.call.descriptor) is not None]

    def take(self, sent: CommandSent) -> None:
        """Take a command, or the question for its outcome. MessageError for one that has not even an id."""
        try:
            command = command_in(sent.command)
            if command.id in self._brought:
                return
            if outcome := self._not_done.get(command.id):
                self._answer(command.id, outcome)
                return
            ends_ns = self._ends_ns(sent, command.lives_ms)
            left_ms = 0 if ends_ns is None else min(command.lives_ms, max(0, (ends_ns - self._now_ns()) // MS))
            call = CommandCall(self._state, replace(command, lives_ms=left_ms), self._now_ns)
        except MessageError as error:
            self._answer(id_in(sent.command), Refused(error.sentence, "unknown"))
            return
        self._brought[command.id] = _Brought(call, is_ours=ends_ns is not None and not command.was_sent)

    def look(self) -> None:
        """Go on with what is on its way, and answer what is decided."""
        for id, brought in list(self._brought.items()):
            outcome, after_ns = brought.call.step(), self._now_ns() - brought.call.until_ns
            if outcome is None and after_ns >= 0 and brought.is_ours and not brought.call.was_sent:
                outcome = Expired()
            if outcome and not isinstance(outcome, Accepted):
                self._remember(id, outcome)
            if outcome is None and after_ns > ANSWERED_WITHIN_NS:
                outcome = Refused(NotTaken.NO_ANSWER.said())
            if outcome:
                self._leave(id)  # where the answer is lost, the hub asks again
                self._answer(id, outcome)

    def close(self) -> None:
        for id in list(self._brought):
            self._leave(id)

    def _remember(self, id: str, outcome: Outcome) -> None:
        self._not_done[id] = outcome
        while len(self._not_done) > REMEMBERED:
            del self._not_done[next(iter(self._not_done))]

    def _leave(self, id: str) -> None:
        self._brought.pop(id).call.close()

    def _ends_ns(self, sent: CommandSent, lives_ms: int) -> int | None:
        """When the command ends by this machine's clock, at the latest: the hub heard the pulse no sooner than it was sent."""
        pulse_ns = self._beat.sent_ns(sent.boot, sent.pulse)
        return None if pulse_ns is None else pulse_ns + (sent.since_ms + lives_ms) * MS

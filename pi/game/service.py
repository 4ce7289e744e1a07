"""The service of one game at a live board: everything comes in through one queue, and one thread acts on it.

Edges of the contacts, readings, news of the camera and commands are taken with the current time. Slow jobs are given to `work`, and their
outcomes come back through the same queue.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from clock import clock
from clock.debounce import Edge
from link.board_socket import ReceivedCommand
from pi.game.board_game import BoardGame, GameSetup
from pi.game.hands import ClockContacts
from pi.game.hearing import Hearing
from pi.game.obeying import ClockWord, answered, start_clock
from pi.game.preparing import forget_preparation, prepare
from pi.game.recovery import Recovered, tell_resumed
from pi.game.station import Station
from pi.game.waiting import WAITS_NS, Request, StaleReason, WaitingRequests, WaitRefusal
from pi.machine.copy_watch import CopyAlerts
from pi.reading.live_reader import Begun, LiveReader, NotBegun, SeenAgain
from pi.reading.looking import CAMERA_TIMEOUT_NS, Answer, Looking
from pi.reading.messages import CameraBack, CameraBlind, CameraFixed, CameraLost, Done, Message, ReadOutcome, heard
from pi.reading.reading import SETTLED, PressReading
from pi.reading.threads import LivePace
from record.decisions.arbitration import Decision
from record.decisions.commands import CloseGame, CommandBody, Describe, FindBoard, GameCommand, PrepareGame, Recover, TakeOver, Undo
from record.decisions.outcome import OBEYED, Became
from record.decisions.ruled_upon import void
from record.store.folder import FIRST_PICTURE
from record.telling import remarks
from rules.errors import Phrase, Sentence, _
from rules.referee.belief import Belief
from vision.watching.health import NothingSeen, PictureFault, fault_sentence

WRITTEN_EVERY_NS = 400_000_000
"""The time between two writes of a running clock: it is on disk once a second, even if a write takes half a second."""


class ServiceRefusal(Phrase):
    """Why a word about a game is not possible."""

    NO_GAME = "no game is being played"
    HAS_A_GAME = "this board has a game of its own: it takes over another one when that is closed"


class Service:
    """Gives `game` what happens at that station. A new game, one with a setup, begins once its position stands on the board.

    `base_ns` is the time of the buttons' and camera's clock when the game's own time began.
    """

    def __init__(self, station: Station, game: BoardGame, reader: LiveReader, begins: GameSetup | Recovered, base_ns: int) -> None:
        self.game, self.base_ns = game, base_ns
        self._station, self._reader = station, reader
        self._setup = begins if isinstance(begins, GameSetup) else None
        self._contacts = ClockContacts(game, station.buttons, station.pictures.ring, base_ns)
        now_ns = base_ns + (begins.last_t_ns if isinstance(begins, Recovered) else 0)
        fix = partial(station.pictures.fix, self) if station.pictures.fix else None
        self._looking = Looking(station.pictures.ring, self._work, fix, now_ns, CAMERA_TIMEOUT_NS)
        self._is_reading = self._room_told = self._has_taken = self._is_damage_told = False
        self._closing: list[tuple[CloseGame, Request]] = []
        self._is_in_real_time = isinstance(station.pace, LivePace) and station.pace.speed == 1.0
        self._waiting = WaitingRequests()
        self._next_write_ns = base_ns
        self._hearing = Hearing(game, station.reports.readiness, station.given)
        self._received: deque[ReceivedCommand] = deque()
        """The commands that came through the queue."""
        self._copy = CopyAlerts(begins.copy_told if isinstance(begins, Recovered) else "")
        self._cut_off: frozenset[int] = frozenset()
        self.begun = False
        """Whether the board was found."""
        if isinstance(begins, Recovered):
            self._go_on(begins)

    @property
    def closed(self) -> bool:
        """Whether the game is closed, and the event that says so is on disk."""
        return self.game.state.closed and not self.game.trouble

    @property
    def due_ns(self) -> int:
        """When to call `tick` if no message comes before; at once after a message."""
        look_ns = None if self._is_reading else self._looking.due_ns
        due = (look_ns, self._contacts.due_ns, self._waiting.due_ns, 0 if self._has_taken or self._received else None)
        return min([self._next_write_ns, *(one for one in due if one is not None)])

    def take(self, message: Message | ReceivedCommand, now_ns: int) -> None:
        """Take one message from the queue. The outcome of a job for an earlier game is ignored, and commands wait for `tick`."""
        self._has_taken = True
        if isinstance(message, ReceivedCommand):
            self._received.append(message)
            return
        news = heard(message, self)
        match news:
            case Edge():
                self._contacts.take(news)
                self._read_next()
            case PressReading():
                self._read(news)
            case Begun() | NotBegun() | SeenAgain():
                self._looked(news, now_ns)
            case CameraLost() | CameraBlind() | CameraBack() | CameraFixed():
                self._hear_of_camera(news, now_ns)
            case word if word is not None:
                self.hear(word, now_ns)
        if self._station.reports.readiness:
            self._station.reports.readiness.hear(news)

    def _work(self, job: Callable[[], ReadOutcome]) -> None:
        self._station.pictures.work(lambda: Done(self, job()))

    def tick(self, now_ns: int) -> None:
        """Do what is due: tell a fallen flag, settle a lever, obey a ruling that waited, write the clock, look for the board.

        Then carry out a command: every press that was in the queue comes before it. Call it only when the queue held no message at `now_ns`
        or later.
        """
        self._has_taken = False
        self._contacts.rest(now_ns)
        while request := self._waiting.next(self.game.state, now_ns):
            self._judge(request, now_ns)
        self._close_if_read()
        if now_ns >= self._next_write_ns:
            self._write_clock(now_ns)
        if not self._is_reading and (due := self._looking.due_ns) is not None and now_ns >= due:
            self._looking.look(self._look, now_ns, is_new=self._setup is not None, needs_camera=self._setup is not None or self.begun)
        if self._received:
            self._carry_out(self._received.popleft(), now_ns)

    def _carry_out(self, received: ReceivedCommand, now_ns: int) -> None:
        """Carry out a command that was not done before, unless somebody ruled after the row that it is based on."""
        command = received.command
        if answer := self._hearing.take(received, time.monotonic_ns()):
            self.hear(command.body, now_ns, answer, lambda: void(command.body, command.based_on_row, self.game.last_ruling), command.id)

    def _write_clock(self, now_ns: int) -> None:
        """Write the running clock, the events that the disk did not take, and what comes to be known of the time of day."""
        self._next_write_ns = now_ns + WRITTEN_EVERY_NS
        self.game.write_clock(self._t_ns(now_ns), in_real_time=self._is_in_real_time)

    def see_copy(self, amiss: str, now_ns: int) -> None:
        """Tell the arbiter what is new of the second copy; `amiss` is what is amiss, as `CopyWatch` gives it."""
        if self.game.is_open and (reason := self._copy.news(amiss)):
            self.game.tell_of_disk(self._t_ns(now_ns), reason)

    def see_damage(self, now_ns: int) -> None:
        """Tell the arbiter once that the log of the game is damaged. Recording and clock go on."""
        if self.game.is_open and not self._is_damage_told:
            self._is_damage_told = True
            self.game.tell_of_disk(self._t_ns(now_ns), remarks.LOG_DAMAGED)

    def _t_ns(self, at_ns: int) -> int:
        """Convert to the game's own time."""
        return max(0, at_ns - self.base_ns)

    def _read_next(self) -> None:
        """Give the first waiting press to the reader, unless one is being read."""
        unruled = self.game.state.unruled
        if self._is_reading or self._looking.is_busy or self._looking.comes_first or not unruled:
            return
        press = unruled[0]
        asked = self.game.asked(press)
        self._is_reading = True
        if press.seq in self._cut_off:
            self._work(lambda: self._reader.read_kept(asked))
        else:
            self._work(lambda: self._reader.read(asked, press.t_ns + self.base_ns))

    def _read(self, reading: PressReading) -> None:
        self._is_reading = False
        self.game.take(reading)
        if reading.own.verdict in SETTLED:
            self._looking.read_surely()
        if not reading.kept.room and not self._room_told:
            self.game.tell_of_disk(reading.asked.t_ns, "no-pictures")
        self._room_told = not reading.kept.room
        self._read_next()

    def _close_if_read(self) -> None:
        """Close the game once every press is ruled."""
        if self._closing and not self.game.state.unruled and not self.game.state.closed:
            word, request = self._closing[0]
            with self.game.done_by(request.command):
                self.game.close(self.game.latest_ns, word.by)
            self._end_closing(OBEYED)

    def _end_closing(self, became: Became) -> None:
        closing, self._closing = self._closing, []
        for _word, request in closing:
            request.answer(became)

    def _look(self) -> Begun | NotBegun | SeenAgain:
        """Look for the board; this runs in the reader's thread, and changes nothing here."""
        if self._setup:
            return self._reader.look(Belief.at(self._setup.position), mirrored=self._setup.lies_mirrored)
        return self._reader.look(self.game.belief, self.game.state, again=self.begun, asked=self._looking.is_asked)

    def _looked(self, outcome: Begun | NotBegun | SeenAgain, now_ns: int) -> None:
        t_ns = self._t_ns(now_ns)
        match outcome:
            case NotBegun():
                self.game.say(f"the board is not found yet: {outcome.why}")
                if not self._looking.failed(outcome.fault, now_ns) and self.game.state.opening:
                    self.game.blind(t_ns, NothingSeen(outcome.fault or PictureFault.COVERED, "", outcome.why, outcome.squares))
            case Begun() if self._setup and outcome.geometry.is_mirrored and not self._setup.lies_mirrored:
                self._looking.failed(None, now_ns)  # the game was given to an event while the board was being looked for
            case SeenAgain():
                self._looking.found(surely=True, now_ns=now_ns)
                self.game.sees_again(t_ns, outcome.sight)
            case Begun():
                self._looking.found(surely=outcome.is_live, now_ns=now_ns)
                self.begun = True
                if self._setup:
                    self.game.set_up(self._setup, outcome.frame.t_ns)
                    forget_preparation(self.game.folder)
                    self.game.found(outcome.frame, outcome.geometry, turned=outcome.turned)
                    if self._setup.control.main_ns is None:
                        start_clock(self.game, outcome.frame.t_ns, str(self._setup.start.side))
                    self._setup = None
                elif outcome.is_live and not self.game.state.corners_px:
                    self.game.found(replace(outcome.frame, name=FIRST_PICTURE), outcome.geometry, turned=outcome.turned)
                if outcome.is_live:
                    self.game.restored(t_ns)
        self._looking.tell(outcome.why if isinstance(outcome, NotBegun) else OBEYED)
        self._read_next()

    def _hear_of_camera(self, news: CameraLost | CameraBlind | CameraBack | CameraFixed, now_ns: int) -> None:
        match news:
            case CameraFixed():
                self._looking.fixed(news, now_ns)
                for sentence in filter(None, (news.why, *news.loose)):
                    self.game.say(str(sentence))
            case CameraLost():
                self._looking.lost(now_ns)
                self.game.say(str(news.why))
                self._blind(NothingSeen(news.fault, "", news.why), now_ns)
            case CameraBlind(fault=fault):
                self._blind(NothingSeen(fault, "", fault_sentence(fault)), now_ns)
            case CameraBack() if self.begun:
                self._looking.back(now_ns)

    def _blind(self, fault: NothingSeen, now_ns: int) -> None:
        if self.game.is_open:
            self.game.blind(self._t_ns(now_ns), fault)

    def hear(
        self,
        word: CommandBody,
        now_ns: int,
        answer: Answer = lambda _: None,
        stale_reason: StaleReason = lambda: None,
        command: str = "",
    ) -> None:
        """Obey the word and `answer` with the outcome. A ruling on the board waits until the press that is being read is ruled.

        The answer to `FindBoard` waits for the look at the board, and that to the last part of a `TakeOver` until the game is imported.
        `stale_reason` says why the word has no place any more, once its turn has come; None while it has. `command` is the id of the
        command.
        """
        if isinstance(word, FindBoard):
            if word.corners_px:
                self._reader.point_at(word.corners_px)
            self._looking.ask(answer, now_ns)
            return
        if isinstance(word, TakeOver):
            if self._setup is None:
                answer(ServiceRefusal.HAS_A_GAME.said())
            else:
                self._station.given.hear(word, command, answer)
            return
        state = self.game.state
        request = Request(word, answer, stale_reason, command, len(state.presses), now_ns + WAITS_NS, state.over)
        if not self._waiting.hold(request, state):
            self._judge(request, now_ns)

    def _judge(self, request: Request, now_ns: int) -> None:
        """Do what is asked, and answer once it is done, or why it is not possible, with nothing changed."""
        word = request.word
        if why := request.refusal(self.game.state):
            request.answer(why)
        elif isinstance(word, CloseGame) and self.game.is_open:
            self._closing.append((word, request))
            self._contacts.are_heard = False
            self._close_if_read()
        else:
            with self.game.done_by(request.command):
                became = self._obey(word, now_ns)
                if isinstance(became, Sentence):
                    self.game.say(str(became))
                request.answer(became)

    def _obey(self, word: GameCommand, now_ns: int) -> Became:
        """Do it at once; return `OBEYED`, or why it is not possible, with nothing changed."""
        if self._setup and isinstance(word, Describe):
            word = PrepareGame(word.by, self.game.folder.name, word.about, was=word.was)
        if isinstance(word, CloseGame) or not (self.game.is_open or (self._setup and isinstance(word, PrepareGame))):
            return ServiceRefusal.NO_GAME.said()
        if isinstance(word, Recover):
            return Sentence("", _("this game is recorded: what its log has lost is confirmed when the service starts again"))
        if isinstance(word, Decision | ClockWord | Undo):
            self._contacts.fall_before(now_ns)
        t_ns = max(self._t_ns(now_ns), self.game.clock.since_t_ns)
        if isinstance(word, PrepareGame):
            self._setup, became = prepare(self.game, self._setup, word, t_ns)
        else:
            became = answered(self.game, word, t_ns)
        self._station.buttons.show(self.game.clock.running)
        return became

    def end(self, now_ns: int) -> None:
        """End the service: answer all that wait, leave the commands that came to the next one, and write the running clock to disk."""
        for received in self._received:
            self._station.queue.put(received)
        self._waiting.give_up()
        self._looking.give_up()
        self._end_closing(WaitRefusal.ENDS.said())
        self._write_clock(now_ns)

    def _go_on(self, recovered: Recovered) -> None:
        """Resume after a power cut: the clock stands at its last time on disk, and the arbiter is asked to start it."""
        game = self.game
        game.resume(recovered.game, recovered.last_t_ns, recovered.commands)
        game.restore_pending(recovered.queued)
        for row in recovered.damaged:
            self.game.say(f"the file of the {row} is damaged: the game goes on from the events alone")
        self._cut_off = frozenset(press.seq for press in game.state.unruled)
        if recovered.has_lost_memory:
            game.tell_of_disk(recovered.last_t_ns, remarks.MEMORY_LOST)
        fall = clock.fall_t_ns(game.clock)
        if fall is not None and recovered.clock_t_ns >= fall:
            self._contacts.fall(fall)
        else:
            tell_resumed(game, recovered)

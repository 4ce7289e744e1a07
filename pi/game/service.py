"""The service of one game at a live board: everything comes in through one queue, and one thread acts on it.

Edges of the contacts, readings, news of the camera and words are taken with the current time. Slow jobs are given to `work`, and their
outcomes come back through the same queue.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from clock import clock
from clock.debounce import Edge
from pi.game.board_loop import BoardLoop, GameSetup
from pi.game.copy_alerts import CopyAlerts
from pi.game.hands import ClockContacts
from pi.game.obeying import ClockWord, answered, start_clock
from pi.game.preparing import forget_preparation, prepare
from pi.game.recovery import Recovered, tell_resumed
from pi.game.station import Station
from pi.game.waiting_words import Void, WaitingWords, WaitRefusal
from pi.reading.live_reader import Begun, LiveReader, NotBegun, SeenAgain
from pi.reading.looking import CAMERA_TIMEOUT_NS, Answer, Looking
from pi.reading.messages import CameraBack, CameraBlind, CameraFixed, CameraLost, Done, Message, ReadOutcome, heard
from pi.reading.reading import SETTLED, PressReading
from pi.reading.threads import LivePace
from record.decisions.arbitration import Decision
from record.decisions.outcome import OBEYED, Became
from record.decisions.words import AnyWord, CloseGame, Describe, FindBoard, PrepareGame, Recover, Undo
from record.events.of_game import Alerted
from record.store.folder import FIRST_PICTURE
from record.store.latest import ClockRow
from record.telling import remarks
from rules.board.squares import Side
from rules.errors import Phrase, Sentence, _
from rules.referee.belief import Belief
from vision.watching.health import NothingSeen, PictureFault, fault_sentence

WRITTEN_EVERY_NS = 400_000_000
"""The time between two writes of a running clock: it is on disk once a second, even if a write takes half a second."""


class ServiceRefusal(Phrase):
    """Why a word about a game is not possible."""

    NO_GAME = "no game is being played"


class Service:
    """One game at that station, kept by `loop`: a new or a recovered one. A new game begins once its position stands on the board.

    `base_ns` is the time of the buttons' and camera's clock when the game's own time began.
    """

    def __init__(self, station: Station, loop: BoardLoop, reader: LiveReader, game: GameSetup | Recovered, base_ns: int) -> None:
        self.loop, self.base_ns = loop, base_ns
        self._reader, self._ring, self._buttons, self._say = reader, station.pictures.ring, station.buttons, station.reports.say
        self._board_work = station.pictures.work
        self._setup = game if isinstance(game, GameSetup) else None
        self._contacts = ClockContacts(loop, station.buttons, station.pictures.ring, base_ns)
        now_ns = base_ns + (game.last_t_ns if isinstance(game, Recovered) else 0)
        fix = partial(station.pictures.fix, self) if station.pictures.fix else None
        self._looking = Looking(station.pictures.ring, self._work, fix, now_ns, CAMERA_TIMEOUT_NS)
        self._is_reading = self._room_told = self._has_taken = self._is_damage_told = False
        self._closing: list[tuple[CloseGame, Answer, str]] = []
        self._is_in_real_time = isinstance(station.pace, LivePace) and station.pace.speed == 1.0
        self._waiting = WaitingWords()
        self._next_write_ns = base_ns
        self._copy = CopyAlerts(game.copy_told if isinstance(game, Recovered) else "")
        self._cut_off: frozenset[int] = frozenset()
        self.begun = False
        """Whether the board was found."""
        if isinstance(game, Recovered):
            self._go_on(game)

    @property
    def closed(self) -> bool:
        """Whether the game is closed, and the event that says so is on disk."""
        return self.loop.state.closed and not self.loop.keeper.trouble

    @property
    def due_ns(self) -> int:
        """When to call `tick` if no message comes before; at once after a message."""
        look_ns = None if self._is_reading else self._looking.due_ns
        due = (look_ns, self._contacts.due_ns, self._waiting.due_ns, 0 if self._has_taken else None)
        return min([self._next_write_ns, *(one for one in due if one is not None)])

    def take(self, message: Message, now_ns: int) -> None:
        """Take one message from the queue. The outcome of a job for an earlier game is ignored."""
        match heard(message, self):
            case Edge() as edge:
                self._contacts.take(edge)
                self._read_next()
            case PressReading() as reading:
                self._read(reading)
            case Begun() | NotBegun() | SeenAgain() as outcome:
                self._looked(outcome, now_ns)
            case CameraLost() | CameraBlind() | CameraBack() | CameraFixed() as news:
                self._hear_of_camera(news, now_ns)
            case word if word is not None:
                self.hear(word, now_ns)
        self._has_taken = True

    def _work(self, job: Callable[[], ReadOutcome]) -> None:
        self._board_work(lambda: Done(self, job()))

    def tick(self, now_ns: int) -> None:
        """Do what is due: tell a fallen flag, settle a lever, obey a ruling that waited, write the clock, look for the board.

        Call it only when the queue held no message at `now_ns` or later.
        """
        self._has_taken = False
        self._contacts.rest(now_ns)
        while held := self._waiting.next(self.loop.state, now_ns):
            if why := held.refusal(self.loop.state):
                held.answer(why)
            else:
                self._obey(held.said, now_ns, held.answer, held.command)
        self._close_if_read()
        if now_ns >= self._next_write_ns:
            self.write_clock(now_ns)
        if not self._is_reading and (due := self._looking.due_ns) is not None and now_ns >= due:
            self._looking.look(self._look, now_ns, is_new=self._setup is not None, needs_camera=self._setup is not None or self.begun)

    def write_clock(self, now_ns: int) -> None:
        """Write the running clock, the events that the disk did not take, and what comes to be known of the time of day."""
        self._next_write_ns = now_ns + WRITTEN_EVERY_NS
        if not self.loop.state.opening:
            return
        t_ns, shows = self._t_ns(now_ns), self.loop.clock
        self.loop.keeper.retry(t_ns)
        if not self.loop.state.closed:
            self.loop.keeper.tell_time(t_ns, in_real_time=self._is_in_real_time)
        if shows.running and shows.control.main_ns is not None:
            self.loop.keeper.write_clock(ClockRow(t_ns, *clock.left(shows, t_ns)))

    def see_copy(self, amiss: str, now_ns: int) -> None:
        """Tell the arbiter what is new of the second copy; `amiss` is what is amiss, as `CopyWatch` gives it."""
        if self.loop.state.opening and not self.loop.state.closed and (reason := self._copy.news(amiss)):
            t_ns = self._t_ns(now_ns)
            self.loop.keeper.keep(Alerted(t_ns, (remarks.disk(reason, self.loop.lang),)), t_ns)

    def see_damage(self, now_ns: int) -> None:
        """Tell the arbiter once that the log of the game is damaged. Recording and clock go on."""
        if self.loop.state.opening and not self.loop.state.closed and not self._is_damage_told:
            self._is_damage_told, t_ns = True, self._t_ns(now_ns)
            self.loop.keeper.keep(Alerted(t_ns, (remarks.disk(remarks.LOG_DAMAGED, self.loop.lang),)), t_ns)

    def _t_ns(self, at_ns: int) -> int:
        """Convert to the game's own time."""
        return max(0, at_ns - self.base_ns)

    def _read_next(self) -> None:
        """Give the first waiting press to the reader, unless one is being read."""
        loop = self.loop
        if self._is_reading or self._looking.is_busy or self._looking.comes_first or not loop.state.unruled:
            return
        press = loop.state.unruled[0]
        asked = loop.asked(press.seq, press.t_ns, Side(press.side))
        self._is_reading = True
        if press.seq in self._cut_off:
            self._work(lambda: self._reader.read_kept(asked))
        else:
            self._work(lambda: self._reader.read(asked, press.t_ns + self.base_ns))

    def _read(self, reading: PressReading) -> None:
        self._is_reading = False
        self.loop.take(reading)
        if reading.own.verdict in SETTLED:
            self._looking.read_surely()
        if not reading.kept.room and not self._room_told:
            self.loop.keeper.keep(Alerted(reading.asked.t_ns, (remarks.disk("no-pictures", self.loop.lang),)), reading.asked.t_ns)
        self._room_told = not reading.kept.room
        self._read_next()

    def _close_if_read(self) -> None:
        """Close the game once every press is ruled."""
        if self._closing and not self.loop.state.unruled and not self.loop.state.closed:
            last_ns = self.loop.state.presses[-1].t_ns if self.loop.state.presses else 0
            word, _answer, command = self._closing[0]
            with self.loop.keeper.done_by(command):
                self.loop.close(max(self.loop.clock.since_t_ns, last_ns), word.by)
            self._end_closing(OBEYED)

    def _end_closing(self, became: Became) -> None:
        closing, self._closing = self._closing, []
        for _word, answer, _command in closing:
            answer(became)

    def _look(self) -> Begun | NotBegun | SeenAgain:
        """Look for the board; this runs in the reader's thread, and changes nothing here."""
        if self._setup:
            return self._reader.look(Belief.at(self._setup.position), mirrored=self._setup.lies_mirrored)
        return self._reader.look(self.loop.game.belief, self.loop.state, again=self.begun, asked=self._looking.is_asked)

    def _looked(self, outcome: Begun | NotBegun | SeenAgain, now_ns: int) -> None:
        t_ns = self._t_ns(now_ns)
        match outcome:
            case NotBegun():
                self._say(f"the board is not found yet: {outcome.why}")
                if not self._looking.failed(outcome.fault, now_ns) and self.loop.state.opening:
                    self.loop.blind(t_ns, NothingSeen(outcome.fault or PictureFault.COVERED, "", outcome.why, outcome.squares))
            case Begun() if self._setup and outcome.geometry.is_mirrored and not self._setup.lies_mirrored:
                self._looking.failed(None, now_ns)  # the game was given to an event while the board was being looked for
            case SeenAgain():
                self._looking.found(surely=True, now_ns=now_ns)
                self.loop.sees_again(t_ns, outcome.sight)
            case Begun():
                self._looking.found(surely=outcome.is_live, now_ns=now_ns)
                self.begun = True
                if self._setup:
                    self.loop.set_up(self._setup, outcome.frame.t_ns)
                    forget_preparation(self.loop.writing.folder)
                    self.loop.found(outcome.frame, outcome.geometry, turned=outcome.turned)
                    if self._setup.control.main_ns is None:
                        start_clock(self.loop, outcome.frame.t_ns, str(self._setup.start.side))
                    self._setup = None
                elif outcome.is_live and not self.loop.state.corners_px:
                    self.loop.found(replace(outcome.frame, name=FIRST_PICTURE), outcome.geometry, turned=outcome.turned)
                if outcome.is_live:
                    self.loop.restored(t_ns)
        self._looking.tell(outcome.why if isinstance(outcome, NotBegun) else OBEYED)
        self._read_next()

    def _hear_of_camera(self, news: CameraLost | CameraBlind | CameraBack | CameraFixed, now_ns: int) -> None:
        match news:
            case CameraFixed():
                self._looking.fixed(news, now_ns)
                for sentence in filter(None, (news.why, *news.loose)):
                    self._say(str(sentence))
            case CameraLost():
                self._looking.lost(now_ns)
                self._say(str(news.why))
                self._blind(NothingSeen(news.fault, "", news.why), now_ns)
            case CameraBlind(fault=fault):
                self._blind(NothingSeen(fault, "", fault_sentence(fault)), now_ns)
            case CameraBack() if self.begun:
                self._looking.back(now_ns)

    def _blind(self, fault: NothingSeen, now_ns: int) -> None:
        if self.loop.state.opening and not self.loop.state.closed:
            self.loop.blind(self._t_ns(now_ns), fault)

    def hear(self, word: AnyWord, now_ns: int, answer: Answer = lambda _: None, void: Void = lambda: None, command: str = "") -> None:
        """Obey the word and `answer` with the outcome. A ruling on the board waits until the press that is being read is ruled.

        `void` says why the word has no place any more, once its turn has come; None while it has. `command` is the id of the command.
        """
        if not self._waiting.hold(word, answer, self.loop.state, now_ns, void, command):
            if why := void():
                answer(why)
            else:
                self._obey(word, now_ns, answer, command)

    def _obey(self, word: AnyWord, now_ns: int, answer: Answer, command: str) -> None:
        """Do what the arbiter or the players say, and `answer` once it is done, or why it is not possible, with nothing changed."""
        if isinstance(word, CloseGame) and self.loop.state.opening and not self.loop.state.closed:
            self._closing.append((word, answer, command))
            self._contacts.are_heard = False
            self._close_if_read()
            return
        with self.loop.keeper.done_by(command):
            answer(self.obey(word, now_ns, command))

    def obey(self, word: AnyWord, now_ns: int, command: str = "") -> Became:
        """Do what the arbiter or the players say at once; return `OBEYED`, or why it is not possible, with nothing changed."""
        answer: Became = OBEYED
        if self._setup and isinstance(word, Describe):
            word = PrepareGame(word.by, self.loop.writing.folder.name, word.about, was=word.was)
        is_no_game = self.loop.state.closed or (self.loop.state.opening is None and not isinstance(word, PrepareGame))
        if is_no_game or isinstance(word, CloseGame):
            answer = ServiceRefusal.NO_GAME.said()
        else:
            if isinstance(word, Recover):
                answer = Sentence("", _("this game is recorded: what its log has lost is confirmed when the service starts again"))
            elif isinstance(word, PrepareGame):
                t_ns = max(self._t_ns(now_ns), self.loop.clock.since_t_ns)
                self._setup, answer = prepare(self.loop, self._setup, word, t_ns, command)
                self._buttons.show(self.loop.clock.running)
            else:
                if isinstance(word, Decision | ClockWord | Undo):
                    self._contacts.fall_before(now_ns)
                answer = answered(self.loop, word, max(self._t_ns(now_ns), self.loop.clock.since_t_ns))
                self._buttons.show(self.loop.clock.running)
        if isinstance(answer, Sentence):
            self._say(str(answer))
        return answer

    def end(self, now_ns: int) -> None:
        """End the service: answer all that wait, and write the running clock to disk."""
        self._waiting.give_up()
        self._looking.give_up()
        self._end_closing(WaitRefusal.ENDS.said())
        self.write_clock(now_ns)

    def find(self, word: FindBoard, now_ns: int, answer: Answer) -> None:
        """Look for the board on request; `answer` gets `OBEYED` once it is found, or why it is not."""
        if word.corners_px:
            self._reader.point_at(word.corners_px)
        self._looking.ask(answer, now_ns)

    def _go_on(self, recovered: Recovered) -> None:
        """Resume after a power cut: the clock stands at its last time on disk, and the arbiter is asked to start it."""
        loop = self.loop
        loop.keeper.take_up(recovered.game, recovered.last_t_ns, recovered.commands)
        loop.keeper.take_back(recovered.queued)
        state = loop.state
        for row in recovered.damaged:
            self._say(f"the file of the {row} is damaged: the game goes on from the events alone")
        self._cut_off = frozenset(press.seq for press in state.unruled)
        if recovered.has_lost_memory and not state.closed:
            loop.keeper.tell_memory_lost(recovered.last_t_ns)
        fall = clock.fall_t_ns(state.clock)
        if fall is not None and recovered.clock_t_ns >= fall:
            self._contacts.fall(fall)
        else:
            tell_resumed(loop, recovered)

"""What the contacts mean for the clock of a game: presses that count or not, a lever that falls back, and a flag that falls."""

from clock import clock
from clock.buttons import Buttons, Occasion
from clock.clock import CROSSED_NS
from clock.debounce import ContactEvent, Debounced, Edge, FellBack, Press, debounced
from pi.game.board_game import BoardGame
from record.events.of_game import ClockStarted, FlagFell, Pressed, TurnHandedBack
from record.session.pressing import PressMade, weigh
from record.telling import remarks
from rules.board.squares import Side
from vision.camera.ring import Ring


class ClockContacts:
    """Applies the contacts of one game to its clock. `base_ns` is the time of the buttons when the game's own time began."""

    def __init__(self, game: BoardGame, buttons: Buttons, ring: Ring, base_ns: int) -> None:
        self._game, self._buttons, self._ring, self._base_ns = game, buttons, ring, base_ns
        self._contacts: Debounced = debounced(buttons.wiring, buttons.closed())
        self.are_heard = True
        """True until the game is being closed; the contacts have no effect after that."""

    @property
    def due_ns(self) -> int | None:
        """When to call `rest` if no edge comes before; None when there is nothing to wait for."""
        fall = self._fall_ns()
        return min((due for due in (self._contacts.due_t_ns, None if fall is None else fall + CROSSED_NS) if due is not None), default=None)

    def take(self, edge: Edge) -> None:
        """Take an edge of a contact."""
        self._contacts, told = self._contacts.take(edge)
        self._heed(told)

    def rest(self, now_ns: int) -> None:
        """Take note that no edge came until now: a lever may have come to rest, and a flag may have fallen.

        Call it only when no edge waits to be taken: a waiting edge may be a press that was made in time.
        """
        self._contacts, told = self._contacts.settle(now_ns)
        self._heed(told)
        self.fall_before(now_ns - CROSSED_NS)

    def fall_before(self, now_ns: int) -> None:
        """Tell a flag that has fallen by then. Call it before a ruling that changes the clock, too: no earlier press counts after it."""
        if (fall := self._fall_ns()) is not None and now_ns >= fall:
            self.fall(fall - self._base_ns)

    def fall(self, t_ns: int) -> None:
        """Keep and tell that the flag of the side whose clock runs fell. `t_ns` is in the game's own time."""
        shows = clock.advance(self._game.clock, t_ns)
        self._buttons.show(None)
        self._buttons.sound(Occasion.FLAG)
        alert = remarks.flag(side := str(shows.flagged), self._game.state.opened.rules, self._game.lang)
        self._game.on_clock(FlagFell(t_ns, side, shows.white_ns, shows.black_ns, (alert,)))

    def _fall_ns(self) -> int | None:
        fall = clock.fall_t_ns(self._game.clock) if self._game.is_open else None
        return None if fall is None else fall + self._base_ns

    def _heed(self, told: tuple[ContactEvent, ...]) -> None:
        for one in told:
            if self._game.state.opening is None or self._game.state.over or not self.are_heard:
                continue
            self.fall_before(one.t_ns)
            if isinstance(one, Press):
                self._press(one)
            else:
                self._fell_back(one)

    def _press(self, press: Press) -> None:
        """Flip the clock at once if the press counts; the press is kept and told after that."""
        game = self._game
        event = weigh(game.running, PressMade(max(0, press.t_ns - self._base_ns), Side(press.side)))
        if isinstance(event, Pressed):
            self._buttons.show(event.running)
            self._buttons.sound(Occasion.PRESS)
            self._ring.pressed(press.t_ns)
        game.accept(event)
        if isinstance(event, ClockStarted):
            self._buttons.show(game.clock.running)

    def _fell_back(self, told: FellBack) -> None:
        """Hand the turn back when a lever did not hold, if its press counted."""
        shows = self._game.clock
        if shows.running is None or shows.credited != told.side:
            return
        t_ns = max(0, told.t_ns - self._base_ns, shows.since_t_ns)
        back = clock.hand_back(shows, t_ns)
        self._buttons.show(back.running)
        self._game.on_clock(TurnHandedBack(t_ns, told.side, back.white_ns, back.black_ns))

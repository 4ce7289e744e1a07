"""A running game, with its events as the board's loop writes them."""

from pathlib import Path

from record.events.about import About
from record.events.of_game import ClockStarted, Event, Pressed, Ruled, SessionOpened
from record.store.journal import Journal
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.pdn.read import read_games
from rules.play.moves import play
from rules.play.notation import parse_move

GAMES = Path(__file__).parents[2] / "data" / "games" / "frisian.pdn"
PLAYED = 60
"""The moves of each side on the record when the listeners come, so that messages are as large as in the middle of a game."""
S = 1_000_000_000
LEFT_NS, TOOK_NS = 4800 * S, 10 * S


class Game:
    """Writes the longest game of the test data into a new journal at that path."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal.create(path)
        self._moves = max((game.moves for game in read_games(GAMES.read_text())), key=len)
        self._position = Position.start(ruleset("frisian"))
        self._seq, self._pressed = 0, False
        about = {"white": "Jelle de Vries", "black": "Sytske Hoekstra", "event": "Frysk Kampioenskip", "round": "3"}
        for event in (
            SessionOpened("frisian", 10, write_fen(self._position), "80m+60s", LEFT_NS, LEFT_NS, About.of(about)),
            ClockStarted(0, "white"),
        ):
            self._write(event)
        for _ in range(2 * PLAYED):
            self.go_on()

    @property
    def max_events(self) -> int:
        """The number of events that the game has left: two for each move."""
        return 2 * (len(self._moves) - self._seq)

    def go_on(self) -> int:
        """Write the next event, a press or its ruling in turn, and return its number."""
        self._pressed = not self._pressed
        return self._press() if self._pressed else self._rule()

    def _press(self) -> int:
        self._seq += 1
        side = self._position.side
        return self._write(Pressed(self._seq, self._seq * TOOK_NS, str(side), LEFT_NS, LEFT_NS, str(side.other)))

    def _rule(self) -> int:
        side, text = str(self._position.side), self._moves[self._seq - 1].text
        self._position = play(self._position, parse_move(text, self._position))
        return self._write(Ruled(self._seq, side, "legal", text, write_fen(self._position), 0.99))

    def _write(self, event: Event) -> int:
        return self.journal.append(event, self._seq * TOOK_NS)

"""The boards of the picture of a wall: real games, written as far as each was played, under invented names."""

from itertools import islice
from pathlib import Path

from record.events.about import About
from record.events.of_game import ClockStarted, Pressed, Ruled, SessionOpened
from record.store.journal import Journal
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.pdn.game import start_of
from rules.pdn.read import read_games
from rules.play.moves import play
from rules.play.notation import parse_move

GAMES = Path(__file__).parents[1] / "tests" / "data" / "games" / "frisian.pdn"
S = 1_000_000_000
TIME_CONTROL, THINKING_NS = "80m+60s", 4800 * S
PLAYED = [
    (24, "Jelle de Vries", "Sytske Hoekstra"),
    (31, "Anne-Sjoukje van der Meulen", "Bauke Zijlstra"),
    (18, "Ype Boersma", "Marten Walinga"),
    (33, "Froukje Idsinga", "Taeke Kooistra"),
    (27, "Hanna Jansen", "Foeke Tiemensma"),
    (12, "Gerrit Boom", "Auke Scholma"),
    (39, "Wiebe Postma", "Tjitske Dijkstra"),
    (22, "Nynke Visser", "Douwe Haga"),
]
"""The boards of the wall: the number of moves shown of a real game, and invented names."""


def board_of(folder: Path, number: int, plies: int, white: str, black: str) -> Path:
    """A board's folder with the first `plies` moves of one of the shipped games."""
    rules, state = ruleset("frisian"), folder / f"board-{number}"
    (state / "games" / "0001").mkdir(parents=True)
    written = next(islice(read_games(GAMES.read_text()), number, None))
    position = start_of(written, rules)
    about = {"event": "Frysk Kampioenskip", "round": "3", "board": str(number), "white": white, "black": black}
    left = {"white": THINKING_NS, "black": THINKING_NS}
    with Journal.create(state / "games" / "0001" / "journal.jsonl") as journal:
        journal.append(opened(position, about), 0)
        journal.append(ClockStarted(0, "white"), 0)
        for seq, move in enumerate(islice(written.moves, plies), 1):
            side, t_ns = position.side, seq * 97 * S
            position = play(position, parse_move(move.text, position))
            left[side.value] += (seq * 37 % 23 - 60) * S
            journal.append(Pressed(seq, t_ns, side.value, *left.values(), side.other.value), t_ns)
            journal.append(Ruled(seq, side.value, "legal", move.text, write_fen(position), 0.999), t_ns)
    return state


def opened(position: Position, about: dict[str, str]) -> SessionOpened:
    """The opening of a game from that position."""
    return SessionOpened("frisian", 10, write_fen(position), TIME_CONTROL, THINKING_NS, THINKING_NS, About.of(about))

"""Games at random, in all rule sets: legal moves, faults and what follows on them, unseen and misread pictures, rulings and pauses.

The number of a game determines it. The pictures are made from the board as it stands; nothing but the rules of the game chooses the moves.
"""

import random
from collections.abc import Callable
from contextlib import suppress

from record.events.of_players import Said
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.errors import DamcamError
from rules.irregularity import Verdict
from rules.play.moves import legal_moves, play
from rules.referee.explanations import Explanation, explanations
from tests.golden.recorded import Recorded

START = {
    "frisian": "W:W31-50:B1-20",
    "frysk": "W:W46-50:B1-5",
    "international": "W:W31-50:B1-20",
    "english": "B:W21-32:B1-12",
    "dambord": "W:W21-32:B1-12",
    "kings": "W:WK46,K48,32,27,10:BK1,K3,18,22,40",
}
RULES = {"frysk": "frisian", "kings": "frisian"}
"""The rule set of a start position that has not its name."""
GAMES = ("frisian", "international", "english", "dambord", "frysk", "kings", "frisian", "english", "international", "frisian") * 2
CONTROLS = ("80m+60s", "40m", "20m+10s", "90m/50,30m")
PRESSES = 20
FAULTS = tuple(verdict for verdict in Verdict if verdict not in (Verdict.LEGAL, Verdict.CORRECTED, Verdict.UNSURE, Verdict.TURNED))
SEQUELS = ("correct", "hand back", "play on", "stand", "restore", "undo")
"""What follows on a fault: who put it right, or how the arbiter ruled."""
NEVER_NATS = 20.0


def simulated(number: int) -> Recorded:
    """The game of that number, below len(GAMES)."""
    return _Player(number).play()


class _Player:
    def __init__(self, number: int) -> None:
        name = GAMES[number]
        self.chance = random.Random(number)
        self.rules = ruleset(RULES.get(name, name))
        start = parse_fen(START[name], self.rules)
        tags = {"white": "Wytske Wyt", "black": "Swarte Sjoerd", "event": "Gouden spul", "round": str(number + 1), "board": "1"}
        if name == "frisian":
            tags["regulation"] = "C"
        self.game = Recorded(start, self.chance.choice(CONTROLS), tags)
        self.board = start.contents()

    @property
    def position(self) -> Position:
        return self.game.judged.game.belief.position

    def play(self) -> Recorded:
        for _ in range(PRESSES):
            if self.game.state.over or not legal_moves(self.position):
                break
            self._try(self.chance.choices((self._move, self._fault, self._unseen, self._misread, self._beside), (66, 15, 3, 7, 9))[0])
        self._end()
        self.game.close()
        return self.game

    def _try(self, act: Callable[[], object]) -> None:
        """Acts that do not fit the game as it stands are left out."""
        with suppress(DamcamError):
            act()

    def _move(self, position: Position | None = None, wrong: int = 0, *, seen: bool = True) -> None:
        position = position or self.position
        after = play(position, self.chance.choice(legal_moves(position)))
        self._press(position.side, after.contents(), wrong, seen=seen)

    def _press(self, side: Side, contents: tuple[Content, ...], wrong: int = 0, *, seen: bool = True) -> None:
        evidence = self._evidence(contents, wrong) if seen else None
        self.game.press(side, evidence, self.chance.randrange(2, 90))
        self.board = contents

    def _evidence(self, contents: tuple[Content, ...], wrong: int) -> Evidence:
        """A plain picture of the board; on `wrong` squares another content is likelier by 5 to 11 nats."""
        misread = set(self.chance.sample(range(len(contents)), wrong))
        rows = []
        for place, content in enumerate(contents):
            row = [0.0 if each is content else -self._nats(content, each) for each in Content]
            if place in misread:
                other = self.chance.choice([each for each in Content if each is not content])
                row[other] = float(self.chance.randrange(5, 12))
            rows.append(row)
        return Evidence.of(rows)

    def _nats(self, content: Content, other: Content) -> float:
        is_height = bool(content.side) and content.side == other.side
        return round(self.chance.uniform(3, 9) if is_height else self.chance.uniform(8, 14), 1)

    def _unseen(self) -> None:
        self._move(seen=False)

    def _misread(self) -> None:
        self._move(wrong=1)

    def _fault(self) -> None:
        before = self.position
        kinds: dict[Verdict, list[Explanation]] = {}
        for explanation in explanations(before):
            kinds.setdefault(explanation.verdict, []).append(explanation)
        there = [kind for kind in FAULTS if kind in kinds]
        fault = self.chance.choice(kinds[self.chance.choice(there)])
        contents = list(before.contents())
        for square, content in fault.changes:
            contents[square - 1] = content
        self._press(before.side, tuple(contents))
        self._sequel(before, self.chance.choice(SEQUELS))

    def _sequel(self, before: Position, sequel: str) -> None:
        match sequel:
            case "correct":
                self._move(before)
            case "hand back":
                self._press(before.side.other, self.board)
                self._move(before)
            case "play on":
                self._move(parse_fen(write_fen(Position.of(self.rules, before.side.other, self.board)), self.rules))
            case "stand":
                self.game.rule("stand")
            case "restore":
                self.game.rule("restore")
                self.board = before.contents()
            case "undo":
                self.game.rule("restore")
                self.game.undo()
                self.game.rule("stand")

    def _beside(self) -> None:
        """What the arbiter and the players do between two moves."""
        match self.chance.randrange(7):
            case 0:
                self.game.pause(self.chance.randrange(60, 600))
            case 1:
                self.game.add_times(120, 0)
            case 2:
                self.game.say(self.position.side, Said.DRAW_OFFERED)
                self.game.say(self.position.side.other, Said.DRAW_DECLINED)
            case 3:
                self.game.say(self.position.side, Said.ARBITER_CALLED)
            case 4:
                self.game.rule("take-back", plies=1)
                self.board = self.position.contents()
            case 5:
                self.game.rule("position", fen=write_fen(self.position))
            case 6:
                self.game.rule("paper")
                self.game.rule("record")

    def _end(self) -> None:
        if not self.game.state.over:
            result = self.chance.choice(("1-0", "0-1", "draw"))
            self._try(lambda: self.game.rule("end", result=result))

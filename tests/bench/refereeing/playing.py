"""A simulated game, judged by the referee."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.board.evidence import Evidence
from rules.board.fen import write_fen
from rules.board.position import Position
from rules.errors import DamcamError
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule
from tests.bench.refereeing.games import LONGEST, Rates, game
from tests.bench.refereeing.judging import Counts, after_hidden_fault, as_shown, is_shown, tally
from tests.bench.refereeing.naming import sides
from tests.bench.refereeing.noise import Noise, Reader
from tests.bench.refereeing.presses import Game, Press
from tests.bench.refereeing.sightings import UNNAMED, View, seen, weather

CRASH = "refused"
"""The judgement of a valid press that the referee refused."""


@dataclass(frozen=True)
class Setting:
    """The settings of a run of games. They and the number of a game determine the game."""

    seed: int
    noise: Noise
    irregular: float = Rates.irregular
    weather: float = 1.0
    """The factor on the rates of hidden, lost and at once answered presses."""
    longest: int = LONGEST
    """The most presses of a game that are ruled."""


@dataclass
class Played:
    """A game and its rulings."""

    number: int
    game: Game
    presses: list[Press]
    views: list[View]
    rulings: list[Ruling]
    counts: Counts
    wrong: dict[int, str]
    """The wrong judgement of each press that has one."""
    excused: int
    """The number of presses ruled wrongly whose pictures cannot be distinguished from the truth (`judging.as_shown`)."""
    read: list[Evidence]
    """What the reader made of each picture."""
    flat: bool
    """No heights were seen."""

    def told(self) -> Iterator[str]:
        """The game as text: each picture as a FEN, the right rulings, and the ruling."""
        rules = self.game.start.rules
        yield f"game {self.number}, {rules.name}, from {write_fen(self.game.start)}"
        for press, view in zip(self.presses, self.views, strict=False):
            board = write_fen(Position.of(rules, press.side.other, view.contents))
            hidden = "nothing seen" if view.blind else f"hidden {sorted(view.hidden)}" if view.hidden else ""
            yield f"{press.seq} {press.side} {press.kind}: {board} {view.ahead} {hidden}"
            right = [word.verdict + (f" {word.move.origin}-{word.move.target}" if word.move else "") for word in press.words]
            said = [
                f"{'later: ' * one.amends}{one.verdict} {one.move or ''} {one.confidence:.4f}{' (handed back)' * one.hands_back}"
                for one in self.rulings
                if one.seq == press.seq
            ]
            how = f"   <<< {self.wrong[press.seq]}" if press.seq in self.wrong else ""
            yield f"      right: {', '.join(right)}; said: {', '.join(said)}{how}"


def play_game(setting: Setting, number: int) -> Played:
    """The game of that number, ruled press by press."""
    chance = random.Random(f"{setting.seed} {number}")
    today = weather(chance, setting.weather)
    played = game(chance, today.flat, Rates(irregular=setting.irregular))
    presses, views = seen(chance, played, today)
    reader = Reader(chance, played.start.rules.board_size, today.flat, setting.noise)
    belief, rulings, judged, read = Belief.at(played.start), [], [], []
    refused, last = None, None
    for press, view in list(zip(presses, views, strict=True))[: setting.longest]:
        evidence = reader.read(view)
        read.append(evidence)
        try:
            belief, told = rule(belief, press.seq, press.side, evidence)
        except DamcamError:
            refused = press.seq
            break
        rulings += told
        shown = as_shown(press, evidence, ahead=bool(view.ahead))
        judged.append(after_hidden_fault(last, judged[-1], shown, view.contents) if last else shown)
        last = press
        if press.event in UNNAMED and not is_shown(press, evidence):
            break  # nobody could know what stands there from then on
        if any(word.board != press.board and sides(word.board) == sides(press.board) for word in judged[-1].words):
            break  # a king that was never seen would change the rest of the game
    counts, wrong = tally(judged, rulings)
    excused = tally(presses[: len(judged)], rulings)[1].keys() - wrong.keys()
    wrong |= {refused: CRASH} if refused else {}
    return Played(number, played, judged, views, rulings, counts, wrong, len(excused), read, today.flat)

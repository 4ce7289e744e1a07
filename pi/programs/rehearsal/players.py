"""The service of a board at which two simulated players sit under a simulated camera: `python -m damcam.rehearsed SETTINGS`.

The service is that of `damcam run`; only buttons and camera are simulated. The players sit down once the board has the names of a game,
play what stands in the record of it, and so go on after the service was killed. After a fault they wait for the arbiter, at the end
for his confirmation of the result.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from threading import Condition, Event, Thread

import cv2

from clock.buttons import ScriptedButtons
from clock.debounce import TwoButtons
from hub.logs import on_standard_error
from pi.machine.notify import Notifier
from pi.programs.halting import HaltingPace
from pi.programs.run import serve, set_up_process
from pi.reading.devices import Devices
from pi.reading.threads import PutMessage
from pi.setup.loading import load_settings
from record.decisions import next_game
from record.decisions.commands import PlayerSays
from record.events.of_game import Event as GameEvent
from record.events.of_players import Said
from record.session.state import State
from record.store.folder import FIRST_PICTURE, GAMES, JOURNAL_NAME, Folder, numbered, read_folder
from record.store.journal import Journal, fold
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content
from rules.errors import DamcamError
from rules.irregularity import Verdict
from rules.play.moves import Move, every_quiet_move, legal_moves, play
from vision.camera.device import Lock, Shot, shrunk
from vision.camera.drawn import Drawer, Grain
from vision.camera.ring import SETTLED_WITHIN_NS
from vision.camera.scripted import PERIOD_NS
from vision.image.picture import Image, read_picture

WIRING = TwoButtons(17, 27)
LOOK_S = 0.2
"""Seconds between two looks of the players at the record of their game."""
SHOWN_NS = 250_000_000
"""How long each picture of a press is shown, and a hand is over the board before it."""
READ_WITHIN_NS = SETTLED_WITHIN_NS + PERIOD_NS
"""How long after an unread press pictures are taken: the time to settle and one more picture."""
READ_AT_LAST_S = 600.0
"""The longest to wait for the reading of a press: a full disk never answers."""
CAMERA, HANDS = "the camera", "the hands"
THINKS_S = (8.0, 30.0)
"""The least and the most time to think about a move, before it is divided by the speed."""
PLIES = 20
"""After so many presses the players end their game."""
OPENING = ((32, 28), (19, 23), (37, 32))
"""How a game begins in which a capture is missed: 28x19 was compulsory in place of 37-32 (Art. 10)."""
START = Position.start(ruleset("frisian"))
OTHER = {"white": "black", "black": "white"}


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does: `think_s` after his turn began he makes the board look like the pictures, one after the other, and presses."""

    side: str
    think_s: float
    pictures: tuple[Image, ...]


class ShownCamera:
    """A `vision.camera.device.LockableCamera` that shows one picture until it is given another; before the first, takes wait for it.

    Time waits for its pictures, and for the reading of an unread press: what is read does not hang on how busy the machine is.
    """

    def __init__(self, pace: HaltingPace) -> None:
        self._pace, self._grain, self._last_ns = pace, Grain(), 0
        self._image: Image | None = None
        self._until_ns: int | None = None
        self._news = Condition()

    def show(self, image: Image) -> None:
        with self._news:
            self._image = image
            self._news.notify_all()

    def unread(self, press_ns: int | None) -> None:
        """Set the time of the press that is not read yet; None where every press is read."""
        with self._news:
            self._until_ns = None if press_ns is None else press_ns + READ_WITHIN_NS
            self._news.notify_all()

    def take(self, after_ns: int = 0) -> Shot:
        with self._news:
            self._news.wait_for(lambda: self._image is not None)
        due_ns = self._pace.appoint(CAMERA, max(after_ns, self._last_ns + PERIOD_NS))
        with self._news:
            self._news.wait_for(lambda: self._until_ns is None or due_ns <= self._until_ns, READ_AT_LAST_S)
        self._last_ns = self._pace.wait_until(due_ns)
        assert self._image is not None
        image = self._grain.on(self._image)
        return Shot("", self._last_ns, image, shrunk(image))

    def lock(self) -> Lock:
        return Lock({})

    def hold(self, lock: Lock) -> None:
        """Nothing changes by itself here."""

    def unlock(self) -> None:
        """Nothing was fixed."""

    def close(self) -> None:
        """No device is held; time does not wait for pictures any more."""
        self._pace.dismiss(CAMERA)


class DrawnGame:
    """A game on a drawn board, by chance with that seed; with `misses`, a compulsory capture is missed in it."""

    def __init__(self, seed: int, *, misses: bool) -> None:
        self._seed, self._misses, self._drawer = seed, misses, Drawer(seed)

    @property
    def start(self) -> Image:
        """The board before the game."""
        return self._drawer.picture(START.contents())

    def stands(self, state: State) -> Image:
        """The board as the record has it."""
        return self._drawer.picture(_position(state).contents())

    def turn(self, state: State) -> Turn | None:
        """What the player does whose clock runs; None where he waits for the arbiter, or the game is at its end."""
        position, made = _position(state), len(state.presses)
        if _waits(state) or str(position.side) != state.clock.running or made >= PLIES:
            return None
        chance = Random(f"{self._seed}-{made}")
        before, after = position.contents(), play(position, self._move(position, made, chance)).contents()
        moved = next(square for square, (one, two) in enumerate(zip(before, after, strict=True), 1) if one != two)
        pictures = self._drawer.picture(after, moved), self._drawer.picture(after)
        return Turn(str(position.side), chance.uniform(*THINKS_S), pictures)

    def says(self, state: State) -> PlayerSays | None:
        """What the players say at the end of the game: the one whose clock runs offers a draw, and the other takes it."""
        if len(state.presses) < PLIES or _waits(state) or (running := state.clock.running) is None:
            return None
        said = {word.said for word in state.players}
        if Said.DRAW_OFFERED not in said:
            return PlayerSays(running, Said.DRAW_OFFERED)
        return PlayerSays(OTHER[running], Said.DRAW_ACCEPTED) if Said.DRAW_ACCEPTED not in said else None

    def _move(self, position: Position, made: int, chance: Random) -> Move:
        legal = legal_moves(position)
        if self._misses and made < len(OPENING):
            known = legal if made < len(OPENING) - 1 else every_quiet_move(position)
            if scripted := next((move for move in known if (move.origin, move.target) == OPENING[made]), None):
                return scripted
        calm = [move for move in legal if not any(answer.captured for answer in legal_moves(play(position, move)))]
        return chance.choice(calm or legal)


class RecordedGame:
    """The game of a recorded session, with its pictures: the players put their faults right themselves."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    @property
    def start(self) -> Image:
        """The board before the game."""
        return self._picture(FIRST_PICTURE)

    def stands(self, state: State) -> Image:
        """The board as the session has it after as many presses."""
        made = len(state.presses[: len(self._folder.presses)])
        return self._picture(self._folder.presses[made - 1].pictures[-1]) if made else self.start

    def turn(self, state: State) -> Turn | None:
        """The next press of the session; None where no clock runs, and at its end."""
        made, presses = len(state.presses), self._folder.presses
        if made >= len(presses) or state.clock.running is None:
            return None
        before_ns = presses[made - 1].t_ns if made else 0
        pictures = tuple(map(self._picture, presses[made].pictures))
        return Turn(str(presses[made].side), (presses[made].t_ns - before_ns) / 1e9, pictures)

    def says(self, state: State) -> PlayerSays | None:
        """White resigns at the end of the session."""
        if len(state.presses) < len(self._folder.presses) or any(word.said == Said.RESIGNED for word in state.players):
            return None
        return PlayerSays("white", Said.RESIGNED)

    def _picture(self, name: str) -> Image:
        return read_picture(self._folder.path / name)


Game = DrawnGame | RecordedGame


class Players:
    """The players at the board with that state folder; `games` gives what they play in the game folder of a name, `times` how fast."""

    def __init__(self, state: Path, camera: ShownCamera, games: Callable[[str], Game], pace: HaltingPace, times: float) -> None:
        self._state, self._camera, self._games, self._pace, self._times = state, camera, cache(games), pace, times
        self._ended, self._due_ns, self._pressed_ns = Event(), 0, 0
        self._seen: tuple[object, ...] = ()

    def buttons(self, put: PutMessage) -> ScriptedButtons:
        """Return the buttons for the service, and begin to play."""
        self._put, self._buttons = put, ScriptedButtons(WIRING, put)
        Thread(target=self._play, name="players", daemon=True).start()
        return self._buttons

    def tell(self, _event: GameEvent, state: State) -> None:
        """Take note of how far the service is."""
        self._camera.unread(self._pressed_ns if state.unruled else None)

    def end(self) -> None:
        """Do nothing more."""
        self._ended.set()

    def _play(self) -> None:
        while not self._ended.wait(LOOK_S):
            with suppress(DamcamError, OSError):  # the log is being made
                self._look()

    def _look(self) -> None:
        """Do what is due in the newest game."""
        folder = next(reversed(numbered(self._state / GAMES)), None)
        if folder is None:
            return
        state, game = _state_in(folder), self._games(folder.name)
        kept = next_game.kept(self._state, folder.name)
        seen = folder.name, state.opening, len(state.presses), len(state.words), state.clock.running, kept
        is_new, self._seen = seen != self._seen, seen
        if state.opening is None:
            if is_new:
                self._camera.show(game.start if kept and kept.about.tags.white else bare())
        elif not state.unruled:
            if is_new:
                self._camera.show(game.stands(state))
            if not state.over:
                self._go_on(game, state, is_new=is_new)

    def _go_on(self, game: Game, state: State, *, is_new: bool) -> None:
        if (word := game.says(state)) is not None:
            self._put(word)
            self._ended.wait(LOOK_S)
            return
        turn = game.turn(state)
        if turn is None:
            return
        if is_new:
            self._due_ns = self._pace.now_ns() + round(turn.think_s / self._times * 1e9)
        elif self._pace.now_ns() >= self._due_ns:
            self._take(turn)

    def _take(self, turn: Turn) -> None:
        """Make the move and press. A press that does not count is made once more after as much thought."""
        first, *others = turn.pictures
        self._camera.show(first)
        self._pressed_ns = self._wait(self._pace.now_ns())
        self._buttons.press(self._pressed_ns, turn.side)
        t_ns = self._pressed_ns
        for picture in others:
            t_ns = self._wait(t_ns)
            self._camera.show(picture)
        self._pace.dismiss(HANDS)
        self._seen = ()

    def _wait(self, t_ns: int) -> int:
        """Wait until SHOWN_NS after that moment, at which time stops until the next one; the moment."""
        due_ns = self._pace.appoint(HANDS, t_ns + SHOWN_NS)
        self._pace.wait_until(due_ns)
        return due_ns


@cache
def bare() -> Image:
    """A board without pieces."""
    return Drawer().picture((Content.EMPTY,) * len(START.contents()))


def _state_in(folder: Path) -> State:
    """The game in that folder as it is on disk; the state before the first event where there is no log yet."""
    path = folder / JOURNAL_NAME
    if not path.exists():
        return State()
    with Journal.reader(path) as journal:
        return fold(journal)


def _waits(state: State) -> bool:
    """Whether the players wait for the arbiter; they do not know of a press that was not read for certain."""
    return state.pending not in (None, Verdict.UNSURE)


def _position(state: State) -> Position:
    return parse_fen(state.fen, state.opened.rule_set)


def main(words: Sequence[str] | None = None) -> int:
    """Serve the board of the settings until told to end, with players that play as the other words say."""
    parser = ArgumentParser(prog="python -m damcam.rehearsed", description=__doc__)
    parser.add_argument("settings", type=Path, metavar="SETTINGS")
    parser.add_argument("--session", type=Path, metavar="DIR", help="what is played in the first game (default: a drawn game)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what drawn games are made from")
    parser.add_argument("--misses", action="store_true", help="a compulsory capture is missed in drawn games")
    parser.add_argument("--speed", type=float, default=1.0, metavar="N", help="by how much less the players think")
    args = parser.parse_args(words)
    settings = load_settings(args.settings, {})
    set_up_process()
    cv2.setNumThreads(1)
    recorded = RecordedGame(read_folder(args.session)) if args.session else None

    def game_in(name: str) -> Game:
        return recorded if recorded and int(name) == 1 else DrawnGame(100 * args.seed + int(name), misses=args.misses)

    pace, state = HaltingPace(1.0), Path(settings.board.state)
    camera = ShownCamera(pace)
    players = Players(state, camera, game_in, pace, args.speed)
    with on_standard_error():
        try:
            asked = Namespace(replay=None, no_web=True, no_copy=True, lang="en")
            return serve(state, settings, asked, players.tell, Notifier(), Devices(lambda: camera, players.buttons, pace))
        finally:
            players.end()

"""Games in PDN 3.0, read leniently: what is wrong is collected with its line, and the rest is read on. Nothing is thrown on any text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.endings import ending
from rules.errors import FenError, MoveError
from rules.fen import parse_fen
from rules.moves import play
from rules.notation import parse_move
from rules.position import Position
from rules.ruleset import RuleSet

FRYSK_GAME_TYPE = "97"
FRYSK_START = "W:W46,47,48,49,50:B1,2,3,4,5"
"""Five men a side on the back rows; lidraughts gives it the GameType 97."""

# Both ways of counting points are met, and a win by the loser's rules too; `*` is unknown.
RESULTS = {"1-0": "1-0", "2-0": "1-0", "0-1": "0-1", "0-2": "0-1", "1/2-1/2": "draw", "1-1": "draw", "0-0": "draw", "*": "*"}

_TOKEN = re.compile(
    r"""
    (?P<blank>\s+)
    | \[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    | \{(?P<comment>(?:[^}\n]|\n(?!\[\w+\s+"))*)\}?
    | ;(?P<rest>[^\n]*)
    | (?P<nag>\$\d+|[!?]+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<result>1/2-1/2|(?:2-0|0-2|1-0|0-1|1-1|0-0|\*)(?=[\s\[({;]|$))
    | (?P<number>\d+\s*\.+)
    | (?P<move>\d{1,2}(?:\s?[-x:\u00d7]\s?\d{1,2})+[!?]*|[x\u00d7](?=[\s.;{(\[]|$)[!?]*)
    | (?P<other>\[[^\n\]]*\]?|[^\s\[{;()]+|.)
    """,
    re.VERBOSE | re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a file: the ply (0 before the first move), the line (from 1), and what."""

    ply: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class PdnMove:
    """A move as written, the line it stands on, and the comments after it, each on one line."""

    text: str
    line: int
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game as written. `result` is `1-0`, `0-1`, `draw` or `*`; `faults` are what could not be read."""

    line: int
    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[PdnMove, ...] = ()
    result: str = "*"
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A game replayed: how many plies are legal, what is wrong, and what is odd without being wrong."""

    plies: int
    faults: tuple[Fault, ...]
    remarks: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.faults


class _Draft:
    """A game while it is read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, str] = {}
        self.moves: list[PdnMove] = []
        self.faults: list[Fault] = []
        self.result: str | None = None

    @property
    def empty(self) -> bool:
        return not (self.tags or self.moves or self.faults or self.result)

    def finished(self) -> PdnGame:
        result = self.result or RESULTS.get(self.tags.get("Result", "*"), "*")
        return PdnGame(self.line, self.tags, tuple(self.moves), result, tuple(self.faults))


def read_games(text: str) -> Iterator[PdnGame]:
    """The games of a file, with or without headers, one after another. Variations are passed over."""
    draft, line, depth = _Draft(1), 1, 0
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup or "value", match.group()
        if depth and kind == "value":
            draft.faults.append(_unclosed_variation(draft, line))
            depth = 0
        if kind == "open" or (kind == "close" and depth):
            depth += 1 if kind == "open" else -1
        elif not depth:
            if _begins_another(draft, kind, token):
                yield draft.finished()
                draft = _Draft(line)
            if draft.empty:
                draft.line = line
            _take(draft, kind, match, line)
        line += token.count("\n")
    if depth:
        draft.faults.append(_unclosed_variation(draft, line))
    if not draft.empty:
        yield draft.finished()


def _unclosed_variation(draft: _Draft, line: int) -> Fault:
    return Fault(len(draft.moves), line, "a variation is not closed")


def _begins_another(draft: _Draft, kind: str, token: str) -> bool:
    if kind in ("blank", "comment", "rest", "close"):
        return False
    if draft.result is not None:
        return True
    if kind == "number" and re.fullmatch(r"1\s*\.{3,}", token) and len(draft.moves) == 1:
        return False  # `1. 32-28 {a comment} 1... 19-23`
    return bool(draft.moves) and (kind == "value" or (kind == "number" and token.rstrip(".").rstrip() == "1"))


def _take(draft: _Draft, kind: str, match: re.Match[str], line: int) -> None:
    ply = len(draft.moves)
    if kind == "comment" and not match.group().endswith("}"):
        draft.faults.append(Fault(ply, line, "a comment is not closed"))
    match kind:
        case "value":
            draft.tags[match["tag"]] = re.sub(r"\\(.)", r"\1", match["value"])
        case "comment" | "rest" if draft.moves:
            last, words = draft.moves[-1], (match["comment"] or match["rest"] or "").split()
            draft.moves[-1] = PdnMove(last.text, last.line, (*last.comments, " ".join(words)))
        case "result":
            draft.result = RESULTS[match["result"]]
        case "move":
            draft.moves.append(PdnMove("".join(match["move"].rstrip("!?").split()), line))
        case "close":
            draft.faults.append(Fault(ply, line, "a variation is closed that was not opened"))
        case "other":
            draft.faults.append(Fault(ply, line, f"{match['other'][:40]!r} is not understood"))


def start_of(game: PdnGame, rules: RuleSet) -> Position:
    """The position that the game starts from: its FEN, Frysk!'s for that GameType, or the rules' own; FenError for a bad FEN."""
    fen = game.tags.get("FEN")
    if fen is None and rules.name == "frisian" and game.tags.get("GameType", "").split(",")[0] == FRYSK_GAME_TYPE:
        fen = FRYSK_START
    return Position.start(rules) if fen is None else parse_fen(fen, rules)


def check_game(game: PdnGame, rules: RuleSet) -> Checked:
    """Replay the game; after its first fault it is not replayed further."""
    try:
        position = start_of(game, rules)
    except FenError as error:
        return Checked(0, (*game.faults, Fault(0, game.line, f"FEN: {error}")), ())
    over: str | None = None
    for ply, move in enumerate(game.moves, 1):
        unread = next((fault for fault in game.faults if fault.ply < ply), None)
        if unread is not None:
            return Checked(ply - 1, game.faults, ())
        if over is None and (found := ending(position)) is not None:
            over = f"ply {ply}: play went on after the game had ended ({found.result}, Art. {found.article})"
        try:
            position = play(position, parse_move(move.text, position))
        except MoveError as error:
            return Checked(ply - 1, (Fault(ply, move.line, str(error)), *game.faults), (over,) if over else ())
    return Checked(len(game.moves), game.faults, (over,) if over else ())

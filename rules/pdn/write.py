"""A writer of PDN 3.0 that `read_games` and other programs read back without loss."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain

from rules.board.fen import write_fen
from rules.board.position import NO_KING_MOVES, Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Side
from rules.errors import FenError
from rules.pdn.game import FRYSK_GAME_TYPE, LOST_BY_BOTH, RESULTS, PdnGame, PdnLine, PdnMove, result_in, start_of

MAX_COLUMNS = 80
"""The line length that the PDN standard asks of an exported file."""

_ROUND = str.maketrans("{}", "()")
_UNIT = r"(?:\[%[^\]]{0,100}\]|[^ ])+"  # a word, or a command such as `[%clock w1:00:00 B1:00:00]` with the blanks in it
_UNITS = re.compile(rf"{_UNIT}(?: (?=[\[%]){_UNIT})*")
"""Text that stays on one line. No line may begin with `[`, which starts a tag, or `%`, which starts a line that readers skip."""


class ResultForm(Enum):
    """The two forms of a result in PDN 3.0: a win for White, a win for Black, and a draw."""

    DEFAULT = ("1-0", "0-1", "1/2-1/2")
    INTERNATIONAL = ("2-0", "0-2", "1-1")


RESULT_FORMS = {form.value[0]: form for form in ResultForm}
"""The forms by their way of writing a win for White."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A variation to be written, with the comments at its end that follow no move."""

    plies: tuple["WrittenPly", ...]
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenPly:
    """A ply to be written."""

    side: Side
    text: str | None
    """The move, or `/FEN "..."/` for a set-up; None where no move can be written."""
    glyphs: tuple[int, ...] = ()
    """The numeric glyphs."""
    comments: tuple[str, ...] = ()
    """The comments after the move."""
    before: tuple[str, ...] = ()
    """The comments before the move."""
    variations: tuple[WrittenLine, ...] = ()
    """The variations that replace the move."""

    @property
    def is_setup(self) -> bool:
        return self.text is not None and self.text.startswith("/")


def write_game(
    tags: Mapping[str, str],
    plies: Iterable[WrittenPly],
    result: str,
    numbered: Side = Side.WHITE,
    form: ResultForm = ResultForm.DEFAULT,
    comments: Sequence[str] = (),
) -> str:
    """The text of one game: the tags in order, an empty line, the movetext in lines of 80 columns, the last comments, and the result.

    `numbered` is the side whose turns have numbers: the one that begins under the rules. `result` is that of a `PdnGame`; a void game
    (Art. 26) and any unknown result become `*`. In the value of a tag, an end of line becomes a blank. In a comment, runs of blanks
    become single blanks, and `}` becomes `)`. The caller separates two games by an empty line.
    """
    header = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    words = *chain.from_iterable(_movetext(plies, 1, numbered)), *_braced(comments), written_result(result, form)
    movetext = "\n".join(_lines(" ".join(words)))
    return f"{header}\n{movetext}\n" if header else f"{movetext}\n"


def write_pdn(game: PdnGame, rules: RuleSet, form: ResultForm | None = None) -> str:
    """The text of a game that was read. Reading it again gives the same game, except for the faults and remarks.

    What could not be read becomes a comment at the end of the moves, with `(` and `)` for its braces. `form` sets the form of the
    result, also in the tag; None keeps that of the game. The side to move comes from the FEN.
    """
    tags = dict(game.tags)
    if form and "Result" in tags:
        tags["Result"] = written_result(game.result, form)
    comments = (*game.comments, game.unread.translate(_ROUND))
    return write_game(tags, _plies(game.moves, _first_side(game, rules)), game.result, rules.begins, form or form_of(game), comments)


def form_of(game: PdnGame) -> ResultForm:
    """The form of the Result tag, or without that tag of the result in the movetext."""
    written = result_in(game.tags.get("Result", game.written_result))
    return ResultForm.INTERNATIONAL if written in ResultForm.INTERNATIONAL.value else ResultForm.DEFAULT


def cut_short(game: PdnGame, rules: RuleSet, moves: int) -> PdnGame:
    """The game with only its first `moves` moves; all that follows them, as it would be written, is unread."""
    turns = list(_movetext(_plies(game.moves, _first_side(game, rules)), 1, rules.begins))
    rest = *(word for words in turns[moves:] for word in words), *_braced(game.comments), game.unread
    return replace(game, moves=game.moves[:moves], comments=(), unread=" ".join(filter(None, rest)))


def _first_side(game: PdnGame, rules: RuleSet) -> Side:
    try:
        return start_of(game, rules).side
    except FenError:
        return rules.begins


def written_result(result: str, form: ResultForm = ResultForm.DEFAULT) -> str:
    """The result in PDN: `1-0`, `0-1` or `1/2-1/2`, or the same in the other form; `0-0`; otherwise `*`."""
    if result == LOST_BY_BOTH:
        return LOST_BY_BOTH
    return next((written for written in form.value if RESULTS[written] == result), "*")


def start_tags(start: Position) -> dict[str, str]:
    """The tags for the rules and, if it is not that of the rules, the start position."""
    for game_type in (str(start.rules.game_type), FRYSK_GAME_TYPE):
        if start == start_of(PdnGame(line=1, tags={"GameType": game_type}), start.rules):
            return {"GameType": game_type}
    counts = (start.white_king_moves, start.black_king_moves) != (NO_KING_MOVES, NO_KING_MOVES)
    return {"GameType": str(start.rules.game_type), "SetUp": "1", "FEN": write_fen(start, counts=counts)}


def _plies(moves: Iterable[PdnMove], side: Side) -> Iterator[WrittenPly]:
    """The moves with the sides that make them in turn; a set-up states whose turn it is."""
    for move in moves:
        variations = tuple(_line(line, side) for line in move.variations)
        yield WrittenPly(side, move.text, move.glyphs, move.comments, move.before, variations)
        side = side.other if move.setup is None else _side_of(move.setup, side)


def _line(line: PdnLine, side: Side) -> WrittenLine:
    return WrittenLine(tuple(_plies(line.moves, side)), line.comments)


def _side_of(fen: str, otherwise: Side) -> Side:
    return next((side for side in Side if fen.strip().upper().startswith(side.letter)), otherwise)


def _movetext(plies: Iterable[WrittenPly], number: int, numbered: Side) -> Iterator[list[str]]:
    """The words of each ply of a line that begins at that number.

    A move of the other side has its number too if anything stands between it and the move before. A set-up is not a turn: the move after
    it is numbered by its side.
    """
    due, told = numbered, False
    for ply in plies:
        words: list[str] = []
        if ply.is_setup:
            words += [f"{number}{'.' if due is numbered else '...'}"] if ply.before else []
        elif ply.side is numbered:
            number += due is not numbered  # two turns in a row by one side: the other's turn between them is skipped
            words.append(f"{number}.")
        elif due is numbered or told or ply.before or ply.text is None:
            words.append(f"{number}...")
        words += *_braced(ply.before), *((ply.text,) if ply.text is not None else ())
        words += *(f"${glyph}" for glyph in ply.glyphs), *_braced(ply.comments)
        for line in ply.variations:
            inner = chain.from_iterable(_movetext(line.plies, number, numbered))
            words.append(f"({' '.join((*inner, *_braced(line.comments)))})")
        yield words
        told = ply.is_setup or bool(ply.variations)
        if not ply.is_setup:
            number, due = number + (ply.side is not numbered), ply.side.other


def _braced(comments: Iterable[str]) -> Iterator[str]:
    return (f"{{{comment}}}" for comment in map(_plain, comments) if comment)


def _lines(text: str) -> Iterator[str]:
    line = ""
    for words in _UNITS.findall(text):
        if line and len(line) + 1 + len(words) > MAX_COLUMNS:
            yield line
            line = words
        else:
            line = f"{line} {words}" if line else words
    yield line


def _quoted(value: str) -> str:
    return re.sub(r"\r\n?|\n", " ", value).replace("\\", "\\\\").replace('"', '\\"')


def _plain(comment: str) -> str:
    return " ".join(comment.replace("}", ")").split())

"""Games written as PDN 3.0, so that `pdn.read_games` and other programs read back what was meant."""

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

COLUMNS = 80
"""As the PDN standard asks of an exported file."""

_ROUND = str.maketrans("{}", "()")
_UNIT = r"(?:\[%[^\]]{0,100}\]|[^ ])+"  # a word, or a command such as `[%clock w1:00:00 B1:00:00]` with the blanks in it
_UNITS = re.compile(rf"{_UNIT}(?: (?=[\[%]){_UNIT})*")
"""What stands on one line: no line begins with `[` or `%`, which would be a tag or a line to pass over."""


class ResultForm(Enum):
    """How a result is written; PDN 3.0 names the two."""

    DEFAULT = ("1-0", "0-1", "1/2-1/2")
    INTERNATIONAL = ("2-0", "0-2", "1-1")


RESULT_FORMS = {form.value[0]: form for form in ResultForm}
"""By how a win for White is written."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A variation as it goes into a file, and the comments at its end that follow no move."""

    plies: tuple["WrittenPly", ...]
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenPly:
    """A turn as it goes into a file: the move with its numeric glyphs, the comments before and after it, and what could have been played.

    `text` is None where no move can be written, and `/FEN "..."/` where a position is set up.
    """

    side: Side
    text: str | None
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    variations: tuple[WrittenLine, ...] = ()

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
    """One game: the tags in their order, an empty line, the movetext in lines of 80 columns, the last comments, and the result.

    `numbered` is the side whose turns bear the numbers, the one that begins under the rules. `result` is that of a `PdnGame`; for a void
    game (Art. 26) and any other there stands `*`. A tag keeps its blanks, but an end of line becomes one; blanks within a comment
    become single ones, and `}` there `)`. An empty line between two games parts them.
    """
    header = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    words = *chain.from_iterable(_movetext(plies, 1, numbered)), *_braced(comments), written_result(result, form)
    movetext = "\n".join(_lines(" ".join(words)))
    return f"{header}\n{movetext}\n" if header else f"{movetext}\n"


def write_pdn(game: PdnGame, rules: RuleSet, form: ResultForm | None = None) -> str:
    """A game that was read, written again without a fault: reading that gives the same game, but for the faults and the remarks on them.

    What could not be read is a comment where the game stops, its braces round. `form` writes the result so, in the tag too; None leaves
    it as the game has it. The side to move is taken from the FEN.
    """
    tags = dict(game.tags)
    if form and "Result" in tags:
        tags["Result"] = written_result(game.result, form)
    comments = (*game.comments, game.unread.translate(_ROUND))
    return write_game(tags, _plies(game.moves, _first_side(game, rules)), game.result, rules.begins, form or form_of(game), comments)


def form_of(game: PdnGame) -> ResultForm:
    """The form that its Result tag has, without one that of the movetext."""
    written = result_in(game.tags.get("Result", game.written_result))
    return ResultForm.INTERNATIONAL if written in ResultForm.INTERNATIONAL.value else ResultForm.DEFAULT


def cut_short(game: PdnGame, rules: RuleSet, moves: int) -> PdnGame:
    """The game with its first moves, so many of them, and all that follows them unread, as it would be written."""
    turns = list(_movetext(_plies(game.moves, _first_side(game, rules)), 1, rules.begins))
    rest = *(word for words in turns[moves:] for word in words), *_braced(game.comments), game.unread
    return replace(game, moves=game.moves[:moves], comments=(), unread=" ".join(filter(None, rest)))


def _first_side(game: PdnGame, rules: RuleSet) -> Side:
    try:
        return start_of(game, rules).side
    except FenError:
        return rules.begins


def written_result(result: str, form: ResultForm = ResultForm.DEFAULT) -> str:
    """A result as PDN has it: `1-0`, `0-1`, `1/2-1/2`, or the same in the other form, `0-0`, else `*`."""
    if result == LOST_BY_BOTH:
        return LOST_BY_BOTH
    return next((written for written in form.value if RESULTS[written] == result), "*")


def start_tags(start: Position) -> dict[str, str]:
    """The tags that tell the rules and, where it is not their own, the position that a game begins from."""
    for game_type in (str(start.rules.game_type), FRYSK_GAME_TYPE):
        if start == start_of(PdnGame(line=1, tags={"GameType": game_type}), start.rules):
            return {"GameType": game_type}
    counts = (start.white_king_moves, start.black_king_moves) != (NO_KING_MOVES, NO_KING_MOVES)
    return {"GameType": str(start.rules.game_type), "SetUp": "1", "FEN": write_fen(start, counts=counts)}


def _plies(moves: Iterable[PdnMove], side: Side) -> Iterator[WrittenPly]:
    """The moves with the sides that make them, in turn; a FEN on the way says whose turn it is."""
    for move in moves:
        variations = tuple(_line(line, side) for line in move.variations)
        yield WrittenPly(side, move.text, move.glyphs, move.comments, move.before, variations)
        side = side.other if move.setup is None else _side_of(move.setup, side)


def _line(line: PdnLine, side: Side) -> WrittenLine:
    return WrittenLine(tuple(_plies(line.moves, side)), line.comments)


def _side_of(fen: str, otherwise: Side) -> Side:
    return next((side for side in Side if fen.strip().upper().startswith(side.letter)), otherwise)


def _movetext(plies: Iterable[WrittenPly], number: int, numbered: Side) -> Iterator[list[str]]:
    """The words of each ply of a line that begins at that number; what stands between two moves makes the second bear its number too.

    A set-up makes no turn: the move behind it is numbered by the side that makes it.
    """
    due, told = numbered, False
    for ply in plies:
        words: list[str] = []
        if ply.is_setup:
            words += [f"{number}{'.' if due is numbered else '...'}"] if ply.before else []
        elif ply.side is numbered:
            number += due is not numbered  # two turns of one side on end: the other's between them is skipped
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
        if line and len(line) + 1 + len(words) > COLUMNS:
            yield line
            line = words
        else:
            line = f"{line} {words}" if line else words
    yield line


def _quoted(value: str) -> str:
    return re.sub(r"\r\n?|\n", " ", value).replace("\\", "\\\\").replace('"', '\\"')


def _plain(comment: str) -> str:
    return " ".join(comment.replace("}", ")").split())

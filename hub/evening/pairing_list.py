"""A list of pairings as an organiser has it: a line for each board, with commas, semicolons or tabs, and headings or none."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from record.events.about import PublicTags, first_tag_fault
from rules.errors import Phrase, Sentence
from rules.pdn.tags import MAX_TAG_LENGTH
from tournament.events.separated import cells_of, columns_of, rows_of

HEADINGS: Mapping[str, frozenset[str]] = {
    "board": frozenset({"board", "bord", "boerd", "table", "tafel", "nr", "nr.", "no", "no.", "nummer", "number", "#"}),
    "white": frozenset({"white", "wit", "wyt"}),
    "black": frozenset({"black", "zwart", "swart"}),
    "giver": frozenset({"giver", "gever", "simultaangever", "simultaanjouwer"}),
    "event": frozenset({"event", "evenement", "toernooi", "toernoai", "tournament"}),
    "round": frozenset({"round", "ronde", "rûnde"}),
}
COLUMNS = ("board", "white", "black")
"""The columns of a list without headings."""
ALL_COLUMNS = (*COLUMNS, "event", "round")
"""The columns of a list without headings that names event and round too."""

OF_EXHIBITION = 3
"""From so many lines on, who stands in each of them gives a simultaneous exhibition. Two lines may have a name twice by mistake; there a
column names the giver."""
_NAMED = re.compile(rf"^({'|'.join(sorted(map(re.escape, HEADINGS['board']), key=len, reverse=True))})\s*(?=\S)")
"""A heading before the board's name, as in `Bord 2`."""


class ListFault(Phrase):
    """What is wrong with a list of pairings."""

    EMPTY = "the list is empty: a line for each board was expected, such as 1; Jelle de Vries; Sytske Hoekstra"
    LINE = "line {line}: {what}"
    VALUES = "a board, White and Black were expected, as in 1; Jelle de Vries; Sytske Hoekstra"
    NO_COLUMN = "no column has the heading board, White or Black"
    QUOTES = "a quotation mark is not closed"
    NO_BOARD = "there is no board {board} here; there are {boards}"
    NOT_JOINED = "board {board} has a file, and has not joined with it yet"
    BOARD_TWICE = "board {board} is in line {first} already"
    NO_NAME = "both players were expected"
    PLAYER_TWICE = "{name} is in line {first} already"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A line of the list: which board, by its key, and who plays there."""

    line: int
    board: str
    white: str
    black: str
    event: str = ""
    """Empty, as the round, where the list does not say."""
    round: str = ""
    giver: str = ""
    """Who gives a simultaneous exhibition, where the list says so."""


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line that cannot be used; `line` is 0 for the list as a whole."""

    line: int
    why: Sentence

    @property
    def said(self) -> Sentence:
        """What is wrong, with the number of the line."""
        return ListFault.LINE.said(line=self.line, what=self.why) if self.line else self.why


@dataclass(frozen=True, slots=True)
class PairingList:
    """The pairings of a list, and its lines that are wrong."""

    pairings: tuple[Pairing, ...]
    wrong: tuple[WrongLine, ...]


def read_list(text: str, boards: Mapping[str, str], awaited: Collection[str] = ()) -> PairingList:
    """Read the list; `boards` gives the key of each board by the names that it may have in the list, in lower case.

    `awaited` are the keys of boards that are to join, of which a line is wrong for that reason.
    """
    separator, lines = rows_of(text)
    if not lines:
        return PairingList((), (WrongLine(0, ListFault.EMPTY.said()),))
    columns: Sequence[str] = ALL_COLUMNS if len(cells_of(lines[0][1], separator) or ()) == len(ALL_COLUMNS) else COLUMNS
    if found := _columns(cells_of(lines[0][1], separator) or ()):
        columns, (number, _), lines = found, lines[0], lines[1:]
        if not set(COLUMNS) <= set(columns):
            return PairingList((), (WrongLine(number, ListFault.NO_COLUMN.said()),))
    read = [_line(number, cells_of(line, separator), columns, boards, awaited) for number, line in lines]
    pairings = tuple(one for one in read if isinstance(one, Pairing))
    wrong = [*(one for one in read if isinstance(one, WrongLine)), *_twice(pairings)]
    return PairingList(pairings, tuple(sorted(wrong, key=lambda one: one.line)))


def _columns(headings: Sequence[str]) -> list[str]:
    """The name of each column where these are headings, empty for a column that is not needed; else nothing."""
    names = columns_of(headings, HEADINGS.items())
    return names if "white" in names or "black" in names else []


def _line(
    number: int, cells: list[str] | None, columns: Sequence[str], boards: Mapping[str, str], awaited: Collection[str]
) -> Pairing | WrongLine:
    if cells is None:
        return WrongLine(number, ListFault.QUOTES.said())
    while len(cells) > len(columns) and not cells[-1]:
        cells.pop()
    if len(cells) != len(columns):
        return WrongLine(number, ListFault.VALUES.said())
    told = {name: cell for name, cell in zip(columns, cells, strict=True) if name}
    board = told["board"].casefold()
    board = board if board in boards or board in awaited else _NAMED.sub("", board)
    if board in awaited and board not in boards:
        return WrongLine(number, ListFault.NOT_JOINED.said(board=board))
    if board not in boards:
        named = tuple(sorted(set(boards), key=lambda name: (not name.isdecimal(), len(name), name)))
        return WrongLine(number, ListFault.NO_BOARD.said(board=told["board"][:MAX_TAG_LENGTH], boards=named))
    if not (told["white"] and told["black"]):
        return WrongLine(number, ListFault.NO_NAME.said())
    tags = {tag: told.get(tag, "") for tag in ALL_COLUMNS[1:]}
    if fault := first_tag_fault(PublicTags(**tags)):
        return WrongLine(number, fault)
    return Pairing(number, boards[board], **tags, giver=told.get("giver", ""))


def _twice(pairings: Sequence[Pairing]) -> Iterator[WrongLine]:
    """The lines with a board or a player of an earlier one; who gives a simultaneous exhibition plays at all boards."""
    boards: dict[str, int] = {}
    players: dict[str, int] = {}
    everywhere = {one.giver.casefold() for one in pairings if one.giver}
    if len(pairings) >= OF_EXHIBITION:
        everywhere |= set.intersection(*({one.white.casefold(), one.black.casefold()} for one in pairings))
    for one in pairings:
        first = boards.setdefault(one.board, one.line)
        if first != one.line:
            yield WrongLine(one.line, ListFault.BOARD_TWICE.said(board=one.board, first=first))
            continue
        for name in (one.white, one.black):
            if name.casefold() in players and name.casefold() not in everywhere:
                yield WrongLine(one.line, ListFault.PLAYER_TWICE.said(name=name, first=players[name.casefold()]))
                break
            players[name.casefold()] = one.line

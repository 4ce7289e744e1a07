"""What is odd in a PDN file without being wrong."""

from rules.errors import Phrase, Sentence

MAX_FAULTS = 100
"""The most faults, and the most remarks, that are collected of one game."""
MAX_SHOWN_CHARS = 40
"""The most characters of the file's text that a message shows."""


class PdnRemark(Phrase):
    """Remarks on a game in a file, and their places."""

    AT_LINE = "line {line}: {what}"
    AT_PLY = "ply {ply}: {what}"
    SINCE_PLY = "since ply {ply}: {what}"
    TAG_TWICE = "the tag {tag} is given twice; the last one is used"
    TAG_QUOTES = "the quotation marks of the tag {tag} are not those of PDN; it is read as {text}"
    DATE_READ = "the tag {tag} says {text}, which is read as {date}"
    LONG_COMMENT = "a comment in a variation is longer than {most} characters and is left out"
    TOO_DEEP = "a variation inside {most} others is skipped"
    RESULT_IN_VARIATION = "the result {result} in a variation is ignored"
    NOT_UNDERSTOOD_THERE = "{text} in a variation is not understood"
    OF_NO_MOVE = "variations that belong to no move are ignored"
    TAG_WITHOUT_RESULT = "the Result tag says {text}, which is not a result"
    OTHER_RESULTS = "the Result tag says {text}, the movetext {result}; the movetext is used"
    NOT_PLAYED = "the game was not played; the result {result} is one by default"
    BOTH_LOST = "the result 0-0 means that both sides lost"
    STOOD = "{why}, and stood: the position after it is set up"
    SET_UP = "the position is set up, not reached by a move"
    OTHER_ENDING = "the result is {result}, but the last position shows another ending ({due}, {article})"
    WENT_ON = "play went on after the game had ended ({result}, {article})"
    WRONG_SIGN = "ply {ply}: {text} should be written {move}"
    WRONG_SIGNS = "ply {ply}: {text} should be written {move} (and {others} more)"
    MAY_CLAIM = "a draw may be claimed ({article})"
    STRONGEST = "the arbiter may decide by the strongest position; proposed White {white}, Black {black}: {result} ({article})"
    OTHER_RULES = "the GameType {text} means {named}; replayed as {rules}"
    UNKNOWN_TYPE = "the GameType {text} is not known here; replayed as {rules}"
    WITHOUT_FEN = "SetUp is 1, but there is no FEN tag"
    WITH_FEN = "SetUp is 0, but there is a FEN tag; the FEN is used"
    IN_VARIATION = "in a variation, {why}"


def at_line(line: int, what: Sentence) -> Sentence:
    """The remark with its line of the file, from 1."""
    return PdnRemark.AT_LINE.said(line=line, what=what)


def at_ply(ply: int, what: Sentence) -> Sentence:
    """The remark with its ply, from 1."""
    return PdnRemark.AT_PLY.said(ply=ply, what=what)

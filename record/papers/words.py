"""The words of a dossier for rulings, readings and results."""

from collections.abc import Mapping

from record.telling.reasons import RESULTS, SIDES
from record.texts import marked
from rules.board.squares import Content
from rules.irregularity import Verdict

NOT_DECIDED = marked("Not decided")
OUTCOMES: Mapping[str, str] = {**RESULTS, "*": NOT_DECIDED}
PLAYERS: Mapping[str, str] = {str(side): name for side, name in SIDES.items()}
CONTENTS: Mapping[Content, str] = {
    Content.EMPTY: marked("empty"),
    Content.WHITE_MAN: marked("white man"),
    Content.WHITE_KING: marked("white king"),
    Content.BLACK_MAN: marked("black man"),
    Content.BLACK_KING: marked("black king"),
}
VERDICTS: Mapping[str, str] = {
    Verdict.LEGAL: marked("legal"),
    Verdict.CORRECTED: marked("put right"),
    Verdict.NO_MOVE: marked("nothing moved"),
    Verdict.UNCROWNED: marked("king without a second disc, or the reverse"),
    Verdict.JUMBLED: marked("pieces in disorder"),
    Verdict.TURNED: marked("board lies wrong"),
    Verdict.UNSURE: marked("not read for sure"),
}
"""The verdicts without an article; the others are named by their article."""
RULINGS: Mapping[str, str] = {
    "stand": marked("stands"),
    "restore": marked("position restored"),
    "position": marked("position set"),
    "take-back": marked("taken back, plies: {plies}"),
    "to-move": marked("given the turn: {side}"),
    "end": marked("game ended: {result}"),
    "paper": marked("Continued on paper"),
    "record": marked("recorded again"),
}
UNDONE: Mapping[str, str] = {
    "stand": marked("undone: stands"),
    "restore": marked("undone: position restored"),
    "position": marked("undone: position set"),
    "take-back": marked("undone: taken back"),
    "to-move": marked("undone: given the turn"),
    "end": marked("undone: game ended"),
    "paper": marked("undone: continued on paper"),
    "record": marked("undone: recorded again"),
    "start-clock": marked("undone: clock started"),
    "set-times": marked("undone: clocks set"),
    "add-times": marked("undone: time added"),
    "time-control": marked("undone: time control set"),
    "enter-paper": marked("undone: moves from paper entered"),
}
RULE_SETS: Mapping[str, str] = {
    "frisian": marked("Frisian draughts"),
    "international": marked("International draughts"),
    "english": marked("English draughts"),
    "dambord": marked("Dambord (8x8)"),
}
TAGS: Mapping[str, str] = {
    "event": marked("Event"),
    "site": marked("Place"),
    "date": marked("Date"),
    "round": marked("Round"),
    "board": marked("Board"),
    "regulation": marked("Regulation"),
}

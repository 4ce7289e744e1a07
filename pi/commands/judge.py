"""The command `judge`: the referee for other eyes, such as another camera's reader, an electronic board or a program."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from typing import Any

from pi.setup.options import add_json, add_language
from pi.setup.output import complain, print_json, wants_json
from pi.setup.press_row import row
from pi.setup.standard_input import input_lines
from record.decisions.judging import JudgedGame
from record.decisions.ruling_row import ruling_in
from record.store.json_text import json_in
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen, write_fen
from rules.board.ruleset import CROWNS, NO_CROWNS, ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase

DESCRIPTION = """Rules the presses that others read. Standard input has a JSON object a line, and each is answered at once:
  {"rules": "frisian", "fen": "W:W31-50:B1-20"}    begins a game and ends the one before: {"game": 1};
                                                   with "crowns": "none" kings get no second disc
  {"seq": 1, "side": "white", "log_p": [...]}      a press: its rulings
  {"seq": 1, "ruling": "stand", "by": "A. Arbiter"}
                                                   a ruling after a press, as in rulings.jsonl: {"ruled": "stand", "fen": "..."}"""
EPILOG = """"log_p" has a row for each square, square 1 first: the log-likelihoods of empty, white man, white king, black man and black
king, each up to a constant of the square; null where nothing was seen. Presses are numbered from 1 in each game. The rulings of a press
are rows as of "damcam replay --json": first those of earlier presses that are replaced ("amends": true), the press's own last, with
"hands_back": true where it hands a fault back. Whatever is wrong is answered by {"error": a sentence}: nothing changes, and the number
of the press may be used again. The status is 1 if a line was wrong."""


class JudgeFault(Phrase):
    """Why a line is not carried out."""

    NO_OBJECT = "a JSON object was expected, with {keys}"
    NO_GAME = "no game has begun: the first line is one with rules and fen"
    NO_RULE_SET = "rules is {value}; a rule set was expected"
    OTHER_CROWNS = "{where} is {value}; one of {words} was expected"
    NO_FEN = "fen is {value}; a position was expected"
    NO_SEQ = "seq is {value}; the number of a press was expected"
    NO_SIDE = "side is {value}; white or black was expected"
    NO_LOG_P = "the press has no log_p; where nothing was seen it is null"


class BadLine(DamcamError, ValueError):
    """A line that is not carried out."""


class Judge:
    """The games of one input, one after the other."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._games = 0
        self._game: JudgedGame | None = None

    def answer(self, line: str) -> Iterator[dict[str, Any]]:
        """The rows that answer a line. DamcamError: the line is not carried out, and nothing changed."""
        asked = json_in(line)
        if not isinstance(asked, dict):
            raise BadLine(JudgeFault.NO_OBJECT.said(keys=("rules", "seq", "ruling")))
        if "rules" in asked:
            self._game = _begun(asked, self._lang)
            self._games += 1
            yield {"game": self._games}
        elif "ruling" in asked:
            yield from self._arbitrated(asked)
        elif "seq" in asked:
            yield from self._pressed(asked)
        else:
            raise BadLine(JudgeFault.NO_OBJECT.said(keys=("rules", "seq", "ruling")))

    def _pressed(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        game = self._begun()
        seq, side = asked["seq"], asked.get("side")
        if not isinstance(seq, int) or isinstance(seq, bool):
            raise BadLine(JudgeFault.NO_SEQ.said(value=repr(seq)))
        if side not in list(Side):
            raise BadLine(JudgeFault.NO_SIDE.said(value=repr(side)))
        if "log_p" not in asked:
            raise BadLine(JudgeFault.NO_LOG_P.said())
        evidence = None if asked["log_p"] is None else Evidence.of(asked["log_p"])
        self._game, rulings = game.press(seq, Side(side), evidence)
        for one in rulings:
            yield row(one.event) | ({"hands_back": True} if one.hands_back else {})

    def _arbitrated(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        game = self._begun()
        _, said = ruling_in(asked)
        self._game, rulings = game.arbitrate(said)
        for one in rulings:
            yield row(one.event)
        yield {"ruled": asked["ruling"], "fen": _plain(self._game.state.fen, self._game)}

    def _begun(self) -> JudgedGame:
        if self._game is None:
            raise BadLine(JudgeFault.NO_GAME.said())
        return self._game


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    add_json(parser)
    add_language(parser)


def run(args: Namespace) -> int:
    """Answer each line of standard input as it comes; status 1 when any was wrong."""
    judge, status, as_json = Judge(args.lang), 0, wants_json(args.json)
    for line in input_lines():
        if not line.strip():
            continue
        try:
            for answer in judge.answer(line):
                print_json(answer)
        except DamcamError as error:
            status = 1
            if as_json:
                print_json({"error": str(error)})
            else:
                complain(error)
    return status


def _begun(asked: Mapping[str, Any], lang: str) -> JudgedGame:
    for key, fault in (("rules", JudgeFault.NO_RULE_SET), ("fen", JudgeFault.NO_FEN)):
        if not isinstance(asked.get(key), str):
            raise BadLine(fault.said(value=repr(asked.get(key))))
    crowns = asked.get("crowns", CROWNS[0])
    if crowns not in CROWNS:
        raise BadLine(JudgeFault.OTHER_CROWNS.said(where="crowns", value=repr(crowns), words=CROWNS))
    rules = ruleset(asked["rules"], second_disc=crowns != NO_CROWNS)
    return JudgedGame.begun(parse_fen(asked["fen"], rules), lang)


def _plain(fen: str, game: JudgedGame) -> str:
    """The FEN without the counts of Art. 17."""
    return write_fen(parse_fen(fen, ruleset(game.state.opened.rules)))

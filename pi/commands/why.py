"""The command `why`: why a move is illegal, or why the choice is narrow, with the article, in the reader's language."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Any

from pi.setup.options import add_json, add_rules, add_weights
from pi.setup.output import print_json, wants_json
from record.telling.counts import explain_count, explain_strength
from record.telling.reasons import explain, explain_ending, explain_legal, explain_sign
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.play.counting import KING_TURNS, Count, Counter
from rules.play.endings import ending
from rules.play.notation import has_wrong_sign, parse_move, write_move
from rules.play.strongest import PieceWeights, strength
from rules.study.reasons import Code, Reason
from rules.study.why import why_forced, why_refused

DESCRIPTION = """Says why a move is illegal. For a legal move, or without a move, it says what narrows the choice (Art. 10-12, 17), and how
the game has ended where the position shows it. Without a move it also gives the counts that the position shows (Art. 17, 18 and their
counterparts) and, under English rules with a king on the board, what both sides count in the strongest position (section 7).
For arbiters: during a game each of these would be a hint to a player (Art. 24)."""
EPILOG = """JSON: "fen"; "move": in the notation of Art. 22 when legal, else as given; null without one;
"legal": whether damcam moves lists it, which it does whatever the ending; null without a move;
"article": of the first reason, else of the ending, else null; "text": all of it in sentences;
"reasons": [{"code", "article", "squares", "move", "required", "text"}]; "ending": null or {"result", "article", "text"};
"remarks": sentences on how the move was written; "counts": [{"article", "side", "made", "limit", "square", "text"}], which
begin at 0 where a FEN cannot carry them; "strength": null or {"white", "black", "result", "text"}."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    add_rules(parser)
    parser.add_argument("fen", metavar="FEN")
    parser.add_argument("move", metavar="MOVE", nargs="?", help="such as 32-28, 28x17x8 or x (default: explain the position)")
    add_weights(parser)
    add_json(parser, "a JSON object, also on a terminal")


def run(args: Namespace) -> int:
    """Print the reasons as sentences, or as one JSON object; a bad FEN, an unreadable move and an ambiguous one are errors."""
    position = parse_fen(args.fen, ruleset(args.rules))
    row = _row(position, args.move, args.lang, args.weights)
    if wants_json(args.json):
        print_json({"fen": args.fen} | row)
    else:
        print(row["text"])
    return 0


def _row(position: Position, asked: str | None, lang: str, weights: PieceWeights) -> dict[str, Any]:
    refused = why_refused(position, asked) if asked is not None else None
    legal = None if asked is None else refused is None or refused.code is Code.GAME_OVER
    move, remarks = _in_notation(position, asked, lang) if asked is not None and legal else (asked, [])
    found = (refused,) if refused and not legal else why_forced(position)
    reasons = [one for one in found if one.code is not Code.GAME_OVER]
    over = ending(position)
    sentences = [explain_legal(move or "", lang)] if not over and (legal or not reasons) else []
    sentences += [explain(one, lang) for one in reasons]
    sentences += [explain(Reason(Code.GAME_OVER, over.article, ending=over), lang)] if over else []
    counts, strong = _standing(position, lang, weights) if asked is None and not over else ([], None)
    sentences += [*remarks, *(count["text"] for count in counts), *([strong["text"]] if strong else ())]
    return {
        "move": move,
        "legal": legal,
        "article": next((one.article for one in (*reasons, over) if one and one.article), None),
        "text": " ".join(sentences),
        "reasons": [_reason(one, lang) for one in reasons],
        "ending": {"result": over.result, "article": over.article, "text": explain_ending(over, lang)} if over else None,
        "remarks": remarks,
        "counts": counts,
        "strength": strong,
    }


def _in_notation(position: Position, asked: str, lang: str) -> tuple[str, list[str]]:
    """The legal move in notation, and remarks on how it was given."""
    played = parse_move(asked, position)
    move = write_move(position, played)
    return move, [explain_sign(asked.strip(), move, lang)] if has_wrong_sign(asked, played) else []


def _standing(position: Position, lang: str, weights: PieceWeights) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """The counts that the position shows, and what both sides count where the strongest position may decide the game."""
    counts = [_count(count, lang) for count in Counter.at(position).counts()]
    if position.rules.name not in KING_TURNS or not position.white_kings | position.black_kings:
        return counts, None
    strong = strength(position, weights)
    return counts, {"white": strong.white, "black": strong.black, "result": strong.result, "text": explain_strength(strong, lang)}


def _count(count: Count, lang: str) -> dict[str, Any]:
    side = str(count.side) if count.side else None
    facts = {"article": count.article, "side": side, "made": count.made, "limit": count.limit, "square": count.square}
    return facts | {"text": explain_count(count, lang)}


def _reason(reason: Reason, lang: str) -> dict[str, Any]:
    return {
        "code": reason.code,
        "article": reason.article,
        "squares": list(reason.squares),
        "move": reason.move or None,
        "required": list(reason.required),
        "text": explain(reason, lang),
    }

"""The command why: why a move is not legal, or why the choice is narrow, with the article, in the language of the reader."""

from argparse import Namespace
from typing import Any

from pi.output import print_json, wants_json
from record.reasons import explain, explain_ending, explain_legal
from rules.endings import ending
from rules.fen import parse_fen
from rules.notation import parse_move, write_move
from rules.position import Position
from rules.reasons import Code, Reason
from rules.ruleset import ruleset
from rules.why import why_forced, why_refused

TELLS = """Says why a move is not legal or, of a legal move and without one, what narrows the choice (Art. 10-12, 17), and how the game has
ended where the position shows it. For arbiters: in a game each of these would be a hint to a player (Art. 24)."""
EXPLAINS = """JSON: "fen"; "move": in the notation of Art. 22 when legal, else as given, null without one;
"legal": whether damcam moves lists it, which it does whatever the ending; null without a move;
"article": of the first reason, else of the ending, else null; "text": all of it in sentences;
"reasons": [{"code", "article", "squares", "move", "required", "text"}]; "ending": null or {"result", "article", "text"}."""


def why(args: Namespace) -> int:
    """The reasons as sentences, or one JSON object; a bad FEN, and what is no move or may be several, are errors."""
    position = parse_fen(args.fen, ruleset(args.rules))
    row = _told(position, args.move, args.lang)
    if wants_json(args.json):
        print_json({"fen": args.fen} | row)
    else:
        print(row["text"])
    return 0


def _told(position: Position, asked: str | None, lang: str) -> dict[str, Any]:
    refused = why_refused(position, asked) if asked is not None else None
    legal = None if asked is None else refused is None or refused.code is Code.GAME_OVER
    move = write_move(position, parse_move(asked, position)) if asked is not None and legal else asked
    found = (refused,) if refused and not legal else why_forced(position)
    reasons = [one for one in found if one.code is not Code.GAME_OVER]
    over = ending(position)
    sentences = [explain_legal(move or "", lang)] if not over and (legal or not reasons) else []
    sentences += [explain(one, lang) for one in reasons]
    sentences += [explain(Reason(Code.GAME_OVER, over.article, ending=over), lang)] if over else []
    return {
        "move": move,
        "legal": legal,
        "article": next((one.article for one in (*reasons, over) if one and one.article), None),
        "text": " ".join(sentences),
        "reasons": [_row(one, lang) for one in reasons],
        "ending": {"result": over.result, "article": over.article, "text": explain_ending(over, lang)} if over else None,
    }


def _row(reason: Reason, lang: str) -> dict[str, Any]:
    return {
        "code": reason.code,
        "article": reason.article,
        "squares": list(reason.squares),
        "move": reason.move or None,
        "required": list(reason.required),
        "text": explain(reason, lang),
    }

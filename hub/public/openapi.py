"""The OpenAPI 3.1 description of the interface for programs. It names every field of the answers and no others, which the tests check."""

from collections.abc import Mapping
from typing import Any

from hub.boards.board import KEY
from record.papers.public_view import PUBLIC_TAGS
from record.telling.counts import SENTENCES
from rules.board.ruleset import NAMES

VERSION = "1"
"""The version of the interface. It changes with anything that a program may rely on."""
RESULTS = ("1-0", "0-1", "draw", "0-0", "void")
TITLE = "damcam: draughts games as they are played"
ABOUT = (
    "Boards, their games in progress, and rounds. The interface is read-only and open to the scripts of any site. If the event has a delay "
    "for the public, it applies here too. Nothing tells what a player must do, or whether a move was irregular (Art. 24): a press that is "
    "not settled looks like one whose pictures are still being read. Times are in milliseconds."
)

Schema = Mapping[str, Any]


def described() -> dict[str, Any]:
    """The description, ready for JSON."""
    return {
        "openapi": "3.1.0",
        "info": {"title": TITLE, "version": VERSION, "description": ABOUT, "license": {"name": "GPL-3.0-or-later"}},
        "servers": [{"url": "/"}],
        "paths": {f"/api{path}": {"get": operation} for path, operation in _operations().items()},
        "components": {"schemas": SCHEMAS, "responses": ERRORS},
    }


def _operations() -> dict[str, Schema]:
    board = [_in_path("key", "The board, by its key in `/api/boards`.", KEY.pattern)]
    a_round = [_in_path(name, f"The {name} as it stands in `address`.", "^[^/]+$") for name in ("event", "round")]
    event = [_in_path("tournament", "The event, by its key in `/api/tournaments`.", "^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    return {
        "/openapi.json": _reads("description", "This description", {"type": "object"}),
        "/boards": _reads("boards", "All boards of this server, in short", _object(boards=_list(_ref("BoardInShort")))),
        "/boards/{key}": _reads("board", "A board and the game that is played there", _ref("Board"), board, missing=True),
        "/boards/{key}/game.pdn": _gives("game", "The game as PDN", {"application/x-pdn": {"schema": TEXT}}, board, missing=True),
        "/boards/{key}/events": {**EVENTS, "parameters": [*board]},
        "/rounds": _reads("rounds", "The rounds with games in this hall", _object(rounds=_list(_ref("Round")))),
        "/tournaments": _reads("tournaments", "The events that are published", _object(tournaments=_list(_ref("TournamentInShort")))),
        "/tournaments/{tournament}": _reads("tournament", "An event: pairings and standings", _ref("Tournament"), event, missing=True),
        "/rounds/{event}/{round}": _reads("round", "A round and its games", _ref("Round"), a_round, missing=True),
    }


def _reads(name: str, summary: str, schema: Schema, parameters: Any = (), missing: bool = False) -> Schema:
    """A resource as JSON."""
    return _gives(name, summary, {"application/json": {"schema": schema}}, parameters, missing)


def _gives(name: str, summary: str, content: Schema, parameters: Any = (), missing: bool = False) -> Schema:
    headers = {"ETag": {"description": "For If-None-Match. It is weak: a change of `age_ms` alone does not change it.", "schema": TEXT}}
    answers = {"200": {"description": summary, "headers": headers, "content": content}}
    return {"operationId": name, "summary": summary, "parameters": [*parameters], "responses": answers | UNCHANGED | _errors(missing)}


def _errors(missing: bool) -> dict[str, Schema]:
    named = {"429": "TooMany"} | ({"404": "NotFound"} if missing else {})
    return {status: {"$ref": f"#/components/responses/{name}"} for status, name in named.items()}


def _in_path(name: str, says: str, pattern: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": says, "schema": {"type": "string", "pattern": pattern}}


def _object(**fields: Schema) -> Schema:
    """An object with exactly these fields."""
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _told(schema: Schema, says: str) -> Schema:
    return {**schema, "description": says}


TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SIDE: Schema = {"enum": ["white", "black"]}
FEN = _told(TEXT, "A position as PDN has it, such as `W:W31,32:B1,K2`, the side to move first.")
LEFT = _told(_or_null({"type": "integer"}), "Thinking time left; null when no clock is used, or when no press belongs to the move.")
RESULT = _told({"enum": [*RESULTS, None]}, "Null while the game goes on, or when the result is unknown; `void` after Art. 26.")
ARTICLE = _told(_or_null(TEXT), "The article of the regulation by which the game ended.")
ID = _told(COUNT, "The number of the newest event; 0 before the game has begun. It grows with what the public sees, and nothing else.")
PHASE = {"enum": ["waiting", "playing", "on paper", "over", "withheld"]}
ABOUT_GAME: Schema = {
    "type": "object",
    "properties": dict.fromkeys(PUBLIC_TAGS, TEXT),
    "additionalProperties": False,
}
CLOCK = _object(
    control=_told(TEXT, "The time control, such as `80m+60s`; `none`."),
    white_ms=LEFT,
    black_ms=LEFT,
    running=_told({"enum": ["white", "black", None]}, "The side whose time runs."),
    rate=_told({"type": "number"}, "The rate of the clocks: 1, more in a replay, 0 when a delay in moves hides the thinking time."),
)
MOVE = _object(
    side=SIDE,
    move=_told(_or_null(TEXT), "In the notation of Art. 22; null for a position that was set up, and for what is no single move."),
    fen=FEN,
    white_ms=_told(LEFT, "Left after the press."),
    black_ms=_told(LEFT, "Left after the press."),
)
COUNTED = _object(
    kind={"enum": sorted(SENTENCES)},
    side=_told({"enum": ["white", "black", None]}, "The side whose moves are counted; null for both sides."),
    made=COUNT,
    left=COUNT,
    limit=COUNT,
    square=_told(_or_null(COUNT), "The square of the king that may not move for now (Art. 17)."),
)
MADE: dict[str, Schema] = {
    "key": TEXT,
    "name": _or_null(TEXT),
    "competition": _told(TEXT, "The letter of the regulation."),
    "class": _or_null(TEXT),
    "date": _told(_or_null(TEXT), "As `2026-11-21`."),
}
FIGURE = _told(_or_null({"type": "number"}), "Null where this competition has no such figure.")
MATCH_RESULT = _told(
    _or_null(TEXT), "`1-0`, `0-1`, `draw`, `0-0` where neither came, or the board points of teams as `4.5-3.5`; null while there is none."
)
PLACED = _object(
    place=_told(TEXT, "The place, or the places that are shared, such as `1-2`."),
    name=TEXT,
    withdrawn=_told({"type": "boolean"}, "Whether this one withdrew."),
    club=_or_null(TEXT),
    points=FIGURE,
    board_points=FIGURE,
    resistance=FIGURE,
    sb=FIGURE,
    why=_told(TEXT, "Why this place, in the reader's language."),
)
PAIRED = _object(
    group=_or_null(TEXT),
    number=_told(COUNT, "The number of the game in its round."),
    white=TEXT,
    black=TEXT,
    result=MATCH_RESULT,
    default=_told({"type": "boolean"}, "Whether it was booked and not played."),
    board=_told(_or_null(TEXT), "The key of the board at which it is played."),
)
TOURNAMENTS: dict[str, Schema] = {
    "TournamentInShort": _object(**MADE, rounds=_told(COUNT, "How many rounds are paired.")),
    "Tournament": _object(
        **MADE,
        rounds=_list(_object(round=COUNT, games=_list(PAIRED), free=_list(TEXT))),
        groups=_list(_object(group=_or_null(TEXT), rows=_list(PLACED))),
        missing=_told(COUNT, "How many games wait for a result."),
        over=_told({"type": "boolean"}, "Whether all rounds are played; before that the standings are as it stands."),
        play_offs=_list(_object(white=TEXT, black=TEXT, result=TEXT)),
    ),
}
SCHEMAS: dict[str, Schema] = {
    "Board": _object(
        age_ms=_told(COUNT, "The age of the clock readings. Subtract it from the time of the side whose time runs."),
        key=TEXT,
        number=_told(TEXT, "The board's number in the match, or its key when no number is known."),
        id=ID,
        phase=PHASE,
        game=_or_null(_ref("Game")),
    ),
    "BoardInShort": _object(
        key=TEXT,
        number=TEXT,
        id=ID,
        phase=PHASE,
        game=_or_null(_object(about=ABOUT_GAME, fen=FEN, moves=_told(COUNT, "The number of moves on the record."), result=RESULT)),
    ),
    "Game": _object(
        rules={"enum": sorted(NAMES)},
        board_size={"enum": [8, 10]},
        mirrored=_told(
            {"type": "boolean"}, "Whether the board lies with a light corner at White's left: draw it so, with the same numbers."
        ),
        about=ABOUT_GAME,
        start_fen=FEN,
        fen=_told(FEN, "After the last move on the record."),
        moves=_list(_ref("Move")),
        counts=_told(_list(_ref("Count")), "What is counted in this position (Art. 17, 18 and their counterparts)."),
        being_read=_told({"type": "boolean"}, "Whether a press was made after the last move on the record."),
        unread=_told({"type": "boolean"}, "Whether the last presses wait for long: the board is watched, but cannot be read just now."),
        no_news=_told({"type": "boolean"}, "Whether the board itself is silent: its clock is shown as it stood when it was last heard."),
        clock=CLOCK,
        result=RESULT,
        article=ARTICLE,
        not_played=_told({"type": "boolean"}, "Whether the result is that of a game that was not played."),
    ),
    "Move": MOVE,
    "Count": COUNTED,
    "Round": _object(
        event=_or_null(TEXT),
        round=_or_null(TEXT),
        address=_told(TEXT, "The address of the round below `/api/rounds/`."),
        pdn=_told(TEXT, "The address of the games of the round in one PDN file, 64 at most."),
        parts=_told(_list(TEXT), "The addresses of all games of the round in PDN files of 64 boards each: 1 to 64, 65 to 128, and so on."),
        games=_list(_object(board=_or_null(TEXT), white=_or_null(TEXT), black=_or_null(TEXT), result=RESULT)),
    ),
    **TOURNAMENTS,
    "Error": _object(error=_told(TEXT, "What is wrong, for people."), lang=_told(TEXT, "The language of `error`, such as `en`.")),
}
_ERROR = {"application/json": {"schema": _ref("Error")}}
_LATER = {"Retry-After": {"description": "Seconds.", "schema": {"type": "string"}}}
ERRORS: dict[str, Schema] = {
    "NotFound": {"description": "There is no such board, game or round.", "content": _ERROR},
    "TooMany": {"description": "Your address asks too often, or has too many listeners.", "headers": _LATER, "content": _ERROR},
    "Full": {"description": "Too many listen already.", "headers": _LATER, "content": _ERROR},
}
UNCHANGED: dict[str, Schema] = {"304": {"description": "Nothing has changed since your copy."}}
EVENT: Schema = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^[0-9]+$"},
        "event": {"enum": ["message", "alive"]},
        "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": _ref("Board")},
        "retry": COUNT,
    },
}
EVENTS: Schema = {
    "operationId": "events",
    "summary": "The game as it goes on",
    "description": (
        "Server-sent events. The data of each is a complete Board as JSON, and its id is the `id` in it. Each connection begins with the "
        "board as it is now. A slow client gets the newest event and not those between. In a silence the event `alive` comes every 5 "
        "seconds."
    ),
    "responses": {
        "200": {"description": "The stream, until you close it.", "content": {"text/event-stream": {"schema": EVENT}}},
        "404": {"$ref": "#/components/responses/NotFound"},
        "429": {"$ref": "#/components/responses/TooMany"},
        "503": {"$ref": "#/components/responses/Full"},
    },
}

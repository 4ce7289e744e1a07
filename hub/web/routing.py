"""Boards and events in addresses.

`<board:board>` in a route gives its view the ServedBoard of that key; an unknown key is 404. `<event:event>` is the name of an event, which
is none of the words that other addresses begin with.
"""

from typing import Any, Final

from flask import Flask, abort
from werkzeug.routing import BaseConverter, ValidationError

from hub.boards.board import KEY, Boards, ServedBoard
from hub.boards.game_address import RESERVED

FIRST: Final = {"board": None}
"""The defaults of a route without a board in it, which means the first board. Without any board such a route is 404."""


class EventConverter(BaseConverter):
    """The name of an event in an address: anything but RESERVED, and without a dot, as names of files have it."""

    regex = rf"(?!(?:{'|'.join(sorted(RESERVED))})$)[^/.]+"
    part_isolating = True  # it is matched with one part of an address alone


def name_boards_and_events(app: Flask, boards: Boards) -> None:
    """Add the converters `board`, for these boards, and `event` to the routes of the application."""

    class BoardConverter(BaseConverter):
        regex = KEY.pattern

        def to_python(self, value: str) -> ServedBoard:
            board = boards.get(value)
            if board is None:
                raise ValidationError
            return board

        def to_url(self, value: Any) -> str:
            return str(value.key if isinstance(value, ServedBoard) else value)

    @app.url_value_preprocessor
    def first(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        if values and "board" in values and values["board"] is None:
            values["board"] = boards.first or abort(404)

    app.url_map.converters.update(board=BoardConverter, event=EventConverter)

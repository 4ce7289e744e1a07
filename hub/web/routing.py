"""Boards in addresses: `<board:board>` in a route hands its view the ServedBoard of that key, and one that there is not has no page."""

from typing import Any, Final

from flask import Flask, abort
from werkzeug.routing import BaseConverter, ValidationError

from hub.boards.board import KEY, Boards, ServedBoard

FIRST: Final = {"board": None}
"""The defaults of a route that names no board, and is of the first; where there is none it has no page."""


def name_boards(app: Flask, boards: Boards) -> None:
    """Have the routes of this application name these boards."""

    class BoardConverter(BaseConverter):
        regex = KEY.pattern

        def to_python(self, value: str) -> ServedBoard:
            if value not in boards:
                raise ValidationError
            return boards[value]

        def to_url(self, value: Any) -> str:
            return str(value.key if isinstance(value, ServedBoard) else value)

    @app.url_value_preprocessor
    def first(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        if values and "board" in values and values["board"] is None:
            values["board"] = boards.first or abort(404)

    app.url_map.converters["board"] = BoardConverter

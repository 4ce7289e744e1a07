"""Whether a request comes from somebody who was let in: an arbiter, an operator or the tablet of a board."""

from collections.abc import Callable
from typing import Final

from flask import current_app, request

from hub.access.tablet_access import TABLETS, Tablets, allowed
from hub.boards.board import ServedBoard

SIGNED_IN: Final = "damcam.signed_in"
"""The key, in the application's extensions, of the function that says whether the request is signed in (`hub.access.login`)."""


def is_known() -> bool:
    """Whether an arbiter or operator who is signed in asks, or a board's tablet. The cookie of a session that ended is nobody's."""
    board: ServedBoard | None = (request.view_args or {}).get("board")
    tablets: Tablets | None = current_app.extensions.get(TABLETS)
    if request.blueprint == "tablet" and board is not None and tablets is not None:
        return allowed(tablets, board.key)
    signed_in: Callable[[], bool] | None = current_app.extensions.get(SIGNED_IN)
    return signed_in is not None and signed_in()

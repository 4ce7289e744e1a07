"""Whether a request comes from somebody who was let in: an arbiter, an operator or the tablet of a board."""

from flask import current_app, request, session

from hub.access.tablet_access import TABLETS, Tablets, allowed
from hub.boards.board import ServedBoard


def is_known() -> bool:
    """Whether the arbiter or a board's tablet asks.

    For arbiters the name in the session is enough, since only this server can write it. The routes themselves check that the account
    still exists.
    """
    board: ServedBoard | None = (request.view_args or {}).get("board")
    tablets: Tablets | None = current_app.extensions.get(TABLETS)
    if request.blueprint == "tablet" and board is not None and tablets is not None:
        return allowed(tablets, board.key)
    return "name" in session

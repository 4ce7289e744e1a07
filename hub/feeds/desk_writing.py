"""The duty of the players to write, as the desk shows it (regulation E, Art. 2)."""

from typing import Any

from hub.feeds.desk_rulings import moment_of
from record.session.state import State
from record.session.writing import LAST_NS, writing_of

MS_NS = 1_000_000


def writing_view(state: State) -> list[dict[str, Any]]:
    """The duty of each player who has one, ready for JSON: {"side", "duty", "last_ms"} and, once suspended, {"by", "at", "t_ns", "seq"}.

    It may be suspended while the player's own clock has no more than `last_ms` left.
    """
    told = []
    for one in writing_of(state):
        since = {"by": one.since.by, "at": one.since.at, "seq": one.since.seq} if one.since else {}
        since |= moment_of(state, {"at": one.since.at, "t_ns": one.since.t_ns}) if one.since else {}
        told.append({"side": one.side, "duty": str(one.duty), "last_ms": LAST_NS // MS_NS, **since})
    return told

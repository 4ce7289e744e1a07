"""What `/before` says of the link to a board elsewhere.

Everybody sees whether the board is there, and what whoever sets up has to do. How many rows are lacking, what was refused of it, and the
row that this hub is too old for, may tell of the game (Art. 24): whoever is signed in sees them.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hub.board_faults import FAULTY
from hub.boards.link import hub_fault, is_cut_off
from hub.boards.readiness import without_paths
from link.status import OTHER_MACHINE, Link
from record.telling.sentences import shortened
from rules.errors import Phrase, Sentence

SLOW_FROM_MS = 2_000
"""From this difference on the time of day is told: the names of the board's files have it."""
S, MINUTE, HOUR = 1, 60, 3600


class LinkSays(Phrase):
    """How the link to a board elsewhere is, and what to do."""

    NEVER = "it was not heard since this hub started"
    SECONDS = "it was heard last {count} second ago", "it was heard last {count} seconds ago"
    MINUTES = "it was heard last {count} minute ago", "it was heard last {count} minutes ago"
    HOURS = "it was heard last {count} hour ago", "it was heard last {count} hours ago"
    SEE_UPLINK = "see that it is switched on and in the network; there: sudo systemctl status damcam-uplink"
    CATCHES_UP = "catching up: rows of its newest game are not here as yet"
    BEHIND = (
        "catching up: {count} row of its newest game is not here as yet",
        "catching up: {count} rows of its newest game are not here as yet",
    )
    TOO_OLD = "this hub is too old for what the board sends: it is kept, and not shown"
    SAME_VERSION = "put the version of the board on the hub"
    SLOW = "its time of day is {count} second behind this hub's", "its time of day is {count} seconds behind this hub's"
    FAST = "its time of day is {count} second ahead of this hub's", "its time of day is {count} seconds ahead of this hub's"
    SLOW_LONG = "its time of day is {time} (hours, minutes, seconds) behind this hub's"
    FAST_LONG = "its time of day is {time} (hours, minutes, seconds) ahead of this hub's"
    SET_TIME = "see that both have the right time; games do not depend on it"
    REFUSED = "refused: {why}"
    NO_BOARDS = "no board has come to this hub yet"
    ADD_ONE = "an arbiter adds one at the desk, under Boards, and gets the file with which it joins"


def link_told(
    link: Link, *, to_arbiter: bool, is_silent: bool, hears: bool = True, now_ns: Callable[[], int] = time.monotonic_ns
) -> list[dict[str, Any]]:
    """What is to be said of that link, the worst first: {"level": "warn" | "fail", "seen": Sentence, "do": Sentence or None}.

    Nothing is to be done at a board that is away where the hub itself `hears` none, which is told of the hall. The public learns that a
    board catches up where the board `is_silent`, as on its other pages: a row that is not here for a moment may be one that tells the
    public nothing.
    """
    said = [_line(*one) for one in _said(link, now_ns(), to_arbiter=to_arbiter, is_silent=is_silent, hears=hears)]
    return sorted(said, key=lambda line: line["level"] != "fail")


def hall_told(mirrored: Path | None, *, is_empty: bool, now_ns: Callable[[], int] = time.monotonic_ns) -> list[dict[str, Any]]:
    """What is to be said of the hall, as `link_told` does: that its mirror or broker is dead, that no board is there.

    `mirrored` is the folder of the boards elsewhere; None where none come and go.
    """
    if mirrored is None:
        return []
    said = [_line("warn", LinkSays.NO_BOARDS.said(), LinkSays.ADD_ONE.said())] if is_empty else []
    if fault := hub_fault(mirrored, now_ns()):
        said.insert(0, _line("fail", fault.without_remedy(), fault.remedy))
    return said


def _said(link: Link, now_ns: int, *, to_arbiter: bool, is_silent: bool, hears: bool) -> Iterator[tuple[str, Sentence, Sentence | None]]:
    if is_cut_off(link, now_ns):
        yield "fail", _away(link, now_ns), LinkSays.SEE_UPLINK.said() if hears and not link.online else None
    if link.trouble:
        yield "fail", link.trouble, None
    if link.online and link.behind and (to_arbiter or is_silent):
        yield "warn", LinkSays.BEHIND.said(count=link.behind) if to_arbiter else LinkSays.CATCHES_UP.said(), None
    if link.too_old:
        yield "fail", link.too_old if to_arbiter else LinkSays.TOO_OLD.said(), LinkSays.SAME_VERSION.said()
    if link.online and link.slow_ms is not None and abs(link.slow_ms) >= SLOW_FROM_MS:
        yield "warn", _differs(link.slow_ms), LinkSays.SET_TIME.said()
    for reason, why in link.refused.items():
        if to_arbiter or reason == OTHER_MACHINE:
            yield "warn", LinkSays.REFUSED.said(why=why.without_remedy()), why.remedy  # each is said once


def _differs(slow_ms: int) -> Sentence:
    seconds = round(abs(slow_ms) / 1000)
    if seconds < 2 * MINUTE:
        return (LinkSays.SLOW if slow_ms > 0 else LinkSays.FAST).said(count=seconds)
    time_told = f"{seconds // HOUR}:{seconds % HOUR // MINUTE:02}:{seconds % MINUTE:02}"
    return (LinkSays.SLOW_LONG if slow_ms > 0 else LinkSays.FAST_LONG).said(time=time_told)


def _away(link: Link, now_ns: int) -> Sentence:
    if not link.heard_ns:
        return LinkSays.NEVER.said()
    ago_s = max(0, now_ns - link.heard_ns) // 10**9
    for phrase, unit in ((LinkSays.HOURS, HOUR), (LinkSays.MINUTES, MINUTE)):
        if ago_s >= 2 * unit:
            return phrase.said(count=ago_s // unit)
    return LinkSays.SECONDS.said(count=ago_s)


def _line(level: str, seen: Sentence, do: Sentence | None) -> dict[str, Any]:
    return {"level": level, "seen": shortened(seen, without_paths), "do": shortened(do, without_paths) if do else None}


FAULTY_LINE = _line("fail", FAULTY.without_remedy(), FAULTY.remedy)
"""That what a board sends is faulty."""

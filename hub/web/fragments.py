"""Fragments: the parts of a page that change, rendered here in the reader's language and merged into the open page by `static/js/merge.js`.

A fragment is the HTML of elements with ids, as lines. A line that is a whole element with an id is a part: it can be sent without the lines
around it. A template therefore writes each element that changes by itself on one line, with the id as its first attribute, and no value in
it has a line break. Forms lie outside of fragments.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup

from hub.feeds import server_sent
from hub.feeds.stream import GRAIN_S

Fragment = tuple[str, ...]
PART = re.compile(r'<([a-z]\w*) id="([^"]+)".*(?:</\1>|/>)')
"""A line that is a whole element: its name and its id."""
IN_TABLES = ("<tr ", "<tbody ")
_OPENING = re.compile(r'<\w+ id="[^"]*"')
"""The beginning of a tag that opens an element, up to its id."""
KEPT = 64
"""The latest differences and events that are kept for those who listen."""


def render(environment: Environment, template: str, lang: str, **values: object) -> Fragment:
    """Render the template in that language. No request is needed."""
    text = environment.get_template(template).render(values, lang=lang)
    return tuple(line for indented in text.splitlines() if (line := indented.strip()))


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What readers of one language and role see of a page at one moment: parts that stand alone, and a list of fragments in one element."""

    parts: Fragment
    opening: str = ""
    """The tag that opens the element of the list, with its id first; empty where there is no list."""
    listed: Mapping[str, Fragment] = field(default_factory=dict)
    """By the keys of what is listed, in their order."""
    closing: str = ""

    def part(self, id_: str) -> Markup:
        """The part with that id; empty where there is none."""
        return Markup(next((line for line in self.parts if _id(line) == id_), ""))

    @property
    def rows(self) -> Markup:
        """The list with its element."""
        return Markup("".join(_list(self)))


@lru_cache(KEPT)
def changes(shown: Shown, seen: Shown | None) -> str:
    """The HTML that makes a page of `seen` one of `shown`: all of it for None, empty where nothing differs."""
    if seen is None:
        return "".join((*shown.parts, *_whole_list(shown)))
    return "".join((*_difference(shown.parts, seen.parts), *_list_changes(shown, seen)))


def stream(
    shown: Callable[[], Shown], news: Callable[[], server_sent.News], ended: Callable[[], bool], look_s: float = math.inf
) -> Iterator[bytes]:
    """Server-sent events for one listener until `ended`: all that is shown, then what has changed. As `server_sent.stream`."""

    def newer(seen: Shown | None) -> tuple[Shown, bytes] | None:
        html = changes(now_shown := shown(), seen)
        return (now_shown, event(0, 0.0, html)) if html else None

    return server_sent.stream(newer, news, ended, look_s)


def event(id_: int, now_s: float, html: str) -> bytes:
    """The event that brings the HTML, with the server's time in ms, by which clocks run on: the same bytes for all within GRAIN_S."""
    return _event(id_, int(now_s / GRAIN_S), html)


def now(now_s: float) -> str:
    """The element by which a page knows the server's time."""
    return f'<data id="now" value="{round(now_s * 1000)}" hidden></data>'


@lru_cache(KEPT)
def _event(id_: int, grains: int, html: str) -> bytes:
    return server_sent.event(id_, now(grains * GRAIN_S) + html)


def _list_changes(shown: Shown, seen: Shown) -> Fragment:
    """The whole list where others were in it before; else the parts that differ, and what was added at its end."""
    keys, had = [*shown.listed], [*seen.listed]
    if shown.opening != seen.opening or keys[: len(had)] != had:
        return _whole_list(shown)
    sent = [line for key in had for line in _difference(shown.listed[key], seen.listed[key])]
    if added := keys[len(had) :]:
        opening = f"{_OPENING.findall(shown.opening)[0]} data-adds>"
        sent += _alone(opening, *(line for key in added for line in shown.listed[key]), shown.closing)
    return tuple(sent)


def _whole_list(shown: Shown) -> Fragment:
    return _alone(*_list(shown))


def _list(shown: Shown) -> Fragment:
    return shown.opening, *(line for fragment in shown.listed.values() for line in fragment), shown.closing


def _difference(new: Fragment, old: Fragment) -> Fragment:
    """The parts that differ; the whole fragment where any other line does."""
    if new is old:
        return ()
    differing = [(line, before) for line, before in zip(new, old, strict=False) if line != before]
    are_parts = all(_id(line) is not None and _id(line) == _id(before) for line, before in differing)
    return tuple(sent for line, _ in differing for sent in _alone(line)) if are_parts and len(new) == len(old) else _alone(*new)


def _alone(*lines: str) -> Fragment:
    """An element as it stands by itself: HTML has rows in tables alone."""
    return ("<table>", *lines, "</table>") if lines[0].startswith(IN_TABLES) else lines


def _id(line: str) -> str | None:
    part = PART.fullmatch(line)
    return part[2] if part else None

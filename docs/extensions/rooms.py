"""The directive `layers-of-rooms`: a table of the rooms of each folder, from the contracts in pyproject.toml; and the directive `rooms`:
draws which room of a folder imports from which, from the code as it stands.

    ```{rooms} rules
    ```

An arrow points from the importing room to the imported one; its number counts the imports. Rooms are laid in layers by their longest
path down, so every arrow points downwards; a circle is an error of the build. A file beside the rooms is drawn as a room of its own.
"""

import tomllib
from collections import Counter
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import grimp
from docutils import nodes
from from_code import table
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = ROOT / "pyproject.toml"
FOLDERS = ("rules", "clock", "vision", "record", "hub", "pi")
BOX_WIDTH, BOX_HEIGHT, GAP_X, GAP_Y, MARGIN, BEND = 132, 46, 60, 56, 16, 30
"""Pixels; BEND is how far an arrow bends outwards for each layer that it spans."""

Arrows = dict[tuple[str, str], int]
"""Importing room and imported room, and how many modules of the one import a module of the other."""


class Place(NamedTuple):
    """The upper left corner of a room's box, in pixels."""

    x: float
    y: float


def contracts() -> dict[str, list[list[str]]]:
    """The layers of each folder, the uppermost first, each the rooms in it; a module beside the rooms has its file's name."""
    told = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = {folder: contract["layers"] for contract in told if contract["type"] == "layers" for folder in contract["containers"]}
    return {folder: [[_written(folder, room) for room in layer.split(" | ")] for layer in layers[folder]] for folder in FOLDERS}


def _written(folder: str, room: str) -> str:
    return f"{room}/" if (ROOT / folder / room).is_dir() else f"{room}.py"


class LayersOfRooms(SphinxDirective):
    """A row for each folder: its layers, the uppermost first."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(PYPROJECT))
        return [table(("folder", "its rooms, the uppermost first"), [_row(folder, layers) for folder, layers in contracts().items()])]


def _row(folder: str, layers: list[list[str]]) -> tuple[nodes.Node, list[nodes.Node]]:
    cell: list[nodes.Node] = []
    for layer in layers:
        cell += [nodes.Text("; ")] if cell else []
        for number, room in enumerate(layer):
            cell += [*([nodes.Text(" | ")] if number else []), nodes.literal("", room)]
    return nodes.literal("", f"{folder}/"), cell


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*FOLDERS, cache_dir=None)


def arrows_of(folder: str) -> tuple[Counter[str], Arrows]:
    """The rooms of a folder with their number of files, and the arrows between them; `__init__.py` and `__main__.py` are left out."""
    files: Counter[str] = Counter()
    arrows: Counter[tuple[str, str]] = Counter()
    graph = _graph()
    modules = {module for module in graph.modules if module.startswith(f"{folder}.") and not graph.find_children(module)}
    for module in modules - {f"{folder}.__main__"}:
        files[_room(module)] += 1
        for imported in graph.find_modules_directly_imported_by(module) & modules:
            if _room(imported) != _room(module):
                arrows[_room(module), _room(imported)] += 1
    return files, dict(arrows)


def _room(module: str) -> str:
    return module.split(".")[1]


def layers_of(rooms: Counter[str], arrows: Arrows) -> list[list[str]]:
    """The rooms in layers, the uppermost first; ExtensionError for rooms that import each other in a circle."""
    depth: dict[str, int] = {}
    left = set(rooms)
    while left:
        ready = sorted(room for room in left if not any(a in left and b == room for a, b in arrows))
        if not ready:
            raise ExtensionError(f"rooms import each other in a circle: {', '.join(sorted(left))}")
        for room in ready:
            depth[room] = max((depth[a] + 1 for a, b in arrows if b == room), default=0)
        left -= set(ready)
    return [sorted(room for room in rooms if depth[room] == level) for level in range(max(depth.values()) + 1)]


def drawing(folder: str) -> str:
    """The folder's rooms and arrows as an SVG element."""
    rooms, arrows = arrows_of(folder)
    layers = layers_of(rooms, arrows)
    width = max(map(len, layers)) * (BOX_WIDTH + GAP_X) - GAP_X + 2 * (MARGIN + BEND * (len(layers) - 1))
    height = len(layers) * (BOX_HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN
    places = {}
    for level, layer in enumerate(layers):
        left = (width - len(layer) * (BOX_WIDTH + GAP_X) + GAP_X) / 2
        for number, room in enumerate(layer):
            places[room] = Place(left + number * (BOX_WIDTH + GAP_X), MARGIN + level * (BOX_HEIGHT + GAP_Y))
    label = f"Rooms of {folder} and the imports between them"
    head = f'<svg class="rooms" role="img" aria-label="{label}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    tip = '<path d="M0 0 8 4 0 8z" fill="currentColor"/>'
    marker = f'<defs><marker id="tip-{folder}" markerWidth="8" markerHeight="8" refX="8" refY="4" orient="auto">{tip}</marker></defs>'
    lines = "".join(_line(folder, places[a], places[b], number) for (a, b), number in sorted(arrows.items()))
    boxes = "".join(_box(room, places[room], files) for room, files in rooms.items())
    return head + marker + lines + boxes + "</svg>"


def _line(folder: str, start: Place, end: Place, number: int) -> str:
    """An arrow to the next layer goes straight down; a longer one goes round the boxes between, on the side that it leans to."""
    layers = round((end.y - start.y) / (BOX_HEIGHT + GAP_Y))
    if layers == 1:
        x1, y1, x2, y2 = start.x + BOX_WIDTH / 2, start.y + BOX_HEIGHT, end.x + BOX_WIDTH / 2, end.y
        path = f"M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}"
        return _arrow(folder, path, (x1 + x2) / 2 + 5, (y1 + y2) / 2 + 4, number)
    side = 1 if end.x <= start.x else -1
    x1, x2 = start.x + BOX_WIDTH * (side > 0), end.x + BOX_WIDTH * (side > 0)
    y1, y2 = start.y + BOX_HEIGHT / 2, end.y + BOX_HEIGHT / 2
    out = (max if side > 0 else min)(x1, x2) + side * BEND * layers
    path = f"M{x1:.0f} {y1:.0f}C{out:.0f} {y1:.0f} {out:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
    return _arrow(folder, path, (x1 + x2 + 6 * out) / 8 + 5, (y1 + y2) / 2, number)


def _arrow(folder: str, path: str, x: float, y: float, number: int) -> str:
    return f'<path class="arrow" d="{path}" marker-end="url(#tip-{folder})"/><text x="{x:.0f}" y="{y:.0f}">{number}</text>'


def _box(room: str, place: Place, files: int) -> str:
    x, y = place.x + BOX_WIDTH / 2, place.y + BOX_HEIGHT / 2
    tells = f"{files} file{'s' * (files != 1)}"
    return (
        f'<rect x="{place.x:.0f}" y="{place.y:.0f}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"/>'
        f'<text class="room" x="{x:.0f}" y="{y - 3:.0f}">{escape(room)}</text>'
        f'<text class="files" x="{x:.0f}" y="{y + 14:.0f}">{tells}</text>'
    )


class Rooms(SphinxDirective):
    """`rooms FOLDER`, one of FOLDERS."""

    required_arguments: ClassVar[int] = 1

    def run(self) -> list[nodes.Node]:
        """The drawing; a build for another writer than HTML gets nothing."""
        folder = self.arguments[0]
        if folder not in FOLDERS:
            raise self.error(f"there is no folder {folder!r}; there are {', '.join(FOLDERS)}")
        return [nodes.raw("", f'<div class="rooms-of">{drawing(folder)}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx calls this."""
    app.add_directive("rooms", Rooms)
    app.add_directive("layers-of-rooms", LayersOfRooms)
    return {"parallel_read_safe": True}

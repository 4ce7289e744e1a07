"""The static files: read and compressed once, and cached by browsers for good, because their path changes with their contents."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Request, Response, abort, request

FOLDER = Path(__file__).parents[1] / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
COMMENTS = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""Comments of scripts and styles that fill their lines: a third of what would be sent. No text in a script runs over several lines."""
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file: its media type, its bytes, and its bytes compressed with gzip."""

    type: str
    plain: bytes
    packed: bytes


def load(folder: Path = FOLDER) -> dict[str, Asset]:
    """All files below the folder, by their path in it."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name: _asset(folder / name) for name in names}


def version(assets: dict[str, Asset]) -> str:
    """A name that changes when any of the files changes."""
    whole = hashlib.sha256()
    for name, asset in assets.items():
        whole.update(name.encode() + b"\0" + asset.plain)
    return whole.hexdigest()[:12]


def blueprint(assets: dict[str, Asset]) -> Blueprint:
    """The routes `/static/<version>/<name>`.

    Modules import each other by relative paths, so the imports keep the version.
    """
    current = version(assets)
    pages = Blueprint("assets", __name__)

    @pages.get("/static/<wanted>/<path:name>")
    def asset(wanted: str, name: str) -> Response:
        found = assets.get(name)
        if found is None:
            abort(404)
        response = packed_response(request, found.plain, found.packed, found.type)
        response.headers["Cache-Control"] = FOR_GOOD if wanted == current else "no-cache"
        return response

    return pages


def packed_response(asked: Request, plain: bytes, packed: bytes, type_: str) -> Response:
    """The compressed bytes for a client that accepts gzip, else the plain bytes."""
    takes_gzip = asked.accept_encodings.best_match(["gzip"]) == "gzip"
    response = Response(packed if takes_gzip else plain, mimetype=type_)
    response.vary.add("Accept-Encoding")
    if takes_gzip:
        response.content_encoding = "gzip"
    return response


def _asset(path: Path) -> Asset:
    plain = path.read_bytes()
    if path.suffix in (".js", ".css"):
        plain = COMMENTS.sub(b"", plain)
    type_ = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(type_, plain, gzip.compress(plain, mtime=0))

"""Every sentence that the source says to people, from Python, templates and scripts, through Babel's extraction."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog
from babel.messages.extract import extract

from hub.texts.scripts import FOLDER, keys_in
from record.texts import CONTEXT
from tests.support.source import FOLDERS, ROOT, nodes

PYTHON = {
    "_": None,
    "say": (2,),
    "say_many": (2, 3),
    "template": (2,),
    "templates": (2, 3),
    "template_for": (2, 3),
    "marked": None,
    "marked_many": (1, 2),
    "in_context": ((1, "c"), 2),
}
TEMPLATES = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
FAMILIES = ("Phrase", "ClockPhrase")
"""The bases of families of sentences; those of the clock have one of their own."""
PLACEHOLDER = re.compile(r"\{\w*\}")
WORD = re.compile(r"[^\W\d_]")
OPTIONS = {"silent": "false"}
Found = tuple[int, str, tuple[str | None, ...], list[str]]


ENGLISH_ALONE = tuple(
    f"{ROOT}/{name}"
    for name in (
        "hub/broker/hall.py",
        "pi/machine/services.py",
        *(f"pi/checks/{name}.py" for name in ("buttons", "checks", "disk", "network", "selftest")),
        *("pi/cli.py", "pi/commands/", "pi/programs/", "pi/setup/", "pi/usage/"),
        "record/verifying/",
    )
)
"""What these say is read by whoever types a command, and by installers and logs: in English."""


@cache
def extracted() -> Catalog:
    """A catalogue without translations; an entry names the files that say it, in the order of their names."""
    catalogue = Catalog(fuzzy=False)
    for house in FOLDERS:
        for path in sorted((ROOT / house).rglob("*.py")):
            if not str(path).startswith(ENGLISH_ALONE):
                _add(catalogue, path, python_sentences, PYTHON)
        for path in sorted((ROOT / house).rglob("templates/*.html")):
            _add(catalogue, path, "jinja2.ext:babel_extract", TEMPLATES)
    for script in sorted(FOLDER.rglob("*.js")):
        for key in keys_in(script):
            context, _, sentence = key.rpartition(CONTEXT) if isinstance(key, str) else ("", "", key)
            catalogue.add(sentence, locations=[(_name(script), None)], context=context or None)
    return catalogue


def python_sentences(file: IO[bytes], keywords: Mapping[str, Any], comment_tags: object, options: object) -> Iterator[Found]:
    """The calls of those functions with their literal arguments, and the members of families, as a method for Babel; its own misses those
    within f-strings before Python 3.12, and takes `"a" if it else "b"` for one sentence."""
    path = Path(getattr(file, "name", "")).absolute()
    of_module = nodes()[_name(path)] if path.is_file() else ast.walk(ast.parse(file.read()))
    said_in = [node for node in of_module if isinstance(node, ast.Call | ast.ClassDef)]
    for node in sorted(said_in, key=lambda node: (node.lineno, node.col_offset)):
        if isinstance(node, ast.ClassDef):
            yield from _members(node)
        elif isinstance(node.func, ast.Name) and node.func.id in keywords:
            said = tuple(one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None for one in node.args)
            if any(said):
                yield node.lineno, node.func.id, said, []


def _members(node: ast.ClassDef) -> Iterator[Found]:
    """The sentences of a family; those that are placeholders and signs alone are the same in every language."""
    if not any(isinstance(base, ast.Name) and base.id in FAMILIES for base in node.bases):
        return
    for member in node.body:
        if not isinstance(member, ast.Assign):
            continue
        forms = member.value.elts if isinstance(member.value, ast.Tuple) else [member.value]
        said = tuple(one.value for one in forms if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if said and WORD.search(PLACEHOLDER.sub("", said[-1])):
            yield member.lineno, "marked" if len(said) == 1 else "marked_many", said, []


def _add(catalogue: Catalog, path: Path, method: Any, keywords: Mapping[str, object]) -> None:
    with path.open("rb") as file:
        for _, message, _, context in extract(method, file, keywords, options=OPTIONS):
            catalogue.add(message, locations=[(_name(path), None)], context=context)


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()

"""Patterns of `re` mean the same in each Python, tests have no short time limits, and no test needs a bench."""

import ast
import io
import re
import warnings
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.support.source import FOLDERS
from tests.support.waiting import WITHIN_S

HERE = Path(__file__).resolve().parents[1]
LOOKS_POSSESSIVE = re.compile(r"[*+?}]\+|\(\?>")
"""What may be a repeat with a plus after it, or an atomic group."""


def is_possessive(pattern: str) -> bool:
    """Whether `re` finds a possessive repeat or an atomic group in the pattern; a part of a pattern is judged by its looks."""
    if not LOOKS_POSSESSIVE.search(pattern):
        return False
    tree = io.StringIO()
    try:
        with redirect_stdout(tree), warnings.catch_warnings(action="ignore"):
            re.compile(pattern, re.DEBUG)
    except (re.error, OverflowError):
        return True
    return "POSSESSIVE_REPEAT" in tree.getvalue() or "ATOMIC_GROUP" in tree.getvalue()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\s*+x", True),
        ("a++", True),
        ("a?+", True),
        ("a{2,3}+", True),
        ("(?>a|b)", True),
        ("(?P<a>[0-9]++", True),  # a part of a pattern
        (r"\\*+x", True),  # any number of backslashes
        (r"\++", False),  # one plus or more
        ("[*+]", False),
        ("[*+?}+]x", False),
        ("a+b", False),
    ],
)
def test_possessive_repeats_are_recognised(pattern, expected):
    assert is_possessive(pattern) is expected


def test_no_pattern_has_possessive_repeats_or_atomic_groups():
    """Before Python 3.11.5 `re` matches them wrongly (CPython issues 100061, 101955 and 106052), and Debian 12 has 3.11.2.

    A plain repeat matches the same and takes no longer where the repeat cannot take the character that comes after it; elsewhere a
    lookahead with a reference, `(?=(a+))\\1`, does not go back.
    """
    paths = (path for folder in (*FOLDERS, "tests", "docs", "systemd") for path in (HERE / folder).rglob("*.py"))
    wrong = set()
    for path in (*paths, HERE / "hatch_build.py"):
        text = path.read_text(encoding="utf-8")
        if path == Path(__file__) or not re.search(r"^(import re|from re import .*)$", text, re.MULTILINE):
            continue
        strings = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        wrong |= {(path.relative_to(HERE).as_posix(), string) for string in strings if is_possessive(string)}
    assert wrong == set()


WAITS = ("wait", "join", "wait_for_timeout")
"""Methods whose first value says how long they wait."""
MAY_WAIT = re.compile(rf"timeout|\.(?:{'|'.join(WAITS)})\([\dA-Z]")


def short_limits(module: ast.Module) -> list[tuple[int, float]]:
    """The lines of a test file that wait for less than WITHIN_S, with that number; 0 means not to wait. What a fake does at a pace, as in
    `while not ended.wait(0.1)`, is no limit."""
    constants = {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    paced = {id(node.test) for node in ast.walk(module) if isinstance(node, ast.If)}
    paced |= {id(within) for node in ast.walk(module) if isinstance(node, ast.While) for within in ast.walk(node.test)}
    found = []
    for node in ast.walk(module):
        if not isinstance(node, ast.Call):
            continue
        given = [keyword.value for keyword in node.keywords if keyword.arg and keyword.arg.startswith("timeout")]
        if isinstance(node.func, ast.Attribute) and node.func.attr in WAITS and id(node) not in paced:
            given += node.args[:1]
        for value in given:
            limit = constants.get(value.id) if isinstance(value, ast.Name) else value.value if isinstance(value, ast.Constant) else None
            if isinstance(limit, int | float) and 0 < limit < WITHIN_S:
                found.append((node.lineno, float(limit)))
    return found


def test_no_test_gives_up_before_the_common_limit():
    """A busy machine would fail it. ruff refuses sleeps and clocks (TID251); what must be fast is measured in tests/bench."""
    tests = (path for path in (HERE / "tests").rglob("*.py") if "bench" not in path.parts and "node_modules" not in path.parts)
    texts = {path: path.read_text(encoding="utf-8") for path in tests}
    assert {str(path): short for path, text in texts.items() if MAY_WAIT.search(text) and (short := short_limits(ast.parse(text)))} == {}


def test_a_short_limit_is_found():
    written = (
        "SHORT = 5\nrun(timeout=SHORT)\njoin(timeout=0.5)\nrun(timeout=WITHIN_S)\nrun(timeout=900)\nwait(timeout_s=3)\nconnect(timeout=0)\n"
        "ended.wait(0.4)\nwhile not ended.wait(0.4):\n    pass\nthread.join(0)"
    )
    assert short_limits(ast.parse(written)) == [(2, 5.0), (3, 0.5), (6, 3.0), (8, 0.4)]


def test_no_test_needs_a_bench():
    """What tests and benches share is in tests/support."""
    tests = [path for path in (HERE / "tests").rglob("*.py") if not {"bench", "node_modules"} & {*path.parts} and path != Path(__file__)]
    assert [str(path) for path in tests if "tests.bench" in path.read_text(encoding="utf-8")] == []

"""How the code of the six folders is cut: few parameters, and no name of a type that means two things. No pattern of `re` that not all
versions of Python match alike, and no test with a time limit below the common one.

The constructor that `dataclass` or `NamedTuple` makes is counted like any other. Only a record may be given more than six values: a frozen
value that is data all the way down, such as an event, a section of the settings or the state of a game. It is either compared by its fields
or has no methods. An object that is given a device, a function, an error or anything else that acts is no record; its values are grouped.
A record is built by name: six values at most are passed by their places.
"""

import ast
import io
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import pytest

from tests.support.source import FOLDERS, modules, nodes
from tests.support.waiting import WITHIN_S

HERE = Path(__file__).resolve().parents[1]
MAX_PARAMETERS = 6
PLAIN = frozenset(
    {"int", "float", "str", "bytes", "bool", "Path", "date", "datetime", "Decimal", "Fraction", "Any", "Literal", "Union", "np", "NDArray"}
) | {one.__name__ for one in (tuple, list, dict, set, frozenset, Sequence, Mapping, Iterable)}
"""The types from outside the six folders that are data."""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The number of parameters, `self` not counted."""
    taken = function.args
    names = [one.arg for one in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, *filter(None, (taken.vararg, taken.kwarg)))]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_no_function_takes_more_than_six_parameters():
    long = {
        (path, node.name)
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and parameters(node) > MAX_PARAMETERS
    }
    assert long == set()


@cache
def classes() -> dict[str, ast.ClassDef]:
    """The classes of the six folders, by their names, which are unique."""
    return {node.name: node for found in nodes().values() for node in found if isinstance(node, ast.ClassDef)}


@cache
def aliases() -> dict[str, ast.expr]:
    """The names that modules give to other types, such as `Corners = Points | Sequence[...]`."""
    found = ((one.targets[0], one.value) for module in modules().values() for one in module.body if isinstance(one, ast.Assign))
    return {target.id: value for target, value in found if isinstance(target, ast.Name) and not isinstance(value, ast.Constant)}


def names_in(annotation: ast.expr) -> Iterator[str]:
    """The names of the types in an annotation, also in one that is written as a string."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from names_in(ast.parse(node.value, mode="eval").body)


def decorator(node: ast.ClassDef) -> str:
    """The `dataclass` decorator of a class as it is written; empty without one."""
    return next((ast.unparse(one) for one in node.decorator_list if ast.unparse(one).startswith("dataclass")), "")


def bases(node: ast.ClassDef) -> tuple[str, ...]:
    return tuple(ast.unparse(base) for base in node.bases)


def fields(node: ast.ClassDef) -> dict[str, ast.expr]:
    """The values that the constructor made for this class takes, with their annotations; empty where none is made."""
    inherited = {name: kind for base in bases(node) if base in classes() for name, kind in fields(classes()[base]).items()}
    if not decorator(node) and "NamedTuple" not in bases(node):
        return inherited
    own = {
        one.target.id: one.annotation
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and not ast.unparse(one.annotation).startswith("ClassVar")
    }
    return inherited | own


def is_enum(node: ast.ClassDef) -> bool:
    return any(base.endswith(("Enum", "Flag")) or (base in classes() and is_enum(classes()[base])) for base in bases(node))


def is_data(name: str, within: tuple[str, ...] = ()) -> bool:
    """Whether the type of that name is data: plain, an enumeration, or a frozen value of nothing but data."""
    if name in PLAIN or name in within:
        return True
    node = classes().get(name)
    if node is None:
        return name in aliases() and all(is_data(one, (*within, name)) for one in names_in(aliases()[name]))
    if is_enum(node):
        return True
    is_value = "frozen=True" in decorator(node) or "NamedTuple" in bases(node)
    return is_value and all(is_data(one, (*within, name)) for kind in fields(node).values() for one in names_in(kind))


def is_record(node: ast.ClassDef) -> bool:
    """Whether the class is a record, as the head of this file says."""
    has_methods = any(isinstance(one, ast.FunctionDef) for one in node.body)
    return is_data(node.name) and not ("eq=False" in decorator(node) and has_methods)


def test_only_a_record_is_given_more_than_six_values():
    assert {name for name, node in classes().items() if len(fields(node)) > MAX_PARAMETERS and not is_record(node)} == set()


def test_a_record_is_built_by_name():
    placed = [
        (path, node.lineno, node.func.id)
        for path, found in nodes().items()
        for node in found
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes()
        if len(fields(classes()[node.func.id])) > MAX_PARAMETERS
        if len(node.args) > MAX_PARAMETERS or any(isinstance(one, ast.Starred) for one in node.args)
    ]
    assert placed == []


@pytest.mark.parametrize(
    ("written", "allowed"),
    [
        ("@dataclass(frozen=True)\nclass A:\n    a: int\n    b: 'tuple[str | None, ...]'", True),
        ("@dataclass(frozen=True, eq=False)\nclass A:\n    a: Mapping[str, int]", True),
        ("@dataclass(frozen=True, eq=False)\nclass A:\n    a: int\n    def act(self): ...", False),
        ("@dataclass\nclass A:\n    a: int", False),
        ("@dataclass(frozen=True)\nclass A:\n    a: Callable[[int], str]", False),
        ("@dataclass(frozen=True)\nclass A:\n    a: 'SimpleQueue[int]'", False),
        ("@dataclass(frozen=True)\nclass A:\n    a: tuple[DamcamError, ...]", False),
        ("@dataclass(frozen=True)\nclass A:\n    a: BoardLoop", False),
    ],
)
def test_a_record_is_a_frozen_value_of_data(written, allowed, monkeypatch):
    node = ast.parse(written).body[0]
    assert isinstance(node, ast.ClassDef)
    monkeypatch.setitem(classes(), "A", node)
    assert is_record(node) is allowed


def named_types(module: ast.Module) -> Iterator[str]:
    """The names of the classes of a module, and those that it gives to other types."""
    yield from (node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    for node in module.body:
        if isinstance(node, ast.Assign):
            yield from (one.id for one in node.targets if isinstance(one, ast.Name) and one.id[0].isupper() and not one.id.isupper())


def test_no_two_types_have_one_name():
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, module in modules().items():
        for name in named_types(module):
            found[name].append(path)
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


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

"""How the code of the six folders is cut: few parameters, and no class name that means two things."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
FOLDERS = ("rules", "clock", "vision", "record", "hub", "pi")
MOST_PARAMETERS = 6
LONG_LISTS_LEFT = {("hub/app.py", "create_app")}
"""Functions that still take more; to be emptied."""
NAMES_LEFT = {"Board", "Told"}
"""Classes of different folders that still share a name; to be emptied."""


@cache
def modules() -> dict[str, ast.Module]:
    """Those of the six folders, by their paths."""
    paths = (path for folder in FOLDERS for path in (HERE / folder).rglob("*.py"))
    return {path.relative_to(HERE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many it takes, `self` not counted."""
    taken = function.args
    names = [one.arg for one in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, *filter(None, (taken.vararg, taken.kwarg)))]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_no_function_takes_more_than_six_parameters():
    long = {
        (path, node.name)
        for path, module in modules().items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and parameters(node) > MOST_PARAMETERS
    }
    assert long <= LONG_LISTS_LEFT


def test_no_two_classes_have_one_name():
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, module in modules().items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    assert {name: paths for name, paths in found.items() if len(paths) > 1 and name not in NAMES_LEFT} == {}


def test_parameters_are_counted_without_self():
    function = ast.parse("def f(self, a, /, b, *c, d, **e): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert parameters(function) == 5

"""How the code of the six folders is cut: few parameters, and no class name that means two things."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
FOLDERS = ("rules", "clock", "vision", "record", "hub", "pi")
MAX_PARAMETERS = 6
MAX_LINES = 40
MAX_MODULE_LINES = 300


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the six folders, by their paths."""
    paths = (path for folder in FOLDERS for path in (HERE / folder).rglob("*.py"))
    return {path.relative_to(HERE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The number of parameters, `self` not counted."""
    taken = function.args
    names = [one.arg for one in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, *filter(None, (taken.vararg, taken.kwarg)))]
    return len(names) - (names[:1] in (["self"], ["cls"]))


def test_no_function_takes_more_than_six_parameters():
    long = {
        (path, node.name)
        for path, module in modules().items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and parameters(node) > MAX_PARAMETERS
    }
    assert long == set()


def test_no_two_classes_have_one_name():
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, module in modules().items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_no_function_has_more_than_forty_lines_and_no_module_more_than_three_hundred():
    long = [
        (path, node.name)
        for path, module in modules().items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno > MAX_LINES
    ]
    assert long == []
    assert [path for path in modules() if len((HERE / path).read_text(encoding="utf-8").splitlines()) > MAX_MODULE_LINES] == []


def test_parameters_are_counted_without_self():
    function = ast.parse("def f(self, a, /, b, *c, d, **e): pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert parameters(function) == 5

"""The program's own source as syntax trees, read once in each process."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("rules", "clock", "vision", "record", "tournament", "link", "hub", "pi")


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the folders, by their paths below the repository, in alphabetical order."""
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_bytes()) for path in paths}


@cache
def nodes() -> dict[str, tuple[ast.AST, ...]]:
    """All nodes of each module, by the module's path."""
    return {path: tuple(ast.walk(module)) for path, module in modules().items()}

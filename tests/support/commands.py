"""How a command ends, as an error instead of a sentence on standard error."""

import pytest

from pi.usage.parsing import Parser, parsed
from pi.usage.table import COMMANDS, add_arguments, module_of
from rules.errors import DamcamError


def refusal(*words: object) -> DamcamError:
    """The error by which the command with these words ends. Its status, and where `main` writes it, is tested in tests/pi/test_cli.py.

    Example: `assert says("NameFault.no-name")(refusal("passwd", "x" * 65))`.
    """
    name, *rest = map(str, words)
    parser = Parser(f"damcam {name}")
    add_arguments(COMMANDS[name], parser)
    with pytest.raises(DamcamError) as refused:
        module_of(COMMANDS[name]).run(parsed(parser, rest))
    return refused.value

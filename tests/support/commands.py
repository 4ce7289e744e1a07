"""How a command ends, as an error instead of a sentence on standard error."""

import pytest

from pi.usage.parsers import arguments_of
from pi.usage.table import command_of, module_of
from rules.errors import DamcamError


def refusal(*words: object) -> DamcamError:
    """The error by which the command with these words ends. Its status, and where `main` writes it, is tested in tests/pi/test_cli.py.

    Example: `assert says("NameFault.no-name")(refusal("passwd", "x" * 65))`.
    """
    command, rest = command_of(list(map(str, words)))
    with pytest.raises(DamcamError) as refused:
        module_of(str(command.module)).run(arguments_of(command, rest))
    return refused.value

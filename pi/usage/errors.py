"""The error of a wrong use of the command line that a parser cannot see."""

from rules.errors import DamcamError


class UsageError(DamcamError, ValueError):
    """The command line is not valid; the text says what was expected."""

"""The errors of tournaments. `TournamentError` is the root."""

from rules.errors import DamcamError


class TournamentError(DamcamError, ValueError):
    """An event cannot be read, changed or answered for; the text says what is wrong, where, and what to do."""


class RegulationError(TournamentError):
    """The regulations have no answer: what is asked about cannot be, or it is left to the arbiter."""

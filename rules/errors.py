"""The one tree of errors. Each is also the builtin error it is a case of, so that callers may catch either."""


class DamcamError(Exception):
    """Root of all that damcam raises on purpose; its text is a sentence for people."""


class UnknownRules(DamcamError, LookupError):
    """The name of no rule set."""


class FenError(DamcamError, ValueError):
    """A FEN that does not describe a position; says what is wrong and where."""


class MoveError(DamcamError, ValueError):
    """A move that cannot be taken as written; root of the three below."""


class MalformedMove(MoveError):
    """The text is not the notation of a move."""


class IllegalMove(MoveError):
    """The text names a move that the rules do not allow here."""


class AmbiguousMove(MoveError):
    """The text fits more than one legal move."""


class EvidenceError(DamcamError, ValueError):
    """Evidence of the wrong shape, or holding something that is no log-likelihood."""


class PressError(DamcamError, ValueError):
    """A press out of order, or ruled before."""

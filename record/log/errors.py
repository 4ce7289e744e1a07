"""Why a log is not opened, read or appended to. The root is `LogError`, which is also an OSError.

LogError            the system refuses: no such file, no room, no permission; `__cause__` is its error
|- LogInUse         another process, or another `Log` of this one, writes to the log
|- NotLastRow       the caller builds on a row that is not the last one
|- LogChanged       others changed, exchanged or deleted the file under its writer
`- LogDamaged       the log is not what was written: `row` is the first row that is not sound
   |- EndMissing    all its rows are sound, and it ends before the last one that its tail tells of
   `- RowsDiffer    a copy of the log has a row that the log has not, or has otherwise
"""

from rules.errors import DamcamError, Value


class LogError(DamcamError, OSError):
    """A log cannot be made, opened, read or appended to; the message names the file, and the row at fault where there is one."""


class LogInUse(LogError):
    """Somebody else writes to the log."""


class NotLastRow(LogError):
    """Another row is the last one of the log; nothing was written."""


class LogChanged(LogError):
    """The file is not as its writer left it; nothing was written."""


class LogDamaged(LogError):
    """A log was altered, cut off, put back or exchanged, or cannot be read from a row on. The rows before `row` are sound."""

    def __init__(self, sentence: str, /, *, row: int, **values: Value) -> None:
        super().__init__(sentence, "", row=row, **values)
        self.row = row


class EndMissing(LogDamaged):
    """The rows of the log are sound as far as it goes, and its tail tells of one after them; or the log is gone, and its tail is there."""


class RowsDiffer(LogDamaged):
    """The log has not row `row` as a copy of it has: the log was cut off or put back, or the copy is of another log."""

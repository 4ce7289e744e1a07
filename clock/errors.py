"""The base of the clock's errors. The clock knows no sentences of the rules: `record.telling.of_clock` makes one from an error."""

from enum import StrEnum

ClockValue = str | int | tuple[str, ...]
"""The value of a placeholder."""


class ClockPhrase(StrEnum):
    """The base of the clock's families of sentences. The value of each member is English, with `{placeholders}`."""


class CodedError(Exception):
    """An error with `what` is wrong, what to `do` about it, and the `values` of the placeholders of both; `str` of it is English."""

    def __init__(self, what: ClockPhrase, do: ClockPhrase | None = None, /, **values: ClockValue) -> None:
        self.what, self.do, self.values = what, do, values
        texts = {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        super().__init__("; ".join(phrase.format(**texts) for phrase in (what, do) if phrase))

"""The time controls of the regulations by name, each with its article."""

from typing import NamedTuple


class Preset(NamedTuple):
    """A time control in the notation of `clock.control`, and the regulation and article that prescribe it."""

    notation: str
    article: str


PRESETS = {
    "KK": Preset("80m+60s", "C Art. 3"),
    "HAA": Preset("80m+60s", "C Art. 3"),
    "RHAA": Preset("80m+60s", "C Art. 3"),
    "HA": Preset("90m", "D Art. 2"),
    "1e": Preset("40m", "D Art. 2"),
    "2e": Preset("40m", "D Art. 2"),
    "3e": Preset("40m", "D Art. 2"),
    "clubs-4": Preset("90m", "B Art. 4"),
    "clubs-5": Preset("45m", "B Art. 4"),
    "clubs-6": Preset("45m", "B Art. 4"),
    "clubs-7": Preset("30m", "B Art. 4"),
    "pupillen": Preset("60m", "E Art. 2"),
    "jeugd": Preset("60m", "E Art. 2"),
    "junioren": Preset("90m", "E Art. 2"),
    "sneldammen": Preset("10m", "F Art. 2"),
    "simultaan": Preset("none", "I Art. 2"),
}
"""The time controls by the names of the regulations. `clubs-5` are the club championships in groups of five teams. With `simultaan` no time
is counted: each press, of the giver of the exhibition or of the player, only says that the move was made."""

BY_LOWER_NAME = {name.lower(): preset for name, preset in PRESETS.items()}
OF_AGES = "E "
"""How the articles begin that prescribe the time of an age class."""


def age_class_of(name: str) -> str:
    """The age class of regulation E whose time control has that name; empty for any other time control."""
    plain = "".join(name.lower().split())
    return plain if plain in BY_LOWER_NAME and BY_LOWER_NAME[plain].article.startswith(OF_AGES) else ""

"""The tasks of `damcam event`: the acts of the table, and what shows an event or makes one."""

from collections.abc import Mapping

from pi.usage.table import Command, by_name
from tournament.events.acts import ACTS

TASKS: Mapping[str, Command] = by_name(
    (
        Command("event new", "pi.commands.events.new", "make the file of an event"),
        *(Command(f"event {act.name}", f"pi.commands.events.acting:{act.name}", act.help) for act in ACTS.values()),
        Command("event log", "pi.commands.events.log", "show every change, with who, when and why"),
        Command("event standings", "pi.commands.events.standings", "show the standings, and why each has his place"),
        Command("event crosstable", "pi.commands.events.crosstable", "show the crosstable"),
        Command("event sheets", "pi.commands.events.sheets", "show the pairings of a round, or write them to print"),
        Command("event export", "pi.commands.events.export", "write CSV, TRF or PDN for other programs"),
        Command("event season", "pi.commands.events.season", "propose promotion, relegation and ranking, and confirm them"),
        Command("event demo", "pi.commands.events.demo", "run a made-up championship from entry to print"),
        Command("event simultaneous", "pi.commands.events.simultaneous", "make the list of a simultaneous exhibition (I)"),
        Command("event ask", "pi.commands.event_ask", "answer questions on the regulations, a JSON object a line"),
    )
)
"""By the last word of their names, in the order in which they are listed."""

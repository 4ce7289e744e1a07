"""All families of sentences that errors, refusals and checks are made up from."""

import pkgutil
from enum import StrEnum
from importlib import import_module
from string import Formatter

import clock
import hub
import link
import pi
import record
import rules
import tournament
import vision
from clock.errors import ClockPhrase
from rules.errors import Phrase

NEEDS = ("pi.__main__", "hub.__main__")
"""Not imported: they run the program."""
NOT_OURS = (
    "tests.",
    "hub.broker.hall",
    "pi.machine.services.",
    *(f"pi.checks.{name}" for name in ("buttons.", "disk", "network", "selftest")),
    *("pi.cli", "pi.commands.", "pi.programs.", "pi.setup.", "pi.usage."),
    "record.verifying.",
)
"""Those of the tests, and those of the command line, which are English alone."""
ONLY_PLACES = str.maketrans("", "", "{}()_ ;:,°%<")


def families() -> list[type[StrEnum]]:
    """Every family of the program that is translated, by their names."""
    for house in (rules, clock, vision, record, tournament, link, hub, pi):
        for module in pkgutil.walk_packages(house.__path__, f"{house.__name__}."):
            if module.name not in NEEDS and not module.name.endswith((".picamera", ".gpio")):
                import_module(module.name)
    known = (family for base in (Phrase, ClockPhrase) for family in base.__subclasses__())
    return sorted((family for family in known if not f"{family.__module__}.".startswith(NOT_OURS)), key=lambda family: family.__name__)


def places(sentence: str) -> list[str]:
    """The names of its placeholders, in order of the alphabet."""
    return sorted(name for _, name, _, _ in Formatter().parse(sentence) if name)


def words(sentence: str) -> str:
    """What of it is neither a placeholder nor a sign."""
    return "".join(text for text, *_ in Formatter().parse(sentence)).translate(ONLY_PLACES)

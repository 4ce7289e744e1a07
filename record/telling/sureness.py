"""How sure a reading is: its probability as a percentage, which is never 100 and never 0, because no reading is certain."""

from decimal import Decimal

from rules.errors import Phrase, Sentence

MAX_SHOWN_P, MIN_SHOWN_P = 0.9999, 0.0001
"""The limits of a shown probability."""


class Sureness(Phrase):
    """How sure a reading is."""

    PERCENT = "{percent} %"
    BELOW = "< {percent} %"
    SURE = "{percentage} sure"


def percentage(probability: float) -> Sentence:
    """The probability in percent, with two decimals: `99.99 %`."""
    phrase = Sureness.BELOW if probability < MIN_SHOWN_P else Sureness.PERCENT
    shown = min(max(probability, MIN_SHOWN_P), MAX_SHOWN_P)
    return phrase.said(percent=Decimal(f"{100 * shown:.2f}"))


def sureness(probability: float) -> Sentence:
    """That a reading with this probability is so sure: `99.99 % sure`."""
    return Sureness.SURE.said(percentage=percentage(probability))

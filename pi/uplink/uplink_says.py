"""What the uplink says of itself, and answers to words of the hub."""

from rules.errors import Phrase


class UplinkSays(Phrase):
    """What the uplink tells, and why a word of the hub is not put in."""

    HUB_TROUBLE = "the hub: {why}"
    REFUSED = "the hub takes nothing of this board: {why}"
    NO_ACCOUNTS = "the accounts of the hub were not taken over: {why}"

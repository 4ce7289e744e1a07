"""What the uplink says of itself, and answers to words of the hub."""

from rules.errors import Phrase


class UplinkSays(Phrase):
    """What the uplink tells, and why a word of the hub is not put in."""

    NOT_THE_HUBS = "the hub has game {game} otherwise than this board: its row {row} is another"
    TOO_LONG = "row {row} of game {game} is too long for the wire: the hub gets nothing of this game after it"
    HUB_TROUBLE = "the hub: {why}"
    REFUSED = "the hub takes nothing of this board: {why}"
    NO_ACCOUNTS = "the accounts of the hub were not taken over: {why}"

"""What the checks of the machine itself say."""

from rules.errors import Phrase


class DiskSays(Phrase):
    """Of the room on the disk."""

    FREE = "{free} GB free for the games in {folder}"
    MAKE_ROOM = "make room: below 64 MB no picture is kept; du -xh / | sort -h | tail shows what is large"
    TOO_LITTLE = "{room}, but {budget} GB of pictures may be kept"
    SET_BUDGET = "set budget_mb in [evidence] to {fits} or less, or make room; it goes well until the disk is full"


class PowerSays(Phrase):
    """Of power and heat."""

    NO_PI = "this machine is no Raspberry Pi, and tells nothing of its power"
    NOT_TOLD = "the firmware does not tell"
    ASK_FIRMWARE = "look with vcgencmd get_throttled; it must say 0x0"
    WARM = "{power}, {heat} °C"
    NOW = "{what} at this moment"
    SINCE_START = "{what} since it was started"
    LOW_VOLTAGE = "too low a voltage"
    SLOWER = "a slower processor"
    HEAT = "heat"
    BETTER_SUPPLY = "use the supply that was made for this Raspberry Pi, with its own cable, and let air to it"
    HOT = "{heat} °C"
    LET_AIR = "let air to it: from 80 °C on it works slower"
    ENOUGH = "enough"


class TimeSays(Phrase):
    """Of the time of day."""

    FOLLOWS = "follows a time server"
    DOES_NOT_FOLLOW = "does not follow a time server"
    NOT_TOLD = "nothing tells whether it follows a time server"
    CONNECT_IT = "connect it to a network for a minute, so that games bear the right date; clocks and record do not need it"

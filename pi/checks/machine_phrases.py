"""What the checks of the machine itself say."""

from rules.errors import Phrase


class DiskSays(Phrase):
    """Of the room on the disk."""

    FREE = "{free} GB free for the games in {folder}"
    MAKE_ROOM = "make room: below 64 MB no picture is kept; du -xh / | sort -h | tail shows what is large"
    TOO_LITTLE = "{room}, but {budget} GB of pictures may be kept"
    SET_BUDGET = "set budget_mb in [evidence] to {fits} or less, or make room; it goes well until the disk is full"
    NOT_THERE = "{folder} is not there; {room}"
    IS_MADE = "the service makes it when it starts; state in [board] names another"
    NOT_WRITABLE = "{folder} cannot be written to: {why}"
    NAME_ANOTHER = "name another folder with state in [board]"
    AS_OTHER_USER = "name another folder with state in [board]; as another user: sudo damcam selftest"
    WRITES = "a write takes {usual} ms, {longest} at most"
    BUT_SLOW = "{room}, but {writes}"
    AND_WRITES = "{room}; {writes}"
    BETTER_CARD = "use a better card (class A1 or A2) or an SSD; each press waits for one write"


class DatabaseSays(Phrase):
    """Of SQLite, in whose files the games are kept."""

    FIXED = "SQLite {version}, which loses no pages"
    AVOIDED = "SQLite {version}; it loses pages that two programs write at once, so one alone writes (fixed in 3.51.3)"


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

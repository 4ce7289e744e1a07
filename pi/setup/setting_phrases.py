"""What is wrong with settings: their values, their names and their file."""

from rules.errors import Phrase


class SettingSays(Phrase):
    """Why a value cannot be used. `where` is where it comes from."""

    NO_NUMBER = "{where} is {value}; a number from {least} to {most} was expected"
    NO_EVEN_NUMBER = "{where} is {value}; an even number from {least} to {most} was expected"
    PORT_TWICE = "{where} is {port}, which is {other} already: give the broker a port of its own"
    NOT_ONE_OF = "{where} is {value}; one of {words} was expected"
    NOT_ONE_OF_OR_NOTHING = "{where} is {value}; one of {words} was expected, or nothing"
    NO_PIN = "{where} is {pin}; a GPIO number from 2 to 27 was expected"
    NO_PIN_OR_0 = "{where} is {pin}; a GPIO number from 2 to 27 was expected, or 0"
    PIN_TWICE = "{where} is GPIO {pin}, as is {other}; each contact, lamp and buzzer has a pin of its own"
    ONE_LAMP = "{where} is 0, but the other side has a lamp; both sides have one, or none"
    UNUSABLE = "{where} cannot be used: {why}"
    EMPTY = "{where} is empty; leave the key out to use the default"
    RELATIVE_PATHS = "{where} names {text}; paths from the root on were expected, with blanks between them"
    RELATIVE_PATH = "{where} is {text}; a path from the root on was expected, such as /var/lib/damcam"
    NO_EVENTS_FOLDER = "{where} is {text}; the path of a folder from the root on was expected, such as /var/lib/damcam/events, or nothing"
    NO_COPY_FOLDER = "{where} is {text}; the path of a folder from the root on was expected, such as /media/damcam/games, or nothing"
    COPY_BESIDE_GAMES = "{where} is {text}, where the games are themselves; a folder off the card was expected, such as /media/damcam/games"
    NO_CAMERA_NUMBER = '{where} is {text}; the number of a camera on the ribbon cable was expected, such as "0"'
    NO_CAMERA = '{where} is {text}; a number such as "0" was expected, or a path such as /dev/v4l/by-id/...'
    OUTSIDE = "{where} has {corner}, which lies beyond the upright picture of {width} x {height} pixels"
    FORGEABLE = (
        "{where} is {proxies}, and host is {host}: a reader who does not come through the proxy could forge his address;"
        ' set host to "127.0.0.1", which only the proxy reaches, or this to 0'
    )
    NO_DATE = "{where} is {text}; a date such as 2026.11.21 was expected, or nothing"
    NO_LINE = "{where} is {text}; a line of {most} characters at most was expected"
    NO_TEXT = "{where} is {value}; text in quotes was expected"
    NO_TEXT_SUCH_AS = "{where} is {value}; text in quotes was expected, such as {example}"
    NO_TRUTH = "{where} is {value}; true or false was expected"
    NOT_UNDER_A_REGULATION = (
        "{where} is true, and regulation in [game] is {regulation}, under which a board that lies mirrored lies wrong (Art. 26):"
        " put the board right, and set this to false"
    )
    CROWNS_UNDER_A_REGULATION = (
        "{where} is none, and regulation in [game] is {regulation}, under which a king gets a second disc (Art. 8): set this to disc"
    )
    NO_WHOLE_NUMBER_SUCH_AS = "{where} is {value}; a whole number was expected, such as {example}"


class TagSays(Phrase):
    """That a tag of a single game is no setting any more, and where it is said."""

    GONE = "{where} is no setting any more, since it is said of each game"
    OF_EACH_GAME = "leave it out, and use damcam names, the evening page, or the event at the hub"


class ByAddress(Phrase):
    """That boards of other machines are no longer asked by their addresses, and what to do."""

    GONE = "{where} names boards by their addresses, and a hub asks for none of them any more"
    JOIN_A_HUB = "damcam hub enroll KEY at the hub makes a file, with which a board joins: damcam join FILE"


class FileSays(Phrase):
    """What is wrong with the file of the settings or with a name in it, and what to do."""

    MISSING = "the settings file is missing"
    MAY_NOT_BE_READ = "this user may not read the settings file"
    AS_ITS_USER = "sudo -u damcam damcam ..., as the service's user; or name other settings with --settings"
    CANNOT_BE_READ = "the settings file cannot be read: {why}"
    NO_TOML = "not readable as TOML: {why}"
    NO_SECTION = "{name} is {value}; a section [{name}] with its keys below it was expected"
    OLD_NAME = "[{section}] {old} is the old name of {new}; leave one of them out"
    UNKNOWN_SECTION = "there is no section {name}; there are {known}"
    UNKNOWN_KEY = "[{section}] has no key {name}; there are {known}"
    VARIABLE = "the environment's {variable}"
    NO_SETTING = "the environment's {variable} is no setting"
    IS_IT_MEANT = "is {near} meant?"
    SETTINGS_ARE_NAMED = "settings are named DAMCAM_<SECTION>_<KEY>, such as {example}"

"""Why a recorded session cannot be read, as sentences of `FolderError`."""

from rules.errors import Phrase


class FolderFault(Phrase):
    """What is wrong with the files of a session, and what was expected."""

    NO_FOLDER = "no such folder"
    EXPECTED_FOLDER = "a session folder with session.json was expected"
    NO_SESSION = "missing; a session folder begins with it"
    NO_PRESSES = "missing; it holds a line for each press of the clock"
    NOT_JSON = "not readable as JSON: {why}"
    NOT_READABLE = "not readable: {why}"
    NO_OBJECT = "a JSON object was expected, such as {example}"
    NO_RULES = 'the key "rules" is missing; it names the rule set, such as "frisian"'
    KEY = "{key}: {why}"
    NO_LINE = "{key}: one line of text of {most} characters at most was expected"
    OTHER_SIZE = "board_size is {size}; {rules} is played on {expected} x {expected}"
    NO_TRUTH = "{where} is {value}; true or false was expected"
    NOT_ONE_OF = "{where} is {value}; one of {words} was expected"
    LINE = "{file}: line {line}"
    AT = "{where}: {why}"
    OUT_OF_ORDER = "press {seq} at {seconds} s stands out of order"
    NOT_A_PRESS = "not a press: {why}"
    NO_KEY = "the press has no {key}"
    NO_FILE_NAMES = "the pictures must be file names, not {value}, and lie in the session's folder"
    NO_WHOLE_NUMBER = "{key} is {value}; a whole number was expected"
    NO_SECONDS = "t is {value}; seconds since the beginning were expected"
    NO_SIDE = "side is {value}; white or black was expected"

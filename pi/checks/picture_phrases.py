"""What the checks of the camera and its pictures say."""

from rules.errors import Phrase


class CameraSays(Phrase):
    """Of the camera."""

    PICTURES = (
        "{count} picture of {width} x {height}, {age} s old at most when it came",
        "{count} pictures of {width} x {height}, {age} s old at most when they came",
    )
    NOT_NEW = "{pictures}, but they are not new ones"
    REPLUG = "take its plug out and put it in again"
    NO_HUB = "plug it into the computer itself, not a hub, and let nothing else use it"
    LOOSE = "{pictures}; {loose}"
    IT_WORKS = "it works; keep the light steady, or use a camera that can be fixed"
    EMPTY_FOLDER = "{folder}: there is no picture in this folder"
    NAME_PICTURES = "name a JPEG or PNG, or a folder that holds some"
    NAME_ANOTHER = "name another picture"
    FILE = "{path}: {why}"
    IN_ITS_PLACE = "not tried; {path}, of {width} x {height}, is looked at in its place"
    TAKEN_UP_AGAIN = "the service goes on trying by itself"
    NONE_YET = "no picture has come yet"
    OLD = "the last picture is {age} s old"
    REPEATS = "it gives the same picture again and again"
    PICTURES_COME = "pictures come"
    NOT_TOLD = "damcam runs in {folder}, but does not tell how its board is"
    ASK_JOURNAL = "see what it says: journalctl -e -u damcam-board"


class BoardSays(Phrase):
    """Of the board in the picture."""

    NO_PICTURE = "there is no picture to look at"
    BAD_PICTURE = "the picture is not good enough to find a board in it"
    SHOW_IT = "show the whole board, sharp and lit, with nothing over it"
    NEAR_EDGE = "the board is found, but a corner lies {squares} squares from its edge"
    MOVE_IT = "move camera or board until there is half a square around it"
    SMALL = "the board is found, but its squares are only {px} pixels wide"
    NEARER = "bring the camera nearer; {least} pixels and more are read well"
    FOUND = "found, {px} pixels a square, {squares} squares from the picture's edge"
    NOT_FOUND = "the board is not found"


class StartSays(Phrase):
    """Of the start position."""

    LIES_WRONG = "the board lies wrong: no dark corner at White's left (Art. 26)"
    QUARTER_TURN = "give the board a quarter turn; outside tournaments mirrored = true in [board] accepts one that lies mirrored"
    NOT_SEEN = "the board is not seen"
    STANDS = "the start position stands"
    DOES_NOT_STAND = "the start position does not stand: {why}"
    SET_UP = "set the pieces up as they stand at the start"


class FocusSays(Phrase):
    """Of the focus."""

    NO_PICTURE = "no picture shows the board"
    SHARPNESS = "sharpness {sharpness}; 1 is sharp"
    NO_LIGHT = "the light does not let it be seen"
    WIPE = "wipe the lens, and turn it until the lines between the fields are sharp; {by_itself}"
    TURN = "turn the lens a little until this number, on /before anew every two seconds, is highest; {by_itself}"
    BY_ITSELF = "one that focuses by itself (Camera Module 3) does so when the service is started: see to the light first"


class LightSays(Phrase):
    """Of the light."""

    BURNT_OUT = "{percent}% of the board is burnt out to white"
    MOVE_LAMP = "move the lamp that is mirrored in it, draw the curtain, or shade the board"
    DIM = "dim: the light fields have {level} of 255 levels"
    MORE_LIGHT = "turn more light on"
    MIRRORED = "square {squares} lies in a reflection or a spot of light", "squares {squares} lie in a reflection or a spot of light"
    BRIGHTER = "the light has grown by {percent}% since the board was found"
    DARKER = "the light has fallen by {percent}% since the board was found"
    AS_LATER = "draw the curtain, and switch on now what will be on later"
    UNEVEN = "uneven: the darkest fields have {percent}% of the brightest"
    DRAW_CURTAIN = "draw the curtain, or move what throws a shadow"
    GOOD = "light fields at {level} of 255, the darkest {percent}% of the brightest"

"""What the checks of buttons, lamps and buzzer say."""

from rules.errors import Phrase


class ButtonName(Phrase):
    """Whose button, or which end of a lever."""

    BUTTON = "{side}'s button"
    CONTACT = "{side}'s contact of the lever"


class Asks(Phrase):
    """What a person at the board is asked for."""

    PRESS = "now press {button}"
    PRESS_LIT = "now press {button}, where the lamp shines"
    END = "{side}'s end of the lever"
    SECONDS_LEFT = "{button} ({seconds} s)"
    DID_LAMPS_SHINE = "did each lamp shine while its side was asked for? yes or no"
    DID_BUZZER_SOUND = "did the buzzer sound? yes or no"


class ButtonsSay(Phrase):
    """Of the buttons, or the lever."""

    LEFT_ALONE = "left alone, as asked"
    CLOSED = "{buttons} is closed although nobody is asked to press", "{buttons} are closed although nobody is asked to press"
    LET_GO = "let go of it; if nobody holds it, a wire is on the wrong contact or pin: pinctrl get shows them"
    NOBODY_PRESSED = "their pins can be used; nobody was asked to press"
    AT_A_TERMINAL = "run damcam selftest at a terminal, with somebody at the board"
    NOT_HEARD = "not heard within {seconds} s: {sides}"
    PRESS_FIRMLY = "press it firmly; else see that its wires are on its pin and on ground, and that [buttons] names that pin"
    OTHER_HEARD = "the other side was heard: asked for {sides}"
    EXCHANGE = "exchange white and black in [buttons], or the wires; White's button is the one at White's right hand"
    HEARD_TWICE = "heard more than once for one press: {sides}"
    ANOTHER_BUTTON = "press once and firmly; when this is told again, its contact is worn: put in another button"
    BOTH_HEARD = "both sides were heard"
    LEVER_HEARD = "the lever was heard both ways"
    HELD_DOWN = "{button} is held down"
    LET_IT_GO = "let it go; if nobody holds it, a wire is on the wrong contact or pin"
    NOT_HEARD_YET = "{buttons} was not heard yet", "{buttons} were not heard yet"
    PRESS_BOTH = "press White's, then Black's; once the start position stands Black's press starts the clock"


class LampsSay(Phrase):
    """Of the lamps."""

    PINS_NOT_HAD = "their pins cannot be used either"
    BUTTONS_FIRST = "the buttons come first"
    NOBODY_LOOKED = "nobody was asked to look"
    NONE = "there are none in the settings"
    BOTH_SHONE = "both were seen to shine"
    NOT_SEEN = "nobody saw both shine"
    LONGER_LEG = "the longer leg goes to the pin, by way of the resistor; a game goes on without"


class BuzzerSays(Phrase):
    """Of the buzzer."""

    HEARD = "it was heard"
    NOT_HEARD = "nobody heard it"
    PLUS_TO_PIN = "its + goes to the pin, its - to ground, and it must sound at 3.3 V; a game goes on without"

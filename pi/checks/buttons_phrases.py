"""What the checks of buttons, lamps and buzzer say."""

from rules.errors import Phrase


class ButtonName(Phrase):
    """Whose button, or which end of a lever."""

    BUTTON = "{side}'s button"
    CONTACT = "{side}'s contact of the lever"


class ButtonsSay(Phrase):
    """Of the buttons, or the lever."""

    BOTH_HEARD = "both sides were heard"
    HELD_DOWN = "{button} is held down"
    LET_IT_GO = "let it go; if nobody holds it, a wire is on the wrong contact or pin"
    NOT_HEARD_YET = "{buttons} was not heard yet", "{buttons} were not heard yet"
    PRESS_BOTH = "press White's, then Black's; once the start position stands Black's press starts the clock"

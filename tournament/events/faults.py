"""Why the file of an event cannot be read or changed, as sentences of `TournamentError`."""

from rules.errors import Phrase


class EventFileFault(Phrase):
    """What is wrong with the file of an event, and what to do."""

    THERE_ALREADY = "{path} is there already; give the new event another name"
    NONE = "there is no event at {path}"
    NOT_MADE = "no event can be made at {path}: {why}"
    IS_FOLDER_FULL = "is the folder there, writable, and the disk not full?"
    IS_DISK_FULL = "is the disk full or read-only? Nothing was changed"
    NOT_OURS = "{path} is not an event of damcam, or has lost its beginning"
    TAIL_NAME = "{path} cannot be an event: a name that ends with {end} is that of a file beside one"
    NOT_READ = "{path} cannot be read: {why}"
    DAMAGED = "{path} is damaged: {why}"
    TAKE_A_COPY = "put a sound copy in its place; where that is an older one, or the event is to go, delete {tail} too"
    ROW = "row {row}: {why}"
    NOT_WRITTEN = "the change could not be written to {path}: {why}"
    TOO_LONG = "the change is too long for a row of {path}; make it in parts"
    BUSY = "another program is writing to {path}"
    TRY_AGAIN = "nothing was changed; try again"
    CHANGED_MEANWHILE = "somebody else has changed the event meanwhile: change {row} is new, by {by}"
    LOOK_AGAIN = "nothing of yours was done; look at the event as it stands now, and try again"
    NOT_LAST = "row {row} takes back row {of}, which is not the last change before it"
    NO_FIT = "row {row} does not fit the event as it stood before"
    NOT_BEGUN = "it does not begin with the making of an event"
    MADE_TWICE = "an event is made a second time"
    NOTHING_TO_UNDO = "nothing is left to undo: the event is as it was made"

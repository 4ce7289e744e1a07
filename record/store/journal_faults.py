"""Why a journal cannot be read or written, as sentences of `JournalError`."""

from rules.errors import DamcamError, Phrase


class JournalFault(Phrase):
    """What is wrong with a journal, and what to do."""

    THERE_ALREADY = "{path} is there already: open it, or record into another folder"
    NOT_MADE = "no journal can be made at {path}: {why}"
    IS_FOLDER_FULL = "is the folder there, writable, and the disk not full?"
    NONE = "there is no journal at {path}"
    CREATE_ONE = "create one first"
    NONE_YET = "there is no journal at {path} yet"
    NOT_OPENED = "{path} cannot be opened as a journal: {why}"
    MIRROR = "{path} is the copy of a journal on another machine, which alone adds to it"
    AT_THE_BOARD = "do it at the board itself"
    READ_ALONE = "{path} was opened to be read alone"
    OTHERS_WRITE = "{path} has rows after {last}: another process writes in it"
    HELD = "another process writes to {path}"
    STOP_ONE = "stop one of the two"
    NOT_WRITTEN = "{what} could not be written to {path}: {why}"
    IS_DISK_FULL = "is the disk full or read-only?"
    CLOCK_NOT_WRITTEN = "the clock could not be written to {path}: {why}"
    BELIEF_NOT_WRITTEN = "the belief could not be written to {path}: {why}"
    NOT_MOVED = "the log of {path} could not be moved into it: {why}"
    ROW_MISSING = "row {row} of {path} is missing: what follows cannot be trusted"
    ALTERED = "row {row} of {path} does not fit its checksum: it was altered or is damaged"
    ROW = "row {row} of {path}: {why}"
    TOLD_ELSEWHERE = "row {row} of {path} is missing: {tail} says that row {last} was the last that was written"
    OTHER_THAN_TOLD = "row {row} of {path} is not the one of which {tail} tells: it was altered, or is of another game"
    GONE = "{path} is gone, but {tail} is there, which belongs to it"
    PUT_BACK = "put the journal back, or record into another folder"
    PRESS_ELSEWHERE = "{name} beside {path} knows of press {last}, and the journal ends with press {have}: it has lost what was told"
    READING_ELSEWHERE = (
        "{name} beside {path} has press {last} as it was read, and the journal has no reading after press {have}: it has lost what was told"
    )
    RULING_ELSEWHERE = "{name} beside {path} knows of ruling {last}, and the journal ends with ruling {have}: it has lost what was told"
    MOVES_ELSEWHERE = "{name} beside {path} has {last} moves, and the journal never had more than {have}: it has lost what was told"
    CUT_OFF = "row {row} of {path} is missing: row {last} was the last that was written"
    NO_ROW = "row {row} of {path} is not there: the journal ends at row {last}"
    NOT_READ = "{path} cannot be read: {why}"
    NOT_OURS = "{path} is not a journal of damcam"
    OTHER_VERSION = "{path} is a journal of version {version}, and this damcam reads version {ours}"
    ITS_DAMCAM = "use the damcam that wrote it"


class JournalError(DamcamError, OSError):
    """A journal could not be made, read or written; the message names the file, and the row at fault where there is one."""

"""What is said of the second copy of the record, off the card."""

from rules.errors import Phrase


class SecondCopySays(Phrase):
    """How the second copy is, and what to do."""

    STARTS = "the second copy in {folder} is being looked at"
    COMPLETE = "complete in {folder}, where {free} GB are free"
    EARLIER = "the current game is complete in {folder}, and earlier ones are being copied; {free} GB are free"
    NO_ROOM = "the current game is complete in {folder}; with {free} GB free there is no room for all earlier ones"
    LARGER = "use a larger stick, or delete copies that nobody needs"
    USABLE = "{folder} can be written to, and {free} GB are free there"
    NOT_THERE = "{folder} is not there: nothing is copied off the card"
    PLUG_IN = "plug in the stick, or mount the share; on a new one make the folder: mkdir {folder}"
    SAME_DISK = "{folder} lies on the same disk as the games: nothing is mounted there, and nothing is copied"
    MOUNT_IT = "plug in the stick, or mount the share; what it missed is copied by itself"
    NOT_WRITTEN = "nothing can be written to {folder}: {why}"
    MOUNT_WRITABLE = "mount it so that it can be written to; a damaged stick is mounted so by itself, and another one is needed"
    ALLOW_IT = "let the user {user} write to {folder}"
    HANGS = "{folder} has not answered for {seconds} s: nothing is copied off the card"
    REPLACE_IT = "unplug the stick and plug it in again, or another; of a share look after its server"
    JOURNAL = "a journal cannot be copied: {why}"
    ANOTHER_COPIES = "another program of damcam copies already, or one that was ended still waits for its disk"
    NO_LOCK = "nothing is copied off the card: {file} cannot be opened: {why}"
    SILENT = "nothing is copied off the card: the program that does it gives no sign of life"
    LOOK_AT = "see journalctl -e -u damcam-copy"
    AHEAD = "{file} has rows of game {game} that the card has lost; the copy goes on in another file"
    KEEP_IT = "keep {file}; damcam import goes on from it on another recorder"
    NO_FOLDER_SET = "no folder for a second copy is set"
    SET_ONE = "name one with copy_to in [record]"

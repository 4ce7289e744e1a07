"""What a camera may lack, as sentences of errors."""

from rules.errors import Phrase


class CameraTrouble(Phrase):
    """What any camera may lack, and what to do."""

    UNPLUGGED = "the camera gives no picture: it is unplugged"
    ROTATION = "the camera's rotation is {degrees}"
    ROTATIONS = "0, 90, 180 or 270 degrees clockwise were expected"


class ApartTrouble(Phrase):
    """What may befall the process that uses a camera, and what is done."""

    HANGS = "the camera's driver has not answered for {seconds} s"
    ENDED = "the camera's driver ended by itself (status {status})"
    UNPLUG_IT = "it is started anew; if it stays so, unplug the camera for a moment"
    SEE_LOG = "it is started anew; the log tells more"
    NOT_ENDED = "the camera's driver hangs in the system itself and cannot be ended"
    RESTART = "it is tried again; if it stays so, restart the machine after the game"
    UNUSABLE = "the camera cannot be used ({kind}: {why}); the log tells more"


class RightsTrouble(Phrase):
    """What to do where this user may not use a device."""

    ADD_TO_GROUP = "sudo usermod -aG {group} $USER, and log in again"
    OWNER_ONLY = "{path} is open to the user {owner} alone"


class UsbTrouble(Phrase):
    """What a camera on USB may lack, and what to do."""

    EXPOSURE = "this camera's driver does not let its exposure be fixed; hands over the board may make its pictures brighter or darker"
    WHITE_BALANCE = "this camera's driver does not let its white balance be fixed; colours may drift during the game"
    NO_DEVICE = "the camera {device} cannot be opened: there is no {path}"
    PLUG_IT_IN = "plug the camera in (ls /dev/v4l/by-id names those that are there)"
    NOT_ALLOWED = "the camera {device} cannot be opened: the user needs to read and write {path}"
    USED_ELSEWHERE = "the camera {device} is used by another program"
    STOP_THAT = "stop that first (fuser -v {path} shows which)"
    NO_CAMERA = "the camera {device} cannot be opened: {path} is no camera"
    OTHER_NODE = "the camera {device} cannot be opened: {path} gives no pictures, as the second device of a camera does not"
    NAME_A_CAMERA = "name another with device in [camera] (ls /dev/v4l/by-id names those that are there)"
    NOT_OPENED = "the camera {device} cannot be opened ({why})"
    REFUSED = "the camera {device} is there and free, but cannot be opened; the log tells more"
    NO_NEW_PICTURE = "the camera {device} gave no new picture for {seconds} s"
    NO_MORE_PICTURES = "the camera {device} gives no picture any more"
    NOT_UNPACKED = "the camera {device} gave a picture that cannot be unpacked"
    REPLUG = "check that it is plugged in, into a socket of the computer itself rather than a hub"


class PiTrouble(Phrase):
    """What a camera on a ribbon cable may lack, and what to do."""

    NOT_STARTED = "camera {number} was found but does not start ({why})"
    NOT_TAKEN_OVER = "the camera's picture cannot be taken over ({why})"
    NO_SETTINGS = "the camera takes no settings ({why})"
    NOT_FOCUSED = "the lens cannot be focused ({why})"
    RESEAT = "check both ends of its ribbon cable, and that it is listed by rpicam-hello --list-cameras"
    UNKNOWN_FORMAT = "the camera gives pictures as {name} alone, which is not known"
    KNOWN_FORMATS = "{known} are"
    NO_EXPOSURE_TIME = "this camera does not tell how long it exposes, as those on USB do not"
    USE_AS_USB = "use it as one on USB instead"
    UNKNOWN_CLOCK = "the camera stamps its pictures by an unknown clock: {stamp_ns} at {now_ns} ns since the start of this machine"
    UPDATE = "update its system (sudo apt full-upgrade)"
    NO_NEW_PICTURE = "the camera gave no picture for {seconds} s"
    NO_PICTURE = "the camera gives no picture ({why})"
    NO_FOCUS = "the lens found nothing to focus on: light the board, wipe the lens, and lock the camera again"
    EXPOSURE = "this camera's exposure cannot be fixed; hands over the board may make its pictures brighter or darker"
    WHITE_BALANCE = "this camera's white balance cannot be fixed; colours may drift during the game"
    NO_PICAMERA2 = "picamera2 cannot be imported ({why})"
    INSTALL_IT = (
        "sudo apt install python3-picamera2, and use an environment that sees the system's packages "
        "(python3 -m venv --system-site-packages); a camera on USB does not need it"
    )
    TOO_FEW = (
        "there is no camera {number}: {count} is found, counted from 0",
        "there is no camera {number}: {count} are found, counted from 0",
    )
    NONE_FOUND = "there is no camera {number}: none is found"
    NOT_ALLOWED = "camera {number} cannot be used: the user needs to read and write {path}"
    USED_ELSEWHERE = "camera {number} is used by another program"
    STOP_THAT = "stop that first (fuser -v /dev/media* shows which)"
    NOT_OPENED = "camera {number} cannot be opened ({why})"

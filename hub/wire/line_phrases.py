"""What is said of a connection to the broker."""

from rules.errors import Phrase


class WireLineSays(Phrase):
    """Why there is no connection to the hub, or what it refuses, and what to do."""

    CONNECTED = "connected to the hub at {address}, port {port}"
    LOST = "the connection to the hub is lost: {why}; it is tried again"
    NOT_FOUND = "the hub is not found: it answers at no address, and not to zeroconf"
    SAME_NETWORK = "are board and hub in the same network, and does the hub run?"
    NOT_REACHED = "the hub cannot be reached at {address}, port {port}: {why}"
    NOT_TRUSTED = "the hub at {address}, port {port}, is not trusted: its certificate is not the one that was enrolled ({why})"
    ENROLL_AGAIN = "was it set up anew? Then enrol the board again: damcam hub enroll KEY --again, and damcam join FILE --again"
    NOT_LET_IN = "the hub does not let {key} in: {why}"
    OTHER_OR_REVOKED = "another machine sends as {key}, or its enrolment has ended; to let this one in: damcam hub enroll {key} --again"
    NOT_TAKEN = "the hub does not take messages of kind {kind} from {key}: {why}"
    TOO_LONG = "a message of kind {kind} of {key} is not sent: it has {size} bytes, and {most} are the most"

"""A text as a QR code in a terminal, for the camera of a telephone or a tablet."""

import io
import sys

BLACK_ON_WHITE = "\033[40;97m"
"""The light parts are drawn in white on black, whatever colours the terminal has: not every camera reads the opposite."""
AS_BEFORE = "\033[0m"


def show_code(text: str) -> None:
    """Print the code on standard error where that is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(code(text))
        sys.stderr.flush()


def code(text: str) -> str:
    """The code in half blocks and colours, with a line feed after each line."""
    import segno

    drawn = io.StringIO()
    segno.make_qr(text, error="l").terminal(drawn, border=2, compact=True)
    return "".join(f"{BLACK_ON_WHITE}{line}{AS_BEFORE}\n" for line in drawn.getvalue().splitlines())

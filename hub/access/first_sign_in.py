"""The code with which somebody becomes the first arbiter of a hub: it works once, and for an hour.

Whoever starts the hub makes it, and the sign-in page takes it. It lies in a file that only the hub's user can read. The hour is counted by
the time since the machine started, so that a wrong or corrected date changes nothing.
"""

import hmac
import secrets
import time
from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import Decoder, encode

from hub.access.accounts import Account, Accounts
from link.boot import boot_id
from record.files import read_private, sole_writer, write_private

FILE_NAME = "first-sign-in.json"
"""The file's name in the state folder, beside the accounts."""
LIFETIME_NS = 3600 * 10**9
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Those of a code: none looks like another."""
LENGTH = 8
"""32 to the power of 8 codes: `hub.access.failures` allows 3,600 attempts an hour from one address."""


class FirstCode(Struct, frozen=True):
    """A code and until when it works."""

    code: Annotated[str, Meta(min_length=LENGTH)]
    boot: str
    """The boot of the machine to which `until_ns` belongs."""
    until_ns: int
    """The time since the start of the machine at which the code ends."""


_DECODER = Decoder(FirstCode)


def since_start_ns() -> int:
    """The time since the machine started; it counts while the machine sleeps too."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class FirstSignIn:
    """The code beside these accounts. It is worth nothing once there is an account."""

    def __init__(self, accounts: Accounts, now_ns: Callable[[], int] = since_start_ns) -> None:
        self.path = accounts.path.with_name(FILE_NAME)
        self._accounts, self._now_ns = accounts, now_ns

    def make(self) -> str:
        """A new code, which takes the place of the one before; OSError."""
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        code = f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
        write_private(self.path, encode(FirstCode(code, boot_id(), self._now_ns() + LIFETIME_NS)).decode() + "\n")
        return code

    def is_there(self) -> bool:
        """Whether a code was made, also where its hour is over."""
        return self.path.exists()

    def is_open(self) -> bool:
        """Whether a code works now; AccountsError."""
        return self._code() is not None and not self._accounts.all()

    def fits(self, text: str) -> bool:
        """Whether that is the code and works now, however it is typed."""
        code = self._code()
        return code is not None and hmac.compare_digest(_plain(code).encode(), _plain(text).encode())

    def use(self, text: str, account: Account) -> bool:
        """Make that account where the code works, which it does no more then; AccountsError, OSError. Whether it was made."""
        with sole_writer(self.path.parent):
            if not self.fits(text) or self._accounts.all():
                return False
            self._accounts.put(account)
        self.path.unlink(missing_ok=True)
        return True

    def _code(self) -> str | None:
        try:
            kept = _DECODER.decode(read_private(self.path)[0])
        except (OSError, ValueError):
            return None
        return kept.code if kept.boot == boot_id() and self._now_ns() < kept.until_ns else None


def _plain(code: str) -> str:
    return "".join(code.upper().split()).replace("-", "")

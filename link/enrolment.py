"""What a board is given to reach its hub: one JSON object, which the hub makes and `damcam join` takes."""

import re
import ssl
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.json import Decoder, encode

from link.messages import why_not_read
from rules.errors import DamcamError, _

FILE_NAME = "enrolment.json"
"""The file's name in the state folder of a board."""
HUB_USER = "_hub"
"""The user that the hub's own processes are to the broker. No board can have this key."""
KEY = re.compile(r"[a-z0-9][a-z0-9\-]{0,31}")
ADDRESS = re.compile(r"[0-9A-Za-z.:%-]{1,253}")
MAX_BYTES = 8192
"""A longer file is no enrolment: it has some 650 bytes."""
MAX_ADDRESSES = 16
PEM = re.compile(r"-----BEGIN CERTIFICATE-----\n[0-9A-Za-z+/=\n]+-----END CERTIFICATE-----\n?")


class EnrolmentError(DamcamError, ValueError):
    """An enrolment or a key that cannot be used; the text says why."""


class Enrolment(Struct, frozen=True, tag_field="v", tag=1):
    """How one user of the broker reaches it. `v` is the version of the format. Fields that are not known are left alone."""

    key: Annotated[str, Meta(pattern=rf"\A(?:{HUB_USER}|{KEY.pattern})\Z")]
    """The board's key, which is its user name; `HUB_USER` for the hub's own processes."""
    addresses: Annotated[tuple[Annotated[str, Meta(pattern=rf"\A{ADDRESS.pattern}\Z")], ...], Meta(max_length=MAX_ADDRESSES)]
    """Names and numeric addresses of the hub, the surest first; empty where zeroconf finds it."""
    port: Annotated[int, Meta(ge=1, le=65535)]
    """The TCP port of the broker."""
    certificate: Annotated[str, Meta(pattern=rf"\A{PEM.pattern}\Z")]
    """The broker's certificate, as PEM: no other is trusted."""
    password: Annotated[str, Meta(pattern=r"\A[ -~]{16,128}\Z")]

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate (DER), in hexadecimal digits, by which zeroconf finds the hub."""
        return sha256(ssl.PEM_cert_to_DER_cert(self.certificate)).hexdigest()

    @classmethod
    def read(cls, text: bytes | str) -> "Enrolment":
        """The enrolment in that text; EnrolmentError, which does not show the password."""
        if len(text) > MAX_BYTES:
            raise EnrolmentError(_("this is no enrolment: it is longer than {most} bytes"), most=MAX_BYTES)
        try:
            return _DECODER.decode(text)
        except (ValueError, RecursionError) as error:
            raise EnrolmentError(
                _("this is no enrolment that this damcam knows: {why}; make it anew, with the same damcam on board and hub"),
                why=why_not_read(error),
            ) from error

    def written(self) -> str:
        """The enrolment as the text of a file, on one line."""
        return encode(self).decode() + "\n"


_DECODER = Decoder(Enrolment)


def client_of(key: str, machine: str) -> str:
    """The id that a board's machine has as a client: of two with one key the broker lets in the one that the hub has heard."""
    return f"{key}.{machine}"


def board_key(text: str) -> str:
    """The key, if it can be the key of a board; else EnrolmentError."""
    if not KEY.fullmatch(text):
        raise EnrolmentError(
            _("{key} is no key of a board: 1 to 32 lower-case letters, digits and hyphens, and a letter or digit first"),
            key=f"{text!r:.60}",
        )
    return text

"""Makes the key of pushes. `python -m hub.push.new_key` prints one as JSON: the pages run it so, and do not load what makes it."""

import base64
import json
import sys

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def new_key() -> dict[str, str]:
    """A new pair of keys on the curve P-256, in base64url: {"private", "public"}."""
    made = ec.generate_private_key(ec.SECP256R1())
    number = made.private_numbers().private_value.to_bytes(32, "big")
    point = made.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"private": _in_text(number), "public": _in_text(point)}


def _in_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


if __name__ == "__main__":
    json.dump(new_key(), sys.stdout)

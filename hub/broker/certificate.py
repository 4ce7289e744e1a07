"""The broker's one certificate, which it signs itself: boards have it in their enrolments, and trust no other."""

from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

FROM, UNTIL = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""Always valid: a Pi has no clock of its own, and may believe that it is years earlier or later."""
NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "damcam hub")])
"""It names no machine: the hub's address may change."""


def made() -> tuple[str, str]:
    """A new certificate and its private key, as PEM."""
    key = generate_private_key(SECP256R1())
    begun = x509.CertificateBuilder().subject_name(NAME).issuer_name(NAME).public_key(key.public_key())
    begun = begun.serial_number(x509.random_serial_number()).not_valid_before(FROM).not_valid_after(UNTIL)
    signed = begun.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True).sign(key, SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return signed.public_bytes(Encoding.PEM).decode("ascii"), private.decode("ascii")

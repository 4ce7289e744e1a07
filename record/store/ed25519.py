"""Signatures of Ed25519: keys are made, read and used by the package cryptography alone."""

from base64 import b64decode, b64encode

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_public_key,
    load_pem_private_key,
)


def new_key() -> str:
    """A new private key as a PEM file has it."""
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


class SigningKey:
    """A private key from the content of a PEM file; ValueError for anything else, a key with a password included."""

    def __init__(self, pem: bytes) -> None:
        try:
            key = load_pem_private_key(pem, password=None)
        except (TypeError, UnsupportedAlgorithm) as error:
            raise ValueError(str(error)) from error
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError("a key of another kind")
        self._key = key

    @property
    def public(self) -> str:
        """The public key in base64, as between the lines BEGIN and END of a PEM file."""
        return b64encode(self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()

    def sign(self, text: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self._key.sign(text)


def verifies(public: str, signature: bytes, text: bytes) -> bool:
    """Whether the signature of that text is by that key, in the form of `SigningKey.public`; False for what is no key."""
    try:
        key = load_der_public_key(b64decode(public, validate=True))
        if not isinstance(key, Ed25519PublicKey):
            return False
        key.verify(signature, text)
    except (ValueError, InvalidSignature, UnsupportedAlgorithm):
        return False
    return True

"""The hall's own certificate authority, and the broker's certificate. Keys are made by the package cryptography alone."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FROM, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(2049, 12, 31, tzinfo=UTC)
"""Both certificates are valid from long ago: a Pi has no clock of its own, and may believe that it is years earlier."""
MAX_COMMON_NAME = 64


@dataclass(frozen=True, slots=True)
class Certificates:
    """What `made` made, as PEM."""

    authority: str
    authority_key: str
    server: str
    server_key: str
    fingerprint: str
    """The SHA-256 of the server's certificate (DER), in hexadecimal digits."""


def made(name: str, addresses: Sequence[str]) -> Certificates:
    """A new authority, and a certificate of a broker with these names and numeric addresses; `name` is the machine's."""
    own_key, server_key = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())
    own_name = _called(f"damcam {name}")
    authority = (
        _begun(own_name, own_name, own_key)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own_key.public_key()), critical=False)
        .sign(own_key, SHA256())
    )
    server = (
        _begun(_called(name), own_name, server_key)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general_name(one) for one in dict.fromkeys(addresses)]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(own_key.public_key()), critical=False)
        .sign(own_key, SHA256())
    )
    return Certificates(
        authority=_pem(authority),
        authority_key=_private_pem(own_key),
        server=_pem(server),
        server_key=_private_pem(server_key),
        fingerprint=sha256(server.public_bytes(Encoding.DER)).hexdigest(),
    )


def _begun(subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    return builder.serial_number(x509.random_serial_number()).not_valid_before(FROM).not_valid_after(UNTIL)


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:MAX_COMMON_NAME])])


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(address: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(Encoding.PEM).decode("ascii")


def _private_pem(key: EllipticCurvePrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")

"""The hall's own certificate authority, and the broker's certificate. Keys are made by the package cryptography alone."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, EllipticCurvePublicKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from hub.wire.tls import fingerprint_of

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
    """The SHA-256 of the server's public key, as `hub.wire.tls.fingerprint_of` has it."""


def made(name: str, addresses: Sequence[str]) -> Certificates:
    """A new authority, and a certificate of a broker with these names and numeric addresses; `name` is the machine's."""
    own_key, server_key = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())
    own_name = _called(f"damcam {name}")
    authority = (
        _begun(own_name, own_name, own_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own_key.public_key()), critical=False)
        .sign(own_key, SHA256())
    )
    server = _signed(own_name, own_key, (_called(name), server_key.public_key()), addresses)
    return Certificates(
        authority=_pem(authority),
        authority_key=_private_pem(own_key),
        server=_pem(server),
        server_key=_private_pem(server_key),
        fingerprint=fingerprint_of(server),
    )


def renewed(server_pem: str, authority_pem: str, authority_key_pem: str, addresses: Sequence[str]) -> str | None:
    """The certificate with these names, of the same key and authority; None where it has them all. ValueError for none."""
    server, authority = (x509.load_pem_x509_certificate(pem.encode()) for pem in (server_pem, authority_pem))
    own_key, server_key = load_pem_private_key(authority_key_pem.encode(), None), server.public_key()
    if not isinstance(own_key, EllipticCurvePrivateKey) or not isinstance(server_key, EllipticCurvePublicKey):
        raise ValueError("keys of elliptic curves were expected")
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    if all(_general_name(one) in names for one in addresses):
        return None
    return _pem(_signed(authority.subject, own_key, (server.subject, server_key), addresses))


def _signed(
    issuer: x509.Name, own_key: EllipticCurvePrivateKey, server: tuple[x509.Name, EllipticCurvePublicKey], addresses: Sequence[str]
) -> x509.Certificate:
    """The certificate of a broker with that name and key, signed by the authority."""
    return (
        _begun(server[0], issuer, server[1])
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general_name(one) for one in dict.fromkeys(addresses)]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(own_key.public_key()), critical=False)
        .sign(own_key, SHA256())
    )


def _begun(subject: x509.Name, issuer: x509.Name, key: EllipticCurvePublicKey) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
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

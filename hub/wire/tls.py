"""TLS to the broker of one hall: its own authority alone is trusted, and of that the one key that was enrolled."""

import ssl
from hashlib import sha256
from typing import TYPE_CHECKING

from hub.wire.enrolment import Enrolment
from rules.errors import DamcamError, Phrase

if TYPE_CHECKING:
    from cryptography.x509 import Certificate


class CertificateFault(Phrase):
    """Why a hub is not trusted, and what to do."""

    OTHER_FINGERPRINT = "the hub shows another key than the one enrolled (its fingerprint is {shown})"
    NO_CERTIFICATE = "the hub shows no certificate"
    ENROLL_AGAIN = "was it set up anew? Then enrol the board again: damcam hub enroll KEY --again, and damcam join FILE --again"


class CertificateRefused(DamcamError, ssl.SSLError):
    """The certificate is of the hall's authority, and not of the key that was enrolled."""


def fingerprint_of(certificate: "Certificate") -> str:
    """The SHA-256 of the certificate's public key (SubjectPublicKeyInfo, DER), in hexadecimal digits.

    It stays when the broker gets a certificate with other names.
    """
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return sha256(certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()


class HallContext(ssl.SSLContext):
    """The context of connections to the hall's hub, TLS 1.2 or later."""

    fingerprint: str

    @classmethod
    def of(cls, enrolment: Enrolment) -> "HallContext":
        """The context for that enrolment; ValueError or ssl.SSLError where its certificate is none."""
        context = cls(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.check_hostname = False  # the fingerprint says more than a name, and the hub's address may change
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=enrolment.authority)
        context.fingerprint = enrolment.fingerprint
        context.sslsocket_class = _PinnedSocket
        return context


class _PinnedSocket(ssl.SSLSocket):
    """A socket on which nothing is sent before the certificate is known to be of the key that was enrolled."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
            self._check()
        except (OSError, ValueError):
            self.close()  # paho forgets it
            raise

    def _check(self) -> None:
        context, shown = self.context, self.getpeercert(binary_form=True)
        if shown is None:
            raise CertificateRefused(CertificateFault.NO_CERTIFICATE.said(CertificateFault.ENROLL_AGAIN.said()))
        from cryptography.x509 import load_der_x509_certificate

        digest = fingerprint_of(load_der_x509_certificate(shown))
        if isinstance(context, HallContext) and digest != context.fingerprint:
            said = CertificateFault.OTHER_FINGERPRINT.said(CertificateFault.ENROLL_AGAIN.said(), shown=digest)
            raise CertificateRefused(said)

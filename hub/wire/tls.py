"""TLS to the broker of one hall: the one certificate that was enrolled is trusted, and no other."""

import ssl


def context_of(certificate: str) -> ssl.SSLContext:
    """The context of connections to the broker with that certificate (PEM), TLS 1.2 or later; ssl.SSLError where it is none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False  # the certificate says more than a name, and the hub's address may change
    context.load_verify_locations(cadata=certificate)
    context.sslsocket_class = _ClosingSocket
    return context


class _ClosingSocket(ssl.SSLSocket):
    """A socket that is closed when the greeting fails: paho forgets it."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise

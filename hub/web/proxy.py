"""A proxy with TLS before the server: what it says of who asks is believed, if the settings say that it is there."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix


def trust(app: Flask, proxies: int) -> None:
    """Believe the last so many proxies, each of which added one address to X-Forwarded-For and tells X-Forwarded-Proto.

    Readers come by TLS then, and the session's cookie goes no other way.
    """
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    app.config["SESSION_COOKIE_SECURE"] = True

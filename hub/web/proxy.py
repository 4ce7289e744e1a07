"""A TLS proxy in front of the server: its headers are trusted when the settings say that it is there."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix


def trust(app: Flask, proxies: int) -> None:
    """Trust this number of proxies: each adds one address to X-Forwarded-For and sets X-Forwarded-Proto.

    Readers use TLS then, so the session cookie is sent over TLS only.
    """
    app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    app.config["SESSION_COOKIE_SECURE"] = True

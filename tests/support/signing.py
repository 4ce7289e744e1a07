"""Somebody who signs in at the pages in process."""

from pathlib import Path

from flask import Flask, session
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")  # a quick one
SECRET = b"k" * 64


def accounts_in(folder: Path) -> Path:
    """The file, made in that folder, of the accounts of Anke, an arbiter, and Durk, an operator."""
    accounts = Accounts(folder / "arbiters.json")
    for name, role in (("Anke", Role.ARBITER), ("Durk", Role.OPERATOR)):
        accounts.put(Account(name, role, KEPT))
    return accounts.path


def admitting(folder: Path) -> SignIn:
    """What the application takes, with those accounts in the folder."""
    return SignIn(SECRET, accounts_in(folder))


def token_of(client: FlaskClient) -> str:
    """The token of the client's session."""
    with client:
        client.get("/login")
        return str(session["token"])


def sign_in(client: FlaskClient, name: str = "Anke", password: str = PASSWORD, *, address: str = "127.0.0.1", **more: str) -> TestResponse:
    """Sign the client in. Its own further requests are those of a page: they bear its token."""
    client.environ_base.pop("HTTP_X_TOKEN", None)
    sent = {"name": name, "password": password, "token": token_of(client), **more}
    answer = client.post("/login", data=sent, environ_overrides={"REMOTE_ADDR": address})
    if answer.status_code == 303:
        client.environ_base["HTTP_X_TOKEN"] = token_of(client)
    return answer


def client_of(app: Flask, name: str = "Anke") -> FlaskClient:
    """A client that is signed in at that application and asks for JSON."""
    client = app.test_client()
    sign_in(client, name)
    client.environ_base["HTTP_ACCEPT"] = "application/json"
    return client


def sign_out(client: FlaskClient) -> TestResponse:
    return client.post("/logout", data={"token": token_of(client)})

"""The pages behind Caddy, with what the documentation says about deadlines, streams and addresses.

Needs Debian's apt-get and a network, from which Caddy is unpacked and not installed. It gets the file of `systemd/`; only the ports, the
name, the certificate and the folder that it writes to are others.
"""

import resource
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.hub.arbiters import admit
from tests.support.attacking import DROPS, FORM_TYPE, WAYS, Browser, dripping, lets_go
from tests.support.free_port import free_port
from tests.support.waiting import WITHIN_S, wait_until

pytestmark = pytest.mark.usefixtures("long")

EXAMPLES = Path(__file__).resolve().parents[2] / "systemd"
NAME, BOARD = "draughts.example.org", "127.0.0.1:8000"
"""What the example calls the machine, and where it finds the pages."""


def unpacked(package: str, program: str, folder: Path) -> Path:
    """That program of Debian's package, unpacked below the folder; subprocess.CalledProcessError without apt or a network."""
    subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True, capture_output=True)
    (package_file,) = folder.glob(f"{package}_*.deb")
    subprocess.run(["dpkg-deb", "-x", str(package_file), str(folder)], check=True)
    return folder / program


def trusting() -> ssl.SSLContext:
    """A client's side of TLS that takes any certificate."""
    made = ssl.create_default_context()
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


@contextmanager
def caddy(program: Path, folder: Path, pages: int) -> Iterator[int]:
    """The port of Caddy before the pages at that port."""
    text, port = (EXAMPLES / "Caddyfile.example").read_text(encoding="utf-8"), free_port()
    globally = f"{{\n\tadmin off\n\thttp_port {free_port()}\n\tskip_install_trust\n\tstorage file_system {folder}/storage\n\tservers"
    others = {"{\n\tservers": globally, f"{NAME} {{": f"localhost:{port} {{\n\ttls internal", BOARD: f"127.0.0.1:{pages}"}
    (folder / "Caddyfile").write_text(_with(text, others), encoding="utf-8")
    with _running([str(program), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"], folder, port):
        yield port


def _with(text: str, others: dict[str, str]) -> str:
    for documented, other in others.items():
        assert text.count(documented) == 1, documented
        text = text.replace(documented, other)
    return text


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"})
    try:
        wait_until(lambda: process.poll() is not None or _answers(port), lambda: "it does not listen")
        assert process.poll() is None, (folder / "said").read_text()
        yield
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=WITHIN_S) as plain:
            trusting().wrap_socket(plain, server_hostname="localhost").close()
            return True
    except OSError:
        return False


CROWD = 1000
"""By TLS."""
FLOOD = 5100
"""More connections than the pages have places (`hub.serve.MAX_CONNECTIONS`)."""
LONGEST_TIMEOUT_S = 60
"""The longest one of Caddy's and ours that a stream meets."""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return unpacked("caddy", "usr/bin/caddy", tmp_path_factory.mktemp("caddy"))


@pytest.fixture
def port(game, serve, program, tmp_path):
    """The proxy's port before a board's pages, where Anke is an arbiter."""
    game.open()
    server = serve(game.folder, *admit(game.folder), "--proxies=1")
    (folder := tmp_path / "proxy").mkdir()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with caddy(program, folder, server.port) as port:
        yield port
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def tls():
    return trusting()


@pytest.mark.parametrize("way", WAYS)
def test_who_sends_slowly_is_let_go(port, tls, way):
    """A byte each second."""
    assert lets_go(port, *WAYS[way], tls=tls)


@pytest.mark.parametrize("way", WAYS)
def test_many_who_drip_shut_out_nobody(port, tls, way):
    browser = Browser(port, tls)
    with dripping(port, *WAYS[way], count=CROWD, addresses=40, tls=tls) as attack:
        for _ in range(3):
            assert browser.get()[0] == 200
            attack.goes_on()
        assert browser.sign_in()[0] == 303


def test_a_flood_at_caddy_leaves_the_pages_their_places(port, tls):
    browser = Browser(port, tls)
    with dripping(port, *WAYS["say nothing"], count=FLOOD, addresses=40, tls=tls):
        assert browser.get()[0] == 200
        assert browser.sign_in()[0] == 303


def test_an_address_is_that_of_the_client_whatever_it_says_and_the_session_goes_by_tls_alone(port, tls):
    browser = Browser(port, tls, "127.0.0.77")
    status, cookie = browser.sign_in(**{"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "http"})
    assert status == 303
    status, page, _, _ = browser.get("/desk/sign-ins", Cookie=cookie)
    assert (status, "127.0.0.77" in page, "198.51.100.1" in page) == (200, True, False)
    assert "; Secure" in browser.get("/login")[2]["Set-Cookie"]


def reads(stream, words):
    """Read until these bytes come."""
    told = b""
    while words not in told:
        told += (part := stream.recv(65536))
        assert part, "the stream ended"


def stays_open(stream, seconds):
    """Nothing but signs of life comes for so many seconds."""
    stream.settimeout(1)
    for _ in range(seconds):
        with suppress(TimeoutError):
            assert stream.recv(65536), "the stream ended"
    stream.settimeout(WITHIN_S)


def test_a_stream_outlives_every_timeout_and_holds_nothing_back(port, tls, game):
    plain = socket.create_connection(("127.0.0.1", port), timeout=WITHIN_S)
    with tls.wrap_socket(plain, server_hostname="localhost") as stream:
        stream.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        reads(stream, b"id: ")
        game.move("white", 32, 28)
        reads(stream, b"32-28")
        stays_open(stream, LONGEST_TIMEOUT_S + 5)
        game.move("black", 19, 23)
        reads(stream, b"19-23")


def test_a_slow_form_by_http_2_is_let_go_as_well(port, tmp_path):
    url, head = f"https://localhost:{port}/login", f"Content-Type: {FORM_TYPE}"
    slow = f"printf name=; for _ in $(seq {DROPS}); do printf a || exit; sleep 1; done; touch {tmp_path}/all-was-sent"
    subprocess.run(["sh", "-c", f"({slow}) | curl -sk --http2 -X POST -H '{head}' -T - {url}"], check=False, capture_output=True)
    assert not (tmp_path / "all-was-sent").exists()

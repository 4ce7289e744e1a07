"""The documented proxies, as programs of their own: Debian's packages, unpacked and not installed, with the files of `systemd/`.

Only the ports, the name, the certificate and the folders that the programs write to are others.
"""

import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.free_port import free_port

EXAMPLES = Path(__file__).resolve().parents[2] / "systemd"
NAME, BOARD = "draughts.example.org", "127.0.0.1:8000"
"""What the examples call the machine, and where they find the pages."""
STARTS_WITHIN_S = 30.0
NGINX_CONF = """daemon off;
pid {folder}/pid;
error_log {folder}/log;
worker_rlimit_nofile {files};
events {{ worker_connections {connections}; }}
http {{
	access_log off;
	{temporary}
	include {folder}/damcam.conf;
}}
"""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


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
def nginx(program: Path, folder: Path, pages: int) -> Iterator[int]:
    """The port of nginx before the pages at that port."""
    text, port = (EXAMPLES / "nginx.example").read_text(encoding="utf-8"), free_port()
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-subj", f"/CN={NAME}"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    letsencrypt = f"/etc/letsencrypt/live/{NAME}"
    others = {f"{letsencrypt}/fullchain.pem": f"{folder}/cert.pem", f"{letsencrypt}/privkey.pem": f"{folder}/key.pem"}
    others |= {BOARD: f"127.0.0.1:{pages}", "listen 443": f"listen {port}", "\tlisten [::]:443 ssl;\n": ""}
    others |= {f"server_name {NAME}": "server_name localhost"}
    (folder / "damcam.conf").write_text(_with(text, others), encoding="utf-8")
    values = {"files": _told(text, "worker_rlimit_nofile"), "connections": _told(text, "worker_connections")}
    temporary = "\n".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    (folder / "nginx.conf").write_text(NGINX_CONF.format(folder=folder, temporary=temporary, **values), encoding="utf-8")
    with _running([str(program), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "log")], folder, port):
        yield port


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


def _told(text: str, name: str) -> str:
    """The value that the example says to set elsewhere."""
    found = re.search(rf"{name} (\d+)", text)
    assert found, name
    return found[1]


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"})
    try:
        ends_s = time.monotonic() + STARTS_WITHIN_S
        while not _answers(port):
            assert process.poll() is None, (folder / "said").read_text()
            assert time.monotonic() < ends_s, "it does not listen"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as plain, trusting().wrap_socket(plain, server_hostname="localhost"):
            return True
    except OSError:
        return False

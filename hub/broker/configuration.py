"""What Mosquitto is told: one listener with TLS, no anonymous user, nothing retained, and a limit on everything that could grow."""

from pathlib import Path

from link.wire import MAX_PAYLOAD

FOLDER = "broker"
"""The folder of the broker's files below the hub's."""
CERTIFICATE, PRIVATE_KEY = "certificate.pem", "certificate.key"
MORE = "conf.d"
"""The folder for lines of the organiser's own, in files *.conf."""
STATE, ADMINS_SOCKET = "dynsec.json", "admin"
"""In the folder of the running broker: what its dynamic security plugin knows, and the socket of its administrator."""
PLUGIN = "mosquitto_dynamic_security.so"
"""Debian keeps it with the shared libraries, where the system finds it by its name."""
MAX_PACKET_BYTES = MAX_PAYLOAD + 4096
"""A message with its topic and properties."""
MAX_CONNECTIONS = 512
MAX_IN_FLIGHT = 64
MAX_QUEUED, MAX_QUEUED_BYTES = 20_000, 33_554_432
"""For each client, beyond what is in flight. Boards send a window at a time: the hub's queue fills only where it stands still."""
MAX_KEEPALIVE_S = 600
"""No less: Mosquitto 2.0.21 cuts off clients at random, as having exceeded their time, whose 1.5 times 60 s is more than this
(eclipse-mosquitto/mosquitto#3226). Before its first packet each client has 60 s."""


def configuration(files: Path, running: Path, port: int | None, user: str) -> str:
    """The text of mosquitto.conf for the broker with those `files`, in the folder `running`.

    It listens to boards at that port, or with None to its administrator alone. `user` is what Mosquitto stays or becomes.
    """
    text = f"""# No "memory_limit": with its plugin Mosquitto 2.0.11 counts wrongly, and cuts clients off for want of memory.
user {user}
allow_anonymous false
allow_zero_length_clientid false
plugin {PLUGIN}
plugin_opt_config_file {running / STATE}
# The broker is a wire, never a store: the boards keep what the hub has not acknowledged.
persistence false
retain_available false
max_packet_size {MAX_PACKET_BYTES}
max_inflight_messages {MAX_IN_FLIGHT}
max_queued_messages {MAX_QUEUED}
max_queued_bytes {MAX_QUEUED_BYTES}
max_keepalive {MAX_KEEPALIVE_S}
set_tcp_nodelay true
# No "log_dest topic": with it Mosquitto 2.0.21 can crash when a client that listens to the log is lost.
log_dest stderr
log_type error
log_type warning
log_type notice
"""
    if port is not None:
        text += f"""listener {port}
certfile {files / CERTIFICATE}
keyfile {files / PRIVATE_KEY}
tls_version tlsv1.2
max_connections {MAX_CONNECTIONS}
include_dir {files / MORE}
"""
    return f"{text}listener 0 {running / ADMINS_SOCKET}\n"  # the last: who reaches it knows that the port is open too

"""What Mosquitto is told: one listener with TLS, no anonymous user, an access list, and a limit on everything that could grow."""

from pathlib import Path

from hub.wire.enrolment import HUB_USER
from link.wire import DOWN, MAX_PAYLOAD, PREFIX, UP

FOLDER = "broker"
"""The folder of the broker's files below the hub's."""
CONFIGURATION, ACCESS, PASSWORDS = "mosquitto.conf", "access", "passwords"
CERTIFICATE, PRIVATE_KEY = "certificate.pem", "certificate.key"
LOG = "log"
HUB = "hub.json"
"""The enrolment of the hub's own processes."""
MORE = "conf.d"
"""The folder for lines of the organiser's own, in files *.conf."""
MAX_PACKET_BYTES = MAX_PAYLOAD + 4096
"""A message with its topic and properties."""
MAX_CONNECTIONS = 512
MAX_IN_FLIGHT = 64
MAX_QUEUED, MAX_QUEUED_BYTES = 20_000, 33_554_432
"""For each client, beyond what is in flight. Boards send a window at a time: the hub's queue fills only where it stands still."""
MAX_MEMORY_BYTES = 134_217_728
MAX_KEEPALIVE_S = 60

ACCESS_LIST = f"""# Written by damcam hub init. A board's user name is its key.
pattern write {PREFIX}/%u/{UP}/#
pattern read {PREFIX}/%u/{DOWN}/#

user {HUB_USER}
topic readwrite {PREFIX}/#
"""


def configuration(folder: Path, port: int, user: str) -> str:
    """The text of mosquitto.conf in that folder, the broker's; `user` is what Mosquitto becomes where root starts it."""
    return f"""# Written by damcam hub init, which writes it anew when the port or damcam changes. Lines of your own: {folder / MORE}/*.conf
user {user}
listener {port}
certfile {folder / CERTIFICATE}
keyfile {folder / PRIVATE_KEY}
tls_version tlsv1.2
max_connections {MAX_CONNECTIONS}
allow_anonymous false
allow_zero_length_clientid false
password_file {folder / PASSWORDS}
acl_file {folder / ACCESS}
# The broker is a wire, never a store: the boards keep what the hub has not acknowledged.
persistence false
max_packet_size {MAX_PACKET_BYTES}
max_inflight_messages {MAX_IN_FLIGHT}
max_queued_messages {MAX_QUEUED}
max_queued_bytes {MAX_QUEUED_BYTES}
memory_limit {MAX_MEMORY_BYTES}
max_keepalive {MAX_KEEPALIVE_S}
set_tcp_nodelay true
# damcam hub broker reads this, and passes all but the lines of each message on to journald and to the file "log", where the mirror reads
# who was refused. Mosquitto tells only at its debug level of a message to another's topic. No "log_dest topic": with it Mosquitto 2.0.21
# can crash when a client that listens to the log is lost.
log_dest stderr
log_type error
log_type warning
log_type notice
log_type debug
include_dir {folder / MORE}
"""

"""What the check of the network says."""

from rules.errors import Phrase


class NetworkSays(Phrase):
    """Of the pages and where they are."""

    ALONE = "only this machine can open the pages, at {address}"
    LET_OTHERS_LOOK = (
        'to let others in this network look, set host = "0.0.0.0" in [web] of {file}, then: sudo systemctl restart damcam-board'
    )
    BEHIND_PROXY = "pages at {address}, for others through your own proxy"
    NO_NETWORK = "this machine is in no network"
    JOIN_ONE = "plug its cable in or join the wireless network; it records without"
    PAGES_AT = "pages at {addresses}"
    NO_PAGES = "damcam runs here, but no pages of it answer at port {port}, or the next ones"
    ASK_JOURNAL = "it records without; see why: journalctl -e -u damcam-board"
    OTHER_PORT = "the pages came at port {port}, for {asked} was taken: http://localhost:{port}/before"
    END_OTHER = "sudo ss -ltnp 'sport = :{asked}' shows what took it; end that, and restart the service, or choose another port in [web]"
    NO_PAGES_WOULD_BE = "there would be no pages: {why}"
    DELETE_IT = "delete it, and a new one is made"
    SET_HOST = "set host and port in [web]"
    TAKEN = "port {port} is taken by another program: the service would have no pages there"
    ANOTHER_PORT = "choose another port in [web]; sudo ss -ltnp 'sport = :{port}' shows the other program"

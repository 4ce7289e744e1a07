"""Who may connect to the broker and to which topics: told to Mosquitto's dynamic security plugin through its topic of control."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from hub.broker.hall import HallError, HallFault, Login
from link.enrolment import HUB_USER
from link.wire import DOWN, PREFIX, UP

ADMIN = "_admin"
"""The user who may change who may what. No board can have this key."""
CONTROL = "$CONTROL/dynamic-security/v1"
ANSWERS = f"{CONTROL}/response"
KEEPALIVE_S = 10
"""A broker that gives no sign for so long is lost."""
TURN_S = 1.0
AT_ONCE = 50
"""Commands in one message."""
ADMINS_ROLE = "admin"
"""The role that `mosquitto_ctrl dynsec init` makes."""


class Admin:
    """A connection to the broker at that socket, as its administrator; OSError where nobody listens there."""

    def __init__(self, socket: Path, password: str) -> None:
        self._listens = False
        self._answers: list[dict[str, Any]] = []
        self._client = Client(CallbackAPIVersion.VERSION2, ADMIN, protocol=MQTTv5, transport="unix", reconnect_on_failure=False)
        self._client.username_pw_set(ADMIN, password)
        self._client.on_connect = lambda client, *_: client.subscribe(ANSWERS, 1)
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._answered
        self._client.connect(str(socket), keepalive=KEEPALIVE_S)

    def close(self) -> None:
        """End the connection."""
        if sock := self._client.socket():
            sock.close()

    def turn(self, within_s: float) -> None:
        """Serve the connection for so long, or until something comes; HallError where it is lost."""
        if self._client.loop(within_s) != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise HallError(HallFault.LOST.said())

    def ask(self, commands: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The answers to the commands, in their order; HallError where one is refused, or the connection is lost."""
        while not self._listens:
            self.turn(TURN_S)
        answers = list[dict[str, Any]]()
        for at in range(0, len(commands), AT_ONCE):
            self._answers = []
            self._client.publish(CONTROL, json.dumps({"commands": commands[at : at + AT_ONCE]}), 1)
            while not self._answers:
                self.turn(TURN_S)
            answers += self._answers
        for answer in answers:
            if "error" in answer:
                raise HallError(HallFault.REFUSED.said(command=str(answer.get("command")), why=str(answer["error"])))
        return answers

    def _subscribed(self, *_: object) -> None:
        self._listens = True

    def _answered(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        self._answers = json.loads(message.payload)["responses"]


class Dynsec:
    """The users and roles of the broker with that administrator; `held` are those that it has."""

    def __init__(self, admin: Admin, held: Mapping[str, Login] | None = None) -> None:
        self._admin, self.held = admin, dict(held or {})

    def begin(self) -> None:
        """Nobody may anything that no role allows."""
        self._admin.ask([{"command": "setDefaultACLAccess", "acls": [{"acltype": kind, "allow": may} for kind, may in DEFAULTS.items()]}])

    def apply(self, wanted: Mapping[str, Login]) -> None:
        """Have these users alone. The connection of whoever is changed or is none any more ends at once. HallError."""
        commands = list[dict[str, Any]]()
        for user, login in self.held.items():
            if wanted.get(user) != login:
                commands += [{"command": "deleteClient", "username": user}, {"command": "deleteRole", "rolename": _role(user)}]
        for user, login in wanted.items():
            if self.held.get(user) != login:
                commands.append({"command": "createRole", "rolename": _role(user), "acls": _acls(user)})
                commands.append({"command": "createClient", "password": login.password, **_listed(user, login)})
        self._admin.ask(commands)
        self.held = dict(wanted)
        self.check()

    def check(self) -> None:
        """HallError where the broker has other users, or lets one of them do something else."""
        lists = [{"command": command, "verbose": True, "count": -1} for command in ("listClients", "listRoles")]
        clients, roles, defaults = (answer["data"] for answer in self._admin.ask([*lists, {"command": "getDefaultACLAccess"}]))
        has = (
            {one["username"]: {name: value for name, value in one.items() if name in TOLD} for one in clients["clients"]},
            {one["rolename"]: _in_order(one["acls"]) for one in roles["roles"] if one["rolename"] != ADMINS_ROLE},
            {one["acltype"]: one["allow"] for one in defaults["acls"]},
        )
        admin = {"username": ADMIN, "roles": [{"rolename": ADMINS_ROLE}]}
        wanted = (
            {ADMIN: admin, **{user: _listed(user, login) for user, login in self.held.items()}},
            {_role(user): _in_order(_acls(user)) for user in self.held},
            DEFAULTS,
        )
        if has != wanted:
            raise HallError(HallFault.HOLDS_OTHERS.said())


DEFAULTS = {"publishClientSend": False, "publishClientReceive": False, "subscribe": False, "unsubscribe": True}
TOLD = ("username", "roles", "clientid", "disabled")
"""What the list of users tells that counts."""


def _listed(user: str, login: Login) -> dict[str, Any]:
    """The user, as the plugin lists him."""
    pinned = {"clientid": login.client} if login.client else {}
    return {"username": user, "roles": [{"rolename": _role(user)}], **pinned}


def _role(user: str) -> str:
    return f"of {user}"


def _acls(user: str) -> list[dict[str, Any]]:
    """What the user may: a board its own topics, which are named literally, and the hub those of all."""
    own = f"{PREFIX}/{user}"
    may = {"publishClientSend": f"{own}/{UP}/#", "publishClientReceive": f"{own}/{DOWN}/#", "subscribeLiteral": f"{own}/{DOWN}/#"}
    if user == HUB_USER:
        may = dict.fromkeys(("publishClientSend", "publishClientReceive", "subscribePattern"), f"{PREFIX}/#")
    return [{"acltype": kind, "topic": topic, "priority": 0, "allow": True} for kind, topic in may.items()]


def _in_order(acls: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, bool]]:
    return sorted((acl["acltype"], acl["topic"], acl["allow"]) for acl in acls)

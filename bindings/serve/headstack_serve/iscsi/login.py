"""The login phase of a connection: from the first unit to the full feature phase (RFC 7143, 6)."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from headstack.errors import ConfigError
from headstack_serve.iscsi import text
from headstack_serve.iscsi.chap import Challenge, Secret
from headstack_serve.iscsi.pdu import FINAL, LoginRequest, LoginResponse
from headstack_serve.iscsi.text import Operational, TextError

_CONTINUES: Final = 0x40
_LONGEST_NAME: Final = 223
_MOST_KEYS: Final = 64


class Stage(IntEnum):
    """The stages of a login."""

    SECURITY = 0
    OPERATIONAL = 1
    FULL_FEATURE = 3


class LoginStatus(IntEnum):
    """Classes and details of a login's status (RFC 7143, 11.13.5)."""

    SUCCESS = 0x0000
    INITIATOR_ERROR = 0x0200
    AUTHENTICATION_FAILED = 0x0201
    NOT_FOUND = 0x0203
    WRONG_VERSION = 0x0205
    TOO_MANY_CONNECTIONS = 0x0206
    MISSING_PARAMETER = 0x0207
    WRONG_SESSION_TYPE = 0x0209
    NO_SUCH_SESSION = 0x020A
    INVALID_REQUEST = 0x020B
    OUT_OF_RESOURCES = 0x0302


class LoginError(Exception):
    """The login ends with a status.

    Args:
        status: the status.
        why: the fault, for people.
    """

    def __init__(self, status: LoginStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class Access:
    """The names and secrets of a login.

    Attributes:
        target: iSCSI name of the target.
        initiator: name and secret of the initiator. `None`: no authentication.
        own: name and secret of the target, for initiators that ask for them.

    Raises:
        ConfigError: the secrets are equal.
    """

    target: str
    initiator: Secret | None = None
    own: Secret | None = None

    def __post_init__(self) -> None:
        """Checks the secrets."""
        if self.initiator and self.own and self.initiator.secret == self.own.secret:
            raise ConfigError("--chap-secret and --own-secret are equal (RFC 7143, 12.1.3)")


@dataclass
class Login:
    """A login. `step` takes the units of the initiator in turn.

    Attributes:
        access: the names and secrets that the login needs.
        keys: operational keys of the connection.
        initiator: iSCSI name of the initiator.
        discovery: whether the session is for discovery only.
        done: whether the full feature phase has begun.
    """

    access: Access
    keys: Operational = field(default_factory=Operational)
    initiator: str = ""
    discovery: bool = False
    done: bool = False
    _stage: Stage | None = None
    _begun: bytes = b""
    _challenge: Challenge | None = None
    _method: str | None = None
    _proven: bool = False
    _declared: bool = False

    def step(self, request: LoginRequest) -> LoginResponse:
        """Takes a unit, and returns the answer.

        Raises:
            LoginError: the login ends without a session.
        """
        self._check(request)
        self._begun += bytes(request.data)
        if len(self._begun) > text.MOST_BYTES:
            raise LoginError(LoginStatus.OUT_OF_RESOURCES, "the login has too many keys")
        stage = Stage((request.flags >> 2) & 3)
        answer = LoginResponse(flags=stage << 2)
        if request.flags & _CONTINUES:
            return answer
        try:
            offered = text.parse(self._begun)
            self._begun = b""
            pairs = self._answered(stage, offered)
        except TextError as wrong:
            raise LoginError(LoginStatus.INITIATOR_ERROR, str(wrong)) from None
        answer.data = text.join(pairs)
        if request.final and self._ready(stage):
            following = Stage(request.flags & 3)
            answer.flags |= FINAL | following
            self._stage = following
            self.done = following is Stage.FULL_FEATURE
        return answer

    def _check(self, request: LoginRequest) -> None:
        if request.version_min > 0:
            raise LoginError(LoginStatus.WRONG_VERSION, "the target has version 0 of iSCSI")
        stage, following = (request.flags >> 2) & 3, request.flags & 3
        known = stage in (Stage.SECURITY, Stage.OPERATIONAL)
        if not known or (self._stage is not None and stage != self._stage):
            raise LoginError(LoginStatus.INVALID_REQUEST, f"stage {stage} is out of order")
        if request.final and (
            request.flags & _CONTINUES or following <= stage or following not in tuple(Stage)
        ):
            raise LoginError(LoginStatus.INVALID_REQUEST, f"no step to stage {following}")

    def _answered(self, stage: Stage, offered: dict[str, str]) -> list[tuple[str, str]]:
        pairs = []
        if self._stage is None:
            self._begin(offered)
            self._stage = stage
            if not self.discovery:
                pairs.append(("TargetPortalGroupTag", text.PORTAL_GROUP))
        if stage is Stage.SECURITY:
            return pairs + self._secured(offered)
        if self.access.initiator is not None and not self._proven:
            raise LoginError(LoginStatus.AUTHENTICATION_FAILED, "the target asks for CHAP")
        if not self._declared:
            self._declared = True
            pairs.append(("MaxRecvDataSegmentLength", str(text.SEGMENT)))
        return pairs + self._negotiated(offered)

    def _begin(self, offered: dict[str, str]) -> None:
        name = offered.pop("InitiatorName", "")
        kind = offered.pop("SessionType", "Normal")
        target = offered.pop("TargetName", None)
        if not 0 < len(name.encode()) <= _LONGEST_NAME:
            raise LoginError(LoginStatus.MISSING_PARAMETER, "there is no InitiatorName")
        if kind not in ("Normal", "Discovery"):
            raise LoginError(LoginStatus.WRONG_SESSION_TYPE, f"SessionType={kind}")
        self.initiator, self.discovery = name, kind == "Discovery"
        if self.discovery:
            return
        if target is None:
            raise LoginError(LoginStatus.MISSING_PARAMETER, "there is no TargetName")
        if target.lower() != self.access.target.lower():
            raise LoginError(LoginStatus.NOT_FOUND, f"there is no target {target}")

    def _secured(self, offered: dict[str, str]) -> list[tuple[str, str]]:
        if "AuthMethod" in offered:
            methods = offered.pop("AuthMethod").split(",")
            wanted = "None" if self.access.initiator is None else "CHAP"
            if wanted not in methods:
                raise LoginError(LoginStatus.AUTHENTICATION_FAILED, f"the target asks for {wanted}")
            self._method = wanted
            return [("AuthMethod", wanted), *self._negotiated(offered)]
        if "CHAP_A" in offered and self._method == "CHAP":
            self._challenge = Challenge(offered["CHAP_A"])
            return self._challenge.keys
        if "CHAP_R" in offered and self._challenge is not None:
            return self._proof(self._challenge, offered)
        return self._negotiated(offered) if offered else []

    def _proof(self, challenge: Challenge, offered: dict[str, str]) -> list[tuple[str, str]]:
        secret = self.access.initiator
        self._challenge = None
        if secret is None or not challenge.proves(offered, secret):
            raise LoginError(LoginStatus.AUTHENTICATION_FAILED, "wrong name or secret")
        self._proven = True
        if "CHAP_C" not in offered:
            return []
        if self.access.own is None:
            raise LoginError(LoginStatus.AUTHENTICATION_FAILED, "the target has no secret")
        return challenge.prove(offered, self.access.own)

    def _negotiated(self, offered: dict[str, str]) -> list[tuple[str, str]]:
        if len(offered) > _MOST_KEYS:
            raise LoginError(LoginStatus.OUT_OF_RESOURCES, "the login has too many keys")
        pairs = []
        for key, value in offered.items():
            if key == "InitiatorAlias":
                continue
            answer = self.keys.negotiate(key, value, discovery=self.discovery)
            if answer is not None:
                pairs.append((key, answer))
        return pairs

    def _ready(self, stage: Stage) -> bool:
        return stage is not Stage.SECURITY or self.access.initiator is None or self._proven

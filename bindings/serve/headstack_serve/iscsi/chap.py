"""Authentication by CHAP, in both directions (RFC 1994; RFC 7143, 12.1.3)."""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from headstack_serve.iscsi.text import TextError, number

ALGORITHMS: Final = {"5": ("md5", 16), "7": ("sha256", 32)}
"""Name of the hash function and bytes of a challenge, by the number of the algorithm."""
_MOST_BYTES: Final = 1024


@dataclass(frozen=True)
class Secret:
    """A name and its secret."""

    name: str
    secret: bytes


def response(algorithm: str, identifier: int, secret: bytes, challenge: bytes) -> bytes:
    """Returns the response to a challenge."""
    name, _ = ALGORITHMS[algorithm]
    digest = hashlib.new(name, usedforsecurity=False)
    digest.update(bytes([identifier]) + secret + challenge)
    return digest.digest()


def as_text(value: bytes) -> str:
    """Returns a binary value of a key."""
    return f"0x{value.hex()}"


def from_text(key: str, value: str) -> bytes:
    """Returns the bytes of a binary value, in hexadecimal or base 64.

    Raises:
        TextError: the value is neither, or too long.
    """
    kind, digits = value[:2].lower(), value[2:]
    if kind not in ("0x", "0b"):
        raise TextError(f"{key}: a binary value begins with 0x or 0b")
    try:
        if kind == "0x":
            found = bytes.fromhex("0" * (len(digits) % 2) + digits)
        else:
            found = base64.b64decode(digits, validate=True)
    except ValueError:
        raise TextError(f"{key}: {digits[:20]!r} is no number of its base") from None
    if not 0 < len(found) <= _MOST_BYTES:
        raise TextError(f"{key}: {len(found)} bytes")
    return found


class Challenge:
    """The target's part of one authentication.

    Args:
        offered: the initiator's list of algorithms.

    Raises:
        TextError: the target knows none of the algorithms.
    """

    def __init__(self, offered: str) -> None:
        known = [number for number in offered.split(",") if number in ALGORITHMS]
        if not known:
            raise TextError(f"CHAP_A={offered}: the target knows {', '.join(ALGORITHMS)}")
        self.algorithm = known[0]
        self.identifier = secrets.randbelow(256)
        self.challenge = secrets.token_bytes(ALGORITHMS[self.algorithm][1])

    @property
    def keys(self) -> list[tuple[str, str]]:
        """The keys that ask the initiator."""
        return [
            ("CHAP_A", self.algorithm),
            ("CHAP_I", str(self.identifier)),
            ("CHAP_C", as_text(self.challenge)),
        ]

    def proves(self, keys: dict[str, str], secret: Secret) -> bool:
        """Whether the initiator's answer has the name, and proves that it knows the secret.

        Raises:
            TextError: the answer is not binary.
        """
        given = from_text("CHAP_R", keys.get("CHAP_R", ""))
        right = response(self.algorithm, self.identifier, secret.secret, self.challenge)
        return hmac.compare_digest(given, right) and keys.get("CHAP_N") == secret.name

    def prove(self, keys: dict[str, str], own: Secret) -> list[tuple[str, str]]:
        """Returns the target's answer to the initiator's challenge.

        Raises:
            TextError: the challenge is not valid, or it is the target's own challenge.
        """
        challenge = from_text("CHAP_C", keys.get("CHAP_C", ""))
        if challenge == self.challenge:  # RFC 7143, 12.1.3: a reflection
            raise TextError("CHAP_C: the target's own challenge")
        identifier = number("CHAP_I", keys.get("CHAP_I", ""), 0, 255)
        answer = response(self.algorithm, identifier, own.secret, challenge)
        return [("CHAP_N", own.name), ("CHAP_R", as_text(answer))]

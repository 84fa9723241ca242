"""The text keys of login and text units, and their negotiation (RFC 7143, 6 and 13)."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 8192
"""Longest sequence of keys that the target reads. RFC 7143, 6.1, asks for 8192 bytes at least."""
_LONGEST_VALUE: Final = 8192 - 64
_LONGEST_KEY: Final = 63
_NUMBER: Final = re.compile(r"0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20}", re.ASCII)

PORTAL_GROUP: Final = "1"
"""The number of the target's only group of ports."""

REJECT: Final = "Reject"
NOT_UNDERSTOOD: Final = "NotUnderstood"
IRRELEVANT: Final = "Irrelevant"


class TextError(Exception):
    """The text is no list of keys, or a key's value is not valid."""


def parse(data: bytes) -> dict[str, str]:
    """Returns the keys of a text.

    Raises:
        TextError: a pair lacks '=', a key is given twice, or the text is not ASCII or UTF-8.
    """
    found: dict[str, str] = {}
    for pair in bytes(data).split(b"\0"):
        if not pair:
            continue
        try:
            key, equals, value = pair.decode().partition("=")
        except UnicodeDecodeError:
            raise TextError("a key is not UTF-8") from None
        if not equals or not key or len(key) > _LONGEST_KEY:
            raise TextError(f"{key[:_LONGEST_KEY]!r} is no key with a value")
        if key in found:
            raise TextError(f"the text has the key {key} twice")
        if len(value) > _LONGEST_VALUE:
            raise TextError(f"the value of {key} is too long")
        found[key] = value
    return found


def join(pairs: Iterable[tuple[str, str]]) -> bytes:
    """Returns the text of keys and values."""
    return b"".join(f"{key}={value}\0".encode() for key, value in pairs)


def number(key: str, value: str, low: int, high: int) -> int:
    """Returns a number, in decimal or with 0x in hexadecimal.

    Raises:
        TextError: the value is no number, or out of its range.
    """
    if not _NUMBER.fullmatch(value):
        raise TextError(f"{key}={value}: no number")
    found = int(value, 16 if value[:2] in ("0x", "0X") else 10)
    if not low <= found <= high:
        raise TextError(f"{key}={value}: not from {low} to {high}")
    return found


@dataclass(frozen=True)
class Rule:
    """How the target answers a key.

    Attributes:
        default: value without a negotiation.
        answer: returns the result of the negotiation for the initiator's offer.
        declared: whether the initiator states the value and gets no answer.
        leading: whether the key is only for sessions with logical units, not for discovery.
    """

    default: str
    answer: Callable[[str, str], str]
    declared: bool = False
    leading: bool = False


def _smaller(own: int, low: int, high: int) -> Callable[[str, str], str]:
    return lambda key, offer: str(min(own, number(key, offer, low, high)))


def _larger(own: int, low: int, high: int) -> Callable[[str, str], str]:
    return lambda key, offer: str(max(own, number(key, offer, low, high)))


def _flag(own: bool, *, either: bool) -> Callable[[str, str], str]:
    """The result of a Boolean key: OR if `either`, otherwise AND."""

    def answer(key: str, offer: str) -> str:
        if offer not in ("Yes", "No"):
            raise TextError(f"{key}={offer}: Yes or No")
        theirs = offer == "Yes"
        return "Yes" if (own or theirs if either else own and theirs) else "No"

    return answer


def _first_of(*known: str) -> Callable[[str, str], str]:
    """The result of a list: the initiator's first value that the target knows, or `Reject`."""
    return lambda _, offer: next((v for v in offer.split(",") if v in known), REJECT)


def _taken(low: int, high: int) -> Callable[[str, str], str]:
    return lambda key, offer: str(number(key, offer, low, high))


_MOST_BYTES_24 = 2**24 - 1
_DIGESTS = _first_of("CRC32C", "None")
BURST: Final = 1 << 18
"""Most bytes of a sequence of data units."""
FIRST_BURST: Final = 1 << 16
"""Most bytes of a write that come without a request."""
SEGMENT: Final = 1 << 18
"""Most bytes of data in one unit to the target."""
WITH_PRIORITIES: Final = 2
"""Protocol level from which commands have a priority (RFC 7144)."""

RULES: Final[Mapping[str, Rule]] = {
    "HeaderDigest": Rule("None", _DIGESTS),
    "DataDigest": Rule("None", _DIGESTS),
    "MaxConnections": Rule("1", _smaller(1, 1, 65535), leading=True),
    "InitialR2T": Rule("Yes", _flag(False, either=True), leading=True),
    "ImmediateData": Rule("Yes", _flag(True, either=False), leading=True),
    "MaxRecvDataSegmentLength": Rule("8192", _taken(512, _MOST_BYTES_24), declared=True),
    "MaxBurstLength": Rule("262144", _smaller(BURST, 512, _MOST_BYTES_24), leading=True),
    "FirstBurstLength": Rule("65536", _smaller(FIRST_BURST, 512, _MOST_BYTES_24), leading=True),
    "DefaultTime2Wait": Rule("2", _larger(0, 0, 3600)),
    "DefaultTime2Retain": Rule("20", _smaller(0, 0, 3600)),
    "MaxOutstandingR2T": Rule("1", _smaller(1, 1, 65535), leading=True),
    "DataPDUInOrder": Rule("Yes", _flag(True, either=True), leading=True),
    "DataSequenceInOrder": Rule("Yes", _flag(True, either=True), leading=True),
    "ErrorRecoveryLevel": Rule("0", _smaller(0, 0, 2)),
    "TaskReporting": Rule("RFC3720", _first_of("RFC3720"), leading=True),
    "iSCSIProtocolLevel": Rule("1", _smaller(WITH_PRIORITIES, 0, 31)),
    # RFC 7143, 13.25: markers are obsolete
    "IFMarker": Rule("No", _first_of()),
    "OFMarker": Rule("No", _first_of()),
}
"""The keys of the operational stage."""


class Operational:
    """The operational keys of a connection: the negotiated values, or the defaults."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def negotiate(self, key: str, offer: str, *, discovery: bool) -> str | None:
        """Takes an offer of the initiator. Returns the answer; `None`: the key has no answer.

        The answer to a value that is not valid is `REJECT`.

        Raises:
            TextError: the key was negotiated before.
        """
        rule = RULES.get(key)
        if rule is None:
            return NOT_UNDERSTOOD
        if key in self._values:
            raise TextError(f"the key {key} is negotiated twice")
        try:
            result = rule.answer(key, offer)
        except TextError:
            return REJECT
        if rule.leading and discovery:
            return IRRELEVANT
        if result == REJECT:
            return REJECT
        self._values[key] = result
        return None if rule.declared else result

    def text(self, key: str) -> str:
        """Returns the value of a key."""
        return self._values.get(key, RULES[key].default)

    def number(self, key: str) -> int:
        """Returns the value of a numerical key."""
        return int(self.text(key))

    def flag(self, key: str) -> bool:
        """Returns the value of a Boolean key."""
        return self.text(key) == "Yes"

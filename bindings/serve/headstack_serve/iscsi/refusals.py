"""Reasons to refuse a unit, or to end a connection (RFC 7143, 11.17.1)."""

from enum import IntEnum


class Reason(IntEnum):
    """Reasons of a reject."""

    DATA_DIGEST_ERROR = 0x02
    SNACK_REJECTED = 0x03
    PROTOCOL_ERROR = 0x04
    NOT_SUPPORTED = 0x05
    TOO_MANY_IMMEDIATE = 0x06
    INVALID_FIELD = 0x09


class ProtocolError(Exception):
    """The initiator breaks a rule. The connection ends after a reject.

    Args:
        why: the fault, for people.
        reason: the reject's reason.
    """

    def __init__(self, why: str, reason: Reason = Reason.PROTOCOL_ERROR) -> None:
        super().__init__(why)
        self.reason = reason


class PduError(ProtocolError):
    """The bytes are no unit, or break a limit.

    Args:
        why: the fault, for people.
        header: the basic header.
        reason: the reject's reason.
    """

    def __init__(self, why: str, header: bytes, reason: Reason = Reason.PROTOCOL_ERROR) -> None:
        super().__init__(why, reason)
        self.header = header


class RefusedError(Exception):
    """The target refuses a unit, and the connection continues.

    Args:
        why: the fault, for people.
        reason: the reject's reason.
    """

    def __init__(self, why: str, reason: Reason) -> None:
        super().__init__(why)
        self.reason = reason

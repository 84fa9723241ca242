"""The errors of headstack: bad input, failed runs, and commands that fail or are lost."""

from headstack._core import ConfigError, RunError

__all__ = ["CheckCondition", "CommandLost", "ConfigError", "RunError"]

_KEYS = {
    0x00: "no sense",
    0x01: "recovered error",
    0x02: "not ready",
    0x03: "medium error",
    0x04: "hardware error",
    0x05: "illegal request",
    0x06: "unit attention",
    0x07: "data protect",
    0x0B: "aborted command",
}


class CheckCondition(RunError):  # noqa: N818 - the name that SCSI gives it
    """A command ended with CHECK CONDITION.

    Attributes:
        sense: the sense data, in fixed format.
        key: sense key.
        code: additional sense code.
        qualifier: qualifier of the code.
        deferred: whether the error belongs to an earlier command (response code 71h).
        information: block of the error. `None`: the sense data name no block.
    """

    def __init__(self, what: str, sense: bytes) -> None:
        self._what = what
        self.sense = sense
        self.key = sense[2] & 0x0F
        self.code = sense[12]
        self.qualifier = sense[13]
        self.deferred = sense[0] & 0x7F == 0x71
        valid = bool(sense[0] & 0x80)
        self.information = int.from_bytes(sense[3:7], "big") if valid else None
        name = _KEYS.get(self.key, f"sense key {self.key:#x}")
        when = " (deferred)" if self.deferred else ""
        super().__init__(f"{what}: {name}{when}, code {self.code:02x}h/{self.qualifier:02x}h")

    def __reduce__(self) -> tuple[type["CheckCondition"], tuple[str, bytes]]:
        """Returns class and arguments for pickle and copy."""
        return type(self), (self._what, self.sense)


class CommandLost(RunError):  # noqa: N818 - nobody made an error
    """A command did not get a status, because the power failed."""

"""Addresses at which drives are served."""

from dataclasses import dataclass
from typing import Final

from headstack.errors import ConfigError

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""Hosts that only programs of this machine reach."""
_LAST_PORT: Final = 65535


@dataclass(frozen=True)
class Address:
    """A host and a port.

    Attributes:
        host: name or number of the host, without brackets.
        port: number of the port. 0: the system chooses.
    """

    host: str
    port: int

    @classmethod
    def of(cls, option: str, text: str) -> "Address":
        """Reads an address such as '127.0.0.1:3260' or '[::1]:3260'.

        Args:
            option: option that has the text, for the error.
            text: the address.

        Raises:
            ConfigError: the text has no host or no port.
        """
        host, _, port = text.rpartition(":")
        digits = port if port.isascii() and port.isdecimal() else ""
        if not host or not digits or int(digits) > _LAST_PORT:
            raise ConfigError(f"{option} {text}: write address and port, as in 127.0.0.1:3260")
        return cls(host.strip("[]"), int(digits))

    def __str__(self) -> str:
        """Returns the text that `of` reads."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether only programs of this machine reach the address."""
        return self.host in LOOPBACK

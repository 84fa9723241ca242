"""The ports of the comparator, and the check of a module against them."""

import re
from dataclasses import dataclass
from typing import Final

from headstack.errors import ConfigError

_PORT: Final = re.compile(r"\bVL_(IN|OUT|INOUT)(?:8|16|64|W)?\(&?\(?(\w+)\)?,(\d+),(\d+)")
"""A port in the header of a Verilated module: direction, name, highest and lowest bit."""


@dataclass(frozen=True)
class Port:
    """A port: whether it is an input, and its number of bits."""

    is_input: bool
    bits: int

    def __str__(self) -> str:
        return f"{'an input' if self.is_input else 'an output'} of {self.bits} bit" + (
            "s" if self.bits > 1 else ""
        )


NEEDED: Final = {
    "clk_i": Port(True, 1),
    "rst_ni": Port(True, 1),
    "req_i": Port(True, 1),
    "write_i": Port(True, 1),
    "address_i": Port(True, 8),
    "data_i": Port(True, 64),
    "ack_o": Port(False, 1),
    "error_o": Port(False, 1),
    "data_o": Port(False, 64),
}
"""The ports that a module must have, as in rtl/sptf_comparator_box.sv."""

FOR_WAVES: Final = {
    "scanning_o": Port(False, 1),
    "found_o": Port(False, 1),
    "task_o": Port(False, 16),
    "key_o": Port(False, 48),
}
"""Ports for waveforms. A module has all of them or none."""


def of_header(text: str) -> dict[str, Port]:
    """Returns the ports in the C++ header of a Verilated module."""
    return {
        name: Port(direction == "IN", int(high) - int(low) + 1)
        for direction, name, high, low in _PORT.findall(text)
    }


def check(found: dict[str, Port], top: str) -> None:
    """Raises ConfigError, with every wrong port, unless a module fits the slot."""
    watched = any(name in found for name in FOR_WAVES)
    wanted = {**NEEDED, **(FOR_WAVES if watched else {})}
    faults = [
        f"{name} is {found[name]}, and must be {port}" if name in found else f"{name} is missing"
        for name, port in wanted.items()
        if found.get(name) != port
    ]
    faults += [
        f"{name} is an input that headstack does not drive"
        for name, port in found.items()
        if port.is_input and name not in wanted
    ]
    if faults:
        raise ConfigError(
            f"the ports of module {top} are not those of sptf_comparator_box: {'; '.join(faults)}"
        )

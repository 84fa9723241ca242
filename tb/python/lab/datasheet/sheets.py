"""Data sheets for tests."""

from typing import Any

from headstack.datasheet import DataSheet

EXAMPLE: dict[str, Any] = {
    "capacity": "16TB",
    "rpm": 7200,
    "seek_average": "8.5ms",
    "seek_track": "0.5ms",
    "rate_outer": "261MB/s",
}
"""The example of docs/use/new-drive.md."""

SMALL: dict[str, Any] = {
    "capacity": "100MB",
    "rpm": 6000,
    "seek_average": "9 ms",
    "seek_track": "0.7 ms",
    "rate_outer": "2 MB/s",
    "surfaces": 4,
}
"""A drive whose runs take a moment."""


MEASURED = (
    "hp_c2247a",
    "ibm_dnes_309170w",
    "hp_c2490a",
    "seagate_st41601n",
    "dec_rz26",
    "seagate_st39102lw",
    "seagate_st32171w",
    "quantum_qm39100td",
)
"""The drives that were measured (docs/use/validation.md)."""


def sheet(figures: dict[str, Any] = EXAMPLE, **more: Any) -> DataSheet:
    """A sheet with some figures changed."""
    return DataSheet.read(**{**figures, **more})

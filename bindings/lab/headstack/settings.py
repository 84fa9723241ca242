"""Everything that a run depends on."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Everything that a run depends on, so that it can be repeated."""

    drive: str
    configuration: str  # resolved, TOML
    bytes_per_block: int
    drive_queue_depth: int
    scheduler: str  # in full form
    placement: str  # "drive", "host" or "both"
    host_outstanding: int | None  # None: the drive schedules alone
    workload: Mapping[str, str | int | float]
    seed: int | None
    version: str
    weights: tuple[float, ...] | None = None  # weights of the classes
    mimic: str | None = None  # SHA-256 of the scheduler's table of times
    firmware: str | None = None  # SHA-256 of the user's own image for the core
    comparator: str | None = None  # SHA-256 of the library with the user's own comparator
    host_scheduler: str | None = None  # in full form. None if the drive schedules alone
    host_queue_depth: int | None = None  # None: 2^20
    timing: str = "measured"  # or "executed": the firmware's code takes time

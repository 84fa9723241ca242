"""The Disk Mimic: a table of a drive's times, probed through its SCSI commands (Popovici 2003).

docs/use/mimic.md describes the table and the probes.
"""

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack import _core, catalog, checks, units
from headstack._core import DriveConfig
from headstack.arrays import Words
from headstack.checks import flag, real, whole, wrong
from headstack.checks import path as file_path
from headstack.errors import ConfigError
from headstack.keeping import stored
from headstack.lazy import needed
from headstack.mimic.probe import CHECKS, Checks, Probe

KINDS: Final = ("read after read", "write after read", "read after write", "write after write")
"""Rows of the table, by the types of a request and of the request before it."""

_FORMAT = "headstack mimic 1"
_BYTES_PER_POINT = 8  # a distance and a summary, 32 bits each


@dataclass(frozen=True, eq=False)
class Kind:
    """The measured times of a kind of request.

    Attributes:
        distance: distances in blocks, from the last block of the previous request to the first
            block of the request; rising, int32.
        ns: times at each distance, rising, uint32 of shape (distances, samples).
        probed: number of measured distances.
    """

    distance: npt.NDArray[np.int32]
    ns: Words
    probed: int


@dataclass(frozen=True, eq=False)
class Mimic:
    """A drive's times by request type and inter-request distance.

    `probe` makes a mimic. `load` reads a saved mimic.

    Attributes:
        drive: name of the drive on which the table was made.
        blocks: number of the drive's blocks.
        bytes_per_block: size of the drive's blocks.
        configuration_sha256: hash of the drive's description without its queue depth.
        samples: number of times that were measured for each distance.
        settings: settings of the probe.
        kinds: the measured times, in the order of `KINDS`.
    """

    drive: str
    blocks: int
    bytes_per_block: int
    configuration_sha256: str
    samples: int
    settings: Mapping[str, str | int]
    kinds: tuple[Kind, ...]

    @classmethod
    def probe(
        cls,
        drive: str | os.PathLike[str] | DriveConfig,
        *,
        samples: int = 10,
        size: str | int = "1KiB",
        step: str | int = "8KiB",
        span: str | int | None = None,
        interpolate: bool = True,
        checks: Checks = CHECKS,
        by_type: bool = True,
        seed: int = 1,
        progress: Callable[[int], object] | None = None,
    ) -> "Mimic":
        """Measures a drive. The drive is a black box, which receives single reads and writes.

        Args:
            drive: name, .toml file or description, as for `Drive`.
            samples: number of times for each distance, 1 to 1000.
            size: size of the requests, with its unit.
            step: step between distances. Each probed distance is a whole number of steps, plus 1
                block.
            span: largest distance that is probed with this step. The probe also measures 64 farther
                distances on each side. `None`: all distances are probed.
            interpolate: whether to leave out distances that a line between others predicts.
            checks: rising numbers of check points that a line needs. Each number has its allowed
                error as a share. The default is table 2.
            by_type: whether to measure each kind of request. False: reads represent all kinds.
            seed: seed of the random places, 0 to 2^64 - 1.
            progress: called with the number of distances measured so far.

        Raises:
            ConfigError: an argument out of its range.
        """
        config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
        flag("by_type", by_type)
        probe = Probe(
            config,
            samples=whole("samples", samples, 1, 1000),
            blocks=_blocks("size", size, config),
            step=_blocks("step", step, config),
            span=config.blocks if span is None else _blocks("span", span, config),
            interpolate=flag("interpolate", interpolate),
            checks=_checked(checks),
            seed=whole("seed", seed, 0, 2**64 - 1),
            progress=progress,
        )
        wanted = [(False, False), (False, True), (True, False), (True, True)]
        measured = [Kind(*probe.run(*kind)) for kind in (wanted if by_type else wanted[:1])]
        settings: dict[str, str | int] = {
            "size": str(size),
            "step": str(step),
            "span": "all" if span is None else str(span),
            "interpolate": int(interpolate),
            "checks": ", ".join(f"{count}: {error:g}" for count, error in checks),
            "by_type": int(by_type),
            "seed": seed,
        }
        return cls._of_drive(config, samples, settings, measured)

    @classmethod
    def of_times(
        cls,
        drive: str | os.PathLike[str] | DriveConfig,
        distance: npt.NDArray[np.int32],
        ns: Words,
    ) -> "Mimic":
        """Makes a mimic from given times, for all kinds of requests.

        Args:
            drive: name, .toml file or description of the drive, as for `Drive`.
            distance: distances, as in `Kind`.
            ns: times, as in `Kind`.

        Raises:
            ConfigError: the table is empty or not in order.
        """
        config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
        settings: dict[str, str | int] = {"by_type": 0}
        return cls._of_drive(config, ns.shape[-1], settings, [Kind(distance, ns, 0)])

    @classmethod
    def _of_drive(
        cls,
        config: DriveConfig,
        samples: int,
        settings: dict[str, str | int],
        measured: list[Kind],
    ) -> "Mimic":
        return cls(
            config.name,
            config.blocks,
            config.bytes_per_block,
            _identity(config),
            samples,
            settings,
            tuple(measured if settings["by_type"] else measured * len(KINDS)),
        )

    def __post_init__(self) -> None:
        """Checks the table."""
        _ = self.table

    def __getstate__(self) -> dict[str, Any]:
        """Pickles all fields except the table for `_core`, which is made again."""
        return {name: value for name, value in vars(self).items() if name != "table"}

    @cached_property
    def table(self) -> _core.MimicTable:
        """The table for `_core`. Raises ConfigError if the table is empty or not in order."""
        kinds = [(kind.distance, np.ascontiguousarray(kind.ns)) for kind in self.kinds]
        return _core.MimicTable(kinds, self.samples, self.blocks)

    def check(self, drive: DriveConfig) -> None:
        """Raises ConfigError unless the table was made on this drive."""
        if self.configuration_sha256 != _identity(drive):
            changed = "as it was then, " if self.drive == drive.name else ""
            raise ConfigError(
                f"the mimic was made on {self.drive}, {changed}{self.blocks} blocks of "
                f"{self.bytes_per_block} bytes, and not on this {drive.name}, {drive.blocks} of "
                f"{drive.bytes_per_block}; probe this drive (headstack mimic)"
            )

    @cached_property
    def sha256(self) -> str:
        """Hash of the table, for the settings of results."""
        digest = hashlib.sha256()
        for kind in self.kinds:
            digest.update(kind.distance.tobytes() + kind.ns.tobytes())
        return digest.hexdigest()

    @property
    def points(self) -> int:
        """Number of distances in the table. Kinds that share distances count once."""
        return sum(len(kind.distance) for kind in self._different)

    @property
    def probed(self) -> int:
        """Number of distances that were measured, counted as `points`."""
        return sum(kind.probed for kind in self._different)

    @property
    def memory_bytes(self) -> int:
        """Bytes of the table with a summary for each distance: two numbers of 32 bits."""
        return _BYTES_PER_POINT * self.points

    @property
    def _different(self) -> list[Kind]:
        return list({id(kind): kind for kind in self.kinds}.values())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a Parquet file, a row for each distance.

        The file is written completely or not at all. It replaces an existing file.

        Raises:
            ConfigError: the file cannot be made, or pyarrow is not installed.
            RunError: there is no room for the file.
        """
        needed("pyarrow", "a Parquet file")
        import pyarrow as pa

        rows = {
            "kind": np.concatenate(
                [np.full(len(k.distance), i, np.uint8) for i, k in enumerate(self.kinds)]
            ),
            "distance": np.concatenate([kind.distance for kind in self.kinds]),
        }
        ns = np.concatenate([kind.ns for kind in self.kinds])
        rows |= {f"ns_{i}": ns[:, i] for i in range(self.samples)}
        record = {
            "format": _FORMAT,
            "drive": self.drive,
            "blocks": self.blocks,
            "bytes_per_block": self.bytes_per_block,
            "configuration_sha256": self.configuration_sha256,
            "samples": self.samples,
            "probed": [kind.probed for kind in self.kinds],
            "settings": dict(self.settings),
        }
        table = pa.table(rows).replace_schema_metadata({"headstack": json.dumps(record)})
        stored.write(path, table, stored.MIMIC)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Mimic":
        """Reads a file of `save`.

        Raises:
            ConfigError: an unknown file, a file without a mimic, or an empty or damaged mimic.
        """
        try:
            Path(file_path("mimic", path)).stat()
            table = stored.read(path, stored.MIMIC)
        except FileNotFoundError:
            raise ConfigError(
                f"mimic {path}: there is no such file; `headstack mimic` makes one"
            ) from None
        except OSError as error:
            raise ConfigError(f"mimic {path}: {error.strerror}") from error
        except ConfigError as error:
            raise ConfigError(f"mimic {error}") from error
        text = (table.schema.metadata or {}).get(b"headstack", b"{}")
        try:
            record: dict[str, Any] = json.loads(text)
        except ValueError:
            record = {}
        if record.get("format") != _FORMAT:
            raise ConfigError(f"mimic {path}: not a file of `headstack mimic`")
        try:
            return cls._of_table(table, record)
        except (ConfigError, KeyError, IndexError, TypeError, ValueError) as error:
            raise ConfigError(f"mimic {path}: the file is damaged ({error})") from error

    @classmethod
    def _of_table(cls, table: Any, record: Mapping[str, Any]) -> "Mimic":
        kind = table["kind"].to_numpy()
        distance = table["distance"].to_numpy()
        ns = np.column_stack([table[f"ns_{i}"].to_numpy() for i in range(record["samples"])])
        types = [column.dtype.name for column in (kind, distance, ns)]
        if types != ["uint8", "int32", "uint32"]:
            raise TypeError(f"columns of {', '.join(types)}")
        kinds = [
            Kind(distance[kind == i], ns[kind == i], record["probed"][i]) for i in range(len(KINDS))
        ]
        return cls(
            record["drive"],
            record["blocks"],
            record["bytes_per_block"],
            record["configuration_sha256"],
            record["samples"],
            record["settings"],
            tuple(kinds if record["settings"]["by_type"] else kinds[:1] * len(KINDS)),
        )


def _identity(drive: DriveConfig) -> str:
    return catalog.configuration_sha256(catalog.with_queue_depth(drive, 1).to_toml())


def given(mimic: "Mimic | str | os.PathLike[str] | None") -> "Mimic | None":
    """Returns the given mimic, read from its file if necessary."""
    return mimic if mimic is None or isinstance(mimic, Mimic) else Mimic.load(mimic)


def _checked(checks: Checks) -> Checks:
    try:
        counts = [whole("checks", count, 1, 100) for count, _ in checks]
        errors = [real("checks", error) for _, error in checks]
    except (TypeError, ValueError):
        counts, errors = [], []
    if not counts or counts != sorted(set(counts)) or min(errors) < 0:
        raise wrong(
            "checks",
            f" is {checks!r}; give pairs of a rising count and an error of 0 or more, "
            "as in ((1, 0.01), (2, 0.02))",
        )
    return tuple(checks)


def _blocks(name: str, size: str | int, drive: DriveConfig) -> int:
    blocks = units.blocks_of(units.parse_size(size), drive.bytes_per_block)
    if not 1 <= blocks <= drive.blocks // 4:
        raise checks.wrong(
            name,
            f" is {blocks} blocks; it must be 1 to {drive.blocks // 4}, a quarter of the drive",
        )
    return blocks

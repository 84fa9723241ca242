"""Several drives and hosts on one SCSI bus."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, SupportsIndex, get_args

import numpy as np

from headstack import _core, checks, files, metrics
from headstack.drive import ON_MEDIA_ERROR, Drive, OnMediaError, Watch
from headstack.errors import ConfigError
from headstack.result import Result
from headstack.waves import Format as WaveFormat
from headstack.waves import writing as writing_waves
from headstack.workload import Workload

HOST_ID = 7
"""The usual id of hosts. This id wins every arbitration."""

IDS = 16

LONGEST_PERIOD_NS = 1e6
"""Limit of a transfer period, in ns, far beyond the periods of SCSI."""


@dataclass(frozen=True)
class Load:
    """The requests of a host for a drive.

    Attributes:
        drive: index of the drive in `Bus.drives`, from 0.
        workload: a workload of `headstack.workload`.
        host: SCSI id of the host. Several loads with the same id belong to one host.
    """

    drive: int
    workload: Workload
    host: int = HOST_ID


class Bus:
    """Drives on one bus. Every run starts anew, from the same initial state.

    Args:
        drives: `headstack.Drive`s. A drive can occur several times.
        ids: SCSI id of each drive, 0 to 15. `None`: 0, 1, 2 ... without 7, the usual id of the
            host. Among waiting devices, the highest priority wins: 7 down to 0, then 15 down to 8.
        width_bits: number of data lines of the hosts, 8 or 16. `None`: the number of each drive.
        transfer_period_ns: shortest synchronous transfer of the hosts. `None`: the value of each
            drive.

    Raises:
        ConfigError: no drives, too many, an argument out of its range, or drives that share the
            instance of a scheduler.
    """

    def __init__(
        self,
        drives: Sequence[Drive],
        *,
        ids: Sequence[int] | None = None,
        width_bits: int | None = None,
        transfer_period_ns: float | None = None,
    ) -> None:
        drives = checks.items("drives", drives, Drive)
        if not drives:
            raise ConfigError("a bus needs a drive")
        if ids is None:
            ids = [id_ for id_ in range(IDS) if id_ != HOST_ID][: len(drives)]
        ids = checks.items("ids", ids, SupportsIndex)
        if len(ids) != len(drives):
            raise ConfigError(
                f"{len(drives)} drives and {len(ids)} SCSI ids; a bus has ids for {IDS} devices, "
                "hosts among them"
            )
        self.drives = list(drives)
        chosen = [c for d in drives for c in (d.queues.drive, d.queues.host) if c is not None]
        instances = [id(choice.instance) for choice in chosen if choice.instance is not None]
        if len(set(instances)) != len(instances):
            raise ConfigError(
                "two drives of the bus have the same instance for a scheduler; give them the class"
            )
        self.ids = [checks.whole("a drive's SCSI id", id_, 0, IDS - 1) for id_ in ids]
        width = 0 if width_bits is None else checks.whole("width_bits", width_bits, 8, 16)
        period_ns = 0.0
        if transfer_period_ns is not None:
            period_ns = checks.real("transfer_period_ns", transfer_period_ns)
            if period_ns > LONGEST_PERIOD_NS:
                raise checks.wrong(
                    "transfer_period_ns", f" is {period_ns:g}; most is {LONGEST_PERIOD_NS:g}"
                )
        self._agreed = [
            drive.config.negotiated(width, round(1000 * period_ns)) for drive in self.drives
        ]

    def run(
        self,
        loads: Sequence[Load | Workload],
        *,
        progress: Callable[[int], object] | None = None,
        on_media_error: OnMediaError = ON_MEDIA_ERROR,
        waves: str | os.PathLike[str] | None = None,
        wave_format: WaveFormat = "vcd",
    ) -> "BusResult":
        """Runs all loads to their ends.

        Args:
            loads: `Load`s; or a workload for each drive, in the drives' order, from host 7.
            progress: as for `Drive.run`, over all loads together.
            on_media_error: as for `Drive.run`.
            waves: a folder for the signals of each drive: drive_<SCSI id>.vcd, and a save file for
                GTKWave, if there is none. The folder is made if necessary. The files appear after a
                successful run and replace existing files. If the folder's path is a `files.New`, no
                file can exist there.
            wave_format: 'vcd' or 'fst', which is also the ending of the names.

        Returns:
            A result for each load, and the figures of the bus.

        Raises:
            ConfigError: loads that do not fit the drives, or ids that are used twice.
            RunError: the run failed or was stopped.
        """
        all_loads = self._loads(loads)
        streams = [
            (load.drive, load.host, load.workload.compiled(self.drives[load.drive].config))
            for load in all_loads
        ]
        requests = sum(load.workload.requests for load in all_loads)
        with ExitStack() as stack:
            setups = [
                drive.setup(agreed, on_media_error=on_media_error, contents=False)
                for drive, agreed in zip(self.drives, self._agreed, strict=True)
            ]
            for setup, file in zip(setups, self._waves(waves, wave_format), strict=True):
                stack.enter_context(writing_waves(setup, file))
            with Watch(progress, requests) as watch:
                outputs = _core.run_bus(list(zip(setups, self.ids, strict=True)), streams, watch)
        return BusResult(
            [
                self.drives[load.drive].result(output, load.workload)
                for load, output in zip(all_loads, outputs, strict=True)
            ],
            all_loads,
            outputs[0].bus_held_ps,
        )

    def wave_files(self, folder: Path, wave_format: WaveFormat = "vcd") -> list[Path]:
        """Returns a file for the signals of each drive."""
        return [folder / f"drive_{scsi_id}.{wave_format}" for scsi_id in self.ids]

    def _waves(
        self, folder: files.Name | None, wave_format: WaveFormat
    ) -> Sequence[files.Name | None]:
        """Makes the folder, and returns the file of each drive."""
        checks.choice("wave_format", wave_format, get_args(WaveFormat))
        if folder is None:
            return [None] * len(self.drives)
        checks.path("cannot make the folder", folder)
        files.make_folder(Path(folder))
        kind = files.New if isinstance(folder, files.New) else Path
        return [kind(file) for file in self.wave_files(Path(folder), wave_format)]

    def _loads(self, loads: Sequence[Load | Workload]) -> list[Load]:
        loads = checks.items("loads", loads, (Load, Workload))
        plain = [load for load in loads if isinstance(load, Workload)]
        if plain and len(plain) != len(self.drives):
            raise ConfigError(
                f"{len(plain)} workloads for {len(self.drives)} drives; give each drive one, or "
                "say with headstack.Load which is whose"
            )
        found = [
            load if isinstance(load, Load) else Load(place, load)
            for place, load in enumerate(loads)
        ]
        if not found:
            raise ConfigError("a bus without a workload is no run")
        for load in found:
            checks.whole("a load's drive", load.drive, 0, len(self.drives) - 1)
            checks.whole("a host's SCSI id", load.host, 0, IDS - 1)
            checks.items("a load's workload", [load.workload], Workload)
        return [
            replace(load, workload=self.drives[load.drive].resolved(load.workload))
            for load in found
        ]


@dataclass(frozen=True)
class BusResult:
    """The results of a run of a bus.

    Attributes:
        results: a `Result` for each load, in their order.
        loads: the given loads.
        bus_held_ps: total time in which the bus was held.
    """

    results: list[Result]
    loads: list[Load]
    bus_held_ps: int

    @property
    def elapsed_ps(self) -> int:
        """Time from the first arrival to the last completion, over all loads."""
        first = min(int(np.min(result.columns["arrival"])) for result in self.results)
        last = max(int(np.max(result.columns["finish"])) for result in self.results)
        return last - first

    @property
    def summary(self) -> dict[str, Any]:
        """The figures of the whole run, as in docs/reference/metrics.md."""
        requests = sum(len(result.columns["id"]) for result in self.results)
        size = sum(
            int(result.columns["blocks"].sum(dtype=np.int64)) * result.settings.bytes_per_block
            for result in self.results
        )
        seconds = self.elapsed_ps / metrics.PS_PER_S
        timings = {result.settings.timing for result in self.results}
        return {
            "requests": requests,
            "elapsed_s": seconds,
            "bus_utilisation": self.bus_held_ps / self.elapsed_ps,
            "throughput_per_s": requests / seconds,
            "throughput_mb_s": size / 1e6 / seconds,
            "timing": timings.pop() if len(timings) == 1 else "mixed",
            "wall_s": self.results[0].wall_s,
            "requests_per_wall_s": requests / self.results[0].wall_s,
        }

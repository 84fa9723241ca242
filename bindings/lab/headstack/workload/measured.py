"""Makes workloads of traces, at the recorded speed or faster."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, get_args

from headstack import _core, checks, traces
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.traces import recording, validation_trace
from headstack.traces.formats.disksim_validate import BLOCK
from headstack.workload.base import Workload
from headstack.workload.explicit import first_beyond
from headstack.workload.traced import Traced, replayed, speed_of

VALIDATE: Final = "validate"
MEASURED: Final = "measured"


@dataclass(frozen=True, eq=False)
class Replay(Workload):
    """A trace of a real drive as a closed loop with one request outstanding and think times."""

    recording: validation_trace.ValidationTrace
    think: validation_trace.Think
    requests: int = field(init=False)
    seed: None = field(init=False, default=None)
    outstanding: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.choice("think", self.think, get_args(validation_trace.Think))
        object.__setattr__(self, "requests", len(self.recording.lbn))

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters."""
        return {"workload": "replay", "trace": self.recording.path, "think": self.think}

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        think = "" if self.think == validation_trace.THINK else f", think={self.think}"
        return f"trace({self.recording.path}{think})"

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        recording = self.recording
        row = first_beyond(recording.lbn, recording.blocks, drive)
        if row is not None:
            raise ConfigError(
                f"{recording.path}:{row + 1}: LBN {recording.lbn[row]} with "
                f"{recording.blocks[row]} blocks goes past the end of {drive.name}, which has "
                f"{drive.blocks} blocks; is it the right drive?"
            )
        return _core.replay_workload(
            lbn=recording.lbn,
            blocks=recording.blocks,
            write=recording.write,
            wait_ps=recording.wait_ps(self.think),
        )


def trace(path: str | Path, *, think: str = validation_trace.THINK) -> Replay:
    """Makes a workload of a real drive's trace in the format of DiskSim's validation.

    Args:
        path: the file.
        think: whether the think time of a line comes 'after' its request, or 'before' it.

    Raises:
        ConfigError: unknown `think`, or a file that cannot be read. The message names file and
            line.
    """
    convention = checks.choice("think", think, get_args(validation_trace.Think))
    return Replay(validation_trace.read_validation_trace(path), convention)


def recorded(
    path: str | Path,
    *,
    think: str | None = None,
    drive: DriveConfig | None = None,
    block_bytes: int = BLOCK,
    several: bool = False,
) -> Replay:
    """Makes a workload of a disk's recording, one request at a time, in any format of traces.

    Args:
        path: the file: a trace of DiskSim's validation, or a format with times of completion
            (`headstack.traces.recording`).
        think: convention of a trace of DiskSim's validation; `None`: the key `think` of the drive,
            or 'after'. Other formats have the convention 'before'.
        drive: the drive. Its blocks count, for formats that count bytes.
        block_bytes: bytes of a block, without a drive.
        several: whether several requests may be outstanding in the recording. The workload has
            the services of the drive, in the order of completion (`headstack.traces.services`).

    Raises:
        ConfigError: a file that cannot be read or is no recording, or a convention that the format
            excludes. The message names file and line.
    """
    opened = traces.open(path)
    if drive is not None:
        checks.instance("drive", drive, DriveConfig, "catalog.load")
        block_bytes = drive.bytes_per_block
    if opened.format.called == VALIDATE:
        known = None if drive is None else drive.value("think")
        usual = known or validation_trace.THINK
        return trace(opened.path, think=usual if think is None else think)
    if think not in (None, recording.THINK):
        raise ConfigError(
            f"{opened.path} has times of issue, so each pause is before its request; leave "
            f"think={think!r} (--think) out"
        )
    return Replay(recording.recording(opened, block_bytes, several=several), recording.THINK)


def replay(
    path: str | Path | Sequence[str | Path],
    *,
    mode: str | None = None,
    speed: str | float = 1.0,
    map: str | None = None,  # noqa: A002 - the word that users know
    outstanding: int | None = None,
    requests: int | None = None,
    device: str | None = None,
    format: str | None = None,  # noqa: A002 - the word that users know
    skip_bad: int = 0,
) -> Replay | Traced:
    """Makes a workload of a trace in any format (docs/use/traces.md).

    Args:
        path: the file, or the files of blktrace, as for `traces.open`.
        mode: 'open': each request comes at its time. 'closed': a request comes when one of
            `outstanding` requests ends. 'dependent': a request comes at its time, but after the end
            of earlier requests for its blocks. 'measured': a trace of DiskSim's validation with its
            think times, as in `trace`. `None`: 'measured' for a trace of DiskSim's validation, and
            'open' for any other trace.
        speed: divisor of the times between arrivals, '2x' or 2.
        map: treatment of addresses past the drive's end: 'fold', 'scale', 'offset' or 'clip'
            (`traces.placed`). `None`: such an address is an error.
        outstanding: requests in the system of a closed replay, 1 to 65536.
        requests: number of requests, from the first. `None`: all requests.
        device: the device of the replayed requests. 'all': all devices, at the same addresses.
            `None`: the only device.
        format: name of the format, or 'file.py:Class' of your own format. `None`: the contents of
            the file determine the format.
        skip_bad: largest number of malformed lines that are left out.

    Raises:
        ConfigError: an argument out of its range, or a file that cannot be read. The message names
            file and line.
    """
    opened = traces.open(path, format=format, device=device, skip_bad=skip_bad)
    if mode is not None:
        checks.text("mode", mode)
    else:
        others = [one for one in (map, outstanding, device) if one is not None]
        plain = (
            not others
            and speed_of(speed) == 1
            and not checks.whole("skip_bad", skip_bad, 0, 2**63 - 1)
        )
        mode = MEASURED if plain and opened.format.called == VALIDATE else "open"
    if mode == MEASURED:
        if opened.format.called != VALIDATE:
            raise ConfigError(f"mode 'measured' is for DiskSim's validation; {opened.path} is none")
        return _beginning(trace(opened.path), requests)
    return replayed(
        opened, mode=mode, speed=speed, map=map, outstanding=outstanding, requests=requests
    )


def _beginning(load: Replay, requests: int | None) -> Replay:
    """Returns the first requests of a measured trace."""
    if requests is None:
        return load
    rows = slice(0, checks.whole("requests", requests, 1, 2**63 - 1))
    return Replay(load.recording.rows(rows), load.think)

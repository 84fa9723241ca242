"""The validation workloads of section 4.1 and appendix A: one request at a time, then a pause.

The paper's words for them are in brackets under its figures, such as "50% reads, 30% sequential,
30% local [normal with 10000 sector variance], 8KB mean request size [exponential], 0-22 ms
interarrival [uniform]".
"""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from headstack import _core, catalog, workload
from headstack._core import DriveConfig, Random
from headstack.arrays import Bools, Floats, Ints
from headstack.drive import Drive
from headstack.measure import validation
from headstack.metrics import PS_PER_MS, response_ps

BLOCKS: Final = 16  # 8 KB, the mean length
MOST_BLOCKS: Final = 255
PAUSE_MS: Final = 22.0
LOCAL_BLOCKS: Final = 10_000


@dataclass(frozen=True, eq=False)
class Paused(workload.Workload):
    """Requests with pauses. Each request arrives a pause after the previous completion.

    Attributes:
        lbn: first block of each request.
        blocks: length of each request.
        write: whether the request is a write.
        pause_ps: time from the previous completion to the arrival.
        seed: seed of the random numbers.
    """

    lbn: Ints
    blocks: Ints
    write: Bools
    pause_ps: Ints
    seed: int
    requests: int = field(init=False)
    outstanding: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        """Counts the requests."""
        object.__setattr__(self, "requests", len(self.lbn))

    def settings(self) -> dict[str, str | int | float]:
        """Name of the workload."""
        return {"workload": "paused"}

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """The requests in the form that `_core` takes."""
        del drive
        return _core.replay_workload(
            lbn=self.lbn.astype(np.uint32),
            blocks=self.blocks.astype(np.uint32),
            write=self.write,
            wait_ps=self.pause_ps,
        )


def drawn(
    drive: DriveConfig,
    requests: int,
    seed: int,
    *,
    reads: float,
    sequential: float,
    local: float = 0.0,
) -> Paused:
    """A validation workload.

    Args:
        drive: drive with the blocks.
        requests: number of requests.
        seed: seed of the random numbers.
        reads: share of reads.
        sequential: share of requests that begin where the request before has ended.
        local: share of requests that begin near the start of the request before.
    """
    random = [Random(seed, 40 + stream) for stream in range(7)]
    lengths = np.ceil(BLOCKS * random[0].exponential(requests)).astype(np.int64)
    blocks = np.clip(lengths, 1, MOST_BLOCKS)
    kind = random[1].uniform(requests)
    anywhere = random[2].below(drive.blocks - MOST_BLOCKS, requests).astype(np.int64)
    radius = np.sqrt(-2 * np.log1p(-random[3].uniform(requests)))  # Box and Muller's normal
    away = LOCAL_BLOCKS * radius * np.cos(2 * np.pi * random[4].uniform(requests))
    lbn = anywhere.copy()
    for row in range(1, requests):
        if kind[row] < sequential:
            wanted = lbn[row - 1] + blocks[row - 1]
        elif kind[row] < sequential + local:
            wanted = lbn[row - 1] + int(away[row])
        else:
            continue
        if 0 <= wanted < drive.blocks - MOST_BLOCKS:
            lbn[row] = wanted
    pause = np.rint(PAUSE_MS * PS_PER_MS * random[6].uniform(requests)).astype(np.int64)
    return Paused(lbn, blocks, random[5].uniform(requests) >= reads, pause, seed)


def times_ms(drive: DriveConfig, load: workload.Workload) -> Floats:
    """Response times, in the order of the requests."""
    columns = Drive(drive).run(load).columns
    times = np.empty(len(columns["id"]))
    times[columns["id"]] = response_ps(columns) / PS_PER_MS
    return times


def steps(times: Floats, most_ms: float = 50) -> dict[str, Any]:
    """The share of times up to each multiple of half a millisecond, for a chart."""
    edges = np.arange(0, most_ms + 0.5, 0.5)
    shares = np.searchsorted(np.sort(times), edges, side="right") / len(times)
    return {"ms": edges.tolist(), "share": shares.tolist()}


def loaded(name: str, reconnect: str = "") -> DriveConfig:
    """Loads a drive. `reconnect` replaces its time before the reselection of a write."""
    drive = catalog.load(name)
    return drive.with_value("write.reconnect_preparation", reconnect) if reconnect else drive


PRINTED: Final = "parameters as printed"
SHORTER: Final = "0.17 ms for 0.540 ms"
STAND_IN: Final = "fitted to the real drive"
MEASURED: Final = "actual drive, public trace"
MODELS: Final = {
    PRINTED: ("hp_c2247", ""),
    SHORTER: ("hp_c2247", "0.17 ms"),
    STAND_IN: ("hp_c2247a", ""),
}
"""The drive of the appendix, without and with another first line of table A.5, and a real drive."""


def compared(requests: int, seed: int, shape: dict[str, float]) -> list[dict[str, Any]]:
    """Compares the response times of each model with those of `STAND_IN`, on the same requests."""
    drives = {model: loaded(*given) for model, given in MODELS.items()}
    load = drawn(drives[PRINTED], requests, seed, **shape)
    times = {model: times_ms(drive, load) for model, drive in drives.items()}
    return [
        {"model": model, "seed": seed, **_figures(own, times[STAND_IN]), **steps(own)}
        for model, own in times.items()
    ]


def replayed(path: str, size: int, changed: int) -> list[dict[str, Any]]:
    """Compares the response times of each model with the measured times of a real drive's trace.

    Args:
        path: the trace.
        size: size of the file. A change of `size` or `changed` changes the name of the call.
        changed: time of the last change of the file.
    """
    del size, changed
    real = workload.trace(path)
    measured = validation.measured_ms(real)
    rows = []
    for model, given in MODELS.items():
        own = validation.model_ms(loaded(*given), real)
        rows.append({"model": model, **_figures(own, measured), **steps(own)})
    return [*rows, {"model": MEASURED, **_figures(measured, measured), **steps(measured)}]


def described(path: str, size: int, changed: int) -> list[dict[str, Any]]:
    """The characteristics of a trace's requests, as in the words of figure 2."""
    del size, changed
    recording = workload.trace(path).recording
    return [character(recording.lbn.astype(np.int64), recording.blocks.astype(np.int64),
                      recording.write)]  # fmt: skip


def character(lbn: Ints, blocks: Ints, write: Bools) -> dict[str, float]:
    """Requests, share of reads, of sequential and local ones, and the mean size."""
    gaps = lbn[1:] - (lbn[:-1] + blocks[:-1])
    near = (gaps != 0) & (np.abs(gaps) < 4 * LOCAL_BLOCKS)
    return {
        "requests_of_it": len(lbn),
        "reads_percent": 100 * float(np.mean(~write)),
        "sequential_percent": 100 * float(np.mean(gaps == 0)),
        "local_percent": 100 * float(np.mean(near)),
        "size_kb": float(blocks.mean()) / 2,
    }


def generated(requests: int, seed: int, shape: dict[str, float]) -> list[dict[str, Any]]:
    """The characteristics of a workload that is drawn here."""
    load = drawn(loaded("hp_c2247"), requests, seed, **shape)
    return [{"seed": seed, **character(load.lbn, load.blocks, load.write)}]


def _figures(own: Floats, real: Floats) -> dict[str, float]:
    """Mean, and the distance of the distributions as DiskSim has it."""
    rms = validation.rms_ms(own, real)
    return {
        "mean_ms": float(own.mean()),
        "rms_ms": rms,
        "demerit_percent": 100 * rms / float(real.mean()),
        "mean_off_percent": 100 * abs(float(own.mean()) / float(real.mean()) - 1),
    }

"""Puts a trial together from a seed: truth, description, and trace with noise."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints
from headstack.drive import Drive
from headstack.measure import validation
from headstack.metrics import PS_PER_MS, response_ps
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack_identify.trials import layouts, mistakes, requests, timings
from headstack_identify.trials.layouts import Family

REQUESTS: Final = 10_000
JITTER_MS: Final = (0.02, 0.04)
"""Least and largest scale of the delays with which the host sees an end (half a normal law)."""

SPREAD_MS: Final = (0.05, 0.1)
"""Least and largest scale of the logistic law of positioning times."""

TAIL_SHARE: Final = 1e-3
TAIL_MS: Final = 2.0
"""A share `TAIL_SHARE` of the ends is late by some `TAIL_MS` more."""

MOST_PPM: Final = 600.0
"""Largest error of the speed of rotation of a description, but for the host's clock."""

CLOCK_PPM: Final = 12_600.0
"""Largest error of the clock of some hosts."""

_BASE: Final = """
description = "made"
source = "made by headstack_identify.trials"
[spindle]
rotation = "10 ms"
[layout]
surfaces = 1
cylinders = 1
bytes_per_sector = 512
[[layout.zone]]
cylinders = [0, 0]
sectors_per_track = 10
track_skew = "0 sectors"
cylinder_skew = "0 sectors"
[seek]
points = [[1, "1 ms"], [2, "2 ms"]]
head_switch = "0 ms"
write_settle = "0 ms"
[overhead]
read_hit_command = "0 ms"
read_miss_command = "0 ms"
write_command = "0 ms"
write_command_non_sequential = "0 ms"
[write]
minimum_blocks = 1
minimum_blocks_large = 1
large_request = "1 block"
[bus]
read_rate = "5 MB/s"
write_rate = "5 MB/s"
[cache]
mode = "prefetch"
size = "128 KiB"
segments = 1
read_watermark = "50 %"
prefetch_minimum = "0 KiB"
prefetch_maximum = "0 KiB"
prefetch_on_idle_hit = false
hit_on_written_data = false
zero_latency_read = false
[queue]
depth = "1 task"
"""


@dataclass(frozen=True, eq=False)
class Trial:
    """A made drive and what a fit gets of it.

    Attributes:
        seed: seed of all random numbers.
        truth: the drive.
        description: the wrong description.
        trace: the trace, with measured times.
        think: convention of its think times, which the trace does not tell.
        kinds: what is wrong with the layout of the description.
        spares: place of the drive's spare sectors.
        media: which requests the drive answered from the medium, shape (requests,).
        truth_ms: times of the truth without noise, on the trace, shape (requests,).
    """

    seed: int
    truth: DriveConfig
    description: DriveConfig
    trace: ValidationTrace
    think: Think
    kinds: tuple[str, ...]
    spares: str
    media: Bools
    truth_ms: Floats

    @property
    def measured_ms(self) -> Floats:
        """The measured times."""
        return np.asarray(self.trace.measured_ps / PS_PER_MS)

    @property
    def replay(self) -> workload.Replay:
        """The trace under its convention."""
        return workload.Replay(self.trace, self.think)

    def floor(self) -> dict[str, float]:
        """Returns the figures of the truth: no fit can be expected to reach better ones."""
        return validation.compare(self.truth_ms, self.measured_ms)


def make(seed: int, count: int = REQUESTS) -> Trial:
    """Makes the trial of a seed. Equal seeds give equal trials.

    Args:
        seed: the seed, 0 or more.
        count: number of requests.
    """
    rng = [np.random.default_rng([seed, part]) for part in range(6)]
    family: Family = "sectors" if seed % 2 == 0 else "angle"
    speeds = (3600, 4002, 5400, 6400) if family == "sectors" else (5400, 7200, 10000)
    rpm = int(rng[0].choice(speeds))
    made = layouts.draw(rng[0], 60_000 / rpm, family)
    cylinders = int(made.values["layout.cylinders"])
    ppm = float(rng[0].uniform(-MOST_PPM, MOST_PPM))
    if rng[0].random() < 0.2:
        ppm = float(rng[0].uniform(-CLOCK_PPM, CLOCK_PPM))
    base = DriveConfig.parse(_BASE, f"made {seed}")
    seeks = timings.seeks(rng[1], cylinders, family)
    truth = base.with_values(
        made.values
        | {"spindle.rotation": f"{rpm} rpm", "spindle.correction": f"{ppm:.3f} ppm"}
        | seeks
        | timings.overheads(rng[1], family)
        | timings.rules(rng[2], family)
    )
    wrong = mistakes.of_layout(rng[3], made)
    description = base.with_values(
        wrong.values
        | {"spindle.rotation": f"{rpm} rpm"}
        | timings.seeks(rng[3], cylinders, family)
        | {"seek.points": mistakes.of_seeks(rng[3], seeks["seek.points"])}
        | timings.overheads(rng[3], family)
        | {"overhead.terms": []}
        | timings.rules(rng[3], family)
    )
    think: Think = "after" if family == "sectors" else "before"
    asked = requests.draw(rng[4], min(truth.blocks, description.blocks), count, family)
    trace, media = _measured(rng[5], truth, asked, think)
    truth_ms = validation.model_ms(truth, workload.Replay(trace, think))
    return Trial(seed, truth, description, trace, think, wrong.kinds, made.spares, media, truth_ms)


def _measured(
    rng: np.random.Generator, truth: DriveConfig, asked: requests.Requests, think: Think
) -> tuple[ValidationTrace, Bools]:
    """Returns the trace as a host measures it, and which requests waited for the medium."""
    count = len(asked.lbn)
    jitter_ms, spread_ms = float(rng.uniform(*JITTER_MS)), float(rng.uniform(*SPREAD_MS))
    late_ms = np.abs(rng.normal(0.0, jitter_ms, count))
    tail = rng.random(count) < TAIL_SHARE
    late_ms[tail] += rng.exponential(TAIL_MS, int(tail.sum()))
    late_ps: Ints = np.rint(late_ms * 1e9).astype(np.int64)
    trace = ValidationTrace(
        path="made.trace",
        lbn=asked.lbn.astype(np.uint32),
        blocks=asked.blocks.astype(np.uint32),
        write=asked.write,
        measured_ps=np.zeros(count, np.int64),
        think_ps=asked.pause_ps,
    )
    # The host sees an end late, and pauses from then on: the drive waits for both.
    wait_ps = trace.wait_ps(think) + np.r_[0, late_ps[:-1]]
    conditions = {
        "variation.seek": f"{spread_ms:.4f} ms",
        "variation.seed": int(rng.integers(0, 2**31)),
    }
    replay = workload.Replay(replace(trace, think_ps=wait_ps), "before")
    c = Drive(truth, conditions=conditions).run(replay).columns
    order = np.argsort(c["id"])
    times_ps = response_ps(c)[order].astype(np.int64) + late_ps
    media = ((c["seek"] + c["rotation"] + c["transfer"] > 0) & (c["hit"] == 0))[order]
    return replace(trace, measured_ps=np.rint(times_ps / 1e6).astype(np.int64) * 10**6), media

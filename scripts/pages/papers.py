"""Runs the papers' experiments whose outcome they put in words.

Seltzer 1990, Worthington 1994, and the Real-time paper (scripts/pages/realtime_claims.py).

Each claim becomes a row: what the paper says, what the model gives, and the verdict
(headstack.experiments.claims). `--write` puts the tables into docs/papers.md; without it they are
printed. `--scale 0.1` runs a tenth of the requests, which is what the tests do; `--only NAME` makes
one of the tables.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import headstack
import realtime_claims
from headstack.experiments import page
from headstack.experiments.claims import (
    Bounds,
    Claim,
    Measured,
    printed,
    side_by_side,
    table,
)
from headstack.experiments.page import Column

EAGLE, C2247 = "fujitsu_m2361a", "hp_c2247"
DOCS = Path(__file__).resolve().parents[2] / "docs" / "papers.md"
QUEUES = (100, 400, 700, 1000)
LOADS = {"medium": 30, "heavy": 50, "very heavy": 60}  # requests/s
RATES = (30, 40, 50, 60)  # from medium to very heavy
SEEDS = 10
FROZEN_SEEDS = 120  # for a difference of differences near its bound
SEEKING = ("sstf", "look", "clook", "vscan(0.2)")
SPTF, ASPTF = "sptf(mechanics)", "asptf({}, mechanics)"  # seek and rotation, as in 5.3
BY_THE_WORD = Bounds(high=0)


class Runs:
    """Runs at a scale and with so many seeds, each made once."""

    def __init__(self, scale: float, seeds: int = SEEDS) -> None:
        self.closed = cache(self._closed)
        self.open = cache(self._open)
        self.seeds = seeds
        self._scale = scale

    def _closed(self, scheduler: str, outstanding: int, seeds: int) -> list[dict[str, Any]]:
        """Runs of 4 KB requests on the Eagle, 100 for each in the queue (Seltzer 1990, 3.1).

        They are scheduled in the host, where the queue is full at the first pick. This drive takes
        no time for a command, so nothing else differs from a queue of its own.
        """
        requests = max(outstanding * max(20, int(100 * self._scale)), int(20_000 * self._scale))
        drive = headstack.Drive(EAGLE, scheduler, placement="host")
        return [
            drive.run(
                headstack.workload.closed(
                    outstanding,
                    requests=requests,
                    size="4KiB",
                    read_fraction=0.0,
                    seed=seed,
                    align="4KiB",
                )
            ).summary
            for seed in range(1, seeds + 1)
        ]

    def _open(self, scheduler: str, rate: float) -> list[dict[str, Any]]:
        """Runs of 8 KB requests in the host, two reads to a write (Worthington 1994, 5)."""
        requests = int(250_000 * self._scale)
        drive = headstack.Drive(C2247, scheduler, placement="host")
        return [
            drive.run(headstack.workload.random(rate, requests=requests, seed=seed)).summary
            for seed in range(1, self.seeds + 1)
        ]


def eagle(runs: Runs) -> Iterator[Claim]:
    """Seltzer 1990: a closed queue of 4 KB requests on the Fujitsu Eagle."""

    def each(scheduler: str, queue: int, metric: str) -> list[float]:
        many = FROZEN_SEEDS if scheduler.startswith("gstf") and runs.seeds == SEEDS else runs.seeds
        return [float(run[metric]) for run in runs.closed(scheduler, queue, many)]

    def ratio(scheduler: str, other: str, queue: int, metric: str) -> Measured:
        return Measured.of(
            [
                a / b
                for a, b in zip(
                    each(scheduler, queue, metric), each(other, queue, metric), strict=False
                )
            ]
        )

    def percent(scheduler: str, queue: int) -> list[float]:
        return [100 * value for value in each(scheduler, queue, "utilisation")]

    for queue in (1, *QUEUES[::3]):
        yield Claim(
            f"FCFS, Q = {queue}: utilisation",
            "7 %",
            Measured.of(percent("fcfs", queue)),
            printed("7"),
            "%",
        )
    yield from _of_ssf(each)
    for queue in QUEUES[1:]:
        yield Claim(
            f"STF, Q = {queue}: utilisation over that of FCFS",
            "on the order of 3 to 4 times",
            ratio("sptf", "fcfs", queue, "utilisation"),
            Bounds(3, 4),
        )
    yield Claim(
        "STF, Q = 1000: utilisation",
        "less than 40 %",
        Measured.of(percent("sptf", 1000)),
        Bounds(high=40),
        "%",
    )
    yield Claim(
        "STF, Q = 5000: utilisation",
        "40 %",
        Measured.of(percent("sptf", 5000)),
        printed("40"),
        "%",
        note='"preliminary runs"',
    )
    more = zip(percent("sptf", 1000), percent("sptf", 700), strict=True)
    yield Claim(
        "STF: utilisation at Q = 1000 less that at Q = 700",
        "still rising",
        Measured.of([a - b for a, b in more]),
        Bounds(low=0),
        "points",
    )
    for queue in QUEUES:
        yield Claim(
            f"CSCAN, Q = {queue}: maximum response over that of FCFS",
            "roughly the same, or lower",
            ratio("cscan", "fcfs", queue, "max_response_ms"),
            Bounds(high=1.05),
            reason='"roughly": a twentieth',
        )
    yield Claim(
        "GSTF210, Q = 1000: maximum response over that of CSCAN",
        "close to it",
        ratio("gstf(4)", "cscan", 1000, "max_response_ms"),
        Bounds(0.8, 1.2),
        reason='"close": a fifth; the paper has no number',
    )
    yield from _of_frozen(each)
    yield from _of_wstf(each, ratio)


def _of_ssf(each: Callable[[str, int, str], list[float]]) -> Iterator[Claim]:
    yield Claim(
        "SSF, Q = 100: rotation",
        "8.3 ms",
        Measured.of(each("sstf(map)", 100, "mean_rotation_ms")),
        printed("8.3"),
        "ms",
    )
    times = zip(
        each("sstf(map)", 100, "mean_io_ms"),
        each("sstf(map)", 100, "mean_transfer_ms"),
        strict=True,
    )
    yield Claim(
        "SSF, Q = 100: I/O time without the transfer",
        "15.4 ms by a theory",
        Measured.of([io - transfer for io, transfer in times]),
        printed("15.4"),
        "ms",
        note="the theory has a neighbour on one side only",
    )


def _of_frozen(each: Callable[[str, int, str], list[float]]) -> Iterator[Claim]:
    for metric, what, words, bounds in (
        ("utilisation", "loss of utilisation", "3 to 4 %", Bounds(3, 4)),
        ("max_response_ms", "gain in maximum response", "15 to 25 %", Bounds(15, 25)),
    ):
        losses = {
            q: [
                100 * (1 - a / b)
                for a, b in zip(
                    each("gstf_frozen(4)", q, metric), each("gstf(4)", q, metric), strict=True
                )
            ]
            for q in QUEUES
        }
        means = [sum(at) / len(at) for at in zip(*losses.values(), strict=True)]
        ends = [Measured.of(losses[q]).mean for q in (QUEUES[0], QUEUES[-1])]
        yield Claim(
            f"frozen GSTF210, mean over Q = 100 to 1000: {what}",
            words,
            Measured.of(means),
            bounds,
            "%",
            reason="one span for runs of several lengths: their mean",
            note=f"{ends[0]:.1f} at Q = 100, {ends[1]:.1f} at Q = 1000",
        )


def _of_wstf(
    each: Callable[[str, int, str], list[float]],
    ratio: Callable[[str, str, int, str], Measured],
) -> Iterator[Claim]:
    above = {}
    for queue in QUEUES:
        times = ratio("wstf(30)", "sptf", queue, "mean_io_ms")
        above[queue] = Measured(100 * (times.mean - 1), 100 * times.half, times.runs)
        yield Claim(
            f"WSTF, Q = {queue}: I/O time above that of STF",
            'within 1 to 2 % "in most cases"',
            above[queue],
            Bounds(-2, 2),
            "%",
        )
    yield Claim(
        "WSTF: share of Q = 100, 400, 700, 1000 within 2 % of STF",
        '"most cases"',
        Measured(sum(abs(more.mean) <= 2 for more in above.values()) / len(above)),
        Bounds(0.51, 1),
        reason="more than half",
    )
    for queue in QUEUES:
        yield Claim(
            f"WSTF, Q = {queue}: maximum response",
            "no more than 30 s",
            Measured.of([time / 1000 for time in each("wstf(30)", queue, "max_response_ms")]),
            Bounds(high=30),
            "s",
        )


class C2247Runs:
    """Comparisons of schedulers on the C2247, at rates."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    def above(self, scheduler: str, other: str, *rates: float) -> Measured:
        """Excess of the mean response over another scheduler's, in %, averaged over the rates."""
        mine, theirs = (
            [[run["mean_response_ms"] for run in self._runs.open(name, rate)] for rate in rates]
            for name in (scheduler, other)
        )
        found = []
        for run in range(min(len(of_rate) for of_rate in mine)):
            ratios = [a[run] / b[run] for a, b in zip(mine, theirs, strict=True)]
            found.append(100 * (sum(ratios) / len(ratios) - 1))
        return Measured.of(found)

    def scv_ratio(self, scheduler: str, other: str, rate: float, power: int = 0) -> Measured:
        """Ratio of the squared coefficients of variation; with `power` 2, of the variances."""
        pairs = zip(self._runs.open(scheduler, rate), self._runs.open(other, rate), strict=True)
        return Measured.of(
            [
                a["scv_response"]
                / b["scv_response"]
                * (a["mean_response_ms"] / b["mean_response_ms"]) ** power
                for a, b in pairs
            ]
        )


def c2247(runs: Runs) -> Iterator[Claim]:
    """Worthington 1994, 5: random requests on the HP C2247, 30 to 65 a second."""
    on = C2247Runs(runs)
    for scheduler in SEEKING:
        full = scheduler.replace(")", ", map)") if ")" in scheduler else f"{scheduler}(map)"
        for load in ("medium", "heavy"):
            yield Claim(
                f"{scheduler}, {load}: response by LBN above that by full map",
                "less than 2 %",
                on.above(scheduler, full, LOADS[load]),
                Bounds(-2, 2),
                "%",
            )
    yield from _of_clook(on)
    yield from _of_sstf(on)
    yield from _of_sptf(on)


def _of_clook(on: C2247Runs) -> Iterator[Claim]:
    for other in ("sstf", "look", "vscan(0.2)"):
        yield Claim(
            f"C-LOOK, mean over {RATES[0]} to {RATES[-1]}/s: response above that of {other}",
            "5 to 10 %",
            on.above("clook", other, *RATES),
            Bounds(5, 10),
            "%",
            reason="one span for a part of the curves: its mean",
        )
        for load, rate in LOADS.items():
            yield Claim(
                f"C-LOOK, {load}: response above that of {other}",
                "5 to 10 %",
                on.above("clook", other, rate),
                Bounds(5, 10),
                "%",
            )
    for load in ("heavy", "very heavy"):
        for other in ("sstf", "look", "vscan(0.2)"):
            yield Claim(
                f"C-LOOK, {load}: squared coefficient of variation over that of {other}",
                "the best starvation resistance",
                on.scv_ratio("clook", other, LOADS[load]),
                Bounds(high=1),
            )


def _of_sstf(on: C2247Runs) -> Iterator[Claim]:
    for load in ("medium", "heavy"):
        for other, most in (("vscan(0.2)", 1), ("look", 2)):
            yield Claim(
                f"SSTF, {load}: response of {other} above it",
                f"up to {most} %",
                on.above(other, "sstf", LOADS[load]),
                Bounds(0, most),
                "%",
            )
    for other, most in (("vscan(0.2)", 1), ("look", 2)):
        yield Claim(
            f"SSTF at the edge of saturation, 65/s: response above that of {other}",
            "by similar margins",
            on.above("sstf", other, 65),
            Bounds(0, most),
            "%",
            note=f"up to {most} % again",
        )


def _of_sptf(on: C2247Runs) -> Iterator[Claim]:
    for weight in (6, 12):
        for load in ("medium", "heavy"):
            yield Claim(
                f"ASPTF({weight}), {load}: response above that of SPTF",
                "match",
                on.above(ASPTF.format(weight), SPTF, LOADS[load]),
                Bounds(-2, 2),
                "%",
                reason='"match": what the paper calls marginal elsewhere',
            )
    for load in ("medium", "heavy"):
        for other in SEEKING:
            yield Claim(
                f"SPTF, {load}: response above that of {other}",
                "lower",
                on.above(SPTF, other, LOADS[load]),
                BY_THE_WORD,
                "%",
            )
    aged = ASPTF.format(12)
    heavy = LOADS["heavy"]
    yield Claim(
        "ASPTF(12), heavy: squared coefficient of variation over that of SPTF",
        "much better starvation resistance",
        on.scv_ratio(aged, SPTF, heavy),
        Bounds(high=0.8),
        reason='"much": a fifth; the paper has no number',
    )
    yield Claim(
        "ASPTF(12), heavy: variance over that of C-LOOK",
        "lower",
        on.scv_ratio(aged, "clook", heavy, 2),
        Bounds(high=1),
    )
    yield Claim(
        "ASPTF(12), heavy: squared coefficient of variation over that of C-LOOK",
        "slightly higher",
        on.scv_ratio(aged, "clook", heavy),
        Bounds(1, 1.25),
        reason='"slightly": a quarter; the paper has no number',
    )


def weighed(runs: Runs) -> str:
    """A Markdown table of what it costs to weigh seek and rotation only."""
    on = C2247Runs(runs)

    def column(load: str, rate: int) -> Column:
        def cell(by_all: str) -> str:
            bare = by_all.replace(")", ", mechanics)") if ")" in by_all else f"{by_all}(mechanics)"
            return on.above(bare, by_all, rate).text("%")

        return Column(load, cell)

    columns = (
        Column("", lambda by_all: f"`{by_all}`", text=True),
        *(column(load, rate) for load, rate in LOADS.items()),
    )
    return page.table(columns, ("sptf", "asptf(6)", "asptf(12)"))


def hp_97560() -> str:
    """Real-time paper, 4: media streams on the HP 97560. Its runs are short, whatever the scale."""
    readings = realtime_claims.READINGS
    claims = [list(realtime_claims.claims(reading)) for reading in readings]
    return side_by_side([reading.title for reading in readings], claims)


EXPERIMENTS: dict[str, Callable[[Runs], Iterator[Claim]]] = {"eagle": eagle, "c2247": c2247}


def tables(scale: float) -> page.Tables:
    """The tables of the page."""
    runs = Runs(scale)
    return {
        "eagle": lambda: table(eagle(runs)),
        "c2247": lambda: table(c2247(runs)),
        "weighed": lambda: weighed(runs),
        "hp_97560": hp_97560,
        "hp_97560_means": realtime_claims.averages,
    }


if __name__ == "__main__":
    page.main(__doc__, DOCS, tables)

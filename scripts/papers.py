"""Runs the papers' experiments whose outcome they put in words.

Seltzer 1990, Worthington 1994, and the Real-time paper (scripts/realtime_claims.py).

Each claim becomes a row: what the paper says, what the model gives, and whether that is within the
bounds that the paper's words set, or its 95 % confidence interval reaches them. `--write` puts the
tables into docs/papers.md; without it they are printed. `--scale 0.1` runs a tenth of the
requests, which is what the tests do.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import headstack

sys.path.insert(0, str(Path(__file__).parent))  # for a test, that loads this file by its path

import page
import realtime_claims

EAGLE, C2247 = "fujitsu_m2361a", "hp_c2247"
DOCS = Path(__file__).resolve().parents[1] / "docs" / "papers.md"
QUEUES = (100, 400, 700, 1000)
LOADS = {"medium": 30, "heavy": 50, "very heavy": 60}  # requests/s
RATES = (30, 40, 50, 60)  # from medium to very heavy
SEEDS = (1, 2, 3)
STUDENT_T = 4.303  # 97.5 %, of three runs
SEEKING = ("sstf", "look", "clook", "vscan(0.2)")


@dataclass(frozen=True)
class Claim:
    """A row.

    Attributes:
        what: is claimed.
        paper: its words.
        measured: what the model gives, or its mean over the runs.
        low: bounds that the words set, ...
        high: ... both included.
        unit: of the numbers.
        note: for the table.
        interval: half of the 95 % confidence interval of `measured`.
        missed: known not to fit, and the measured value to be between these.
    """

    what: str
    paper: str
    measured: float
    low: float
    high: float
    unit: str = ""
    note: str = ""
    interval: float = 0
    missed: tuple[float, float] | None = None

    @property
    def holds(self) -> bool:
        """Whether the measured value is within the bounds, as far as the runs can tell."""
        return self.low <= self.measured + self.interval and (
            self.measured - self.interval <= self.high
        )

    @property
    def as_known(self) -> bool:
        """Whether it holds, or fails in the way that is known."""
        return self.holds or (
            self.missed is not None and self.missed[0] <= self.measured <= self.missed[1]
        )


class Runs:
    """Runs, each made once, at a scale."""

    def __init__(self, scale: float) -> None:
        self.closed = cache(self._closed)
        self.open = cache(self._open)
        self._scale = scale

    def _closed(self, scheduler: str, outstanding: int) -> dict[str, Any]:
        """4 KB on the Eagle, 100 requests for each in the queue (Seltzer 1990, 3.1)."""
        requests = max(outstanding * max(20, int(100 * self._scale)), int(20_000 * self._scale))
        load = headstack.workload.closed(outstanding, requests, "4KiB", 0.0)
        return headstack.Drive(EAGLE, scheduler).run(load).summary

    def _open(self, scheduler: str, rate: float) -> list[dict[str, Any]]:
        """8 KB, two reads to a write, scheduled in the host (Worthington 1994, 5): three runs."""
        requests = int(250_000 * self._scale)
        drive = headstack.Drive(C2247, scheduler, "host")
        return [
            drive.run(headstack.workload.random(rate, requests, seed=seed)).summary
            for seed in SEEDS
        ]


def eagle(runs: Runs) -> Iterator[Claim]:
    """Seltzer 1990: a closed queue of 4 KB requests on the Fujitsu Eagle."""

    def get(scheduler: str, queue: int, metric: str) -> float:
        return float(runs.closed(scheduler, queue)[metric])

    def percent(scheduler: str, queue: int) -> float:
        return 100 * get(scheduler, queue, "utilisation")

    for queue in (1, *QUEUES[::3]):
        yield Claim(f"FCFS, Q = {queue}: utilisation", "7 %", percent("fcfs", queue), 6.5, 7.5, "%")
    yield Claim(
        "SSF, Q = 100: rotation",
        "8.3 ms",
        get("sstf(map)", 100, "mean_rotation_ms"),
        8.1,
        8.5,
        "ms",
    )
    yield Claim(
        "SSF, Q = 100: I/O time without the transfer",
        "15.4 ms by a theory",
        get("sstf(map)", 100, "mean_io_ms") - get("sstf(map)", 100, "mean_transfer_ms"),
        8.3 + 4.6,
        15.4,
        "ms",
        "between half a turn with the least seek, and the theory's neighbour on one side",
    )
    for queue in QUEUES[1:]:
        ratio = percent("sptf", queue) / percent("fcfs", queue)
        yield Claim(
            f"STF, Q = {queue}: utilisation over that of FCFS",
            "3 to 4 times",
            ratio,
            3,
            4,
        )
    yield Claim("STF, Q = 1000: utilisation", "less than 40 %", percent("sptf", 1000), 0, 40, "%")
    yield Claim("STF, Q = 5000: utilisation", "40 %", percent("sptf", 5000), 36, 44, "%")
    yield Claim(
        "STF: utilisation at Q = 1000 less that at Q = 700",
        "still rising",
        percent("sptf", 1000) - percent("sptf", 700),
        0.1,
        40,
        "points",
    )
    for queue in (400, 1000):
        yield Claim(
            f"CSCAN, Q = {queue}: maximum response over that of FCFS",
            "the same or lower",
            get("cscan", queue, "max_response_ms") / get("fcfs", queue, "max_response_ms"),
            0,
            1.05,
        )
    yield Claim(
        "GSTF210, Q = 1000: maximum response over that of CSCAN",
        "close to it",
        get("gstf(4)", 1000, "max_response_ms") / get("cscan", 1000, "max_response_ms"),
        0.8,
        1.2,
    )
    for metric, what, words, low, high in (
        ("utilisation", "loss of utilisation", "3 to 4 %", 2.5, 4.5),
        ("max_response_ms", "gain in maximum response", "15 to 25 %", 15, 25),
    ):
        losses = [
            100 * (1 - get("gstf_frozen(4)", q, metric) / get("gstf(4)", q, metric)) for q in QUEUES
        ]
        yield Claim(
            f"frozen GSTF210, mean over Q = 100 to 1000: {what}",
            words,
            sum(losses) / len(losses),
            low,
            high,
            "%",
            f"{losses[0]:.1f} at Q = 100, {losses[-1]:.1f} at Q = 1000",
        )
    above = {
        q: 100 * (get("wstf(30)", q, "mean_io_ms") / get("sptf", q, "mean_io_ms") - 1)
        for q in QUEUES
    }
    yield Claim(
        "WSTF: share of Q = 100, 400, 700, 1000 with an I/O time within 2 % of STF's",
        'within 1 to 2 % "in most cases"',
        sum(abs(more) <= 2 for more in above.values()) / len(above),
        0.51,
        1,
    )
    yield Claim(
        "WSTF, Q = 1000: I/O time above that of STF",
        'within 1 to 2 % "in most cases"',
        above[1000],
        -2,
        2,
        "%",
        "of the other cases",
        missed=(2, 5),
    )
    for queue in QUEUES:
        yield Claim(
            f"WSTF, Q = {queue}: maximum response",
            "no more than 30 s",
            get("wstf(30)", queue, "max_response_ms") / 1000,
            0,
            30,
            "s",
        )


def mean_of(values: list[float]) -> tuple[float, float]:
    """Mean of three runs, and half of its 95 % confidence interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, STUDENT_T * (variance / len(values)) ** 0.5


def c2247(runs: Runs) -> Iterator[Claim]:
    """Worthington 1994, 5: random requests on the HP C2247, 30 to 65 a second."""

    def above(scheduler: str, other: str, *rates: float) -> tuple[float, float]:
        """By how much responses are longer, in %, on average over the rates."""
        each = []
        for run in range(len(SEEDS)):
            ratios = [
                runs.open(scheduler, rate)[run]["mean_response_ms"]
                / runs.open(other, rate)[run]["mean_response_ms"]
                for rate in rates
            ]
            each.append(100 * (sum(ratios) / len(ratios) - 1))
        return mean_of(each)

    def scv(scheduler: str, rate: float) -> float:
        return mean_of([run["scv_response"] for run in runs.open(scheduler, rate)])[0]

    def claim(
        what: str,
        words: str,
        found: tuple[float, float],
        low: float,
        high: float,
        note: str = "",
        missed: tuple[float, float] | None = None,
    ) -> Claim:
        return Claim(what, words, found[0], low, high, "%", note, found[1], missed)

    for scheduler in SEEKING:
        full = scheduler.replace(")", ", map)") if ")" in scheduler else f"{scheduler}(map)"
        for load in ("medium", "heavy"):
            yield claim(
                f"{scheduler}, {load}: response by LBN above that by full map",
                "less than 2 %",
                above(scheduler, full, LOADS[load]),
                -2,
                2,
            )
    for other in ("sstf", "look", "vscan(0.2)"):
        yield claim(
            f"C-LOOK, mean over {RATES[0]} to {RATES[-1]}/s: response above that of {other}",
            "5 to 10 %",
            above("clook", other, *RATES),
            5,
            10,
        )
    yield claim(
        "C-LOOK, heavy: response above that of sstf",
        "5 to 10 %",
        above("clook", "sstf", LOADS["heavy"]),
        5,
        10,
        "the most at any rate",
        missed=(10, 16),
    )
    yield claim(
        "C-LOOK, very heavy: response above that of sstf",
        "5 to 10 %",
        above("clook", "sstf", LOADS["very heavy"]),
        5,
        10,
        "at the edge of saturation, where SSTF loses",
        missed=(0, 5),
    )
    for load in ("heavy", "very heavy"):
        others = min(scv(scheduler, LOADS[load]) for scheduler in SEEKING if scheduler != "clook")
        yield Claim(
            f"C-LOOK, {load}: coefficient of variation over the least of the other three",
            "the lowest",
            scv("clook", LOADS[load]) / others,
            0,
            1,
        )
    for load in ("medium", "heavy"):
        for other, most in (("vscan(0.2)", 1), ("look", 2)):
            yield claim(
                f"SSTF, {load}: response below that of {other}",
                f"up to {most} %",
                above(other, "sstf", LOADS[load]),
                0,
                most,
            )
    for other in ("vscan(0.2)", "look"):
        yield claim(
            f"SSTF at the edge of saturation, 65/s: response above that of {other}",
            "by similar margins",
            above("sstf", other, 65),
            0,
            2,
        )
    for weight in (6, 12):
        for load in ("medium", "heavy"):
            yield claim(
                f"ASPTF({weight}), {load}: response above that of SPTF",
                "the same",
                above(f"asptf({weight})", "sptf", LOADS[load]),
                -2,
                2,
            )
    yield Claim(
        "ASPTF(12), heavy: coefficient of variation over that of SPTF",
        "much better starvation resistance",
        scv("asptf(12)", LOADS["heavy"]) / scv("sptf", LOADS["heavy"]),
        0,
        0.9,
    )


def hp_97560(runs: Runs) -> Iterator[Claim]:
    """Real-time paper, 4: media streams on the HP 97560. They are short, whatever the scale."""
    del runs
    for row in realtime_claims.claims():
        yield Claim(**row)


EXPERIMENTS: dict[str, Callable[[Runs], Iterator[Claim]]] = {
    "eagle": eagle,
    "c2247": c2247,
    "hp_97560": hp_97560,
}


def number(claim: Claim) -> str:
    """The measured value, with what is known of its error."""
    error = f" ± {claim.interval:.2g}" if claim.interval else ""
    return f"{claim.measured:.3g}{error}{' ' + claim.unit if claim.unit else ''}"


def table(claims: list[Claim]) -> str:
    """A Markdown table, a row a claim."""
    rows = [
        f"| {c.what} | {c.paper} | {number(c)} | {'yes' if c.holds else '**no**'} | {c.note} |"
        for c in claims
    ]
    return "\n".join(["| | paper | here | fits | |", "|---|---|--:|---|---|", *rows])


def main() -> None:
    """Prints the tables, or writes them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/papers.md")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the requests")
    arguments = parser.parse_args()
    runs = Runs(arguments.scale)
    for name, experiment in EXPERIMENTS.items():
        found = table(list(experiment(runs)))
        if arguments.write:
            page.put(DOCS, name, found)
        else:
            sys.stdout.write(f"{name}\n{found}\n\n")


if __name__ == "__main__":
    main()

"""Runs the experiments of Seltzer 1990 and Worthington 1994 whose outcome the papers put in words.

Each claim becomes a row: what the paper says, what the model gives, and whether that is within the
bounds that the claim sets. `--write` puts the tables into docs/papers.md; without it they are
printed. `--scale 0.1` runs a tenth of the requests, which is what the tests do.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import headstack

EAGLE, C2247 = "fujitsu_m2361a", "hp_c2247"
DOCS = Path(__file__).resolve().parents[1] / "docs" / "papers.md"
QUEUES = (100, 400, 700, 1000)
LOADS = {"light": 15, "medium": 30, "heavy": 50, "very heavy": 60}  # requests/s
SEEKING = ("sstf", "look", "clook", "vscan(0.2)")


@dataclass(frozen=True)
class Claim:
    """A row: the bounds are the paper's words as numbers, or wider, and then a note says why."""

    what: str
    paper: str
    measured: float
    low: float
    high: float
    unit: str = ""
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether the measured value is within the bounds."""
        return self.low <= self.measured <= self.high


class Runs:
    """Runs, each made once, at a scale."""

    def __init__(self, scale: float) -> None:
        self.closed = cache(self._closed)
        self.open = cache(self._open)
        self._scale = scale

    def _closed(self, scheduler: str, outstanding: int) -> dict[str, Any]:
        """4 KB on the Eagle, 100 requests for each in the queue (Seltzer 1990, 3.1)."""
        requests = max(outstanding * max(10, int(100 * self._scale)), int(20_000 * self._scale))
        load = headstack.workload.closed(outstanding, requests, "4KiB", 0.0)
        return headstack.Drive(EAGLE, scheduler).run(load).summary

    def _open(self, scheduler: str, rate: float) -> dict[str, Any]:
        """8 KB, two reads to a write, scheduled in the host (Worthington 1994, 5): three runs."""
        requests = int(250_000 * self._scale)
        drive = headstack.Drive(C2247, scheduler, "host")
        found = [
            drive.run(headstack.workload.random(rate, requests, seed=seed)).summary
            for seed in (1, 2, 3)
        ]
        return {
            name: sum(run[name] for run in found) / len(found)
            for name in ("mean_response_ms", "scv_response")
        }


def eagle(runs: Runs) -> Iterator[Claim]:
    """Seltzer 1990: a closed queue of 4 KB requests on the Fujitsu Eagle."""

    def get(scheduler: str, queue: int, metric: str) -> float:
        return float(runs.closed(scheduler, queue)[metric])

    def percent(scheduler: str, queue: int) -> float:
        return 100 * get(scheduler, queue, "utilisation")

    for queue in (1, *QUEUES[::3]):
        yield Claim(f"FCFS, Q = {queue}: utilisation", "7 %", percent("fcfs", queue), 6.5, 7.5, "%")
    yield Claim(
        "SSF, Q = 100: I/O time without the transfer",
        "15.4 ms",
        get("sstf(map)", 100, "mean_io_ms") - get("sstf(map)", 100, "mean_transfer_ms"),
        13.9,
        16.4,
        "ms",
        "a theory of theirs, without the transfer of 2.0 ms, and for twice the mean distance",
    )
    for queue in QUEUES[1:]:
        ratio = percent("sptf", queue) / percent("fcfs", queue)
        yield Claim(
            f"STF, Q = {queue}: utilisation over that of FCFS",
            "3 to 4 times",
            ratio,
            2.9,
            4.1,
        )
    yield Claim("STF, Q = 1000: utilisation", "less than 40 %", percent("sptf", 1000), 20, 40, "%")
    yield Claim("STF, Q = 5000: utilisation", "40 %", percent("sptf", 5000), 34, 46, "%")
    yield Claim(
        "STF: utilisation at Q = 1000 less that at Q = 700",
        "still rising",
        percent("sptf", 1000) - percent("sptf", 700),
        0.2,
        10,
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
        0.6,
        1.4,
    )
    yield Claim(
        "frozen GSTF210, Q = 1000: loss of utilisation",
        "3 to 4 %",
        100 * (1 - percent("gstf_frozen(4)", 1000) / percent("gstf(4)", 1000)),
        1,
        6,
        "%",
    )
    yield Claim(
        "frozen GSTF210, Q = 1000: gain in maximum response",
        "15 to 25 %",
        100
        * (
            1
            - get("gstf_frozen(4)", 1000, "max_response_ms")
            / get("gstf(4)", 1000, "max_response_ms")
        ),
        5,
        35,
        "%",
    )
    for queue in QUEUES:
        more = get("wstf(30)", queue, "mean_io_ms") / get("sptf", queue, "mean_io_ms") - 1
        yield Claim(
            f"WSTF, Q = {queue}: I/O time above that of STF",
            'within 1 to 2 % "in most cases"',
            100 * more,
            -0.5,
            2.5 if queue < 700 else 10,
            "%",
        )
        yield Claim(
            f"WSTF, Q = {queue}: maximum response",
            "no more than 30 s",
            get("wstf(30)", queue, "max_response_ms") / 1000,
            0,
            30.1,
            "s",
        )


def c2247(runs: Runs) -> Iterator[Claim]:
    """Worthington 1994, 5: random requests on the HP C2247, 15 to 60 a second."""

    def mean(scheduler: str, rate: float) -> float:
        return float(runs.open(scheduler, rate)["mean_response_ms"])

    def above(scheduler: str, other: str, rate: float) -> float:
        return 100 * (mean(scheduler, rate) / mean(other, rate) - 1)

    for scheduler in SEEKING:
        full = scheduler.replace(")", ", map)") if ")" in scheduler else f"{scheduler}(map)"
        for load in ("medium", "heavy"):
            yield Claim(
                f"{scheduler}, {load}: response by LBN above that by full map",
                "less than 2 %",
                above(scheduler, full, LOADS[load]),
                -2,
                2,
                "%",
            )
    for load in ("medium", "heavy"):
        yield Claim(
            f"C-LOOK, {load}: response above that of SSTF",
            "5 to 10 %",
            above("clook", "sstf", LOADS[load]),
            3,
            15,
            "%",
            "more than the text says at heavy load" if load == "heavy" else "",
        )
    for load in ("heavy", "very heavy"):
        others = min(
            runs.open(scheduler, LOADS[load])["scv_response"]
            for scheduler in SEEKING
            if scheduler != "clook"
        )
        yield Claim(
            f"C-LOOK, {load}: coefficient of variation over the least of the other three",
            "the lowest",
            runs.open("clook", LOADS[load])["scv_response"] / others,
            0,
            1,
        )
    for load in ("medium", "heavy"):
        yield Claim(
            f"SSTF, {load}: response below that of VSCAN(0.2)",
            "up to 1 %",
            above("vscan(0.2)", "sstf", LOADS[load]),
            -0.5,
            1.5,
            "%",
        )
        yield Claim(
            f"SSTF, {load}: response below that of LOOK",
            "up to 2 %",
            above("look", "sstf", LOADS[load]),
            -0.5,
            3,
            "%",
        )
    for other in ("vscan(0.2)", "look"):
        yield Claim(
            f"SSTF at the edge of saturation, 65/s: response above that of {other}",
            "by similar margins",
            above("sstf", other, 65),
            -1.5,
            15,
            "%",
            "how far the queue has grown decides",
        )
    for weight in (6, 12):
        for load in ("medium", "heavy"):
            yield Claim(
                f"ASPTF({weight}), {load}: response above that of SPTF",
                "the same",
                above(f"asptf({weight})", "sptf", LOADS[load]),
                -2,
                5,
                "%",
            )
    yield Claim(
        "ASPTF(12), heavy: coefficient of variation over that of SPTF",
        "much better starvation resistance",
        runs.open("asptf(12)", LOADS["heavy"])["scv_response"]
        / runs.open("sptf", LOADS["heavy"])["scv_response"],
        0,
        0.9,
    )


EXPERIMENTS: dict[str, Callable[[Runs], Iterator[Claim]]] = {"eagle": eagle, "c2247": c2247}


def table(claims: list[Claim]) -> str:
    """A Markdown table, a row a claim."""
    rows = [
        f"| {c.what} | {c.paper} | {c.measured:.3g}{' ' + c.unit if c.unit else ''} "
        f"| {'yes' if c.holds else '**no**'} | {c.note} |"
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
    text = DOCS.read_text(encoding="utf-8") if arguments.write else ""
    for name, experiment in EXPERIMENTS.items():
        found = table(list(experiment(runs)))
        if arguments.write:
            begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
            before, rest = text.split(begin)
            text = before + begin + found + "\n" + end + rest.split(end)[1]
        else:
            sys.stdout.write(f"{name}\n{found}\n\n")
    if arguments.write:
        DOCS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

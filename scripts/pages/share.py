"""Runs the share paper's experiment (3.2), for docs/share.md.

`--write` puts the tables into the page; without it they are printed.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from headstack.experiments import page
from headstack.experiments.claims import Bounds, Claim, Measured, printed, side_by_side
from headstack.experiments.page import Column
from headstack.experiments.share import DRIVE, OUTSTANDING, WEIGHTS, run

DOCS = Path(__file__).resolve().parents[2] / "docs" / "share.md"
SCHEDULERS = [
    "yfq",
    *(f"yfq_dor({overhead}, 0.5)" for overhead in (10, 20, 40, 100)),
    *(f"yfq_dor(20, {lead})" for lead in (1, 5, 20)),
    "yfq_dor(20, 0.5, counts=queued)",
    *(f"yfq_dor({overhead}, 0.5, literal, curve)" for overhead in (20, 30, 40, 60)),
    "yfq_tuned",
]
SHORT, LONG = 1_200, 20_000
SEEDS = {SHORT: range(1, 81), LONG: range(1, 7)}


@cache
def _run(scheduler: str, load: int, requests: int, seed: int) -> dict[str, Any]:
    return run(DRIVE, scheduler, load, WEIGHTS, requests, seed).summary


def gain(scheduler: str, load: int, requests: int, other: str = "yfq") -> Measured:
    """Gain in throughput over another scheduler, in %."""
    return Measured.of(
        [
            100
            * (
                _run(scheduler, load, requests, seed)["throughput_mb_s"]
                / _run(other, load, requests, seed)["throughput_mb_s"]
                - 1
            )
            for seed in SEEDS[requests]
        ]
    )


def ratio(scheduler: str, load: int, requests: int) -> Measured:
    """Ratio of the blocks of the two classes."""
    return Measured.of(
        [_run(scheduler, load, requests, seed)["ratios"][0] for seed in SEEDS[requests]]
    )


def claims(requests: int) -> Iterator[Claim]:
    """The paper's claims, for runs of so many requests."""
    for load in OUTSTANDING:
        for scheduler, what, words in (
            ("yfq", "YFQ", "4.00"),
            ("yfq_dor(20, 0.5)", "Mqos = 0.5", "3.99"),
            ("yfq_dor(20, 1)", "Mqos = 1", "3.96"),
            ("yfq_dor(20, 5)", "Mqos = 5", "3.80"),
        ):
            yield Claim(
                f"{what}, {load} outstanding: ratio of the classes",
                {"4.00": "4 : 1", "3.80": "5 % lost"}.get(words, f"{words} : 1"),
                ratio(scheduler, load, requests),
                printed(words),
            )
    for load in OUTSTANDING:
        for lead in ("0.5", "1"):
            yield Claim(
                f"Mqos = {lead}, {load} outstanding: gain over YFQ",
                "11 to 19 %",
                gain(f"yfq_dor(20, {lead})", load, requests),
                Bounds(11, 19),
                "%",
            )
    for load in OUTSTANDING:
        for overhead in (10, 40, 100):
            yield Claim(
                f"Mdmo = 20, {load} outstanding: throughput above that of {overhead}",
                "the best",
                gain("yfq_dor(20, 0.5)", load, requests, f"yfq_dor({overhead}, 0.5)"),
                Bounds(low=0),
                "%",
            )


def verdicts() -> str:
    """A Markdown table of the claims, short runs beside long ones."""
    both = (SHORT, LONG)
    return side_by_side(
        [f"{requests:,} requests" for requests in both], [list(claims(n)) for n in both]
    )


def overview() -> str:
    """A Markdown table of the first runs: a row for each scheduler, columns for each load."""

    def column(load: int) -> Column:
        def cell(scheduler: str) -> str:
            found, yfq = _run(scheduler, load, LONG, 1), _run("yfq", load, LONG, 1)
            more = 100 * (found["throughput_mb_s"] / yfq["throughput_mb_s"] - 1)
            worst = found["worst_window_accuracy_percent"]
            return f"{more:.1f}, {found['ratios'][0]:.2f}, {worst:.1f}"

        return Column(f"{load}: gain %, ratio, worst window %", cell)

    names = Column("", lambda scheduler: f"`{scheduler}`", text=True)
    return page.table((names, *map(column, OUTSTANDING)), SCHEDULERS)


if __name__ == "__main__":
    page.main(__doc__, DOCS, {"share": overview, "share_claims": verdicts})

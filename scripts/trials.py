"""Tries `headstack fit` on made drives: a row a drive, with the floor that the truth sets.

Each seed is a drive that nobody has seen: a truth, a wrong description and a trace with noise
(headstack_identify.trials). --phase only looks for the layout, in some seconds a drive. A fit takes
minutes.

A fit that is not good must say so: the layout is not understood, or requests are unexplained.

--drive records a drive of the catalogue through a host with noise, and fits the recording from five
figures of a data sheet. Such a fit is good by the same limits, on the requests of the search. A
second recording, with other addresses and other noise, shows how the fit does on unseen reads.

A layout is right if 95 % of the media accesses lie where they should, within a sector. A fit is
good if its paired rms is within 10 % of the truth's, and its share within 0.1 ms is 95 % of the
truth's.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from headstack import catalog
from headstack_identify.fit import described, fitting, unexplained
from headstack_identify.fit.fitting import Fit
from headstack_identify.fit.phase import PhaseError
from headstack_identify.residuals import residuals
from headstack_identify.trials import recorded, scores, trial
from headstack_identify.trials.trial import Trial

Row = dict[str, Any]


def about(made: Trial) -> Row:
    """What a trial is, with its floor."""
    before = scores.drive(made, made.description)
    return {
        "seed": made.seed,
        "spares": made.spares,
        "wrong": list(made.kinds),
        "floor_rms_ms": before.least_rms_ms,
        "floor_within_percent": before.most_within_percent,
        "description_rms_ms": before.paired_rms_ms,
        "description_within_percent": before.within_percent,
        "description_layout": scores.layout(made, made.description),
    }


def of_phase(made: Trial) -> Row:
    """What the phase finds of the layout."""
    began = time.monotonic()
    row: Row = {"layout": 0.0, "understood": False, "error": None}
    try:
        found = described.identify(made.trace, made.description, None)
    except PhaseError as error:
        row["error"] = str(error)
    else:
        if found.corrected is not None:
            row |= {
                "layout": scores.layout(made, found.corrected),
                "understood": found.understood,
                "coherence": found.coherence_after,
            }
    good = row["layout"] >= scores.RIGHT
    return row | {"good": good, "told": good == row["understood"], "took_s": _since(began)}


def of_fit(made: Trial, time_limit_s: float, jobs: int) -> Row:
    """What the whole fit reaches."""
    began = time.monotonic()
    row: Row = {"layout": 0.0, "understood": False, "error": None, "good": False}
    try:
        found = fitting.fit(made.replay, made.description, time_limit_s=time_limit_s, jobs=jobs)
    except PhaseError as error:
        return row | {"error": str(error), "told": True, "took_s": _since(began)}
    score = scores.drive(made, found.config)
    row |= {
        "layout": scores.layout(made, found.config),
        "rms_ms": score.paired_rms_ms,
        "within_percent": score.within_percent,
    }
    return row | _judged(found, score.good) | {"took_s": _since(began)}


def _judged(found: Fit, good: bool) -> Row:
    """Whether a fit is good, and what it tells if it is not."""
    left = unexplained.groups(residuals.residuals(found.config, found.replay))
    return {
        "understood": found.phase.understood,
        "good": good,
        "told": good or not found.phase.understood or bool(left),
        "complete": found.complete,
        "unexplained": [group.sentence for group in left],
    }


def of_recording(name: str, time_limit_s: float, jobs: int) -> Row:
    """What the fit of a recording of a shipped drive reaches."""
    truth = catalog.load(name)
    description = recorded.rough(truth)
    replay = recorded.record(truth, description)
    began = time.monotonic()
    try:
        found = fitting.fit(replay, description, time_limit_s=time_limit_s, jobs=jobs)
    except PhaseError as error:
        return {"drive": name, "good": False, "told": True, "error": str(error)}
    reached = recorded.figures(truth, found.config, found.replay)
    second = scores.compared(truth, found.config, recorded.record(truth, description, seed=2))
    row = {"drive": name, **asdict(reached), "second": asdict(second), "error": None}
    return row | _judged(found, reached.score.good) | {"took_s": _since(began)}


def _recorded_line(row: Row) -> str:
    if row["error"]:
        return f"{row['drive']:20}  {row['error']}"
    score, second = row["score"], row["second"]
    parts = [
        f"{row['drive']:20}", f"rotation {row['rotation_ppm']:+.2f} ppm",
        f"tracks {row['track_percent']:.2f} %", f"seeks {row['seeks_percent']:.1f} %",
        f"floor {score['least_rms_ms']:.2f} {score['most_within_percent']:5.1f} %",
        f"fit {score['paired_rms_ms']:.2f} {score['within_percent']:5.1f} %",
        f"second {second['least_rms_ms']:.2f}, fit {second['paired_rms_ms']:.2f}",
        "good" if row["good"] else "BAD ", "" if row["told"] else "NOT TOLD",
        "" if row["complete"] else "not complete", f"{row['took_s']:.0f} s",
    ]  # fmt: skip
    return "  ".join(part for part in parts if part)


def _since(began: float) -> float:
    return round(time.monotonic() - began, 1)


def _line(row: Row) -> str:
    floor = f"{row['floor_rms_ms']:.2f} {row['floor_within_percent']:5.1f} %"
    before = f"{row['description_rms_ms']:.2f} {row['description_within_percent']:5.1f} %"
    reached = f"{row['rms_ms']:.2f} {row['within_percent']:5.1f} %" if "rms_ms" in row else ""
    parts = [
        f"{row['seed']:4}", f"floor {floor}", f"description {before}", f"fit {reached}".strip(),
        f"layout {row['description_layout']:.2f} -> {row['layout']:.3f}",
        "good" if row["good"] else "BAD ", "" if row["told"] else "NOT TOLD",
        f"{row['took_s']:.0f} s", row["spares"], "; ".join(row["wrong"]), row["error"] or "",
    ]  # fmt: skip
    return "  ".join(part for part in parts if part)


def main() -> None:
    """Runs the trials of the command line's seeds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--first", type=int, default=0, help="first seed (default: 0)")
    parser.add_argument("--count", type=int, default=50, help="number of drives (default: 50)")
    parser.add_argument("--phase", action="store_true", help="only look for the layout")
    parser.add_argument("--requests", type=int, default=trial.REQUESTS, help="requests of a trace")
    parser.add_argument("--time-limit", type=float, default=600.0, help="seconds of a fit")
    parser.add_argument("--jobs", type=int, default=fitting.JOBS, help="processes of a fit")
    parser.add_argument("--json", action="store_true", help="print one JSON object a drive")
    parser.add_argument(
        "--drive", action="append", default=[], metavar="NAME",
        help="record a drive of the catalogue; may be given several times",
    )  # fmt: skip
    given = parser.parse_args()
    if given.drive:
        of_made = ("first", "count", "phase", "requests")
        other = [name for name in of_made if getattr(given, name) != parser.get_default(name)]
        if other:
            parser.error(f"--{other[0]} is for made drives; --drive records a drive")
        rows = (of_recording(name, given.time_limit, given.jobs) for name in given.drive)
        _print(rows, given.json, _recorded_line, len(given.drive))
        return
    tried: Callable[[Trial], Row] = (
        of_phase if given.phase else lambda made: of_fit(made, given.time_limit, given.jobs)
    )
    seeds = range(given.first, given.first + given.count)
    trials = (trial.make(seed, given.requests) for seed in seeds)
    _print((about(made) | tried(made) for made in trials), given.json, _line, given.count)


def _print(rows: Iterator[Row], as_json: bool, line: Callable[[Row], str], count: int) -> None:
    """Prints each row as soon as it is there, then how many fits are good."""
    good = told = 0
    for row in rows:
        good += row["good"]
        told += row["told"]
        print(json.dumps(row) if as_json else line(row), flush=True)
    if not as_json:
        print(f"{good} of {count} good; {told} of {count} are told rightly")


if __name__ == "__main__":
    main()

"""Traces with more sequential reads than in table 2: do they explain a failing claim?"""

from dataclasses import replace
from typing import Any, Final

from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Found
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.traces import CELLO, Profile

MORE: Final = {CELLO.name: 0.2, "Snake": 0.4}
MOST: Final = 0.5
"""Share of requests that are sequential reads: at least twice the share of table 2."""

LOCAL: Final = 0.02


def in_runs(profile: Profile, factor: float) -> Profile:
    """The trace with more of its reads in runs, at a single factor."""
    return replace(
        profile,
        name=f"{profile.name}, in runs, {factor:g}",
        busy_sequential=MORE.get(profile.name, MOST),
        local=LOCAL,
        factors=(factor,),
    )


def beyond(profile: Profile) -> Profile:
    """The trace with more of its reads in runs, where SPTF should saturate."""
    return in_runs(profile, profile.factors[-1])


def place(profile: Profile) -> dict[str, Any]:
    """The columns that select the rows of a variant."""
    return {"trace": profile.name, "factor": profile.factors[0], "memory": runs.CACHE}


def excess(what: str, found: Found, profile: Profile, names: tuple[str, str], at: Bounds) -> Claim:
    """Evidence for a note: the percentage by which a scheduler exceeds another in a variant."""
    share = f"{100 * profile.runs:.0f} % of requests sequential reads"
    return Claim(
        f"{what}, {share}, factor {profile.factors[0]:g}",
        "a consequence of the note",
        found.excess(runs.RESPONSE, name=names, **place(profile)),
        at,
    )

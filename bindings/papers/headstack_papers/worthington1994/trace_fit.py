"""Fits what table 2 leaves open to C-LOOK's columns of tables 3 and 4.

No other scheduler runs here. So what the paper says of the other schedulers stays a blind test.
`scripts/fit_traces.py` prints the results, and `traces` has the fitted numbers.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np

from headstack import catalog
from headstack.drive import Drive
from headstack_papers.worthington1994 import printed_tables as tables
from headstack_papers.worthington1994.trace_requests import Generated
from headstack_papers.worthington1994.trace_runs import ELASTIC
from headstack_papers.worthington1994.traces import CELLO, Profile

SEEDS: Final = (1001, 1002)
"""Seeds of the fit. The experiments have other seeds."""

KNEE: Final = 25.0
"""Least percentage by which a quarter more load raises C-LOOK's mean response at a knee.

Below this percentage, load divided by response still rises with the load. Kleinrock's knee is where
this quotient is greatest.
"""
BUSIEST: Final = 95.0
"""Largest share of time, in per cent, that the busiest disk serves requests at the knee.

Beyond it the mean response depends on the length of the run more than on the load.
"""
FEWER_DISKS: Final = 0.02
"""Cost of each further busy disk, as a logarithm of a ratio. A smaller gain is not worth a disk."""

QUEUE: Final = 950.0
"""Requests in Cello's longest queue, "approaching 1000"."""

STEPS: Final = 6
"""Number of times that the search halves the range of the parameter."""
CLOSER: Final = 1.1
CLOSER_STEPS: Final = 4
"""A second search, within a tenth of the first result, with its hits and its other disks."""

REQUESTS: Final = 20_000
CELLO_REQUESTS: Final = 40_000


@dataclass(frozen=True)
class Means:
    """Means of C-LOOK over the seeds.

    Attributes:
        response_ms: mean response.
        hits: hits in per cent of all requests.
        busy: share of the time, in per cent, that the disk serves requests.
        queue: longest queue.
    """

    response_ms: float
    hits: float
    busy: float
    queue: float


@dataclass(frozen=True)
class Fitted:
    """A trace with what C-LOOK does on it.

    Attributes:
        profile: the trace, with the responses of its other disks.
        knee: means of a busy disk at the factor of table 3a.
        all_ms: mean response of all disks there.
        hits: hits on all disks there, in per cent of all requests.
        elasticity: percentage by which a quarter more load raises this mean.
        buffer_ms: mean response of all disks at the factor of table 3b, with the buffer.
        queue: longest queue at the factor 1, of Cello only.
    """

    profile: Profile
    knee: Means
    all_ms: float
    hits: float
    elasticity: float
    buffer_ms: float
    queue: float | None

    @property
    def cost(self) -> float:
        """Distance from table 3b, as a logarithm of a ratio. A trace without a knee costs most."""
        name = self.profile.name
        if self.profile.share * self.profile.runs > self.profile.sequential:
            return math.inf  # more sequential reads than table 2 has
        if self.elasticity < KNEE or self.knee.busy > BUSIEST:
            return 10 + max(KNEE - self.elasticity, self.knee.busy - BUSIEST)
        apart = abs(math.log(self.all_ms / tables.PREFETCHING[name][0]))
        matching = abs(math.log(self.buffer_ms / tables.SPEED_MATCHING[name][0]))
        queue = abs(math.log(self.queue / QUEUE)) if self.queue else 0.0
        return apart + matching + queue + FEWER_DISKS * (self.profile.busy_disks - 1)


@dataclass(frozen=True)
class Search:
    """The parameters of a trace that a fit may change.

    Attributes:
        profile: where the search begins.
        vary: sets the parameter that C-LOOK's mean response of table 3a determines.
        ends: least and greatest value of this parameter.
        choices: for each group of other parameters, the values to try.
    """

    profile: Profile
    vary: Callable[[Profile, float], Profile]
    ends: tuple[float, float]
    choices: Sequence[Sequence[Mapping[str, Any]]]

    def candidates(self) -> Iterator[Profile]:
        """Yields the trace with each combination of the choices."""
        for each in product(*self.choices):
            yield replace(self.profile, **{name: of for one in each for name, of in one.items()})


def clook(profile: Profile, factor: float, *, buffer: bool = False) -> Means:
    """C-LOOK's means on a disk of the trace."""
    config = catalog.load(profile.drive)
    if buffer:
        config = config.with_values({"cache.mode": "speed-matching"})
    requests = CELLO_REQUESTS if profile.name == CELLO.name else REQUESTS
    found = []
    for seed in SEEDS:
        load = Generated(profile=profile, factor=factor, requests=requests, seed=seed)
        rows = Drive(config, "clook", placement="host").run(load).columns
        served = float((rows["finish"] - rows["start"]).sum())
        found.append(
            (
                float((rows["finish"] - rows["arrival"]).mean()) / 1e9,
                100 * float(rows["hit"].mean()),
                100 * served / float(rows["finish"].max() - rows["arrival"].min()),
                float(rows["picked_from"].max()),
            )
        )
    return Means(*np.mean(found, axis=0).tolist())


def with_others(profile: Profile) -> Profile:
    """The trace with C-LOOK's responses of the disks that are not busy."""
    other = profile.other_disk()
    at, buffer_at = (of[profile.name] for of in (tables.FACTORS, tables.SPEED_MATCHING_FACTORS))
    return replace(
        profile,
        others_ms=clook(other, at).response_ms,
        others_buffer_ms=clook(other, buffer_at, buffer=True).response_ms,
    )


def with_hits(profile: Profile) -> Profile:
    """The trace with the hits of table 4 over all disks: each read close by is about a hit."""
    name = profile.name
    at = tables.FACTORS[name]
    missing = tables.HITS[name][0] - _all_hits(profile, clook(profile, at).hits)
    return replace(profile, local=max(0.01, profile.local + missing / 100))


def _all_hits(profile: Profile, busy: float) -> float:
    """The hits on all disks at the factor of table 4, from the hits on the busy disks."""
    others = clook(profile.other_disk(), tables.FACTORS[profile.name]).hits
    return profile.share * busy + (1 - profile.share) * others


def solved(search: Search, profile: Profile) -> Profile:
    """The trace with C-LOOK's mean response of table 3a and hits of table 4."""
    low, high = search.ends
    middle = math.sqrt(low * high)
    profile = with_others(with_hits(search.vary(profile, middle)))
    for steps, around in ((STEPS, high / middle), (CLOSER_STEPS, CLOSER)):
        middle = _middle(search, profile, (middle / around, middle * around), steps)
        profile = with_others(with_hits(search.vary(profile, middle)))
    return profile


def _middle(search: Search, profile: Profile, ends: tuple[float, float], steps: int) -> float:
    """The value that gives C-LOOK's mean response of table 3a, by halving the range."""
    at, goal = tables.FACTORS[profile.name], tables.PREFETCHING[profile.name][0]
    low, high = ends
    for _ in range(steps):
        middle = math.sqrt(low * high)
        found = search.vary(profile, middle)
        if found.over_disks(clook(found, at).response_ms) > goal:
            high = middle
        else:
            low = middle
    return math.sqrt(low * high)


def judged(profile: Profile) -> Fitted:
    """What C-LOOK does on the trace."""
    name = profile.name
    at = tables.FACTORS[name]
    knee, more = clook(profile, at), clook(profile, ELASTIC * at)
    matching = clook(profile, tables.SPEED_MATCHING_FACTORS[name], buffer=True)
    all_ms = profile.over_disks(knee.response_ms)
    raised = replace(profile, others_ms=clook(profile.other_disk(), ELASTIC * at).response_ms)
    return Fitted(
        profile,
        knee,
        all_ms,
        _all_hits(profile, knee.hits),
        100 * (raised.over_disks(more.response_ms) / all_ms - 1),
        profile.over_disks(matching.response_ms, buffer=True),
        clook(profile, 1.0).queue if name == CELLO.name else None,
    )


def fits(search: Search) -> Iterator[Fitted]:
    """Yields what C-LOOK does on each candidate, solved."""
    for candidate in search.candidates():
        yield judged(solved(search, candidate))

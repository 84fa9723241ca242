"""Describes a trace in constant memory: sizes, addresses, arrivals, distances and responses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from headstack import checks
from headstack.arrays import Bools, Ints
from headstack.traces.arrivals import Arrivals, Counter
from headstack.traces.base import Batch, total
from headstack.traces.histogram import Histogram
from headstack.traces.ordering import OutOfOrderError
from headstack.traces.trace import Scan, Trace
from headstack.units import PS_PER_S

REGION_BYTES: Final = 2**20
TIME_BINS: Final = 200
ADDRESS_BINS: Final = 120

_PAGE = 65_536  # regions of a page, a byte each
_MOST_PAGES = 1024
_MOST_REGIONS = 64  # regions of a request; a larger request is marked separately
_PS_PER_MS = 10**9


@dataclass(frozen=True, eq=False)
class Profile:
    """A description of a trace.

    Attributes:
        scan: counts and extremes.
        read_bytes: number of read bytes.
        bytes: number of read or written bytes.
        sizes: sizes of the requests in bytes.
        footprint: number of different touched regions of REGION_BYTES, counted for each device.
            `None`: the regions are spread over more than 64 TiB.
        arrivals: figures of the arrivals. `None`: the arrivals are too far out of order.
        distances: bytes from the end of a request to the start of the next request of the same
            device, without sign.
        sequential: number of distances of 0.
        responses: measured response times, ps.
        over_time: requests by direction (reads, writes) and part of the span, 2 by TIME_BINS.
        density: requests by part of the addresses and of the span, ADDRESS_BINS by TIME_BINS.
    """

    scan: Scan
    read_bytes: int
    bytes: int
    sizes: Histogram
    footprint: int | None
    arrivals: Arrivals | None
    distances: Histogram
    sequential: int
    responses: Histogram
    over_time: Ints
    density: Ints

    def document(self) -> dict[str, Any]:
        """Returns all figures as plain values, with units in their names."""
        scan, span_ps = self.scan, self.scan.last_ps - self.scan.first_ps
        span_s = span_ps / PS_PER_S
        return {
            "trace": scan.path,
            "files": scan.files,
            "format": scan.format,
            "sha256": scan.sha256,
            "requests": scan.requests,
            "other_records": scan.other,
            "bad_lines": scan.bad,
            "notes": list(scan.notes),
            "priorities": {str(one): count for one, count in scan.priorities.items()},
            "devices": scan.devices,
            "span_s": span_s,
            "mean_rate_per_s": scan.requests / span_s if span_ps else None,
            "in_order": scan.rising,
            "read_share": scan.reads / scan.requests,
            "bytes": self.bytes,
            "read_bytes_share": self.read_bytes / self.bytes,
            "size_bytes": _figures(self.sizes, 1),
            "size_common": [
                {"bytes": size, "share": count / scan.requests}
                for size, count in self.sizes.common(3)
            ],
            "lowest_byte": scan.lowest_byte,
            "highest_byte": scan.highest_byte,
            "footprint_mib": self.footprint,
            "interarrival": None if self.arrivals is None else self.arrivals.document(),
            "sequential_share": self.sequential / n if (n := self.distances.count) else None,
            "distance_bytes": _figures(self.distances, 1),
            "response_ms": _figures(self.responses, _PS_PER_MS) if scan.responses else None,
        }


def profile(trace: Trace) -> Profile:
    """Describes a trace in two passes: a `Trace.scan`, and a pass in order of arrival.

    Raises:
        ConfigError: as for `Trace.batches`.
    """
    checks.instance("trace", trace, Trace, "traces.open")
    scan = trace.scan()
    try:
        return _profile(trace.ordered_batches(), scan, Counter())
    except OutOfOrderError:
        return _profile(trace.batches(), scan, None)


def _profile(batches: Iterator[Batch], scan: Scan, counter: Counter | None) -> Profile:
    sizes, distances, responses = Histogram(), Histogram(), Histogram()
    footprint, ends, grids = _Footprint(), _Ends(), _Grids(scan)
    read_bytes = all_bytes = sequential = 0
    for batch in batches:
        sizes.add(batch.bytes)
        read_bytes += total(batch.bytes[~batch.write])
        all_bytes += total(batch.bytes)
        away = ends.distances(batch)
        sequential += int((away == 0).sum())
        distances.add(away)
        footprint.add(batch)
        grids.add(batch)
        if batch.response_ps is not None:
            responses.add(batch.response_ps[batch.response_ps >= 0])
        if counter is not None:
            counter.add(batch.arrival_ps)
    return Profile(
        scan=scan,
        read_bytes=read_bytes,
        bytes=all_bytes,
        sizes=sizes,
        footprint=footprint.count(),
        arrivals=None if counter is None else counter.found(),
        distances=distances,
        sequential=sequential,
        responses=responses,
        over_time=grids.over_time,
        density=grids.density,
    )


def _figures(found: Histogram, unit: int) -> dict[str, Any]:
    mean = found.mean()
    values = {
        "min": found.least if found.count else None,
        "median": found.quantile(0.5),
        "mean": mean,
        "p95": found.quantile(0.95),
        "max": found.most if found.count else None,
    }
    if unit > 1:
        values = {name: None if one is None else one / unit for name, one in values.items()}
    return {**values, "quantiles_exact": found.exact}


class _Ends:
    """The end of the last request of each device."""

    def __init__(self) -> None:
        self._ends = np.zeros(0, np.int64)

    def distances(self, batch: Batch) -> Ints:
        """Returns the distance of each request from the end of the request before on its device."""
        if len(batch.names) > len(self._ends):
            new = np.full(len(batch.names) - len(self._ends), -1, np.int64)
            self._ends = np.concatenate((self._ends, new))
        order = np.argsort(batch.device, kind="stable")
        device, start = batch.device[order], batch.start_byte[order]
        end = start + batch.bytes[order]
        former = np.concatenate(([0], end[:-1]))
        first = np.diff(device.astype(np.int64), prepend=-1) != 0
        former[first] = self._ends[device[first]]
        last = np.append(first[1:], True)
        self._ends[device[last]] = end[last]
        return np.abs(start - former)[former >= 0]


class _Footprint:
    """Records the touched regions, in pages of many regions."""

    def __init__(self) -> None:
        self._pages: dict[int, Bools] = {}
        self._too_many = False

    def add(self, batch: Batch) -> None:
        first = batch.start_byte // REGION_BYTES
        behind = -(-(batch.start_byte + batch.bytes) // REGION_BYTES)
        many = behind - first > _MOST_REGIONS
        for row in np.flatnonzero(many):
            self._mark_run(int(batch.device[row]), int(first[row]), int(behind[row]))
        device, place, count = batch.device[~many], first[~many], (behind - first)[~many]
        keys = np.unique((device.astype(np.int64) << 47) + place)
        self._mark(keys)
        for more in range(1, int(count.max(initial=1))):
            further = count > more
            self._mark((device[further].astype(np.int64) << 47) + place[further] + more)

    def count(self) -> int | None:
        """Returns the number of touched regions. Returns `None` if there are too many pages."""
        return None if self._too_many else sum(int(page.sum()) for page in self._pages.values())

    def _mark(self, keys: Ints) -> None:
        pages = keys // _PAGE
        for number in np.unique(pages):
            page = self._page(int(number))
            if page is not None:
                page[keys[pages == number] % _PAGE] = True

    def _mark_run(self, device: int, first: int, behind: int) -> None:
        while first < behind and not self._too_many:
            page = self._page(((device << 47) + first) // _PAGE)
            here = min(behind - first, _PAGE - first % _PAGE)
            if page is not None:
                page[first % _PAGE : first % _PAGE + here] = True
            first += here

    def _page(self, number: int) -> Bools | None:
        if number not in self._pages:
            self._too_many |= len(self._pages) == _MOST_PAGES
            if self._too_many:
                return None
            self._pages[number] = np.zeros(_PAGE, np.bool_)
        return self._pages[number]


class _Grids:
    """Numbers of requests by part of the span and part of the addresses, for charts."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self.over_time = np.zeros((2, TIME_BINS), np.int64)
        self.density = np.zeros((ADDRESS_BINS, TIME_BINS), np.int64)

    def add(self, batch: Batch) -> None:
        scan = self._scan
        when = _part(batch.arrival_ps, scan.first_ps, scan.last_ps, TIME_BINS)
        where = _part(batch.start_byte, scan.lowest_byte, scan.highest_byte, ADDRESS_BINS)
        self.over_time += _counted(batch.write * TIME_BINS + when, self.over_time.shape)
        self.density += _counted(where * TIME_BINS + when, self.density.shape)


def _part(values: Ints, least: int, most: int, parts: int) -> Ints:
    share = (values - least) / (most - least + 1)
    return np.minimum((share * parts).astype(np.int64), parts - 1)


def _counted(cells: Ints, shape: tuple[int, ...]) -> Ints:
    counts = np.bincount(cells, minlength=int(np.prod(shape)))
    return counts.reshape(shape).astype(np.int64)

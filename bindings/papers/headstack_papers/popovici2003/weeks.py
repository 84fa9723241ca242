"""The weeks of requests: HP Labs' `ajw` if its file exists, and a generated week of a busy disk.

The paper's trace is of the busiest disk of a server, with some 150,000 requests a day. The trace is
not available. The generated week has the same number of requests and the known properties of such
traces. Requests come in bursts and lie near each other. An update daemon writes delayed data every
30 s. Some blocks are written again and again, and these writes hold the requests after them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from headstack import traces
from headstack.arrays import Bools, Floats, Ints
from headstack.traces import Batch
from headstack_papers.experiment import Scale, data_file
from headstack_papers.popovici2003.compressed import Compressed

AJW: Final = "hp_ajw"
BUSY: Final = "busy"
AJW_FILE: Final = "hp_ajw_1992-05-30.srt"
AJW_REQUESTS: Final = 42_252
DAYS: Final = 7
A_DAY: Final = 150_000
"""Requests a day: the paper's "approximately 150,000"."""

_PS: Final = 10**12
_DAY_S: Final = 86_400.0
_DAEMON_S: Final = 30.0
_BYTES: Final = 8192
_GROUPS: Final = 128
_GROUP_BLOCKS: Final = 1024
_MEAN_BURST: Final = 24
_BURST_GAP_S: Final = 0.06
_DAEMON_SHARE: Final = 0.3
_READS: Final = 0.6
_HOT_BLOCKS: Final = 24


@dataclass(frozen=True)
class Week:
    """A week of requests, and the parameters of a table for it.

    Attributes:
        name: `AJW` or `BUSY`.
        requests: number of requests.
        step: step between the distances of its requests, in blocks.
        span: largest distance, in blocks.
        blocks: size of the requests that a probe sends, in blocks.
        main: compressions of figures 3 to 7 and 9.
        compressions: compressions of figure 2.
    """

    name: str
    requests: int
    step: int
    span: int
    blocks: int
    main: tuple[float, ...]
    compressions: tuple[float, ...]

    def seed(self, seed: int) -> int:
        """The seed of the week's requests. The recorded week always has the seed 0."""
        return 0 if self.name == AJW else seed


def weeks(scale: Scale) -> Iterator[Week]:
    """Yields the available weeks at a scale."""
    coarse = scale.pick(full=1, quick=1, sample=32)
    yield Week(
        name=BUSY,
        requests=scale.pick(full=DAYS * A_DAY, quick=DAYS * A_DAY // 5, sample=7_000),
        step=16 * coarse,
        span=_GROUPS * _GROUP_BLOCKS * 16,
        blocks=16,
        main=(20.0,),
        compressions=(1.0, 5.0, 10.0, 20.0),
    )
    if data_file(AJW_FILE) is not None:
        yield Week(
            name=AJW,
            requests=scale.pick(full=AJW_REQUESTS, quick=AJW_REQUESTS, sample=2_000),
            step=2 * scale.pick(full=1, quick=1, sample=256),
            span=328 * 2048,
            blocks=2,
            main=(20.0, 500.0),
            compressions=(20.0, 100.0, 500.0, 1000.0),
        )


@lru_cache(maxsize=4)
def recording(name: str, requests: int, seed: int) -> Batch:
    """The requests of a week."""
    if name == BUSY:
        return generated(requests, seed)
    path = data_file(AJW_FILE)
    if path is None:
        raise FileNotFoundError(AJW_FILE)
    week = traces.open(path, device="0").whole().take(slice(0, requests))
    return replace(week, arrival_ps=week.arrival_ps - week.arrival_ps[0])


def compressed(name: str, requests: int, seed: int, compression: float) -> Compressed:
    """A week as a workload of section 4, compressed by a factor."""
    path = f"generated, seed {seed}" if name == BUSY else str(data_file(AJW_FILE))
    return Compressed(path, recording(name, requests, seed), compression)


class _Uniform:
    """Random numbers from 0 to 1, from a generator whose stream never changes."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.PCG64(seed)

    def __call__(self, count: int) -> Floats:
        whole: npt.NDArray[np.uint64] = self._random.random_raw(count) >> np.uint64(11)
        return np.asarray(whole.astype(np.float64) * 2.0**-53, np.float64)


def generated(requests: int, seed: int) -> Batch:
    """Generates a busy disk's week. With fewer requests, the week is shorter in proportion.

    Requests have 8 KiB and lie on 1 GiB, in 128 groups of 8 MiB as in a file system. Requests come
    in two kinds of bursts:

    - Bursts of users and programs come at any time, and more often by day. The lengths have a
      Pareto distribution with a mean of 24 requests, 60 ms apart. Zipf's law chooses the group of a
      burst. Half of the burst's requests continue from the previous request in the group. A quarter
      go anywhere in the group. The others go to another group. 60 % of the requests read.
    - Bursts of the update daemon come every 30 s. All requests of a burst come at once. These
      requests are delayed writes. Half of the writes go to 24 hot blocks of a group, such as
      inodes. So the daemon writes the same blocks again and again.
    """
    draw = _Uniform(seed)
    popular = _shuffled(draw)
    daemon = round(_DAEMON_SHARE * requests)
    span_s = DAYS * _DAY_S * requests / (DAYS * A_DAY)
    parts = (
        _bursts(draw, popular, requests - daemon, span_s),
        _daemon(draw, popular, daemon, span_s),
    )
    time_s, block, write = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(time_s, kind="stable")
    arrival_ps = np.rint(time_s[order] * _PS).astype(np.int64)
    return Batch(
        arrival_ps=arrival_ps - arrival_ps[0],
        device=np.zeros(requests, np.uint16),
        start_byte=block[order] * _BYTES,
        bytes=np.full(requests, _BYTES, np.int64),
        write=write[order],
        line=np.arange(1, requests + 1),
        response_ps=None,
        names=("0",),
    )


def _shuffled(draw: _Uniform) -> Ints:
    """The groups by popularity."""
    return np.argsort(draw(_GROUPS), kind="stable").astype(np.int64)


def _zipf(draw: _Uniform, count: int, of: int) -> Ints:
    """Numbers from 0, number k as often as 1 / (k + 1)."""
    share = np.cumsum(1.0 / np.arange(1, of + 1))
    return np.searchsorted(share / share[-1], draw(count), side="right").astype(np.int64)


def _daytime(draw: _Uniform, count: int, span_s: float) -> Floats:
    """Times, twice as often in the middle of a day as on the average, hardly ever at night."""
    when = np.arange(0.0, span_s + 300.0, 300.0)
    rate = 1.05 - np.cos(2 * np.pi * when / _DAY_S)
    passed = np.cumsum(rate) / rate.sum()
    times: Floats = np.interp(draw(count), passed, when)
    return times


def _bursts(
    draw: _Uniform, popular: Ints, requests: int, span_s: float
) -> tuple[Floats, Ints, Bools]:
    """Times, blocks and kinds of the bursts of users and programs."""
    count = 2 * requests // _MEAN_BURST + 10
    # Pareto, exponent 1.5: 3 times the least is the mean.
    length = np.ceil(_MEAN_BURST / 3 * (1.0 - draw(count)) ** (-1 / 1.5)).astype(np.int64)
    length = np.minimum(length, 40 * _MEAN_BURST)
    length = length[: int(np.searchsorted(np.cumsum(length), requests)) + 1]
    begin = _daytime(draw, len(length), span_s)
    of = np.repeat(np.arange(len(length)), length)[:requests]
    place = np.arange(requests) - (np.cumsum(length) - length)[of]
    gap = -_BURST_GAP_S * np.log1p(-draw(requests))
    passed = np.cumsum(gap)
    time_s = begin[of] + passed - passed[np.arange(requests) - place]
    home = popular[_zipf(draw, len(length), _GROUPS)][of]
    start = (draw(len(length)) * _GROUP_BLOCKS).astype(np.int64)[of]
    which = draw(requests)
    other = popular[_zipf(draw, requests, _GROUPS)]
    anywhere = (draw(requests) * _GROUP_BLOCKS).astype(np.int64)
    goes_on = which < 0.5
    group = np.where(which < 0.75, home, other)
    within = np.where(goes_on, (start + place) % _GROUP_BLOCKS, anywhere)
    return time_s, group * _GROUP_BLOCKS + within, draw(requests) >= _READS


def _daemon(
    draw: _Uniform, popular: Ints, requests: int, span_s: float
) -> tuple[Floats, Ints, Bools]:
    """Times, blocks and kinds of the requests of the update daemon."""
    time_s = np.ceil(_daytime(draw, requests, span_s) / _DAEMON_S) * _DAEMON_S
    group = popular[_zipf(draw, requests, _GROUPS)]
    hot = draw(requests) < 0.5
    within = draw(requests) * np.where(hot, _HOT_BLOCKS, _GROUP_BLOCKS)
    block = group * _GROUP_BLOCKS + within.astype(np.int64)
    return time_s, block, np.ones(requests, np.bool_)


def whole_weeks(scale: Scale) -> Iterator[Week]:
    """Yields the weeks with enough requests to learn a table, except in tests."""
    return _with_busy(scale, scale.pick(full=DAYS * A_DAY, quick=DAYS * A_DAY // 2, sample=7_000))


def short_weeks(scale: Scale) -> Iterator[Week]:
    """Yields the weeks for figures with very many tables. The generated week is a fifth as long."""
    fifth = DAYS * A_DAY // 5
    return _with_busy(scale, scale.pick(full=fifth, quick=fifth, sample=7_000))


def _with_busy(scale: Scale, requests: int) -> Iterator[Week]:
    for week in weeks(scale):
        yield replace(week, requests=requests) if week.name == BUSY else week

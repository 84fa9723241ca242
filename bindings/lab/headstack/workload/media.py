"""Media streams: requests with deadlines, as from players of video and audio.

Real-time paper, section 3.3. docs/use/deadlines.md describes the streams.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.workload.base import LONGEST_S, MOST_REQUESTS, SEED, Workload

MPEG2: Final = 420_000.0
"""Bytes a second of an MPEG-2 video stream."""

CD_AUDIO: Final = 180_000.0
"""Bytes a second of CD-quality stereo audio."""

RATES: Final = {"mpeg2": MPEG2, "cd_audio": CD_AUDIO}
MOST_STREAMS: Final = 65_536
MOST_KINDS: Final = 255

Issue = Literal["after", "open"]
"""Time of a stream's next request: at the deadline but after completion, or at the deadline."""


@dataclass(frozen=True)
class Kind:
    """A class of equal streams.

    Attributes:
        streams: number of streams, 1 or more.
        bytes_per_s: rate of each stream for play or record, more than 0.
        buffer_bytes: size of the buffer of each stream. The buffer is filled before play, so every
            deadline is later by the time in the buffer.
        read_fraction: share of reads, 0 to 1; the others record.
        name: name of the kind, for results.
    """

    streams: int
    bytes_per_s: float
    buffer_bytes: int = 0
    read_fraction: float = 1.0
    name: str = "stream"

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole(f"streams of {self.name}", self.streams, 1, MOST_STREAMS)
        if not checks.real("bytes_per_s", self.bytes_per_s) > 0:
            raise ConfigError(
                f"bytes_per_s of {self.name} is {self.bytes_per_s!r}; it must be more than 0"
            )
        checks.whole("buffer_bytes", self.buffer_bytes, 0, 2**53)
        if not 0 <= checks.real("read_fraction", self.read_fraction) <= 1:
            raise checks.wrong(
                "read_fraction", f" is {self.read_fraction!r}; it must be from 0 to 1"
            )

    @property
    def buffer_s(self) -> float:
        """Time that the buffer holds."""
        return self.buffer_bytes / self.bytes_per_s


@dataclass(frozen=True)
class Streams(Workload):
    """Media streams with best-effort traffic. Sizes are whole tracks of the drive.

    Attributes:
        kinds: kinds of streams. Each kind is a class, numbered from 0.
        stream_requests: number of requests of all streams together.
        least_tracks: least tracks of a request.
        most_tracks: most tracks of a request.
        issue: when a stream issues its next request.
        first_per_s: rate of the exponential time before a stream's first request. The mean of the
            time is 1 / rate.
        seed: seed of the random numbers.
        best_effort: a random or closed workload. The class of best-effort requests is the last
            class.
    """

    kinds: tuple[Kind, ...]
    stream_requests: int
    least_tracks: int
    most_tracks: int
    issue: Issue
    first_per_s: float
    seed: int
    best_effort: Workload | None = None
    requests: int = field(init=False)
    outstanding: None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("kinds of streams", len(self.kinds), 1, MOST_KINDS)
        checks.whole("streams", self.streams, 1, MOST_STREAMS)
        checks.whole("requests", self.stream_requests, 1, MOST_REQUESTS)
        checks.whole("tracks, the most", self.most_tracks, 1, units.MOST_BLOCKS)
        checks.whole("tracks, the least", self.least_tracks, 1, self.most_tracks)
        checks.choice("issue", self.issue, get_args(Issue))
        if not checks.real("first_per_s", self.first_per_s) >= 1e-3:
            raise checks.wrong(
                "first_per_s", f" is {self.first_per_s!r}; it must be at least 0.001"
            )
        checks.whole("seed", self.seed, 0, 2**64 - 1)
        beside = 0 if self.best_effort is None else self.best_effort.requests
        object.__setattr__(self, "requests", self.stream_requests + beside)

    @property
    def streams(self) -> int:
        """Total number of streams."""
        return sum(kind.streams for kind in self.kinds)

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters."""
        settings: dict[str, str | int | float] = {
            "workload": "streams",
            "streams": self.streams,
            "kinds": ", ".join(_described(kind) for kind in self.kinds),
            "tracks": f"{self.least_tracks} to {self.most_tracks}",
            "issue": self.issue,
            "first_per_s": self.first_per_s,
        }
        if self.best_effort is not None:
            traffic = self.best_effort.settings()
            settings["best_effort"] = ", ".join(f"{key} {value}" for key, value in traffic.items())
        return settings

    def compiled(self, drive: DriveConfig) -> _core.Workload:
        """Returns the workload in the form for `_core`."""
        most = self.most_tracks * drive.track_blocks
        if most > min(units.MOST_BLOCKS, drive.blocks):
            raise checks.wrong(
                "tracks",
                f": {self.most_tracks} tracks of {drive.name} are {most} blocks; a request "
                f"has at most {min(units.MOST_BLOCKS, drive.blocks)}",
            )
        for kind in self.kinds:
            given_s = most * drive.bytes_per_block / kind.bytes_per_s + kind.buffer_s
            if given_s * max(self.stream_requests, 10) > LONGEST_S:
                raise ConfigError(
                    f"bytes_per_s of {kind.name} is {kind.bytes_per_s:g}: {self.stream_requests} "
                    f"requests may take {given_s * self.stream_requests:.3g} s of simulated time; "
                    f"it must stay under {LONGEST_S:.3g} s (106 days)"
                )
        return _core.streams_workload(
            groups=[
                (
                    kind.streams,
                    kind.bytes_per_s / drive.bytes_per_block,
                    round(kind.buffer_s * 1e12),
                    kind.read_fraction,
                )
                for kind in self.kinds
            ],
            requests=self.stream_requests,
            track_blocks=drive.track_blocks,
            least_tracks=self.least_tracks,
            most_tracks=self.most_tracks,
            first_per_s=self.first_per_s,
            open=self.issue == "open",
            seed=self.seed,
            best_effort=None if self.best_effort is None else self.best_effort.compiled(drive),
        )


def streams(
    kinds: Mapping[str, int] | Sequence[Kind],
    *,
    requests: int = 1000,
    tracks: tuple[int, int] = (1, 50),
    issue: str = "after",
    buffer: str | int = 0,
    read_fraction: float = 1.0,
    first_per_s: float = 1.0,
    best_effort: Workload | None = None,
    seed: int = SEED,
) -> Streams:
    """Makes media streams. Each stream needs every piece of its data by a deadline.

    Args:
        kinds: number of streams of each kind, as in {"mpeg2": 10, "cd_audio": 5}. A kind can also
            be a rate, "1.5 MB/s". Or a list of `Kind`, each with its own buffer and reads.
        requests: number of requests of all streams together.
        tracks: least and most tracks of a request, uniform in between.
        issue: when a stream requests its next piece. 'after': at the deadline of the previous
            piece, but after this piece has come. 'open': at this deadline in any case.
        buffer: size of each stream's buffer, with its unit ('200 kB') or in bytes. The buffer is
            filled before play.
        read_fraction: share of requests that play; the others record.
        first_per_s: rate of the exponential time before a stream's first request. The mean of the
            time is 1 / rate.
        best_effort: an additional `random` or `closed` workload without deadlines.
        seed: 0 to 2^64 - 1; the same seed gives every stream the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    none = isinstance(buffer, (int, float)) and buffer == 0
    held = 0 if none else units.parse_size(buffer, "buffer")
    checks.real("read_fraction", read_fraction)
    if isinstance(kinds, Mapping):
        found = tuple(
            Kind(count, rate_of(kind), held, read_fraction, kind) for kind, count in kinds.items()
        )
    else:
        if held or read_fraction != 1:
            raise ConfigError("buffer and read_fraction stand in each Kind; leave them out here")
        found = tuple(checks.items("kinds", kinds, Kind))
    if best_effort is not None and not isinstance(best_effort, Workload):
        raise checks.wrong(
            "best_effort", f" is {best_effort!r}; it must be a random or closed workload"
        )
    if best_effort is not None and best_effort.settings()["workload"] not in ("random", "closed"):
        raise checks.wrong("best_effort", " is a random or a closed workload")
    least, most = _pair(tracks)
    when = checks.choice("issue", issue, get_args(Issue))
    return Streams(found, requests, least, most, when, first_per_s, seed, best_effort)


def _pair(tracks: tuple[int, int]) -> tuple[int, int]:
    try:
        least, most = tracks
    except (TypeError, ValueError):
        raise checks.wrong(
            "tracks",
            f" is {tracks!r}; it must be two numbers, the least and the most, as in (1, 50)",
        ) from None
    return least, most


def rate_of(kind: str) -> float:
    """Returns the bytes a second of a kind of stream: a name in RATES, or a rate with its unit.

    Raises:
        ConfigError: the kind is neither.
    """
    if not isinstance(kind, str):
        raise ConfigError(f"kind of stream {kind!r} is no text, as in 'mpeg2' or '1.5 MB/s'")
    if kind in RATES:
        return RATES[kind]
    match = re.fullmatch(r"(.*)/s\s*", kind)
    if match is None:
        raise checks.unknown(
            "kind of stream", kind, RATES, f"{', '.join(RATES)}, or a rate as in '1.5 MB/s'"
        )
    return float(units.parse_size(match[1]))


def _described(kind: Kind) -> str:
    parts = [f"{kind.streams} {kind.name} at {kind.bytes_per_s / 1e6:g} MB/s"]
    if kind.buffer_bytes:
        parts.append(f"{kind.buffer_bytes} B buffered")
    if kind.read_fraction != 1:
        parts.append(f"reads {kind.read_fraction:g}")
    return " ".join(parts)

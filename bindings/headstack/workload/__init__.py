"""What the host asks of a drive: random arrivals, a closed loop, media streams, a trace, your own.

Use the constructors `random`, `closed`, `classes`, `streams`, `trace`, `compressed` and `arrivals`;
they check every argument. Each kind has a module, on `base.Workload`; `disksim` and `srt` read
files of traces. Uses the basics and the compiled part. Begin with `synthetic`.
"""

from headstack.workload.base import (
    MOST_OUTSTANDING,
    MOST_REQUESTS,
    READ_FRACTION,
    REQUESTS,
    SEED,
    SIZE,
    Workload,
)
from headstack.workload.competing import Class, Classes, classes
from headstack.workload.media import CD_AUDIO, MPEG2, Kind, Streams, streams
from headstack.workload.own import Arrivals, arrivals
from headstack.workload.recorded import Compressed, Replay, compressed, trace
from headstack.workload.synthetic import Closed, Random, closed, random

__all__ = [
    "CD_AUDIO",
    "MOST_OUTSTANDING",
    "MOST_REQUESTS",
    "MPEG2",
    "READ_FRACTION",
    "REQUESTS",
    "SEED",
    "SIZE",
    "Arrivals",
    "Class",
    "Classes",
    "Closed",
    "Compressed",
    "Kind",
    "Random",
    "Replay",
    "Streams",
    "Workload",
    "arrivals",
    "classes",
    "closed",
    "compressed",
    "random",
    "streams",
    "trace",
]

"""What the host asks of a drive: random arrivals, a closed loop, media streams, a trace, your own.

Use the constructors `random`, `closed`, `sequential`, `hot`, `streams`, `classes`, `trace`,
`compressed` and `arrivals`, and `mix`, `together`, `bursts` and `deadlines` to make one of others;
they check every argument. `parse` makes any of them of a text. Each kind has a module, on
`base.Workload`: `synthetic` and `media` are drawn by the model, those on `sized` and `parts`
here; `disksim` and `srt` read files of traces. Uses the basics and the compiled part. Begin with
`synthetic`.
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
from headstack.workload.bursting import bursts
from headstack.workload.competing import Class, Classes, classes
from headstack.workload.due import deadlines
from headstack.workload.hot_spot import hot
from headstack.workload.media import CD_AUDIO, MPEG2, Kind, Streams, streams
from headstack.workload.mixing import mix
from headstack.workload.own import Arrivals, arrivals
from headstack.workload.recorded import Compressed, Replay, compressed, replay, trace
from headstack.workload.sequence import sequential
from headstack.workload.superposition import together
from headstack.workload.synthetic import Closed, Random, closed, random
from headstack.workload.text import parse

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
    "bursts",
    "classes",
    "closed",
    "compressed",
    "deadlines",
    "hot",
    "mix",
    "parse",
    "random",
    "replay",
    "sequential",
    "streams",
    "together",
    "trace",
]

"""The requests of the host: random arrivals, closed loops, media streams, traces or your own.

The constructors `random`, `closed`, `sequential`, `hot`, `streams`, `classes`, `trace`, `recorded`,
`replay` and `arrivals` make a workload. `mix`, `together`, `bursts`, `deadlines`, `limited` and
`prioritized` make a workload from others. `parse` makes a workload from text. The constructors
check every argument.

- `base`: the interface of every workload
- `synthetic`: requests at random places, with open arrivals or in a closed loop
- `sequence`: sequential streams that take turns
- `hot_spot`: a part of the disk with more requests than the rest
- `media`: streams of video and audio, with deadlines
- `class_loops`: closed loops that compete for a drive, by class
- `explicit`: your own requests, given as columns
- `measured`: the constructors of traces
- `traced`: a trace in any format, replayed during the run
- `mixing`: chooses a workload for each request, by shares
- `superposition`: runs several open workloads at the same time
- `bursting`: an open workload that stops between bursts
- `with_deadlines`: gives each request of a workload a deadline
- `with_limits`: makes some requests of a workload name a duration limit
- `with_priority`: gives some requests of a workload a priority
- `composite`: the base class of workloads that are made of others
- `generators`: endless requests, from which workloads are composed
- `sampled`: the base class of workloads with requests of one size
- `streaming`: the base class of workloads that make their requests during the run
- `grammar`: parses the text of a workload
- `text`: makes a workload from the parsed text

Uses the basics and `traces`. Begin with `synthetic`.
"""

from typing import TYPE_CHECKING

from headstack.lazy import lazily

if TYPE_CHECKING:
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
    from headstack.workload.class_loops import Class, Classes, classes
    from headstack.workload.explicit import Arrivals, arrivals
    from headstack.workload.hot_spot import hot
    from headstack.workload.measured import Replay, recorded, replay, trace
    from headstack.workload.media import CD_AUDIO, MPEG2, Kind, Streams, streams
    from headstack.workload.mixing import mix
    from headstack.workload.sequence import sequential
    from headstack.workload.superposition import together
    from headstack.workload.synthetic import Closed, Random, closed, random
    from headstack.workload.text import parse
    from headstack.workload.with_deadlines import deadlines
    from headstack.workload.with_limits import limited
    from headstack.workload.with_priority import prioritized
else:  # the same names, imported at their first use
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "headstack.workload.base": (
                "MOST_OUTSTANDING",
                "MOST_REQUESTS",
                "READ_FRACTION",
                "REQUESTS",
                "SEED",
                "SIZE",
                "Workload",
            ),
            "headstack.workload.bursting": ("bursts",),
            "headstack.workload.class_loops": ("Class", "Classes", "classes"),
            "headstack.workload.explicit": ("Arrivals", "arrivals"),
            "headstack.workload.hot_spot": ("hot",),
            "headstack.workload.measured": ("Replay", "recorded", "replay", "trace"),
            "headstack.workload.media": ("CD_AUDIO", "MPEG2", "Kind", "Streams", "streams"),
            "headstack.workload.mixing": ("mix",),
            "headstack.workload.sequence": ("sequential",),
            "headstack.workload.superposition": ("together",),
            "headstack.workload.synthetic": ("Closed", "Random", "closed", "random"),
            "headstack.workload.text": ("parse",),
            "headstack.workload.with_deadlines": ("deadlines",),
            "headstack.workload.with_limits": ("limited",),
            "headstack.workload.with_priority": ("prioritized",),
        },
        parts=(
            "base",
            "bursting",
            "class_loops",
            "composite",
            "explicit",
            "generators",
            "grammar",
            "hot_spot",
            "measured",
            "media",
            "mixing",
            "sampled",
            "sequence",
            "streaming",
            "superposition",
            "synthetic",
            "text",
            "traced",
            "with_deadlines",
            "with_limits",
            "with_priority",
        ),
    )

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
    "Kind",
    "Random",
    "Replay",
    "Streams",
    "Workload",
    "arrivals",
    "bursts",
    "classes",
    "closed",
    "deadlines",
    "hot",
    "limited",
    "mix",
    "parse",
    "prioritized",
    "random",
    "recorded",
    "replay",
    "sequential",
    "streams",
    "together",
    "trace",
]

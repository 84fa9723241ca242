"""The paper."""

from typing import Final

from headstack.experiments.experiment import Paper

PAPER: Final = Paper(
    "realtime",
    "The real-time paper: a comparison of real-time disk schedulers in a multimedia system",
    "Seven schedulers, three of them blind to deadlines, under 10 to 60 streams of MPEG-2 video or "
    "CD audio on the HP 97560: which deadlines are met, a merit of being late, and throughput. The "
    "copy at hand names neither authors nor year, and its graphs are lost; values are compared "
    "where its words have them. Here one request is at the drive and the rest is scheduled in the "
    "host; 1,000 requests a run. The paper's words on late streams fit two readings. Judged is "
    "the one in which a stream asks at the deadline of its last piece, and not before that has "
    "come: the paper's order of the schedulers comes out with it. The other, in which streams "
    "go on whatever the drive does, is evidence.",
    {
        "fig1": "the levels of P-SCAN, which the paper describes but does not run",
        "fig3": "the merit as a function of the response time: its definition, not a result",
    },
)

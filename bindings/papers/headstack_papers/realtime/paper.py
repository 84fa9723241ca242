"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.realtime.conclusions import CONCLUSIONS
from headstack_papers.realtime.kinds import KINDS

PAPER: Final = Paper(
    "realtime",
    "The real-time paper: a comparison of real-time disk schedulers in a multimedia system",
    "Seven schedulers, three of them blind to deadlines, under 10 to 60 streams of MPEG-2 video or "
    "CD audio on the HP 97560: which deadlines are met, a merit of being late, and throughput. The "
    "copy at hand names neither authors nor year, and its graphs are lost; values are compared "
    "where its words have them. Here one request is at the drive and the rest is scheduled in the "
    "host; 1,000 requests a run. What a stream does whose data are late is our choice: in the "
    "figures it stalls, asking at the deadline of its last piece, and not before that has come, "
    "and the paper's order of the schedulers comes out. By the letter of its loop (3.4) streams go "
    "on whatever the drive does; section3_4 judges the same words on that, and much of the order "
    "is lost. SSEDV's slack is the length between now and the deadline, past or to come, as 2.2.5 "
    "has it. With a signed slack SSEDV is like EDF under overload. F-EDF calls a deadline feasible "
    "if the whole service fits. section4_2 compares these readings: no reading gives all numbers, "
    "and none gives more than the reading of the figures.",
    {
        "fig1": "the levels of P-SCAN, which the paper describes but does not run",
        "fig3": "the merit as a function of the response time: its definition, not a result",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)

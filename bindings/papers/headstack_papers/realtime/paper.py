"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.realtime.conclusions import CONCLUSIONS
from headstack_papers.realtime.kinds import KINDS

PAPER: Final = Paper(
    "realtime",
    "The real-time paper: a comparison of real-time disk schedulers in a multimedia system",
    "The paper compares seven schedulers, three of them blind to deadlines, under 10 to 60 "
    "streams of MPEG-2 video or CD audio. The drive is the HP 97560. The measures are the share "
    "of deadlines met, a merit that falls with lateness, and throughput. The copy at hand names "
    "neither authors nor year, and its graphs are lost. Values are compared where the paper's "
    "words have them. Here one request is at the drive and the others are scheduled in the host. "
    "A run has 1,000 requests. The behaviour of a late stream is our choice. In the figures it "
    "stalls: it asks at the deadline of its last piece, but not before that piece has come. The "
    "paper's order of the schedulers then comes out. By the letter of the paper's loop (3.4), "
    "streams continue whatever the drive does. section3_4 judges the same words on such streams, "
    "and much of the order is lost. SSEDV's slack is the length between now and the deadline, "
    "past or to come, as 2.2.5 has it. With a signed slack SSEDV is like EDF under overload. "
    "F-EDF calls a deadline feasible if the whole service fits. section4_2 compares these "
    "readings. No reading gives all numbers, and none gives more than the reading of the figures.",
    {
        "fig1": "the levels of P-SCAN, which the paper describes but does not run",
        "fig3": "the merit as a function of the response time; this is a definition, not a result",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)

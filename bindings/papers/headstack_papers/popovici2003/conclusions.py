"""The paper's conclusions, and the claims that back them."""

from typing import Final

from headstack_papers.conclusions import Conclusion

_DENSE: Final = "*[y0]*0"
"""Fits the weeks at the density of the paper's trace at compression 20.

These are the generated week at 20 and, if its file exists, the recorded week at 500: `busy` has a
`y`, and 500 has two zeros. The recorded week at 20 does not fit.
"""

_AS_DENSE: Final = (
    "The generated week stands for the paper's trace. The recorded week counts at compression 500, "
    "where its requests are as dense, if its file exists."
)
_BUSY_ONLY: Final = (
    "Only the generated week has the paper's 150,000 requests a day. The recorded week has 6,036 "
    "and does not count here. Figure 9 has the points of the recorded week."
)

CONCLUSIONS: Final = (
    Conclusion(
        "a shortest-mimicked-time-first (SMTF) scheduler performs nearly as well as an approach "
        "with perfect knowledge of the underlying device",
        "abstract",
        (
            "fig2/*-best-summary-above-greedy-optimal",
            f"fig7/{_DENSE}-disk-?-smtf-above-greedy-optimal",
        ),
        note='The sections say what "nearly" means: within 7 % at every compression (5.1), and '
        f"within 8 % on every disk (5.4). {_AS_DENSE}",
    ),
    Conclusion(
        "it is superior to traditional scheduling algorithms such as C-LOOK and SSTF; our results "
        "hold as the seek and rotational characteristics of the disk are varied",
        "abstract",
        (f"fig7/{_DENSE}-disk-?-c-look-above-smtf", f"fig7/{_DENSE}-disk-?-sstf-above-smtf"),
        note=f"Any gain counts, on each of the eight disks of table 1. {_AS_DENSE}",
    ),
    Conclusion(
        "the computation and memory overheads must be low. Our simulator, the Disk Mimic, achieves "
        "these goals",
        "abstract",
        untested="No claim measures the time of a decision. The paper has no number for this time.",
    ),
    Conclusion(
        "for disk scheduling, two input parameters are sufficient for predicting the positioning "
        "time: the logical distance between two requests and the request type",
        "1.2",
        untested="On the disks of table 1, reads and writes take the same time, so no claim tests "
        "the request type. The first sentence of this table shows what the distance alone gives.",
    ),
    Conclusion(
        "experimentally, we have found that summarizing a small number of samples with the mean "
        "works well",
        "1.2",
        (
            f"fig2/{_DENSE}-median-above-mean",
            f"fig2/{_DENSE}-maximum-above-median",
            f"fig4/{_DENSE}-10-samples-above-100",
            f"fig4/{_DENSE}-*-above-one-sample",
        ),
        note="The mean is the best of five summaries (5.1). 100 samples gain less than 1 % over "
        "10. A single sample is ahead of FCFS, C-LOOK and SSTF (5.2). The claims compare the "
        "mean with the median, and the median with the maximum. No claim compares the mean with "
        f"the two other summaries. {_AS_DENSE}",
    ),
    Conclusion(
        "simple linear interpolation can be used to represent ranges of missing distances, as long "
        "as some number of the interpolations within each range are checked",
        "1.2",
        (
            f"table2/{_DENSE}-n-*-smtf-with-that-error-above-all-probes",
            f"fig7/{_DENSE}-disk-?-smtf-with-interpolation-above-smtf-with-all-probes",
        ),
        note="On the base disk each line of table 2 may cost 1 % of the performance. On each disk "
        f'the whole rule must be "nearly identical". {_AS_DENSE}',
    ),
    Conclusion(
        "for a variety of simulated and real disks, C-LOOK and SSTF perform between 10% and 50% "
        "slower than SMTF",
        "1.2",
        (f"fig7/{_DENSE}-c-look-and-sstf-above-smtf-the-*-of-all-disks",),
        note="The points are the least and the greatest gain on the eight simulated disks. The "
        f"real disk is not available. {_AS_DENSE}",
    ),
    Conclusion(
        "while the Disk Mimic learns about the storage device, SMTF performs no worse than a base "
        "scheduling algorithm (e.g., C-LOOK or SSTF)",
        "1.2",
        (
            "fig9/busy-day-1-c-look-above-online-set-over-c-look",
            "fig9/busy-day-1-sstf-above-online-set-over-sstf",
        ),
        note="The points are Online-Set with interpolation, on the first day. Online-Priority is "
        f"left out, because the paper expects it to be worse at times (6.1). {_BUSY_ONLY}",
    ),
    Conclusion(
        "and quickly performs close to the off-line configuration (i.e., after approximately "
        "750,000 requests)",
        "1.2",
        ("fig9/busy-day-5-online-set-over-sstf-above-offline",),
        note='"Close" is the 3 % of section 6.2, for Online-Set over SSTF. The point is the fifth '
        f"day, up to 750,000 requests. {_BUSY_ONLY}",
    ),
    Conclusion(
        "90% of the distances on the disk are interpolated instead of probed, and yet scheduling "
        "performance is virtually unchanged",
        "5.3",
        (
            "table2/*-distances-that-are-interpolated",
            f"table2/{_DENSE}-smtf-with-the-whole-rule-above-all-probes",
        ),
        note="The sentence needs both parts: 85 to 95 % of the distances, and a cost of at most 1 "
        f"%. {_AS_DENSE}",
    ),
    Conclusion(
        "On the one week HP trace, we achieve a performance improvement of 8% for SMTF compared "
        "C-LOOK and an improvement of 12% if idle time is removed",
        "5.4",
        ("section5_4/busy-*-time-that-smtf-saves-of-c-look-s",),
        note="The simulated base disk stands for the real disk, and the generated week for the "
        "trace. Section 5.4 also has the recorded week, which is less busy.",
    ),
    Conclusion(
        "the performance of the Online-Set algorithms (with and without interpolation) is better "
        "than the base-line schedulers of SSTF and C-LOOK even after one day",
        "6.2",
        ("fig9/busy-day-1-*-interpolated",),
        note="The time of the first day itself counts, learning included. The points are "
        f"Online-Set over SSTF. Online-Set over C-LOOK is not compared. {_BUSY_ONLY}",
    ),
    Conclusion(
        "a shortest-mimicked-time-first (SMTF) disk scheduler can significantly improve disk "
        "performance relative to FCFS, SSTF, and C-LOOK for a range of disk characteristics",
        "8",
        (f"fig7/{_DENSE}-disk-?-fcfs-c-look-and-sstf-above-smtf-the-least",),
        note="A significant gain is a tenth over the best of the three, on most of the eight "
        f"disks. {_AS_DENSE}",
    ),
)
"""The conclusions in the order of the paper."""

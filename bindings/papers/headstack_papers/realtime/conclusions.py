"""The paper's conclusions, and the claims that back them."""

from typing import Final

from headstack_papers.conclusions import Conclusion

_STALLS: Final = (
    "Late streams stall here, which is our reading. By the letter of the paper, late streams "
    "continue. Section 3.4 has the same words for such streams."
)

CONCLUSIONS: Final = (
    Conclusion(
        "the guarantee ratio decreases when the work load increases",
        "4.2.1",
        (
            "fig4/*-guarantee-ratio-with-60-streams-less-that-with-10",
            "fig5/*-guarantee-ratio-with-60-streams-less-that-with-10",
        ),
        note="The points compare the ends of the curves, for each scheduler and both loads.",
    ),
    Conclusion(
        "F-EDF is the best and has an average guarantee ratio of 0.2492, the guarantee ratio of "
        "SSEDV is pretty close to that of F-EDF",
        "4.2.1",
        (
            "fig6/f-edf-guarantee-ratio-less-the-best-of-the-other-six",
            "fig6/f-edf-mean-guarantee-ratio",
            "fig6/ssedv-guarantee-ratio-over-that-of-f-edf",
        ),
        note=_STALLS,
    ),
    Conclusion(
        "EDF and SCAN have the lowest guarantee ratios",
        "4.2.1",
        (
            "fig6/edf-guarantee-ratio-less-the-least-of-the-others-but-scan",
            "fig6/scan-guarantee-ratio-less-the-least-of-the-others-but-edf",
        ),
        note=_STALLS,
    ),
    Conclusion(
        "the average merit can reach as high as 0.85",
        "4.2.2",
        ("fig10/8-mb-in-all-the-highest-merit",),
        note="The point is the best scheduler at 40 CD audio streams with 8 MB of buffers.",
    ),
    Conclusion(
        "The throughput of each algorithm becomes worse when the load becomes heavier",
        "4.2.3",
        (
            "fig11/*-throughput-with-60-streams-above-that-with-10",
            "fig12/*-throughput-with-60-streams-above-that-with-10",
        ),
        note="The paper does not define throughput. Here throughput is bytes over elapsed time.",
    ),
    Conclusion(
        "SSEDV and F-EDF can significantly improve the guarantee ratio and merit more than other "
        "algorithms",
        "5",
        (
            "fig6/f-edf-guarantee-ratio-above-the-best-of-the-other-five",
            "fig6/ssedv-guarantee-ratio-above-the-best-of-the-other-five",
            "fig9/f-edf-merit-above-the-best-of-the-other-five",
            "fig9/ssedv-merit-above-the-best-of-the-other-five",
        ),
        note=f"The points ask for a tenth more than the best of the other five. {_STALLS}",
    ),
    Conclusion(
        "SSEDV has a higher merit and throughput than SSEDO",
        "5",
        (
            "fig9/ssedv-merit-above-that-of-ssedo",
            "fig13/ssedv-throughput-above-that-of-ssedo",
        ),
        note="The paper gives no parameters of SSEDV and SSEDO. Ours make SSEDO nearly SSTF.",
    ),
    Conclusion(
        "Not all real-time algorithms perform better than non-real-time algorithms. For example, "
        "non-preemptive EDF has the worst guarantee ratio, merit and throughput",
        "5",
        (
            "fig6/edf-guarantee-ratio-less-the-least-of-the-other-six",
            "fig9/edf-merit-less-the-least-of-the-other-six",
            "fig13/edf-throughput-above-the-least-of-the-other-six",
        ),
        note=_STALLS,
    ),
    Conclusion(
        "Playback techniques in multimedia applications significantly improve the performance of "
        "all disk algorithms",
        "5",
        ("fig10/8-mb-in-all-gain-in-merit-of-the-scheduler-that-gains-the-least",),
        note="The scheduler with the least gain in merit decides, at 40 CD audio streams.",
    ),
    Conclusion(
        "All real-time disk scheduling algorithms have a lower throughput than SSTF, the best "
        "non-real-time algorithm",
        "5",
        ("fig13/sstf-throughput-above-that-of-*",),
        note="The points are the four real-time schedulers, and FCFS and SCAN.",
    ),
    Conclusion(
        "While their throughputs are 12 - 17% lower than that of the SSTF, their average merits "
        "are around 23% higher, and their average guarantee ratio are 19 - 25% higher",
        "5",
        (
            "fig13/f-edf-throughput-below-that-of-sstf-in-percent",
            "fig13/ssedv-throughput-below-that-of-sstf-in-percent",
            "fig9/f-edf-merit-above-that-of-sstf",
            "fig9/ssedv-merit-above-that-of-sstf",
            "fig6/f-edf-guarantee-ratio-above-that-of-sstf",
            "fig6/ssedv-guarantee-ratio-above-that-of-sstf",
        ),
        note="The points are F-EDF and SSEDV, by the numbers of section 4.2.3. Each must round to "
        f"its number: the merits to 23 and 22 %. {_STALLS}",
    ),
    Conclusion(
        "One algorithm performs best in one workload while it may perform worst in another "
        "workload",
        "5",
        ("section5/*",),
        note="The points are the guarantee ratio and the merit of seven schedulers, under 22 "
        "workloads. One scheduler is enough, if it is the best by a point under one workload and "
        "the worst by a point under another.",
    ),
)
"""The conclusions in the order of the paper."""

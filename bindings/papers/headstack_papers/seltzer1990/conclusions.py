"""The paper's conclusions, and the claims that back them."""

from typing import Final

from headstack_papers.conclusions import Conclusion

CONCLUSIONS: Final = (
    Conclusion(
        "By viewing the entire buffer cache as a write buffer, we can improve disk bandwidth "
        "utilization by applying some traditional disk scheduling techniques",
        "abstract",
        ("fig4/*-least-ratio-of-utilisation-to-that-of-fcfs",),
        note="The points are SSF, SCAN and CSCAN. No buffer cache runs. A queue that is always "
        "full stands for it.",
    ),
    Conclusion(
        "two algorithms which take rotational latency into account, achieving disk bandwidth "
        "utilizations of nearly four times a simple first come first serve algorithm",
        "abstract",
        ("section6/*-q-1000-nearly-four-times-the-utilisation-of-fcfs",),
        note='The two algorithms are GSTF210 and WSTF, at the longest queue. "Nearly" allows a '
        "tenth: 3.6 to 4. The gain is smaller at shorter queues.",
    ),
    Conclusion(
        "a weighted shortest total time first, is particularly applicable to a file server "
        "environment because it guarantees that all requests get to disk within a specified time "
        "window",
        "abstract",
        ("section5_1_2/wstf-greatest-response-with-q-100-to-1000",),
        note="The longest response of all runs is compared with 30 s. A guarantee would also "
        "cover longer queues. No requests of a file server run here.",
    ),
    Conclusion(
        "the utilizations for CSCAN which are essentially identical to SSF. However, as shown in "
        "Figure 5, CSCAN substantially improves the maximum observed response time",
        "4.3",
        (
            "fig4/cscan-q-100-to-1000-largest-departure-of-utilisation-from-ssf",
            "fig5/cscan-q-100-to-1000-greatest-ratio-of-maximum-response-to-that-of-ssf",
        ),
        note='"Essentially identical" allows a twentieth, and "substantially" requires a fifth.',
    ),
    Conclusion(
        "STF is expected to yield the best throughput since we always select the fastest I/O",
        "5.1",
        (
            "fig6/stf-q-100-to-1000-best-utilisation-*-by-that-of-stf",
            "fig6/stf-q-100-to-1000-utilisation-of-wstf-by-that-of-stf-mean-over-the-queues",
            "section5_1_2/stf-q-100-utilisation-of-wstf-by-that-of-stf",
        ),
        note="WSTF is compared with STF at a queue of 100, and by the mean over the queues from "
        "100 to 1000. At short queues the two are within a hundredth of each other.",
    ),
    Conclusion(
        "GSTF has utilization close to STF, but also succeeds in lowering the response time to "
        "close to the maximum response time of CSCAN",
        "5.1.1",
        (
            "fig6/gstf210-q-100-to-1000-largest-departure-of-utilisation-from-stf",
            "fig7/gstf210-q-*-maximum-response-over-that-of-cscan",
        ),
        note='"Close" is a tenth, up or down. At the longest queues the maximum of GSTF210 is '
        "more than a tenth below that of CSCAN. GSTF210 is then better than the paper says.",
    ),
    Conclusion(
        "In most cases, the average I/O time is within 1-2% of the STF I/O",
        "5.1.2",
        ("section5_1_2/wstf-q-*-i-o-time-above-that-of-stf",),
        quantity="most",
        note="The cases are the ten queues from 100 to 1000. The queues that the paper ran are "
        "not known.",
    ),
    Conclusion(
        "yet the maximum response time drops dramatically",
        "5.1.2",
        ("section5_1_2/wstf-q-*-maximum-response-over-that-of-stf",),
        quantity="most",
        note='These words continue the sentence before, which begins with "in most cases". '
        '"Dramatically" means to a half. Six of the ten queues are enough.',
    ),
    Conclusion(
        "substantial performance improvements (on the order of 3 to 4 times) can be gained by "
        "these scheduling mechanisms",
        "6",
        ("section6/*-q-1000-utilisation-over-that-of-fcfs",),
        note='The points are STF, GSTF210 and WSTF. "Can be" means at the longest queue, 1000. '
        "The gain is smaller at shorter queues.",
    ),
    Conclusion(
        "As the queue from which one selects requests becomes larger, even more improvement can be "
        "realized",
        "6",
        (
            "section6/stf-q-1000-gain-over-fcfs-by-that-at-q-1",
            "fig6/stf-utilisation-at-q-1000-less-that-at-q-900",
            "section5_1/stf-utilisation-at-q-5000-above-that-at-q-1000",
        ),
        note="The points are those of STF only.",
    ),
    Conclusion(
        "there are algorithms which achieve this improved performance and still ensure fairness",
        "6",
        (
            "section6/gstf210-q-1000-utilisation-over-that-of-fcfs",
            "section6/wstf-q-1000-utilisation-over-that-of-fcfs",
            "fig7/stf-q-100-to-1000-least-ratio-of-maximum-response-to-that-of-gstf210",
            "section5_1_2/wstf-q-1000-maximum-response-over-that-of-stf",
            "section5_1_2/wstf-greatest-response-with-q-100-to-1000",
        ),
        note="The algorithms are GSTF210 and WSTF. Fairness is measured by the longest response, "
        "as in the paper's figures, and not by the spread. The points on the 30 s and on STF's "
        "maximum must both hold.",
    ),
    Conclusion(
        "at queue lengths of up to 1000, the best algorithms yield less than 40% disk utilization",
        "6",
        ("section6/*-greatest-utilisation-with-q-up-to-1000",),
        note="The points are STF, GSTF210 and WSTF.",
    ),
)
"""The conclusions in the order of the paper."""

"""Kinds of the paper's claims that are not simply measured."""

from typing import Final

from headstack_papers.kinds import Kind, Mark

_READING: Final = (
    "A gap takes one request (`gaps=one`), and a seek is estimated as 2 ms and a part in "
    "proportion to the distance (`seeks=linear`). Both were chosen with "
)
_YFQ: Final = (
    "The requests are chosen by the virtual finish times of YFQ, which give the ratio of the "
    "weights while no queue is empty."
)

KINDS: Final = (
    Mark(
        Kind.CONSTRUCTION,
        "With a margin of 0, property 2 allows no request.",
        ("section2/mqos-0-requests-that-pass-the-dor-module",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "By property 1 and the estimate of a seek, a margin of a full seek allows nearly every "
        "place. No drive runs.",
        ("section2/mdmo-100-share-of-random-requests-with-property-1",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "Property 1 allows each request at a larger Mdmo that it allows at a smaller Mdmo.",
        ("fig2/requests-squeezed-in-mdmo-*-less-mdmo-*-mean-over-loads",),
    ),
    Mark(
        Kind.OURS,
        "The paper has one rule of property 2. These claims compare its rule with "
        "`counts=unserved`.",
        ("fig[5678]/*counts-unserved",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        _YFQ,
        (
            "fig6/io-??-ratio-of-the-bqs-io-off-that-of-the-weights-worst-mqos",
            "fig8/mqos-0-ratio-of-the-queues-mean-over-loads",
        ),
    ),
    Mark(
        Kind.FITTED,
        "The units of virtual time, blocks of 512 bytes over weights in percent, were chosen so "
        "that footnote 1 is exact.",
        ("section2/mqos-0.5-farthest-that-rq?-gets-ahead-by-dor-io",),
    ),
    Mark(
        Kind.FITTED,
        f"{_READING}the best Mdmo of 20 in view.",
        (
            "fig2/io-??-throughput-of-mdmo-20-above-the-best-of-the-other-mdmo",
            "fig3/io-??-throughput-*",
        ),
    ),
    Mark(
        Kind.FITTED,
        f"{_READING}the length of 8 in view. Four gaps of one request add at most four.",
        ("fig3/io-??-length-*",),
    ),
    Mark(
        Kind.FITTED,
        "A run has 1,000 requests. This number gives the loss of 5 % with an Mqos of 5 at |IO| = "
        "11, with `counts=unserved`. The loss falls with the length of a run.",
        ("fig7/io-11-mqos-5-lost-of-the-ratio-of-the-queues", "fig7/io-??-ratio-with-mqos-20-*"),
    ),
    Mark(
        Kind.FITTED,
        f"{_READING}this gain in view. The reading that each workload has |IO| outstanding was "
        "chosen so too.",
        ("fig8/the-*-gain-in-throughput-over-yfq-over-loads-and-margins",),
    ),
)
"""Marks of the claims."""

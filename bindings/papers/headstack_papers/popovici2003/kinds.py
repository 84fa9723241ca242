"""Kinds of the paper's claims that are not simply measured."""

from typing import Final

from headstack_papers.kinds import Kind, Mark

KINDS: Final = (
    Mark(
        Kind.OURS,
        "The recorded week has 6,036 requests a day, and the paper's week has 150,000. The "
        "recorded week is as dense as the paper's only at 25 times its compressions, from 25 to "
        "500.",
        (
            "fig?/hp-ajw-compression-20-*",
            "table2/hp-ajw-compression-20-*",
            "fig2/hp-ajw-compression-1000-*",
            "fig3/hp-ajw-demerit-*",
            "fig9/hp-ajw-*",
            "section5_4/hp-ajw-*",
        ),
    ),
    Mark(
        Kind.INPUT,
        "Table 1 is in the drives' descriptions, `ibm_9lzx` and `ibm_9lzx_2` to `ibm_9lzx_8`.",
        ("table1/*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "A distance leads to the next track from some places only, and the skew of a track changes "
        "the time.",
        ("fig1/*-levels-of-time",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "No drive runs. A mean is computed from the numbers of table 1, as a seek and a wait of at "
        "most a revolution. Where the wait does not jump, the sum is linear in the distance.",
        ("fig5/*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "The claim is a product: all distances, four pairs of types, and 8 bytes for each, which "
        "are ours.",
        ("table2/table-of-all-distances-of-a-disk-of-10-gb",),
    ),
    Mark(
        Kind.FITTED,
        "The overhead of 0.5 ms and the 4 requests in the system were chosen with the 32 and 8 % "
        "of figure 8 in view.",
        ("fig8/*",),
    ),
)
"""Marks of the claims."""

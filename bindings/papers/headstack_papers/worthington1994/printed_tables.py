"""The printed numbers of tables 3, 4 and 5."""

from collections.abc import Mapping
from typing import Final

SEEK_REDUCING: Final = ("C-LOOK", "LOOK", "VSCAN(0.2)", "SSTF")
"""Columns of tables 3 and 4, by block numbers."""

POSITIONING: Final = ("SPCTF", "ASPCTF(6)", "SPTF", "ASPTF(6)")
"""Columns of table 5 after C-LOOK."""

PREFETCHING: Final[Mapping[str, tuple[float, ...]]] = {
    "Cello": (134, 129, 129, 128),
    "Snake": (71.5, 73.7, 73.7, 73.6),
    "Air-Rsv": (44.2, 51.2, 51.2, 53.9),
    "Sci-TS": (31.0, 54.7, 55.7, 57.5),
    "Order": (29.6, 51.7, 51.1, 51.3),
    "Report": (59.4, 63.2, 64.8, 80.2),
}
"""Mean responses in ms, table 3a."""

SPEED_MATCHING: Final[Mapping[str, tuple[float, ...]]] = {
    "Cello": (145, 134, 134, 133),
    "Snake": (65.5, 65.5, 65.4, 65.2),
    "Air-Rsv": (44.8, 43.1, 42.9, 43.1),
    "Sci-TS": (92.6, 64.4, 63.6, 61.8),
    "Order": (57.1, 52.8, 52.2, 51.4),
    "Report": (60.2, 55.3, 55.5, 54.6),
}
"""Mean responses in ms, table 3b."""

FACTORS: Final = {
    "Cello": 1.5,
    "Snake": 1.25,
    "Air-Rsv": 2.5,
    "Sci-TS": 2.5,
    "Order": 1.0,
    "Report": 1.0,
}
"""Scaling factors of table 3a. Tables 4 and 5 have the same factors, but 1.0 for Cello."""

SPEED_MATCHING_FACTORS: Final = {
    "Cello": 1.25,
    "Snake": 0.34,
    "Air-Rsv": 2.0,
    "Sci-TS": 1.69,
    "Order": 0.67,
    "Report": 0.71,
}
"""Scaling factors of table 3b."""

HITS: Final[Mapping[str, tuple[float, ...]]] = {
    "Cello": (11.5, 11.5, 11.5, 11.5),
    "Snake": (21.8, 21.6, 21.6, 21.7),
    "Air-Rsv": (15.0, 13.8, 13.7, 13.7),
    "Sci-TS": (26.9, 25.7, 25.5, 25.3),
    "Order": (17.6, 14.8, 14.8, 14.8),
    "Report": (14.5, 14.2, 14.1, 13.7),
}
"""Hits in per cent, table 4."""

POSITIONING_HITS: Final[Mapping[str, tuple[float, ...]]] = {
    "Cello": (11.5, 11.5, 11.2, 11.2),
    "Snake": (21.2, 21.2, 17.4, 17.4),
    "Air-Rsv": (14.2, 14.1, 13.2, 13.1),
    "Sci-TS": (25.4, 25.3, 23.0, 22.5),
    "Order": (16.2, 16.0, 11.0, 10.9),
    "Report": (11.7, 11.6, 10.2, 9.6),
}
"""Hits in per cent, table 5. The hits of C-LOOK are in table 4."""

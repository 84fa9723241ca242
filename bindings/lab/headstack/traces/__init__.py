"""Traces of block requests as other people wrote them: read, described, put in order, written.

`open` gives a `Trace`, whose `batches` are read in constant memory; `register` adds a format of
one's own. `formats/` has a file for each format, on `base.Format`; `text` and `layout` cut and
check lines, `pairing` finds completions, `writing` makes lines, `opening` unpacks files,
`several` finds those of one trace, `merging` puts their records in order.
`ordering`, `placing`, `profile` (with `arrivals` and `histogram`), `busiest` and `convert` work on
batches.
Uses the basics. Begin with `trace`.
"""

from headstack.traces.base import UNKNOWN, Bad, Batch, Format, Reading
from headstack.traces.convert import Converted, convert
from headstack.traces.formats import register
from headstack.traces.ordering import ordered
from headstack.traces.placing import Placed, placed
from headstack.traces.profile import Profile, profile
from headstack.traces.trace import Scan, Trace
from headstack.traces.trace import open_trace as open  # noqa: A004 - traces.open is its name

__all__ = [
    "UNKNOWN",
    "Bad",
    "Batch",
    "Converted",
    "Format",
    "Placed",
    "Profile",
    "Reading",
    "Scan",
    "Trace",
    "convert",
    "open",
    "ordered",
    "placed",
    "profile",
    "register",
]

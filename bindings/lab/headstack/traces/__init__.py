"""Reads, describes, sorts and writes traces of block requests from other programs.

`open` gives a `Trace`. Its `batches` are read in constant memory. `register` adds your own format.

- `trace`: a trace in a file, and its summary from a single pass
- `base`: the interface of a format, and batches of requests in bytes and picoseconds
- `formats/`: a module for each format
- `checking`: checks the batches of a format
- `opening`: opens plain and packed files
- `several`: finds the files of a trace that has several files
- `text`: splits lines into fields and converts the fields to numbers
- `layout`: the columns of a text format, and the messages on malformed lines
- `merging`: merges the records of several files by time
- `pairing`: finds the completion of each request
- `open_requests`: the requests that still wait for a completion
- `open_bytes`: the request that waits for each byte
- `linux_priority`: converts priorities of Linux to priorities of SCSI commands
- `writing`: converts columns of numbers into lines of text
- `ordering`: sorts requests by arrival
- `placing`: maps the addresses of a trace to the blocks of a drive
- `profile`: describes sizes, addresses, arrivals, distances and responses
- `arrivals`: statistics of interarrival times and bursts
- `histogram`: quantiles of whole numbers in bounded memory
- `busiest`: finds the busiest part of a trace
- `convert`: writes a trace in another format
- `recording`: requests with times of issue and completion from any format
- `services`: requests with several outstanding, as services that follow one another
- `rounding`: requests with one outstanding that seem to overlap
- `coarse_clock`: completes the times of a log that has whole milliseconds
- `validation_trace`: reads DiskSim's validation traces, with response and think times

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

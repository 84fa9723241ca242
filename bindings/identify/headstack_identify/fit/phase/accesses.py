"""The media accesses of a trace with a known place: where they lie and when they ended."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack_identify.fit.phase.clock import instants
from headstack_identify.fit.phase.layout.places import Layout, Places
from headstack_identify.fit.phase.media import Media


@dataclass(frozen=True, eq=False)
class Accesses:
    """Media accesses on one track each: arrays of one length, in the order of the trace.

    Attributes:
        request: number of the request, from 0.
        after_ms: completion time, if think times come after requests.
        before_ms: completion time, if think times come before requests.
        write: whether the access is a write.
        blocks: number of blocks.
        first: first block.
        at: place of the first block.
        bus_ms: time of a block on the bus.
    """

    request: Ints
    after_ms: Floats
    before_ms: Floats
    write: Bools
    blocks: Ints
    first: Ints
    at: Places
    bus_ms: float

    def completion_ms(self, think: Think) -> Floats:
        """Returns the completion times on the clock of the trace, in ms."""
        return self.after_ms if think == "after" else self.before_ms

    def take(self, which: Bools | Ints) -> Self:
        """Returns some of the accesses."""
        at = Places(**{name: part[which] for name, part in vars(self.at).items()})
        return replace(
            self,
            request=self.request[which],
            after_ms=self.after_ms[which],
            before_ms=self.before_ms[which],
            write=self.write[which],
            blocks=self.blocks[which],
            first=self.first[which],
            at=at,
        )

    def passed_rev(self) -> Floats:
        """Returns the angle of the blocks of each access, in revolutions."""
        return np.asarray(self.blocks / self.at.spt)


def of_trace(trace: ValidationTrace, media: Media, layout: Layout) -> Accesses:
    """Returns the media accesses that begin and end on one track without a gap."""
    lbn = trace.lbn.astype(np.int64)
    blocks = trace.blocks.astype(np.int64)
    first, last = layout.places(lbn), layout.places(lbn + blocks - 1)
    whole = (first.track() == last.track()) & (last.sector - first.sector == blocks - 1)
    ridge = media.read or media.write
    everything = Accesses(
        request=np.arange(len(lbn)),
        after_ms=instants(trace, "after").completion_ms,
        before_ms=instants(trace, "before").completion_ms,
        write=trace.write,
        blocks=blocks,
        first=lbn,
        at=first,
        bus_ms=ridge.block_ms if ridge else 0.0,
    )
    return everything.take(media.medium & whole)

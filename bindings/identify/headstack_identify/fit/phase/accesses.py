"""The media accesses of a trace whose phase can be had: where they lie and when they ended."""

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
    """Media accesses that lie on one track each; arrays of one length, in the trace's order.

    Attributes:
        request: number of the request, from 0.
        after_ms: when it was completed, if think times come after.
        before_ms: the same if they come before.
        write: whether it is a write.
        blocks: how many.
        first: its first block.
        at: where that lies.
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
        """When each was completed, in the trace's clock."""
        return self.after_ms if think == "after" else self.before_ms

    def take(self, which: Bools | Ints) -> Self:
        """Some of them."""
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
        """The angle that passes while its blocks do."""
        return np.asarray(self.blocks / self.at.spt)


def of_trace(trace: ValidationTrace, media: Media, layout: Layout) -> Accesses:
    """Media accesses that begin and end on one track without a gap."""
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

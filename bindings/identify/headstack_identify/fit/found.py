"""The result of a search."""

from dataclasses import dataclass

from headstack.arrays import Floats
from headstack_identify.fit.free_parameters import FreeParameter, Values
from headstack_identify.fit.replays import Replayed
from headstack_identify.fit.search_state import Dip
from headstack_identify.fit.small_changes import Taken


@dataclass(frozen=True, eq=False)
class Found:
    """The result of a search.

    Attributes:
        knobs: numbers of the search.
        begun: start of each number, shape (knobs,).
        numbers: end of each number, shape (knobs,).
        others: values of the keys of policies.
        values: all values by keys that replace the values of the description.
        replayed: replay of the whole trace on the drive.
        complete: whether the time was enough.
        cost: final cost, with a price for each changed number.
        log: steps of the search, a line each.
        dips: dips of the seek curve that the trace insists on (`dips`).
        mended: small changes that the last step took (`last_step`).
    """

    knobs: tuple[FreeParameter, ...]
    begun: Floats
    numbers: Floats
    others: Values
    values: Values
    replayed: Replayed
    complete: bool
    cost: float
    log: tuple[str, ...]
    mended: tuple[Taken, ...] = ()
    dips: tuple[Dip, ...] = ()

    def by_name(self) -> dict[str, tuple[float, float]]:
        """Returns start and end of each number."""
        rows = zip(self.knobs, self.begun.tolist(), self.numbers.tolist(), strict=True)
        return {knob.name: (begun, number) for knob, begun, number in rows}

"""DiskSim's parameters without a key: parameters without effect or with one possible value.

A parameter that is neither written nor listed here gives a warning as unknown.
"""

from collections.abc import Set
from typing import Final

from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.values import Citation

_RUN = "a run chooses that, not a drive file"
_HOST = "of the host, not of the drive"

BLOCKS_AS_ONE: Final[dict[str, str]] = {
    "disksim_global": _RUN,
    "disksim_stats": _RUN,
    "disksim_iosim": _RUN,
    "disksim_iomap": _HOST,
    "disksim_iodriver": _HOST,
    "disksim_logorg": _HOST,
    "disksim_syncset": "other drives are not looked at",
    "disksim_pf": _RUN,
    "disksim_synthio": _RUN,
    "disksim_bus": "makes no difference to one drive",
    "disksim_ctlr": "makes no difference to one drive",
    "disksim_cachemem": "no controllers between host and drive here",
    "disksim_cachedev": "no controllers between host and drive here",
    "disksim_simpledisk": "another drive",
}
"""Blocks that describe no drive, or nothing more of the drive, with the reason."""

NO_DIFFERENCE: Final[dict[str, str]] = {
    "Scheduler": "a run chooses the scheduler; DiskSim's holds one request where the length is 1",
    "Print stats": _RUN,
    "Avg sectors per cylinder": "for schedulers outside; the drive does not look at it",
    "Calc sector by sector": "DiskSim does not look at it either",
    "Combine seq writes": "whether writes share a segment: no answer's time shows it here",
}
"""Parameters of a disk that no drive file needs, with the reason."""

ONE_ANSWER: Final[dict[str, tuple[int, str]]] = {
    "Hold bus entire write xfer": (
        0,
        "no key: while a write waits for room in its segment, the bus is given away",
    ),
    "Allow sneaky full read hits": (0, "no key: one command is at work at a time"),
    "Allow sneaky partial read hits": (0, "no key: one command is at work at a time"),
    "Allow sneaky intermediate read hits": (0, "no key: one command is at work at a time"),
    "Allow write prebuffering": (0, "no key: one command is at work at a time"),
    "Preseeking level": (0, "no key: one command is at work at a time"),
    "Never disconnect": (
        0,
        "no key: the bus is given away while the medium is waited for; what that takes is in the "
        "overheads of disconnecting and reselecting",
    ),
    "Stop prefetch in sector": (
        0,
        "no key: a read-ahead ends with the sector that is under the head, less than a sector "
        "later than in DiskSim",
    ),
    "Disconnect write if seek": (
        0,
        "no key: a write disconnects whenever the medium is to be waited for",
    ),
    "Write hit stop prefetch": (1, "no key: any write ends a read-ahead"),
    "Read directly to buffer": (1, "no key: a sector goes to the buffer as it is read"),
}
"""Parameters with a fixed value in this model: the value, and the loss with any other value."""


OF_KIND: Final[dict[str, dict[str, str]]] = {
    "disksim_disk": NO_DIFFERENCE,
    "dm_layout_g1": {"Rangesize for sparing": "only sparing scheme 8 looks at it"},
}
"""Parameters that make no difference, by the kind of their block."""


def deal_with_rest(params: Params, cited: Set[Citation]) -> None:
    """Notes the parameters that do not affect the drive file.

    The import never asked for these parameters, or they have neither a source nor a note.

    Args:
        params: parameters of a block.
        cited: parameters that a source of the drive file names.
    """
    kind = params.block.kind
    for param in params.rest():
        reason = OF_KIND.get(kind, {}).get(param.name) or BLOCKS_AS_ONE.get(kind)
        answer = ONE_ANSWER.get(param.name)
        if reason:
            params.ledger.leave_out(param, reason)
        elif answer is None:
            params.ledger.warn(param, f"is not known here in a {kind}, and left out")
        elif param.value == answer[0]:
            params.ledger.leave_out(param, "as it is here")
        else:
            params.ledger.warn(param, answer[1])
    for param in params.silent(cited):
        params.ledger.leave_out(param, "needs no key with this value")

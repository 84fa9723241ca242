"""Writes the table [bus] from DiskSim's buses and controllers."""

from collections.abc import Sequence

from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.values import Block, Document, Param, Topology
from headstack_identify.drive_text import DriveText, quantity

_BULK = "Bulk sector transfer time"
_READ = "Read block transfer time"
_WRITE = "Write block transfer time"
_ARBITRATION = "Arbitration time"
_HOLDS = "Hold bus entire read xfer"


def write(disk: Params, component: str | None, document: Document, drive: DriveText) -> None:
    """Writes the data rate: the slowest of the disk, its bus, and the controller above the bus.

    Args:
        disk: block of the disk.
        component: the component of the disk that the drive file describes. `None`: the first
            component.
        document: the parameter file with the connections.
        drive: gets the keys.
    """
    ways = _above(disk.block, component, document)
    above = ways[0] if ways else []
    buses = [disk.ledger.of(one) for one in above if one.kind == "disksim_bus"]
    controllers = [disk.ledger.of(one) for one in above if one.kind == "disksim_ctlr"]
    of_all = [(disk, _BULK), *((one, _BULK) for one in controllers[-1:])]
    for key, name in (("read_rate", _READ), ("write_rate", _WRITE)):
        parts = [*of_all, *((one, name) for one in buses[-1:])]
        times = [(one.number_or(part, 0), one, part) for one, part in parts]
        time, slowest, part = max(times, key=lambda found: found[0])
        drive.put(f"bus.{key}", quantity(time, "ms/block"), slowest.source(part))
    if disk.choice(_HOLDS, otherwise=1) == 0:
        drive.put("bus.release_reads", "true", disk.source(_HOLDS))
    if not buses:
        text = "no bus is connected to this disk; its own transfer time is all there is"
        disk.ledger.warn(Param(disk.block.kind, disk.block.name, disk.block.place), text)
    if any([id(one) for one in way] != [id(one) for one in above] for way in ways):
        text = (
            "connected to several buses, of which the first is taken; --disk COMPONENT says which"
        )
        disk.ledger.warn(Param(disk.block.kind, disk.block.name, disk.block.place), text)
    _tell(buses, controllers)


def _above(disk: Block, component: str | None, document: Document) -> list[list[Block]]:
    """Returns the blocks above each place of the disk or its component, in order from the host."""
    paths = [path for top in document.topologies for path in top.paths()]
    ways = []
    for path in paths:
        if _block_of(path[-1], document) is disk and component in (None, path[-1].name):
            found = [_block_of(one, document) for one in path[:-1]]
            ways.append([one for one in found if one is not None])
    return ways


def _block_of(component: Topology, document: Document) -> Block | None:
    return document.named(document.instances.get(component.name, component.name))


def _tell(buses: Sequence[Params], controllers: Sequence[Params]) -> None:
    """Warns of times above the disk that have no effect here."""
    for bus in buses:
        names = (_ARBITRATION,) if bus is buses[-1] else (_ARBITRATION, _READ, _WRITE)
        for name in names:
            _warn_unless(bus, name, {0}, "no key; a drive file knows one bus, granted at once")
    for controller in controllers:
        _warn_unless(controller, "type", {1}, "no controllers between host and drive here")
        _warn_unless(controller, "Scale for delays", {0}, "the same")
        if controller is not controllers[-1]:
            _warn_unless(controller, _BULK, {0}, "the same")


def _warn_unless(params: Params, name: str, neutral: set[int], text: str) -> None:
    param = params.param(name)
    if param is not None and not any(param.value == one for one in neutral):
        params.ledger.warn(param, text)

"""Other disks and arrays in a parameter file. A drive file describes one disk and omits them."""

from collections.abc import Sequence
from typing import Final

from headstack_identify.disksim.values import Block, Document, Value

DISKS: Final = ("disksim_disk", "disksim_simpledisk")
"""Types of DiskSim blocks that describe a disk."""

_ARRAY = "disksim_logorg"
_DEVICES = "devices"
_SHOWN = 4


def others(document: Document, found: Block, component: str | None) -> list[str]:
    """Describes the disks and arrays that the drive file omits, each in one text.

    Args:
        document: the file.
        found: the block that the drive file describes.
        component: name of the component that the user chose. `None`: the first component.
    """
    same = [name for name, block in document.instances.items() if block == found.name]
    kept = component if component in same else next(iter(same), None)
    more = [name for name in same if name != kept]
    texts = []
    if more:
        texts.append(f"{_counted(more)} that {'is' if len(more) == 1 else 'are'} as {kept}")
    for block in document.blocks:
        if block.kind in DISKS and block is not found:
            texts.append(f"another drive, {block.name}{_as_components(document, block)}")
        devices = _devices(block) if block.kind == _ARRAY else ()
        if len(devices) > 1:
            texts.append(f"the array {block.name} of {len(devices)} disks")
    return texts


def _as_components(document: Document, block: Block) -> str:
    names = [name for name, of in document.instances.items() if of == block.name]
    return f" ({_counted(names)})" if names else ""


def _devices(block: Block) -> tuple[Value, ...]:
    param = block.params.get(_DEVICES)
    return param.value if param is not None and isinstance(param.value, tuple) else ()


def _counted(names: Sequence[str]) -> str:
    """Counts and names disks: '8 disks, disk1, disk2, disk3, ..., disk8'."""
    what = "1 disk" if len(names) == 1 else f"{len(names):,} disks"
    shown = names if len(names) <= _SHOWN else [*names[: _SHOWN - 1], "...", names[-1]]
    return f"{what}, {', '.join(shown)}"

"""A drive that nobody has built, in DiskSim's words; a test changes what it is about."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Make = Callable[..., Path]

OVERHEADS = {
    "Read hit over. after read": 0.5,
    "Read hit over. after write": 0.625,
    "Read miss over. after read": 1.0,
    "Read miss over. after write": 0.75,
    "Write hit over. after read": 0.25,
    "Write hit over. after write": 0.375,
    "Write miss over. after read": 1.5,
    "Write miss over. after write": 2.0,
    "Read completion overhead": 0.01,
    "Write completion overhead": 0.02,
    "Data preparation overhead": 0.03,
    "First reselect overhead": 0.04,
    "Other reselect overhead": 0.05,
    "Read disconnect afterread": 0.06,
    "Read disconnect afterwrite": 0.07,
    "Write disconnect overhead": 0.08,
    "Extra write disconnect": 0,
    "Extradisc command overhead": 2.5,
    "Extradisc disconnect overhead": 0.09,
    "Extradisc inter-disconnect delay": 0.11,
    "Extradisc 2nd disconnect overhead": 0.12,
    "Extradisc seek delta": 0.13,
    "Minimum seek delay": 0.14,
}
DISK = {
    "Model": "source tiny.model",
    "Scheduler": "disksim_ioqueue { Scheduling policy = 1 }",
    "Max queue length": 1,
    "Bulk sector transfer time": 0.0,
    "Per-request overhead time": 0.0,
    "Time scale for overheads": 1.0,
    "Hold bus entire read xfer": 1,
    "Hold bus entire write xfer": 0,
    "Allow almost read hits": 1,
    "Allow sneaky full read hits": 0,
    "Allow read hits on write data": 1,
    "Never disconnect": 0,
    "Avg sectors per cylinder": 40,
    "Number of buffer segments": 4,
    "Maximum number of write segments": 1,
    "Segment size (in blks)": 64,
    "Use separate write segment": 1,
    "Low (write) water mark": 0.75,
    "High (read) water mark": 0.5,
    "Set watermark by reqsize": 1,
    "Enable caching in buffer": 1,
    "Buffer continuous read": 3,
    "Minimum read-ahead (blks)": 0,
    "Maximum read-ahead (blks)": 48,
    "Read-ahead over requested": 1,
    "Read-ahead on idle hit": 1,
    "Read any free blocks": 0,
    "Fast write level": 0,
    "Immediate buffer read": 0,
    "Immediate buffer write": 0,
    "Immed transfer partial hit": 1,
    **OVERHEADS,
}
MECHANICS = {
    "Access time type": "trackSwitchPlusRotation",
    "Seek type": "extracted",
    "Full seek curve": "tiny.seek",
    "Head switch time": 0.9,
    "Add. write settling delay": 0.4,
    "Rotation speed (in rpms)": 6000,
    "Percent error in rpms": 0.0,
}
ZONE = {
    "First cylinder number": 0,
    "Last cylinder number": 11,
    "Blocks per track": 20,
    "Offset of first block": 3,
    "Empty space at zone front": 0,
    "Skew for track switch": 2,
    "Skew for cylinder switch": 5,
    "Number of spares": 0,
    "slips": "[]",
    "defects": "[]",
}
SEEKS = "Seek distances measured: 3\n1, 1.5\n4,\t2.25, 0.01\n11, 4.0\n"
PARV = """
disksim_global Global { Init Seed = 42 }
disksim_bus FAR { type = 1, Arbitration time = 0.0 }
disksim_bus NEAR { type = 1, Read block transfer time = 0.2, Write block transfer time = 0.3 }
disksim_ctlr CTLR { type = 1, Scale for delays = 0.0, Bulk sector transfer time = 0.0 }
source tiny.diskspecs
instantiate [ bus0 ] as FAR
instantiate [ bus1 ] as NEAR
instantiate [ ctlr0 ] as CTLR
instantiate [ disk0 .. disk0 ] as TINY
topology disksim_iodriver driver0 [ disksim_bus bus0 [ disksim_ctlr ctlr0 [
  disksim_bus bus1 [ disksim_disk disk0 [] ] ] ] ]
"""


def lines(params: Mapping[str, object]) -> str:
    """The parameters of a block, a line each. `None`: the parameter is left out."""
    return ",\n".join(f"{name} = {value}" for name, value in params.items() if value is not None)


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes the drive's files, with changes, and gives the .parv."""

    def write(
        disk: Mapping[str, object] | None = None,
        mech: Mapping[str, object] | None = None,
        zones: list[dict[str, object]] | None = None,
        layout: Mapping[str, object] | None = None,
        model: Mapping[str, object] | None = None,
        parv: str = PARV,
        seeks: str | None = SEEKS,
    ) -> Path:
        blocks = [f"dm_layout_g1_zone {{\n{lines({**ZONE, **zone})} }}" for zone in zones or [{}]]
        of_layout = {
            "LBN-to-PBN mapping scheme": 0,
            "Sparing scheme used": 7,
            "Rangesize for sparing": 1,
            "Zones": f"[\n{', '.join(blocks)} ]",
            **(layout or {}),
        }
        of_model = {
            "Number of data surfaces": 2,
            "Number of cylinders": 12,
            "Block count": 480,
            "Layout Model": f"dm_layout_g1 {{\n{lines(of_layout)} }}",
            "Mechanical Model": f"dm_mech_g1 {{\n{lines({**MECHANICS, **(mech or {})})} }}",
            **(model or {}),
        }
        (tmp_path / "tiny.model").write_text(f"dm_disk TINY_model {{\n{lines(of_model)} }}\n")
        of_disk = lines({**DISK, **(disk or {})})
        (tmp_path / "tiny.diskspecs").write_text(f"disksim_disk TINY {{\n{of_disk} }}\n")
        if seeks is not None:
            (tmp_path / "tiny.seek").write_text(seeks)
        (tmp_path / "tiny.parv").write_text(parv)
        return tmp_path / "tiny.parv"

    return write

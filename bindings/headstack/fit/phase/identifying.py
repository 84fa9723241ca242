"""From a trace with measured times to what its phase tells: the order of the steps."""

from pathlib import Path

from headstack._core import DriveConfig
from headstack.fit.phase.result import Convention, Phase
from headstack.workload.disksim import Think, ValidationTrace


def identify(
    trace: str | Path | ValidationTrace,
    drive: DriveConfig | None = None,
    *,
    think: Think | None = None,
) -> Phase:
    """Finds the think convention, cuts, the period, and what is wrong with a layout.

    Args:
        trace: file in DiskSim's validation format, or one that was read. At least some hundred of
            its requests must have waited for the medium.
        drive: a rough description: its zones with their cylinders and sectors per track, spares
            and slips must be about right; skews, head offsets and where zones begin need not be,
            nor the rotation, to 3 %. None: only convention, cuts and period are found.
        think: the convention, if it is known; else it is found.

    Returns:
        All that was found. `Phase.corrected` is the description with `Phase.overrides`; with
        `think` None the convention is undecided, and nothing that rests on it is there.

    Raises:
        ConfigError: bad trace.
        PhaseError: no measured times, addresses beyond the drive's end, too few media accesses,
            or no phase under either convention; `found` has what was found before.
    """
    raise NotImplementedError


def coherent(
    trace: str | Path | ValidationTrace, drive: DriveConfig | None = None
) -> Convention | None:
    """Which think convention a trace's times fit; takes less than a second.

    Args:
        trace: file in DiskSim's validation format, or one that was read.
        drive: the description; its zones and its rotation, to 3 %, are used. None: worse, without
            them.

    Returns:
        Both coherences and the decision, which may be undecided; None: too few media accesses near
        each other to say anything.
    """
    raise NotImplementedError

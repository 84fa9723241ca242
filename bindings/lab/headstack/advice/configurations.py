"""What is tried: a scheduler, where it is, and how many commands are at the drive."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from headstack import checks
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.scheduler import choose
from headstack.workload import MOST_OUTSTANDING

Place = Literal["host", "drive", "both"]
"""Where a scheduler is: in the host with one command at the drive; in the drive; in the drive, with
HOST_ABOVE in the host."""

HOST: Final = ("sstf", "look", "clook")
DRIVE: Final = ("sptf", "asptf(6)", "aspctf")
BOTH: Final = ("sptf",)
HOST_ABOVE: Final = "clook"
DEPTHS: Final = (1, 8, 32)
BASELINE: Final = "fcfs"

_HYPHENS: Final = {"clook": "C-LOOK", "cscan": "C-SCAN"}

_PART = re.compile(r"[^,()]+(?:\([^()]*\))?")


@dataclass(frozen=True)
class Configuration:
    """A way of ordering requests.

    Attributes:
        scheduler: its name, with parameters.
        place: where it is.
        depth: most commands at the drive.
    """

    scheduler: str
    place: Place
    depth: int

    @property
    def label(self) -> str:
        """A short name, for tables and charts."""
        if self.scheduler == BASELINE:
            return BASELINE
        if self.place == "host":
            return f"{self.scheduler} in host"
        above = f"{HOST_ABOVE} + " if self.place == "both" else ""
        return f"{above}{self.scheduler} in drive, {self.depth}"

    @property
    def short(self) -> str:
        """The shortest name, for narrow tables."""
        if self.place == "host":
            return self.label if self.scheduler == BASELINE else f"{self.scheduler} host"
        above = f"{HOST_ABOVE}+" if self.place == "both" else ""
        return f"{above}{self.scheduler} drive {self.depth}"

    @property
    def words(self) -> str:
        """What it is called in a sentence."""
        name = _upper(self.scheduler)
        if self.scheduler == BASELINE:
            return "first come, first served"
        if self.place == "host":
            return f"{name} in the host"
        above = f"{_upper(HOST_ABOVE)} in the host above " if self.place == "both" else ""
        return f"{above}{name} in the drive with {self.depth} commands"

    @property
    def options(self) -> dict[str, Any]:
        """Arguments of `headstack.Drive`."""
        if self.place == "host":
            return {"scheduler": self.scheduler, "placement": "host", "host_outstanding": 1}
        if self.place == "drive":
            return {"scheduler": self.scheduler, "queue_depth": self.depth}
        return {
            "host_scheduler": HOST_ABOVE,
            "drive_scheduler": self.scheduler,
            "queue_depth": self.depth,
        }

    def on(self, drive: DriveConfig) -> Drive:
        """A drive that does it."""
        return Drive(drive, **self.options)

    def document(self) -> dict[str, Any]:
        """As plain values."""
        return {"scheduler": self.scheduler, "place": self.place, "depth": self.depth}


def configurations(
    schedulers: Sequence[str] = (),
    places: Sequence[str] = (),
    depths: Sequence[int] = DEPTHS,
) -> list[Configuration]:
    """What is tried, first come, first served in front.

    With one command at the drive a scheduler in the drive has nothing to choose from. So the depth
    1 stands for those in the host, which keep one there; the others are for those in the drive.

    Args:
        schedulers: names with parameters; none: HOST in the host, DRIVE in the drive, BOTH there
            below HOST_ABOVE.
        places: where each is tried; none: in all three without `schedulers`, in host and drive
            with them.
        depths: most commands at the drive, 1 to 65,536 each.

    Raises:
        ConfigError: an unknown scheduler or place, or nothing that is to be tried.
    """
    schedulers = checks.items("schedulers", schedulers, str)
    places = checks.items("places", places, str)
    depths = checks.items("depths", depths, object)
    for name in schedulers:
        choose(name)
    default = ("host", "drive") if schedulers else get_args(Place)
    chosen = [checks.choice("place", place, get_args(Place)) for place in places or default]
    numbers = [checks.whole("depth", depth, 1, MOST_OUTSTANDING) for depth in depths]
    usual = {"host": HOST, "drive": DRIVE, "both": BOTH}
    found = [Configuration(BASELINE, "host", 1)]
    for place in dict.fromkeys(chosen):
        for name in tuple(schedulers) or usual[place]:
            if name == BASELINE:
                continue
            own = [1] if place == "host" else [depth for depth in numbers if depth > 1]
            found += [
                Configuration(name, place, depth)
                for depth in own
                if place != "host" or 1 in numbers
            ]
    found = list(dict.fromkeys(found))
    if len(found) == 1:
        raise ConfigError(
            "there is nothing to try beside first come, first served: a scheduler in the host "
            "wants depth 1, one in the drive a depth of 2 or more"
        )
    return found


def names_of(text: str) -> list[str]:
    """The schedulers of 'sptf, cvscan(N=3, R=0.2)'; ConfigError if it is no list of them."""
    found = [match.strip() for match in _PART.findall(text)]
    rest = _PART.sub("", text).replace(",", "").strip()
    if rest or not all(found) or not found:
        raise checks.wrong(
            "schedulers", f" is {text!r}; give names with commas, as 'sptf, asptf(6)'"
        )
    return found


def _upper(name: str) -> str:
    """'ASPTF(6)' of 'asptf(6)'; parameters stay as they are."""
    word, bracket, rest = name.partition("(")
    return f"{_HYPHENS.get(word, word.upper())}{bracket}{rest}"

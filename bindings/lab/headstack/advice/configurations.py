"""The tried configurations: a scheduler, its place, and the number of commands at the drive."""

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
"""Place of a scheduler. 'host': the host, with one command at the drive. 'drive': the drive.
'both': the drive, with another scheduler in the host."""

HOST: Final = ("sstf", "look", "clook")
DRIVE: Final = ("sptf", "asptf(6)", "aspctf")
BOTH: Final = ("sptf",)
HOST_ABOVE: Final = "clook"
DEPTHS: Final = (1, 8, 32)
BASELINE: Final = "fcfs"
PLAIN: Final = "none"
"""Linux's name for a host that keeps the order of arrival. Not a scheduler by itself."""
ELEVATORS: Final = ("mq_deadline", "kyber", "bfq")
"""Elevators of Linux: schedulers of the host alone."""
LINUX: Final = {name: name.replace("_", "-") for name in ELEVATORS}
"""Linux's spelling of the elevators, as in /sys/block/sdX/queue/scheduler."""

_WORDS: Final = {
    "clook": "C-LOOK",
    "cscan": "C-SCAN",
    **LINUX,
}

_ONE = r"[^,()+]+(?:\([^()]*\))?"
_PART = re.compile(rf"{_ONE}(?:\s*\+\s*{_ONE})?")


@dataclass(frozen=True)
class Configuration:
    """A way of ordering requests.

    Attributes:
        scheduler: name of the scheduler, with parameters.
        place: place of the scheduler.
        depth: largest number of commands at the drive.
        above: name of the scheduler in the host, if the place is 'both'.
    """

    scheduler: str
    place: Place
    depth: int
    above: str = HOST_ABOVE

    @property
    def label(self) -> str:
        """Short name, for tables and charts."""
        if self._is_baseline:
            return BASELINE
        if self.place == "host":
            return f"{self.scheduler} in host"
        above = f"{self.above} + " if self.place == "both" else ""
        return f"{above}{self.scheduler} in drive, {self.depth}"

    @property
    def short(self) -> str:
        """Shortest name, for narrow tables."""
        if self.place == "host":
            return self.label if self.scheduler == BASELINE else f"{self.scheduler} host"
        above = f"{self.above}+" if self.place == "both" else ""
        return f"{above}{self.scheduler} drive {self.depth}"

    @property
    def words(self) -> str:
        """Name in a sentence."""
        name = _upper(self.scheduler)
        if self._is_baseline:
            return "first come, first served"
        if self.place == "host":
            return f"{name} in the host"
        above = f"{_upper(self.above)} in the host above " if self.place == "both" else ""
        return f"{above}{name} in the drive with {self.depth} commands"

    @property
    def _is_baseline(self) -> bool:
        return self.scheduler == BASELINE and self.place != "both"

    @property
    def options(self) -> dict[str, Any]:
        """Arguments of `headstack.Drive`."""
        if self.place == "host":
            return {"scheduler": self.scheduler, "placement": "host", "host_outstanding": 1}
        if self.place == "drive":
            return {"scheduler": self.scheduler, "queue_depth": self.depth}
        return {
            "host_scheduler": self.above,
            "drive_scheduler": self.scheduler,
            "queue_depth": self.depth,
        }

    def on(self, drive: DriveConfig) -> Drive:
        """Returns a drive with this configuration."""
        return Drive(drive, **self.options)

    def document(self) -> dict[str, Any]:
        """Returns the configuration as plain values."""
        above = {"host_scheduler": self.above} if self.place == "both" else {}
        return {
            "scheduler": self.scheduler,
            "place": self.place,
            "depth": self.depth,
            **above,
        }


def configurations(
    schedulers: Sequence[str] = (),
    places: Sequence[str] = (),
    depths: Sequence[int] = DEPTHS,
) -> list[Configuration]:
    """Returns the configurations to try. The first is first come, first served.

    With one command at the drive, a scheduler in the drive has no choice. A scheduler in the host
    keeps one command at the drive. So depth 1 applies to schedulers in the host, and all other
    depths apply to schedulers in the drive.

    Args:
        schedulers: names with parameters. 'clook+sptf' has its places: C-LOOK in the host, and SPTF
            in the drive. The elevators are also known by Linux's spelling: 'mq-deadline+sptf'.
            Empty: HOST in the host, DRIVE in the drive, and BOTH in the drive with
            HOST_ABOVE in the host.
        places: places of each scheduler with one name. Empty: host and drive. Without `schedulers`,
            also 'both'. A pair has its places already, and an elevator of Linux is in the host.
        depths: largest numbers of commands at the drive, 1 to 65,536 each.

    Raises:
        ConfigError: an unknown scheduler or place, places for pairs alone, a place without a depth,
            or no configuration besides first come, first served.
    """
    schedulers = checks.items("schedulers", schedulers, str)
    places = checks.items("places", places, str)
    depths = checks.items("depths", depths, object)
    pairs = [pair_of(name) for name in schedulers if "+" in name]
    single = [_known(name) for name in schedulers if "+" not in name]
    default = ("host", "drive") if schedulers else get_args(Place)
    chosen = [checks.choice("places", place, get_args(Place)) for place in places or default]
    for name in single:
        _check_single(name, places)
    numbers = [checks.whole("depths", depth, 1, MOST_OUTSTANDING) for depth in depths]
    if places:
        _check_places(chosen, numbers, pairs=bool(pairs) and not single)
    usual = {"host": HOST, "drive": DRIVE, "both": BOTH}
    found = [Configuration(BASELINE, "host", 1)]
    found += [_of_pair(*pair, depth) for pair in pairs for depth in numbers]
    for place in dict.fromkeys(chosen):
        for name in single or (usual[place] if not pairs else ()):
            if name == BASELINE or (place != "host" and word_of(name) in ELEVATORS):
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


def _check_single(name: str, places: Sequence[str]) -> None:
    """Refuses a name that is no scheduler, or an elevator of Linux inside the drive."""
    if word_of(name) == PLAIN:
        raise checks.wrong(
            "schedulers",
            f" has {name!r}, a host without an elevator, and no order inside the drive; give both "
            f"as HOST+DRIVE, such as '{PLAIN}+{BOTH[0]}'",
        )
    choose(name)
    if word_of(name) in ELEVATORS and any(place != "host" for place in places):
        raise checks.wrong(
            "places",
            f" is {','.join(places)!r}; {name} is an elevator of Linux, in the host: give it "
            f"the place host, or an order inside the drive too, as '{name}+{BOTH[0]}'",
        )


def _check_places(places: Sequence[Place], depths: Sequence[int], pairs: bool) -> None:
    """Refuses places that would have no effect. `pairs`: all schedulers are pairs."""
    if pairs:
        raise checks.wrong(
            "places",
            f" is {','.join(places)!r}; a pair of schedulers has its places, HOST+DRIVE: leave "
            "places out, or add a scheduler with one name",
        )
    for place in places:
        if place == "host" and 1 not in depths:
            raise checks.wrong("places", " has 'host'; a scheduler in the host wants depth 1 too")
        if place != "host" and not any(depth > 1 for depth in depths):
            raise checks.wrong("places", f" has {place!r}, which wants a depth of 2 or more too")


def _of_pair(above: str, below: str, depth: int) -> Configuration:
    """Returns the configuration of a pair. `PLAIN` in the host leaves the drive alone."""
    if above != PLAIN:
        return Configuration(below, "both", depth, above)
    return (
        Configuration(BASELINE, "host", 1)
        if below == BASELINE
        else Configuration(below, "drive", depth)
    )


def pair_of(text: str) -> tuple[str, str]:
    """Returns the schedulers of 'clook+sptf': in the host, and in the drive.

    Raises:
        ConfigError: the text is no pair of known schedulers. `PLAIN` and ELEVATORS are known in
            the host only.
    """
    given = [part.strip() for part in re.findall(_ONE, text) if part.strip()]
    if len(given) != 2 or "+".join(given) != re.sub(r"\s*\+\s*", "+", text.strip()):
        raise ConfigError(
            f"schedulers has {text!r}; a pair is a scheduler in the host and a scheduler in the "
            "drive, as 'clook+sptf'"
        )
    above, below = map(_known, given)
    if word_of(below) in (PLAIN, *ELEVATORS):
        order = BOTH[0] if word_of(above) in (PLAIN, *ELEVATORS) else above
        raise checks.wrong(
            "schedulers",
            f" has {text!r}; the order is HOST+DRIVE, and {below} is of the host: give "
            f"'{below}+{order}'",
        )
    if above != PLAIN:
        choose(above)
    choose(below)
    return above, below


def names_of(text: str) -> list[str]:
    """Returns the schedulers of 'sptf, clook+cvscan(N=3, R=0.2)'. ConfigError: another form."""
    found = [match.strip() for match in _PART.findall(text)]
    rest = _PART.sub("", text).replace(",", "").strip()
    if rest or not all(found) or not found:
        raise checks.wrong(
            "schedulers", f" is {text!r}; give names with commas, as 'sptf, asptf(6)'"
        )
    return found


def _known(text: str) -> str:
    """Returns 'mq_deadline(fifo_batch=4)' for Linux's spelling, 'mq-deadline(fifo_batch=4)'."""
    own = {spelling: name for name, spelling in LINUX.items()}
    word = word_of(text)
    return text.replace(word, own.get(word, word), 1)


def word_of(text: str) -> str:
    """Returns the name of a scheduler without its parameters."""
    return text.partition("(")[0].strip()


def _upper(name: str) -> str:
    """Returns 'ASPTF(6)' for 'asptf(6)'. Parameters do not change."""
    word, bracket, rest = name.partition("(")
    return f"{_WORDS.get(word, word.upper())}{bracket}{rest}"

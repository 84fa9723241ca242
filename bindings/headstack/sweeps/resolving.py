"""From a point's words to its drive and its workload, each made once for all that share it."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.mimic import Mimic
from headstack.sweeps.canonical import canonical
from headstack.sweeps.job import Job
from headstack.sweeps.words import Words
from headstack.workload import Workload
from headstack.workload.text import MAKERS, Parsed, parse

LOADS: Final[dict[str, Callable[..., Any]]] = {
    **MAKERS,
    "trace": workload.trace,
    "compressed": workload.compressed,
}
"""The words of workloads, with those that read a file."""

OF_WORDS: Final = ("rate_per_s", "outstanding")
OF_TEXTS: Final = {"size": ("512B", "1KiB"), "read_fraction": (0.0, 1.0), "align": ("1KiB", "2KiB")}
"""Arguments of a workload that is text, each with two values that differ."""

OF_DRIVES: Final = (
    *("scheduler", "placement", "host_scheduler", "drive_scheduler", "host_outstanding"),
    *("host_queue_depth", "queue_depth", "learnt_distances"),
)
MOST_CACHED: Final = 4096


class Resolver:
    """Makes the jobs of points. What points share is made once."""

    def __init__(self) -> None:
        self._made: dict[object, Any] = {}
        self._held: list[object] = []

    def job(self, point: Words) -> Job:
        """The run that a point stands for; ConfigError for an argument out of its range."""
        parsed = self._load(point)
        weights = point.weights
        if weights is None and "yfq" in f"{point.scheduler}{point.host_scheduler}":
            weights = parsed.weights
        return Job(self._drive(point, tuple(weights or ())), parsed.load)

    def _once(self, name: tuple[object, ...], make: Any) -> Any:
        """What `make` gives, kept for the next that asks for this name."""
        if name not in self._made:
            if len(self._made) >= MOST_CACHED:
                self._made.clear()
                self._held.clear()
            self._made[name] = make()
        return self._made[name]

    def _name(self, value: object) -> object:
        """Something to find a value by; an object is kept, so that no other gets its id."""
        if value is None or isinstance(value, (str, int, float)):
            return (type(value), value)
        if isinstance(value, Mapping):
            return json.dumps(canonical(value), sort_keys=True)
        self._held.append(value)
        return id(value)

    def _drive(self, point: Words, weights: tuple[float, ...]) -> Drive:
        given = {name: getattr(point, name) for name in OF_DRIVES}
        base = (point.drive, point.set, point.conditions, point.mimic, *given.values())
        name = (*map(self._name, base), weights)
        return self._once(  # type: ignore[no-any-return]
            ("drive", *name),
            lambda: Drive(
                self._config(point), **given, weights=weights, mimic=self._mimic(point.mimic)
            ),
        )

    def _mimic(self, given: Any) -> Mimic | None:
        if given is None or isinstance(given, Mimic):
            return given
        return self._once(("mimic", str(given)), lambda: Mimic.load(given))  # type: ignore[no-any-return]

    def _config(self, point: Words) -> DriveConfig:
        drive = point.drive
        found: DriveConfig
        if isinstance(drive, DriveConfig):
            found = drive
        else:
            found = self._once(("config", str(drive)), lambda: catalog.load(drive))
        found = catalog.with_conditions(found, point.conditions)
        return found.with_values(point.set) if point.set else found

    def _load(self, point: Words) -> Parsed:
        if isinstance(point.workload, Workload):
            return Parsed(_replaced(point.workload, point))
        if not isinstance(point.workload, str):
            raise ConfigError(
                f"workload is {point.workload!r}; give one of headstack.workload, or its text"
            )
        return self._text(point)

    def _text(self, point: Words) -> Parsed:
        text = str(point.workload).strip()
        given = {name: getattr(point, name) for name in ("requests", "seed", *OF_TEXTS, *OF_WORDS)}
        given = {name: value for name, value in given.items() if value is not None}
        of_words = [name for name in OF_WORDS if name in given]
        if of_words and "(" in text:
            raise ConfigError(
                f"{of_words[0]} is for a workload that is one word, as 'random'; with {text!r} it "
                "stands in the text, so give a list of texts"
            )
        if text.startswith(("trace(", "compressed(")):  # a file is read once
            found = self._once(("load", text), lambda: parse(text, LOADS))
            return Parsed(_replaced(found.load, point))
        for name in (*of_words, *(name for name in OF_TEXTS if name in given)):
            self._check_used(text, name, {k: v for k, v in given.items() if k != "requests"})
        found = parse(text, LOADS, **given)
        for name in ("requests", "seed"):
            if name in given and getattr(found.load, name) != given[name]:
                raise ConfigError(
                    f"{name} is {given[name]}, and {text!r} has its own, "
                    f"{getattr(found.load, name)}; give it once"
                )
        return found

    def _check_used(self, text: str, name: str, given: dict[str, Any]) -> None:
        """Raises ConfigError if an argument changes nothing of the workload."""

        def changes() -> bool:
            values = OF_TEXTS.get(name, (1, 2))
            one, other = (parse(text, LOADS, **{**given, name: value}).load for value in values)
            return bool(canonical(one) != canonical(other))

        names = tuple(sorted(given))
        if not self._once(("uses", text, name, names), changes):
            raise ConfigError(f"{name} changes nothing of the workload {text!r}; leave it out")


def _replaced(load: Workload, point: Words) -> Workload:
    """The workload with the point's number of requests and seed."""
    for name in (*OF_TEXTS, *OF_WORDS):
        if getattr(point, name) is not None:
            raise ConfigError(
                f"{name} is for a workload that is text; make the workload with it, and give a "
                "list of workloads"
            )
    changes = {name: getattr(point, name) for name in ("requests", "seed")}
    changes = {name: value for name, value in changes.items() if value is not None}
    settable: set[str] = (
        {one.name for one in dataclasses.fields(load) if one.init}
        if dataclasses.is_dataclass(load)
        else set()
    )
    for name in changes:
        if name not in settable:
            raise ConfigError(
                f"{name} is given, but the workload {load.settings()['workload']} has none to "
                "replace; leave it out"
            )
    return dataclasses.replace(load, **changes) if changes else load  # type: ignore[type-var]

"""Makes the drive and the workload of each point. Points share equal drives and workloads."""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final

from headstack import catalog, checks
from headstack._core import DriveConfig
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.mimic import Mimic
from headstack.scheduler import weights_for
from headstack.sweeps.canonical import canonical
from headstack.sweeps.fields import Words
from headstack.sweeps.job import Job
from headstack.workload import Workload
from headstack.workload.text import Parsed, parse
from headstack.workload.traced import Traced

OF_WORDS: Final = ("rate_per_s", "outstanding")
OF_TEXTS: Final = ("size", "read_fraction", "align")
"""Arguments of a workload that is text."""

OF_DRIVES: Final = (
    *("scheduler", "placement", "host_scheduler", "drive_scheduler", "host_outstanding"),
    *("host_queue_depth", "queue_depth", "learnt_distances"),
)
MOST_CACHED: Final = 4096


class Resolver:
    """Makes the jobs of points. Each shared drive or workload is made once."""

    def __init__(self) -> None:
        self._made: dict[object, Any] = {}
        self._held: dict[int, object] = {}

    def job(self, point: Words) -> Job:
        """Returns the run of a point. Raises ConfigError for an argument out of its range."""
        parsed = self._load(point)
        weights = point.weights
        if weights is None:
            weights = weights_for(vars(point), parsed.weights)
        return Job(self._drive(point, tuple(weights)), parsed.load)

    def _once(self, name: tuple[object, ...], make: Any) -> Any:
        """Returns the result of `make`. Keeps the result for the next call with this name."""
        if name not in self._made:
            if len(self._made) >= MOST_CACHED:
                self._made.clear()
                self._held.clear()
            self._made[name] = make()
        return self._made[name]

    def _name(self, value: object) -> object:
        """Returns a key for a value. Keeps each object, so no other object can get the same id."""
        if value is None or isinstance(value, (str, int, float)):
            return (type(value), value)
        if isinstance(value, Mapping):
            return json.dumps(canonical(value), sort_keys=True)
        self._held[id(value)] = value
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
            raise checks.wrong(
                "workload", f" is {point.workload!r}; give one of headstack.workload, or its text"
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
        if text.startswith("trace("):  # a file is read once
            found = self._once(("load", text), lambda: parse(text))
            return Parsed(_replaced(found.load, point))
        return parse(text, **given)


def _replaced(load: Workload, point: Words) -> Workload:
    """Returns the workload with the number of requests and the seed of the point."""
    for name in (*OF_TEXTS, *OF_WORDS):
        if getattr(point, name) is not None:
            raise checks.wrong(
                name,
                " is for a workload that is text; make the workload with it, and give a "
                "list of workloads",
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
            raise checks.wrong(
                name,
                f" is given, but the workload {load.settings()['workload']} has none to "
                "replace; leave it out",
            )
    if isinstance(load, Traced) and "requests" in changes:
        changes["requests"] = min(changes["requests"], load.requests)
    return dataclasses.replace(load, **changes) if changes else load  # type: ignore[type-var]

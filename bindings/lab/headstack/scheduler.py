"""Schedulers written in Python: docs/use/python-schedulers.md."""

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any, ClassVar, Final, Literal

from headstack import _core, checks, loading
from headstack._core import DriveFacts, DriveState, SchedulerSpec, ServedRequest, WaitingQueue
from headstack.errors import ConfigError
from headstack.workload.grammar import Reader

Knowledge = Literal["none", "lbn", "map", "position", "cache"]
"""Knowledge of a scheduler. Each level includes the levels before it.

docs/reference/schedulers.md describes the levels.
"""


class Scheduler:
    """A scheduler, which chooses the request that the drive serves next. Subclass it.

    Only `pick` is necessary. The other operations are called if the class defines them. An
    exception in an operation ends the run, and the run raises the exception.

    Attributes:
        knows: knowledge that the scheduler needs. Other knowledge is not available: at 'lbn',
            `queue.cylinder` is an error.
        needs_deadlines: whether the scheduler uses `queue.deadline`. The workload must have
            deadlines.
        needs_classes: whether the scheduler uses `queue.class_id`. A command to a drive carries
            a class from 0 to 63.
    """

    knows: ClassVar[Knowledge] = "lbn"
    needs_deadlines: ClassVar[bool] = False
    needs_classes: ClassVar[bool] = False

    def init(self, drive: DriveFacts) -> None:
        """Called with an empty queue: before a run, and when the power of the drive returns."""

    def arrival(self, queue: WaitingQueue, row: int) -> None:
        """Called when a request has arrived in this row."""

    def pick(self, queue: WaitingQueue, drive: DriveState) -> int:
        """Returns the row of the request that the drive serves next. The queue is not empty."""
        raise NotImplementedError

    def remove(self, queue: WaitingQueue, row: int) -> None:
        """Called when a picked or aborted request leaves its row. Later rows move up."""

    def completion(self, request: ServedRequest, drive: DriveState) -> None:
        """Called when a picked request is over: served, failed or aborted."""


SCHEDULERS: Final = ("scheduler", "host_scheduler", "drive_scheduler")
"""Arguments of `headstack.Drive` that are schedulers."""

Spec = str | type[Scheduler] | Scheduler
"""A scheduler as an argument of `Drive`."""


@dataclasses.dataclass(frozen=True)
class Choice:
    """A chosen scheduler.

    Attributes:
        name: name in full form, for results.
        firmware: the scheduler in the firmware. `None`: the scheduler is in Python.
        make: makes the scheduler in Python for a run. `None`: the scheduler is in the firmware.
        instance: the object that `make` returns for every run. `None`: `make` makes a new object.
        spec: argument of `choose`, for pickling. `None`: `name` is used.
        mimic: file with the drive's times, from the scheduler's text. `None`: the text names no
            file.
        shared_object: library with the scheduler. `None`: the scheduler is in no library.
        image: image of a firmware with the scheduler. `None`: the scheduler is in no such image.
    """

    name: str
    firmware: SchedulerSpec | None = None
    make: Callable[[], Scheduler] | None = None
    instance: Scheduler | None = None
    spec: "Spec | None" = None
    mimic: str | None = None
    shared_object: str | None = None
    image: str | None = None

    def __reduce__(self) -> tuple[Callable[..., "Choice"], tuple["Spec", str | None]]:
        return choose, (self.name if self.spec is None else self.spec, self.image)

    def for_run(self) -> SchedulerSpec | _core.PythonScheduler:
        """Returns the scheduler for a run, in the form for `_core`."""
        if self.firmware is not None:
            return self.firmware
        assert self.make is not None
        scheduler = self.make()
        return _core.PythonScheduler(
            self.name,
            scheduler.knows,
            init=_own(scheduler, "init"),
            arrival=_own(scheduler, "arrival"),
            pick=scheduler.pick,
            remove=_own(scheduler, "remove"),
            completion=_own(scheduler, "completion"),
            needs_deadlines=scheduler.needs_deadlines,
            needs_classes=scheduler.needs_classes,
        )


def choose(scheduler: Spec, image: str | None = None) -> Choice:
    """Returns the scheduler of a name, a class or an instance.

    Args:
        scheduler: the name, the class or the instance.
        image: the image that the drive runs. A name that headstack does not have is looked up in
            the image. `None`: the drive runs headstack's own firmware.

    Raises:
        ConfigError: the argument is neither a known name nor a class nor an instance; or the
            arguments do not fit the class.
    """
    if isinstance(scheduler, Scheduler):
        instance = scheduler
        return Choice(_name_of_instance(instance), None, lambda: instance, instance, instance)
    if isinstance(scheduler, type) and issubclass(scheduler, Scheduler):
        found = _of_class(scheduler, _name_of_class(scheduler), (), {})
        return dataclasses.replace(found, spec=scheduler)
    if not isinstance(scheduler, str):
        raise ConfigError(
            f"{scheduler!r} is not a scheduler; give a name, as in 'clook(map)', or a subclass of "
            "headstack.Scheduler or an instance of one"
        )
    return _of_firmware(checks.text("scheduler", scheduler), image) or _of_name(scheduler)


_LIBRARY: Final = re.compile(r"[^(]*\.so:")
"""Beginning of a text that names a scheduler in a shared library: 'mine.so:mine(6)'."""


def _of_firmware(text: str, image: str | None = None) -> Choice | None:
    """Returns the scheduler of the firmware, of an image or a library; `None`: 'module:Class'."""
    if _LIBRARY.match(text):  # a library can change between two calls
        return _read(text)
    if ".elf:" in text.partition("(")[0]:
        file, _, name = text.partition(".elf:")
        raise checks.wrong(
            "scheduler",
            f" {text!r}: name the image as the core's firmware, iss(firmware={file}.elf), and the "
            f"scheduler as {name!r}",
        )
    if image is not None and _not_known(text):
        spec = SchedulerSpec(f"{image}:{text}")
        return Choice(spec.text.removeprefix(f"{image}:"), spec, image=image)
    return _cached(text)


def _not_known(text: str) -> bool:
    """Whether a text names neither a scheduler of headstack nor a file."""
    return ":" not in text and text.partition("(")[0].strip() not in _known()


@cache
def _known() -> frozenset[str]:
    """Returns the names of headstack's own schedulers."""
    return frozenset(one.name for one in _core.schedulers())


@lru_cache(maxsize=256)
def _cached(text: str) -> Choice | None:
    return _read(text)


def _read(text: str) -> Choice | None:
    plain, mimic = without_mimic(text)
    if ":" in plain and not _LIBRARY.match(plain):
        return None
    spec = SchedulerSpec(plain)
    library = _LIBRARY.match(plain)
    place = None if library is None else library[0].removesuffix(":")
    return Choice(spec.text, spec, mimic=mimic, shared_object=place)


def without_mimic(text: str) -> tuple[str, str | None]:
    """Splits 'smtf(mean, mimic=base.parquet)' into 'smtf(mean)' and 'base.parquet'."""
    name = text.partition("(")[0].strip()
    if "mimic" not in text or name not in _need_mimic():
        return text, None
    call = Reader(text, "scheduler", "smtf(mean, mimic=base.parquet)").whole()
    mimic = call.named.pop("mimic", None)
    return (text, None) if mimic is None else (str(call), str(mimic))


@cache
def _need_mimic() -> frozenset[str]:
    """Returns the names of the schedulers that need the drive's times."""
    return frozenset(one.name for one in _core.schedulers() if "mimic" in one.needs)


def weights_for(
    arguments: Mapping[str, Any], weights: Sequence[float], image: str | None = None
) -> tuple[float, ...]:
    """Returns the weights of the classes. Returns () if no scheduler shares the drive.

    Args:
        arguments: arguments of `headstack.Drive` by name, including the schedulers.
        weights: the weights. Empty: the workload has no classes.
        image: as for `choose`.
    """
    if not weights:
        return ()
    given = [arguments.get(name) for name in SCHEDULERS]
    texts = [checks.text("scheduler", one) for one in given if isinstance(one, str)]
    if image is None:  # the drive refuses an unknown name
        texts = [text for text in texts if not _not_known(text)]
    choices = [choice for text in texts if (choice := _of_firmware(text, image)) is not None]
    specs = [choice.firmware for choice in choices if choice.firmware is not None]
    shares = any("weights" in spec.needs for spec in specs)
    return tuple(weights) if shares else ()


def _own(scheduler: Scheduler, operation: str) -> Callable[..., None] | None:
    """Returns the operation of the scheduler's class. `None`: the class does not define it."""
    method = getattr(scheduler, operation)
    return None if getattr(method, "__func__", None) is getattr(Scheduler, operation) else method


def _of_class(
    cls: type[Scheduler], name: str, arguments: tuple[Any, ...], named: dict[str, Any]
) -> Choice:
    if cls.pick is Scheduler.pick:
        raise ConfigError(f"scheduler {name}: the class has no pick(self, queue, drive)")
    try:
        inspect.signature(cls).bind(*arguments, **named)
    except TypeError as error:
        raise ConfigError(f"scheduler {name} cannot be made: {error}") from None
    return Choice(name, make=partial(cls, *arguments, **named))


def _name_of_class(cls: type[Scheduler]) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _name_of_instance(scheduler: Scheduler) -> str:
    name = _name_of_class(type(scheduler))
    instance: Any = scheduler
    fields = dataclasses.fields(instance) if dataclasses.is_dataclass(instance) else ()
    shown = [field.name for field in fields if field.init and field.repr]
    values = ", ".join(f"{field}={getattr(scheduler, field)!r}" for field in shown)
    return f"{name}({values})" if values else name


def _of_name(text: str) -> Choice:
    """Returns the scheduler of 'module:Class' or 'file.py:Class', with or without arguments."""
    found = loading.named("scheduler", text, Scheduler)
    return _of_class(found.cls, text, found.arguments, found.named)

"""A drive to run workloads on."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, get_args

from headstack import _core, catalog, checks, rows
from headstack import mimic as mimics
from headstack._core import DriveConfig, __version__
from headstack.comparator import slot_library
from headstack.errors import ConfigError, RunError
from headstack.processor import own_firmware
from headstack.queues import HOST_OUTSTANDING, MOST_IN_HOST, Places, Queues
from headstack.result import Result
from headstack.scheduler import Spec
from headstack.session import Session
from headstack.settings import Settings
from headstack.stream import Streamed, Taker
from headstack.timeline import Timeline, timeline_of
from headstack.waves import writing as writing_waves
from headstack.workload import MOST_OUTSTANDING, Workload

if TYPE_CHECKING:
    from headstack.mimic import Mimic

OnMediaError = Literal["stop", "count"]
"""What an error of the medium does: it ends the run, or the request counts as failed."""

ON_MEDIA_ERROR: Final[OnMediaError] = "stop"
MOST_LEARNT: Final = 2**26
"""Largest number of distances for which a learning scheduler can have memory."""


class Drive:
    """A hard disk with its scheduler. Every run starts anew, from the same initial state.

    Requests for which the drive's queue has no room wait in the host. The host serves them in order
    of arrival, or in the order of its scheduler (docs/use/queues.md).

    Any thread may start runs. Runs of several threads take turns (architecture.md).

    Args:
        drive: name of a drive (`headstack.drives()`), the path to a .toml file, or a description
            (an item of `headstack.drives()`, or a copy from `with_value`).
        scheduler: name with parameters, as in 'clook(map)' (`headstack.schedulers()`); or a
            scheduler written in Python (python-schedulers.md): a subclass of
            `headstack.Scheduler`, an instance, or 'module:Class' or 'file.py:Class'. Every run
            makes its own instance of a class.
        placement: place of this scheduler, 'drive' or 'host'. The other place serves requests in
            order of arrival.
        host_scheduler: scheduler of the host's queue, as `scheduler`. `None`: the host does not
            schedule.
        drive_scheduler: scheduler of the drive's queue. `host_scheduler` and `drive_scheduler`
            replace `scheduler` and `placement`.
        host_outstanding: commands kept at the drive when the host schedules, 1 to the drive's queue
            depth. `None` with placement='host': 1, as in Worthington 1994. `None` with a
            `host_scheduler`: the drive's queue depth.
        host_queue_depth: requests among which the host's scheduler chooses, 1 to 2^20. Later
            requests wait in order of arrival. `None`: 2^20.
        queue_depth: tasks that the drive holds, 1 to 65536. `None`: the value of the drive's file.
        weights: weights of the workload's classes, in the order of the classes, each above 0. A
            scheduler that shares the drive uses the weights (docs/use/share.md).
        mimic: the drive's times for `smtf`: a `headstack.Mimic`, or a file with a mimic
            (docs/use/mimic.md). The scheduler's text can name the file instead, as in
            'smtf(mean, mimic=base.parquet)'.
        learnt_distances: number of distances that the memory of `smtf_online` holds. `None`:
            262,144.
        conditions: values of the keys that are conditions (drive-files.md), as in
            {'defects.soft_rate': '20 ppm'}, or a .toml file with such values. These values
            override the conditions in the drive's own file.

    Raises:
        ConfigError: unknown drive or scheduler, or an argument out of its range.
    """

    def __init__(
        self,
        drive: str | os.PathLike[str] | DriveConfig,
        scheduler: Spec | None = None,
        *,
        placement: str | None = None,
        host_scheduler: Spec | None = None,
        drive_scheduler: Spec | None = None,
        host_outstanding: int | None = None,
        host_queue_depth: int | None = None,
        queue_depth: int | None = None,
        weights: Sequence[float] = (),
        mimic: "Mimic | str | os.PathLike[str] | None" = None,
        learnt_distances: int | None = None,
        conditions: Mapping[str, object] | str | os.PathLike[str] | None = None,
    ) -> None:
        config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
        config = catalog.with_conditions(config, conditions)
        if queue_depth is not None:
            depth = checks.whole("queue_depth", queue_depth, 1, MOST_OUTSTANDING)
            config = catalog.with_queue_depth(config, depth)
        self.config: DriveConfig = config
        self.queues = Queues.of(
            scheduler, placement, host_scheduler, drive_scheduler, own_firmware.image_of(config)
        )
        self.weights = tuple(
            checks.real("weights", weight) for weight in checks.items("weights", weights, object)
        )
        chosen = self._mimic_of(mimic)
        self.mimic = None if chosen is None else mimics.given(chosen)
        if self.mimic is not None:
            self.mimic.check(config)
        self.learnt_distances = (
            None
            if learnt_distances is None
            else checks.whole("learnt_distances", learnt_distances, 1, MOST_LEARNT)
        )
        self.host_outstanding = self._outstanding(host_outstanding)
        self.host_queue_depth = (
            None
            if host_queue_depth is None
            else checks.whole("host_queue_depth", host_queue_depth, 1, MOST_IN_HOST)
        )
        if self.queues.host is None and self.host_queue_depth is not None:
            raise checks.wrong("host_queue_depth", " is for a scheduler in the host; leave it out")

    def __repr__(self) -> str:
        gigabytes = self.config.blocks * self.config.bytes_per_block / 1e9
        host, drive = self.queues.host, self.queues.drive
        where = f"{drive.name} in the drive"
        if host is not None:
            where = f"{host.name} in the host, {where}"
        size = f"{gigabytes:,.0f}" if gigabytes >= 100 else f"{gigabytes:.3g}"
        room = f"room for {self.config.queue_depth:,} tasks"
        return f"Drive {self.config.name}: {size} GB, {room}; {where}"

    def _mimic_of(
        self, mimic: "Mimic | str | os.PathLike[str] | None"
    ) -> "Mimic | str | os.PathLike[str] | None":
        """Returns the given mimic, or the file of a mimic that a scheduler's text names."""
        choices = (self.queues.host, self.queues.drive)
        named = [one.mimic for one in choices if one is not None and one.mimic is not None]
        if len(set(named)) > 1:
            raise checks.wrong("mimic", f": two schedulers name {' and '.join(named)}; give one")
        if named and mimic is not None:
            raise checks.wrong("mimic", f" is given, and {named[0]} as well; give one of them")
        return named[0] if named else mimic

    def _outstanding(self, given: int | None) -> int:
        """Returns the number of commands that a scheduler in the host keeps at the drive.

        The argument is also checked if the host does not schedule.
        """
        room = self.config.queue_depth
        if given is None:
            return room if self.queues.by_words else HOST_OUTSTANDING
        number = checks.whole("host_outstanding", given, 1, MOST_OUTSTANDING)
        if self.queues.host is not None and number > room:
            raise checks.wrong(
                "host_outstanding",
                f" is {number}; {self.config.name}'s queue holds {room}: keep "
                f"fewer at the drive, or raise it with queue_depth={number}",
            )
        return number

    @property
    def scheduler(self) -> str:
        """Name of the drive's scheduler, or of the host's scheduler if only the host schedules."""
        return self.queues.chosen.name

    @property
    def placement(self) -> Places:
        """Places that have a scheduler."""
        return self.queues.places

    def open(
        self,
        contents: bool | str | Path = True,
        *,
        waves: str | os.PathLike[str] | None = None,
    ) -> Session:
        """Switches the drive on, for single commands.

        Args:
            contents: whether the drive simulates data. Without data, reads return zeros. A path:
                the medium's data are in this sparse file, and stay there after the session. The
                file has the sectors in the order of their places, not of their block numbers.
            waves: as for `run`. The files appear when the session is closed, also after an error.

        Raises:
            ConfigError: the host must schedule, but a session has no scheduler in the host; or a
                file cannot be made.
        """
        if self.queues.host is not None:
            raise ConfigError("a session's commands go to the drive at once; use placement='drive'")
        setup = self.setup(self.config, on_media_error=ON_MEDIA_ERROR, contents=True)
        return Session(self.config, setup, contents, waves)

    def run(
        self,
        workload: Workload,
        *,
        progress: Callable[[int], object] | None = None,
        on_media_error: OnMediaError = ON_MEDIA_ERROR,
        contents: bool = False,
        waves: str | os.PathLike[str] | None = None,
        timeline: str | os.PathLike[str] | Timeline | None = None,
        profile: bool = False,
        gdb_port: int | None = None,
    ) -> Result:
        """Runs a workload to its end.

        Args:
            workload: a workload of `headstack.workload`.
            progress: called from time to time with the number of served requests. False stops the
                run. The run raises exceptions of this function, including Ctrl-C.
            on_media_error: 'stop' ends the run with a RunError when a request ends with an error of
                the medium (defects.md). With 'count' the run continues, and `failed` is set in the
                row.
            contents: whether every write has data with block and version, and the run checks the
                data of every read. The data do not change any time.
            waves: file for the drive's signals (waves.md): FST if the name ends in '.fst', else
                VCD. The signals do not change the run. The file appears after a successful run and
                replaces an existing file. A save file for GTKWave appears beside it, if there is
                none.
            timeline: file for the drive's work as a trace for Perfetto (timeline.md), or a
                `Timeline` with the part of the time to write. The rules of `waves` apply.
            profile: whether the run counts the cycles of the firmware's processor by function.
                `Result.profile` has the counts. Only the core 'iss' can count
                (docs/use/processor.md).
            gdb_port: port of this machine, 1 to 65535. The run waits for GDB at this port. GDB then
                controls the firmware's processor (docs/use/processor.md).

        Returns:
            The requests and metrics. Every request was served exactly once.

        Raises:
            ConfigError: the workload does not fit the drive.
            RunError: the run failed or was stopped; or, with `contents`, a read returned wrong
                data; or there is no room for the waves or the timeline.
        """
        workload = self.resolved(workload)
        compiled = workload.compiled(self.config)
        settings = self.settings(workload)
        with ExitStack() as stack:
            setup = self.setup(
                self.config,
                on_media_error=on_media_error,
                contents=contents,
                profile=profile,
                gdb_port=gdb_port,
            )
            stack.enter_context(writing_waves(setup, waves))
            if (shown := timeline_of(timeline)) is not None:
                stack.enter_context(shown.writing(setup))
            with Watch(progress, workload.requests) as watch:
                output = _core.run(setup, compiled, watch)
        return Result(output, settings, workload.requests)

    def stream(
        self,
        workload: Workload,
        *,
        parquet: str | os.PathLike[str] | None = None,
        progress: Callable[[int], object] | None = None,
        on_media_error: OnMediaError = ON_MEDIA_ERROR,
        contents: bool = False,
        waves: str | os.PathLike[str] | None = None,
        timeline: str | os.PathLike[str] | Timeline | None = None,
        profile: bool = False,
        gdb_port: int | None = None,
    ) -> Streamed:
        """Runs a workload of any length to its end, without keeping requests.

        The summary equals the summary of `run`, number for number. After half a million requests,
        response times go to an unnamed file in TMPDIR, 8 bytes each, for the percentiles.

        Args:
            workload: a workload of `headstack.workload`, without classes.
            parquet: file for the rows, written during the run. The file appears after a successful
                run and replaces an existing file.
            progress: as for `run`.
            on_media_error: as for `run`.
            contents: as for `run`.
            waves: as for `run`.
            timeline: as for `run`.
            profile: as for `run`.
            gdb_port: as for `run`.

        Returns:
            The metrics. Every request was served exactly once.

        Raises:
            ConfigError: the workload does not fit the drive, or has classes, or the drive is shared
                by weights. Metrics of classes need all requests at once.
            RunError: as for `run`; or there is no room for the file.
        """
        if self.weights:
            raise checks.wrong("weights", ": metrics by class need all requests at once; use run")
        workload = self.resolved(workload)
        compiled = workload.compiled(self.config)
        settings = self.settings(workload)
        with ExitStack() as stack:
            file = None if parquet is None else stack.enter_context(rows.parquet(parquet, settings))
            taker = Taker(workload.requests, None if file is None else file.write)
            stack.callback(taker.close)
            setup = self.setup(
                self.config,
                on_media_error=on_media_error,
                contents=contents,
                profile=profile,
                gdb_port=gdb_port,
            )
            stack.enter_context(writing_waves(setup, waves))
            if (shown := timeline_of(timeline)) is not None:
                stack.enter_context(shown.writing(setup))
            with Watch(progress, workload.requests) as watch:
                output = _core.run(setup, compiled, watch, watch.guarding(taker.take))
            return taker.streamed(output, settings)

    def resolved(self, workload: Workload) -> Workload:
        """Returns the form of the workload for this drive.

        Raises:
            ConfigError: the argument is not a workload, or the workload does not fit the drive.
        """
        if not isinstance(workload, Workload):  # callers without a type checker
            raise ConfigError(f"{workload!r} is no workload; make one with headstack.workload")
        return workload.on(self.config)

    def setup(
        self,
        config: DriveConfig,
        *,
        on_media_error: OnMediaError,
        contents: bool,
        profile: bool = False,
        gdb_port: int | None = None,
    ) -> _core.Setup:
        """Returns this drive with a configuration, in the form that `_core` takes.

        Raises:
            ConfigError: an option has a wrong value, or the scheduler does not use the option.
        """
        on_error = checks.choice("on_media_error", on_media_error, get_args(OnMediaError))
        found = _core.Setup(config, self.queues.drive.for_run())
        found.contents = checks.flag("contents", contents)
        found.profile = checks.flag("profile", profile)
        if gdb_port is not None:
            found.gdb_port = checks.whole("gdb_port", gdb_port, 1, 65535)
        if self.queues.host is not None:
            found.schedule_in_host(
                self.queues.host.for_run(),
                min(self.host_outstanding, config.queue_depth),
                self.host_queue_depth or MOST_IN_HOST,
            )
        if on_error == "count":
            found.count_media_errors()
        if self.weights:
            found.share(self.weights)
        if self.mimic is not None:
            found.give_mimic(self.mimic.table)
        if self.learnt_distances is not None:
            found.limit_learning(self.learnt_distances)
        return found

    def result(self, output: _core.RunOutput, workload: Workload) -> Result:
        """Returns the result of a workload that `_core` has run on this drive."""
        return Result(output, self.settings(workload), workload.requests)

    def settings(self, workload: Workload) -> Settings:
        """Returns everything on which a run of the workload on this drive depends."""
        return Settings(
            drive=self.config.name,
            configuration=self.config.to_toml(),
            bytes_per_block=self.config.bytes_per_block,
            drive_queue_depth=self.config.queue_depth,
            scheduler=own_firmware.scheduler_of(self.config, self.scheduler),
            placement=self.placement,
            host_scheduler=None if self.queues.host is None else self.queues.host.name,
            host_outstanding=None if self.queues.host is None else self.host_outstanding,
            host_queue_depth=self.host_queue_depth,
            workload=workload.settings(),
            seed=workload.seed,
            version=__version__,
            weights=self.weights or None,
            mimic=None if self.mimic is None else self.mimic.sha256,
            firmware=own_firmware.sha256_of(self.config),
            comparator=slot_library.sha256_of(self.config),
            timing=timing_of(self.config),
        )


def timing_of(config: DriveConfig) -> str:
    """Returns 'executed' if the firmware's code takes time by its cycles; otherwise 'measured'."""
    return "measured" if config.value("controller.clock") is None else "executed"


class Watch:
    """Calls `progress`. Keeps exceptions of `progress` away from the compiled part.

    Every run has a watch, so that Ctrl-C also works without a `progress`. The end of the `with`
    block raises the exception of `progress`, or RunError if `progress` stopped the run.
    """

    def __init__(self, progress: Callable[[int], object] | None, requests: int) -> None:
        self._progress = checks.function("progress", progress)
        self._requests = requests
        self._served = 0
        self._stopped = False
        self._raised: BaseException | None = None

    def __call__(self, served: int) -> bool:
        """Returns whether the run continues."""
        try:
            self._served = served
            if self._progress is not None and self._progress(served) is False:
                self._stopped = True
        except BaseException as error:
            self._raised = error
        return not self._stopped and self._raised is None

    def guarding(self, take: Callable[[_core.RunOutput], object]) -> Callable[..., bool]:
        """Returns `take` for rows. An error of `take` stops the run. The `with` block raises it."""

        def guarded(part: _core.RunOutput) -> bool:
            try:
                take(part)
            except BaseException as error:
                self._raised = error
                return False
            return True

        return guarded

    def __enter__(self) -> "Watch":
        """Returns itself."""
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raises the pending exception, unless the block itself raised an exception."""
        if error is not None and not isinstance(error, Exception):
            return
        if self._raised is not None:
            raise self._raised from None
        if self._stopped:
            raise RunError(f"stopped by progress after {self._served} of {self._requests} requests")

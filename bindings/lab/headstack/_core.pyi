"""The compiled part: the drive model, its firmware and the host side (C++ and C, SystemC)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, final

import numpy as np
import numpy.typing as npt

__version__: str
CODE_SHA256: str
"""Hash of the C, C++ and SystemVerilog sources that this was built from."""

class ConfigError(ValueError):
    """Bad input. The message states the error, its place and a correct input.

    A message about one argument begins with the name of the argument.
    """

    argument: str | None
    """Name of the argument in the message. None: the message is about no argument, or several."""

class RunError(RuntimeError):
    """A run that failed: not every request served, one served twice, a queue overflowed."""

class Zone(NamedTuple):
    """A zone of a drive: cylinders whose tracks have as many sectors."""

    first_cylinder: int
    """Number of its outermost cylinder, as in the drive file."""

    last_cylinder: int
    """Number of its innermost cylinder."""

    sectors_per_track: int
    """Sectors on each of its tracks, spare ones too."""

class DriveKey(NamedTuple):
    """A key of a drive file: what may be written there, and what it means.

    Of a pair or a table, unit, decimals and range are those of its time.
    """

    path: str
    """Its name as `DriveConfig.value` takes it; keys of zones are those of zone 0."""

    kind: str
    """Kind of value, one of those in docs/reference/drive-files.md: 'time', 'whole number'."""

    is_list: bool
    """Whether it is a list of such values."""

    unit: str
    """Unit in which `DriveConfig.value` has it; '' for none."""

    decimals: int
    """How many decimals the number may have, in that unit."""

    least: str | int | None
    """Least value allowed, as `DriveConfig.value` has it; None: there is no range."""

    greatest: str | int | None
    """Greatest value allowed; None: there is no range."""

    choices: tuple[str, ...]
    """The words that are allowed, if it is a word; else empty."""

    optional: bool
    """Whether it may be left out."""

    condition: bool
    """Whether it is done to a drive, rather than what the drive is."""

    text: str
    """What it means, as in docs/reference/drive-files.md."""

def drive_keys() -> list[DriveKey]:
    """Every key of a drive file, in the order of the file, and then those of a zone."""

def with_new_names(text: str, name: str) -> str:
    """Returns the text of a drive file without comments and with the new names of its keys.

    Args:
        text: text of a drive file, or of a part of a drive file.
        name: name of the text in messages.

    Raises:
        ConfigError: the text is not TOML, or a table has a key under both names.
    """

@final
class DriveConfig:
    """A resolved drive description (one file of model/drives)."""

    @staticmethod
    def load(path: str) -> DriveConfig:
        """Read and check a drive file; ConfigError names file, line and key."""

    @staticmethod
    def parse(text: str, name: str) -> DriveConfig:
        """Read and check a drive file's text, for a drive of this name; ConfigError as `load`.

        What `to_toml` gives comes back equal. It is what a pickle holds.
        """

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def blocks(self) -> int:
        """Logical blocks on the drive."""

    @property
    def bytes_per_block(self) -> int: ...
    @property
    def revolution_ps(self) -> int: ...
    @property
    def queue_depth(self) -> int: ...
    @property
    def track_blocks(self) -> int:
        """Blocks of a track of the outermost zone."""

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones in the order of the drive file, which is that of their cylinders."""

    def places(self, blocks: npt.ArrayLike) -> npt.NDArray[np.uint32]:
        """Where the firmware has blocks.

        Args:
            blocks: their numbers, shape (n,).

        Returns:
            Rows of cylinder, head, sector and the angle at which the sector begins, 2^32 to a
            revolution; shape (4, n). A block that was moved is where it was moved to.

        Raises:
            ConfigError: one is not the drive's, or there is more than one dimension.
        """

    def negotiated(self, width_bits: int, transfer_period_ps: int) -> DriveConfig:
        """A copy at a host whose side of the bus can do no more than this; 0: anything."""

    @property
    def fitted(self) -> list[str]:
        """Keys whose values were fitted to a trace of the real drive."""

    def value(self, key: str) -> Any:
        """A key's value as drive files have it: '0.42 ms' of 'seek.write_settle'.

        Text, a whole number, a truth or a list; None if the key was left out and has no value that
        says so. A key of a zone has its number, counted from 0: 'layout.zone.3.track_skew'.
        'layout.zone' is a list of all zones, each a dict of the keys that it has. ConfigError for
        an unknown key.
        """

    def key(self, path: str) -> DriveKey:
        """What is to be said of a key, by its path as in `value`; ConfigError if it is unknown."""

    def with_value(self, key: str, value: object) -> DriveConfig:
        """A copy with another value, both as in `value`, checked like a file.

        None leaves the key out. ConfigError for a value or a key that does not fit.
        """

    def with_values(self, values: Mapping[str, object]) -> DriveConfig:
        """A copy with several other values, checked together, each as in `with_value`."""

    def with_zones(self, zones: list[dict[str, Any]]) -> DriveConfig:
        """A copy with other zones, as in `value('layout.zone')`; ConfigError as `with_value`."""

    def without(self, keys: list[str]) -> DriveConfig:
        """A copy in which keys, or all keys of a table such as 'seek.root', are left out.

        ConfigError for one that is unknown, or that no drive can do without.
        """

    def with_conditions(self, values: Mapping[str, object]) -> DriveConfig:
        """The same for keys that are conditions, as `value` has them; ConfigError for others."""

    def with_conditions_of(self, path: str) -> DriveConfig:
        """A copy with the conditions that a file says, which holds nothing else; ConfigError."""

    def to_toml(self) -> str:
        """The resolved configuration, commented; DriveConfig.load reads it back."""

@final
class SchedulerInfo:
    """A scheduler of the firmware. A pickle has its name only."""

    @property
    def name(self) -> str: ...
    @property
    def signature(self) -> str:
        """As written on the command line, parameters with their defaults: 'look(level=lbn)'."""

    @property
    def knowledge(self) -> str:
        """'none', 'lbn', 'map', 'position' or 'cache'; with the parameters that are defaults."""

    @property
    def needs(self) -> list[str]:
        """Inputs of the scheduler besides the requests: 'deadlines', 'weights', 'mimic'."""

    @property
    def placements(self) -> list[str]:
        """Where it can run: 'drive', 'host'."""

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """Its parameters in order, the minor ones too.

        Each has `name` and `default`; a choice of words has `choices`, a number `minimum`,
        `maximum`, `unit` ('1': none) and `whole`.
        """

    @property
    def summary(self) -> str: ...
    @property
    def paper(self) -> str: ...

def schedulers() -> list[SchedulerInfo]: ...

@final
class SchedulerSpec:
    """A scheduler of the firmware with its parameters. A pickle has its text only.

    Raises:
        ConfigError: the text names an unknown scheduler, or an unknown parameter.
    """

    def __init__(self, text: str) -> None: ...
    @property
    def text(self) -> str:
        """The scheduler with all its parameters: 'clook(level=map)'."""

    @property
    def needs(self) -> list[str]:
        """Inputs of the scheduler besides the requests: 'deadlines', 'weights', 'mimic'."""

@final
class WaitingQueue:
    """The waiting requests: a column for each quantity, a row for each request, the oldest first.

    Columns are read-only views of the queue's memory, int64 but for `write`. They change as the
    queue does: what is to stay must be copied. Times are in ticks, 2^32 to a revolution. RunError
    for a column that the scheduler's `knows` does not cover.
    """

    def __len__(self) -> int: ...
    @property
    def order(self) -> npt.NDArray[np.int64]:
        """Number of the arrival, from 0, rising with the row."""

    @property
    def lbn(self) -> npt.NDArray[np.int64]:
        """First block."""

    @property
    def blocks(self) -> npt.NDArray[np.int64]: ...
    @property
    def write(self) -> npt.NDArray[np.bool_]: ...
    @property
    def arrival(self) -> npt.NDArray[np.int64]:
        """Time of the arrival, in ticks."""

    @property
    def deadline(self) -> npt.NDArray[np.int64]:
        """Deadline in ticks; 2^63 - 1 if there is none. Only with needs_deadlines."""

    @property
    def class_id(self) -> npt.NDArray[np.int64]:
        """Part of the workload that it belongs to. Only with needs_classes."""

    @property
    def cylinder(self) -> npt.NDArray[np.int64]:
        """Place of the first block; from 'map' on."""

    @property
    def head(self) -> npt.NDArray[np.int64]:
        """Place of the first block; from 'map' on."""

    @property
    def angle(self) -> npt.NDArray[np.int64]:
        """Angle of the first block, 2^32 to a revolution; from 'map' on."""

    def row(self, order: int) -> int:
        """Row of a request; RunError if it does not wait."""

    def cost(self, rows: npt.ArrayLike | None = None) -> npt.NDArray[np.int64]:
        """Positioning time of each, or of those in `rows`, if it is started now.

        In ticks, exact: schedulers.md. In `pick` only, from 'position' on. A new array.
        """

    def hit(self, rows: npt.ArrayLike | None = None) -> npt.NDArray[np.bool_]:
        """Whether the drive's buffer can answer each; at 'cache'. A new array."""

@final
class DriveState:
    """The drive when an operation of a scheduler is called. Times are in ticks."""

    @property
    def now(self) -> int: ...
    @property
    def last_first(self) -> int:
        """First block of the previous request; 0 before there is one."""

    @property
    def last_end(self) -> int:
        """Block after the last of the previous request; 0 before there is one."""

    @property
    def last_write(self) -> bool: ...
    @property
    def free_at(self) -> int:
        """When the heads can start to move; from 'position' on."""

    @property
    def cylinder(self) -> int:
        """Cylinder over which the heads are then; from 'position' on."""

    @property
    def head(self) -> int:
        """Head in use then; from 'position' on."""

@final
class DriveFacts:
    """What does not change about a scheduler's drive."""

    @property
    def blocks(self) -> int: ...
    @property
    def cylinders(self) -> int: ...
    @property
    def heads(self) -> int: ...
    @property
    def bytes_per_block(self) -> int: ...
    @property
    def ticks_per_second(self) -> int: ...
    def locate(self, lbn: int) -> tuple[int, int, int]:
        """Cylinder, head and angle of a block. From 'map' on, while an operation runs; RunError."""

@final
class ServedRequest:
    """A request that has been served, with the quantities of a row of WaitingQueue."""

    @property
    def order(self) -> int: ...
    @property
    def lbn(self) -> int: ...
    @property
    def blocks(self) -> int: ...
    @property
    def write(self) -> bool: ...
    @property
    def arrival(self) -> int: ...

@final
class PythonScheduler:
    """A scheduler for one run, made of callables; `headstack.Scheduler` says what each does."""

    def __init__(
        self,
        name: str,
        knows: str,
        *,
        init: Callable[[DriveFacts], object] | None,
        arrival: Callable[[WaitingQueue, int], object] | None,
        pick: Callable[[WaitingQueue, DriveState], int],
        remove: Callable[[WaitingQueue, int], object] | None,
        completion: Callable[[ServedRequest, DriveState], object] | None,
        needs_deadlines: bool = False,
        needs_classes: bool = False,
    ) -> None:
        """ConfigError if `knows` is no level of knowledge. `name` is for messages."""

@final
class MimicTable:
    """Times of a drive: for each kind of request distances, and samples at each."""

    def __init__(
        self,
        kinds: Sequence[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint32]]],
        samples: int,
        block_count: int,
    ) -> None:
        """Checks its arguments: ConfigError.

        Args:
            kinds: read after read, write after read, read after write, write after write: rising
                distances, and for each a row of rising times in ns.
            samples: length of the rows.
            block_count: number of the drive's blocks.
        """

@final
class Setup:
    """One run: a drive, where and how its queue is scheduled."""

    contents: bool
    """Writes bring data, and what reads bring is checked."""

    waves: str
    """The drive's signals go to this VCD file; empty: nowhere."""

    profile: bool
    """The cycles of the firmware's processor are counted by function."""

    gdb_port: int
    """Port of this machine at which the processor waits for GDB. 0: no GDB."""

    def __init__(self, drive: DriveConfig, scheduler: SchedulerSpec | PythonScheduler) -> None:
        """The drive schedules. An error of the medium ends the run. Raises ConfigError."""

    def schedule_in_host(
        self, scheduler: SchedulerSpec | PythonScheduler, outstanding: int, depth: int
    ) -> None:
        """The host schedules too.

        Args:
            scheduler: scheduler of the host.
            outstanding: number of commands that the host keeps at the drive.
            depth: number of requests that the scheduler of the host chooses from.
        """

    def count_media_errors(self) -> None:
        """A request that ends with an error of the medium does not end the run."""

    def share(self, weights: Sequence[float]) -> None:
        """Sets the weights of the classes. Raises ConfigError for too many or too small weights."""

    def give_mimic(self, table: MimicTable) -> None:
        """Sets the drive's times. Raises ConfigError for a scheduler that does not use them."""

    def limit_learning(self, distances: int) -> None:
        """Limits the distances in memory. Raises ConfigError if the scheduler does not learn."""

COLUMNS: dict[str, tuple[str, str]]
"""Unit and meaning of each column of a run's rows, in their order."""

@final
class CoreOutput:
    """What the processor that ran the firmware's image has done, in cycles, without start-up."""

    @property
    def cycle_ps(self) -> int:
        """Time of a cycle; 0: code took no time."""

    @property
    def cycles(self) -> int:
        """Those in which it was awake."""

    @property
    def decisions(self) -> int:
        """Choices of the next task that were timed; 0 on a core in RTL."""

    @property
    def hidden_decisions(self) -> int:
        """Of these, those that were over before the task that was at work meanwhile."""

    @property
    def decision_cycles(self) -> int:
        """Cycles of all of them."""

    @property
    def decision_cycles_p95(self) -> int:
        """What 95 % of them do not exceed; right to a 64th."""

    @property
    def decision_cycles_most(self) -> int:
        """The longest."""

    @property
    def rom_bytes(self) -> int:
        """The image's code and constants."""

    @property
    def parameter_bytes(self) -> int:
        """The drive's parameters, which it is given."""

    @property
    def ram_bytes(self) -> int:
        """Its variables and tables, without the stack; 0: the image does not say."""

    @property
    def stack_bytes(self) -> int:
        """The deepest that its stack was, with the start-up."""

    @property
    def profile(self) -> list[tuple[str, int]]:
        """Cycles by stack of calls, "outermost;...;innermost"; empty: not asked for."""

@final
class RunOutput:
    """What a run produced: a row for each request, in order of completion, and counts."""

    @property
    def columns(
        self,
    ) -> dict[str, npt.NDArray[np.int64] | npt.NDArray[np.uint32] | npt.NDArray[np.bool_]]:
        """Columns by name, those of COLUMNS in its order, as views and not copies.

        All are of one length. finish - arrival = queue + overhead + seek + rotation + transfer +
        bus, exactly.
        """

    @property
    def learnt(
        self,
    ) -> (
        tuple[
            list[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint32], npt.NDArray[np.float64]]],
            int,
            int,
        ]
        | None
    ):
        """What a scheduler that learns knows; None for any other.

        For each kind of request distance, count and mean in ns; how many requests taught it
        nothing for want of memory; and the bytes in use.
        """
    @property
    def wall_s(self) -> float:
        """Wall time of the simulation itself, without set-up."""

    @property
    def bus_held_ps(self) -> int:
        """How long the bus was held in all, by whomever."""

    @property
    def decisions(self) -> int:
        """Picks that the drive's scheduler made."""

    @property
    def candidates_examined(self) -> int:
        """Requests that it looked at, over all picks."""

    @property
    def host_decisions(self) -> int:
        """Picks that the host's scheduler made; 0 without one."""

    @property
    def host_candidates_examined(self) -> int:
        """Requests that it looked at, over all picks."""

    @property
    def core(self) -> CoreOutput | None:
        """What a processor of the firmware's own has done; None: it ran on this machine."""

@final
class RequestTotals:
    """What requests add up to, in one pass over their columns; sums in ps.

    In how many parts they come makes no difference, but they come in order of completion.
    """

    def __init__(self, run: int | None = None) -> None:
        """`run`: number of requests of a whole run, which are checked; None: of any requests."""

    def add(
        self, columns: dict[str, npt.NDArray[Any]], *, classes: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Adds requests; returns the response time of each, and rows of id and finish.

        `classes`: whether to look at the column `class`. For a whole run RunError for one that was
        not issued or has been served before, or whose times contradict each other.
        """

    def check_all_served(self) -> None:
        """RunError unless all requests of the run have come."""

    @property
    def count(self) -> int:
        """Requests."""

    @property
    def reads(self) -> int:
        """Those that read."""

    @property
    def hits(self) -> int:
        """Reads that the buffer answered."""

    @property
    def retries(self) -> int:
        """Times that a block was tried again."""

    @property
    def failed(self) -> int:
        """Requests that ended with an error of the medium."""

    @property
    def last_class(self) -> int:
        """The greatest class; 0 if nobody looked."""

    @property
    def blocks(self) -> int:
        """Blocks requested."""

    @property
    def max_response_ps(self) -> int:
        """The greatest response time."""

    @property
    def elapsed_ps(self) -> int:
        """From the first arrival to the last completion."""

    @property
    def time_at_disk_ps(self) -> int:
        """Length of the union of start to finish."""

    @property
    def queue_grew(self) -> bool:
        """Whether the queue of a whole run grew: `saturated` in docs/reference/metrics.md."""

    @property
    def response_ps(self) -> int:
        """Sum of the response times."""

    @property
    def response_squared_ps2(self) -> int:
        """Sum of their squares, in ps^2."""

    @property
    def io_ps(self) -> int:
        """Sum of finish - start."""

    @property
    def queue_ps(self) -> int:
        """Sum of the column."""

    @property
    def overhead_ps(self) -> int:
        """Sum of the column."""

    @property
    def seek_ps(self) -> int:
        """Sum of the column."""

    @property
    def rotation_ps(self) -> int:
        """Sum of the column."""

    @property
    def transfer_ps(self) -> int:
        """Sum of the column."""

    @property
    def bus_ps(self) -> int:
        """Sum of the column."""

    @property
    def deadlines(self) -> int:
        """Requests with a deadline."""

    @property
    def missed(self) -> int:
        """Those of them that finished after it."""

    @property
    def merit(self) -> float:
        """Sum over them of what docs/reference/metrics.md says at `merit`."""

def power_sums(times_ps: npt.NDArray[Any]) -> tuple[int, int]:
    """The sum of the times, and of their squares."""

def deadline_sums(columns: dict[str, npt.NDArray[Any]]) -> tuple[int, int, float]:
    """Requests with a deadline, those that missed it, and the sum of the merits."""

_Progress = Callable[[int], bool]
"""Called now and then with the number of requests served; False stops the run."""

@final
class Workload:
    """A stream of requests for one drive, checked against it when it is run."""

def random_workload(
    *,
    rate_per_s: float,
    requests: int,
    blocks: int,
    read_fraction: float,
    seed: int,
    align: int,
) -> Workload:
    """Open arrivals, exponential interarrival times, uniformly random over the disk.

    First blocks are multiples of `align`.
    """

def closed_workload(
    *,
    outstanding: int,
    requests: int,
    blocks: int,
    read_fraction: float,
    seed: int,
    align: int,
) -> Workload:
    """A constant number of requests in the system: each completion brings the next.

    First blocks are multiples of `align`.
    """

def replay_workload(
    *,
    lbn: npt.NDArray[np.uint32],
    blocks: npt.NDArray[np.uint32],
    write: npt.NDArray[np.bool_],
    wait_ps: npt.NDArray[np.int64],
    open: bool = False,  # noqa: A002
    due_ps: npt.NDArray[np.int64] | None = None,
    class_id: npt.NDArray[np.uint16] | None = None,
    hold_repeats: bool = False,
) -> Workload:
    """Closed loop, one request outstanding; or open.

    due_ps: time of each from arrival to deadline; 2^63 - 1: it has none.

    Request i is issued wait_ps[i] after the completion of request i - 1, or open after its arrival
    (request 0 that long after time 0). Running it raises ConfigError for the first row (from 0)
    that does not fit the drive.
    """

_Rows = tuple[
    npt.NDArray[np.uint32],
    npt.NDArray[np.uint32],
    npt.NDArray[np.bool_],
    npt.NDArray[np.int64],
    npt.NDArray[np.int64] | None,
    npt.NDArray[np.uint16] | None,
]

def sourced_workload(
    *,
    requests: int,
    next: Callable[[], _Rows | None],  # noqa: A002
    open: bool,  # noqa: A002
    outstanding: int,
    hold_repeats: bool,
    most_blocks: int,
    deadlines: bool,
) -> Workload:
    """Requests that come while the run goes on, in the form of `replay_workload`.

    Args:
        requests: number of them all.
        next: the next rows: lbn, blocks, write, wait_ps, due_ps and class_id; None when there are
            no more. What it raises ends the run and comes out of it.
        open: whether each comes its wait after the one before it; else each completion brings one.
        outstanding: requests in the system, if it is not open.
        hold_repeats: whether a request for a block that an earlier one is still on waits for that.
        most_blocks: length of the longest.
        deadlines: whether some may have one.
    """

@final
class Random:
    """The model's random numbers: the same on every machine, and independent by stream."""

    def __init__(self, seed: int, stream: int) -> None: ...
    def uniform(self, count: int) -> npt.NDArray[np.float64]:
        """Uniform over [0, 1)."""

    def below(self, bound: int, count: int) -> npt.NDArray[np.uint64]:
        """Uniform over 0 .. bound - 1; bound is 1 or more."""

    def exponential(self, count: int) -> npt.NDArray[np.float64]:
        """Exponential, of mean 1."""

def streams_workload(
    *,
    groups: Sequence[tuple[int, float, int, float]],
    requests: int,
    track_blocks: int,
    least_tracks: int,
    most_tracks: int,
    first_per_s: float,
    open: bool,  # noqa: A002
    seed: int,
    best_effort: Workload | None = None,
) -> Workload:
    """Media streams: model/host/streams.h says what each does.

    A group is how many streams, blocks a second, ps buffered and the share of reads. Each is a
    class, in this order, followed by best effort. All streams together make `requests` requests of
    `least_tracks` to `most_tracks` tracks. `open` streams issue at every deadline, others not
    before the completion. `best_effort` comes from random_workload or closed_workload.
    """

def classes_workload(
    *, classes: Sequence[tuple[int, float, float, float]], requests: int, seed: int
) -> Workload:
    """Closed loops, each a class, numbered from 0: model/host/classes.h.

    A class is how many outstanding, mean and deviation of the size in blocks, share of reads.
    All together make `requests` requests.
    """

def service_bound(drive: DriveConfig, *, write: bool) -> tuple[float, float]:
    """Seconds, and seconds a block, within which the drive serves any request that it takes up.

    ConfigError for a drive for which nothing can be promised.
    """

def run(
    setup: Setup,
    workload: Workload,
    progress: _Progress | None = None,
    rows: Callable[[RunOutput], bool] | None = None,
) -> RunOutput:
    """One host and one drive on a bus, to the end of the workload.

    With `rows` the output has no columns: they are given there, in parts of some 65,536 rows, and
    the rest at the end. False stops the run.
    """

def run_bus(
    drives: list[tuple[Setup, int]],
    streams: list[tuple[int, int, Workload]],
    progress: _Progress | None = None,
) -> list[RunOutput]:
    """Drives, each with its SCSI id, and hosts on one bus.

    A stream is the place of its drive in `drives`, its host's SCSI id and the workload. Returns an
    output for each stream, with the wall time and bus time of the whole. ConfigError for ids that
    are taken twice or above 15.
    """

@final
class HostCommand:
    """A SCSI command of a session, and what came of it; times in ps of simulated time."""

    @property
    def over(self) -> bool: ...
    @property
    def lost(self) -> bool:
        """Whether it ended without a status: the drive lost its power, or aborted it."""

    @property
    def status(self) -> int:
        """SCSI status, once it is over."""

    @property
    def sense(self) -> bytes:
        """Sense data of a CHECK CONDITION, else empty."""

    @property
    def data(self) -> bytes:
        """Data that it sent, or has brought."""

    @property
    def moved_bytes(self) -> int:
        """Bytes that went over the bus so far: of `data`, or into the room."""

    @property
    def submitted(self) -> int: ...
    @property
    def finished(self) -> int:
        """Time of the end; -1 before."""

@final
class Session:
    """A drive that takes commands one by one. All methods raise RunError if the model fails."""

    def __init__(
        self, drive: DriveConfig, scheduler: SchedulerSpec | PythonScheduler, contents: bool
    ) -> None:
        """Raises ConfigError. `contents`: whether the drive simulates data."""

    def submit(
        self, cdb: bytes, *, data: bytes = b"", room: int = 0, attribute: str = "simple"
    ) -> HostCommand:
        """Sends a command now; no time passes.

        data: to the drive; room: without data, bytes that it may bring; attribute: 'simple',
        'ordered' or 'head of queue'. ConfigError.
        """

    def wait(self, command: HostCommand) -> bool:
        """Lets time pass until it is over; False if nothing is left to happen, and it is not."""

    def advance(self, duration_ps: int) -> None:
        """Lets time pass."""

    def settle(self) -> None:
        """Lets time pass until nothing is left to happen."""

    def cut_power(self) -> None:
        """The power fails now, and comes back at once."""

    @property
    def now(self) -> int:
        """Simulated time, in ps."""

def notifications_per_second(count: int) -> float:
    """The machine's own unit: timed notifications of one SC_METHOD, per second of wall time."""

def cores() -> list[str]:
    """Processors that can run the firmware's image in this build: of 'iss', 'ibex', 'picorv32'."""

def decision_cost(
    drive: DriveConfig, scheduler: str, *, depth: int, decisions: int
) -> tuple[float, float]:
    """Nanoseconds of a decision with insertion and removal, and candidates it looks at."""

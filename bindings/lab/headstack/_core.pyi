"""The compiled part: the drive model, its firmware and the host side (C++ and C, SystemC)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, final

import numpy as np
import numpy.typing as npt

__version__: str
CODE_SHA256: str
"""Hash of the C, C++ and SystemVerilog sources of this build."""

class ConfigError(ValueError):
    """Bad input. The message states the error, its place and a correct input.

    A message about one argument begins with the name of the argument.
    """

    argument: str | None
    """Name of the argument in the message. `None`: the message is about no argument, or several."""

class RunError(RuntimeError):
    """A run failed. For example, a request was not served or was served twice."""

class Zone(NamedTuple):
    """A zone of a drive: cylinders in which all tracks have the same number of sectors."""

    first_cylinder: int
    """Number of the outermost cylinder of the zone, as in the drive file."""

    last_cylinder: int
    """Number of the innermost cylinder of the zone."""

    sectors_per_track: int
    """Number of sectors on each track of the zone, including spare sectors."""

class DriveKey(NamedTuple):
    """A key of a drive file: its allowed values and its meaning.

    The value of some keys is a pair or a table with a time. The unit, the decimals and the range
    then belong to the time.
    """

    path: str
    """Argument of `DriveConfig.value` for the key. The path of a zone's key names zone 0."""

    kind: str
    """Kind of value, as listed in docs/reference/drive-files.md: 'time', 'whole number'."""

    is_list: bool
    """Whether the value is a list of values of this kind."""

    unit: str
    """Unit in which `DriveConfig.value` returns the value. Empty if the value has no unit."""

    decimals: int
    """Greatest number of decimals of the value in this unit."""

    least: str | int | None
    """Least allowed value, in the form of `DriveConfig.value`. `None`: the key has no range."""

    greatest: str | int | None
    """Greatest allowed value, in the same form as `least`. `None`: the key has no range."""

    choices: tuple[str, ...]
    """Allowed words. Empty if the value is not a word."""

    optional: bool
    """Whether a drive file may leave the key out."""

    condition: bool
    """Whether the key describes a condition of use instead of the drive itself."""

    text: str
    """Meaning of the key, as in docs/reference/drive-files.md."""

    units: tuple[str, ...]
    """Units that a drive file may write. Empty if the value has no unit."""

    required_without: str
    """Path of another key. A drive without that key needs this key. Empty: no such rule."""

    needless_with: str
    """Another key of a zone. A zone with that key does not need this key. Empty: no such key."""

def drive_keys() -> list[DriveKey]:
    """Returns the keys of a drive file in the order of the file, followed by the keys of a zone."""

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
    def load(path: str, drives: str = "") -> DriveConfig:
        """Reads and checks a drive file. A ConfigError names the file, the line and the key.

        `drives` is the folder of the drives that any file may name as its base. Empty: no folder.
        """

    @staticmethod
    def parse(text: str, name: str) -> DriveConfig:
        """Reads and checks the text of a drive file, for a drive with this name.

        The text that `to_toml` returns gives an equal description. A pickle holds the result of
        `to_toml` and the name. Raises ConfigError as `load` does, and for a `base`.
        """

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def blocks(self) -> int:
        """Number of logical blocks on the drive."""

    @property
    def bytes_per_block(self) -> int: ...
    @property
    def revolution_ps(self) -> int: ...
    @property
    def queue_depth(self) -> int: ...
    @property
    def track_blocks(self) -> int:
        """Number of sectors on a track of the outermost zone."""

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones in the order of the drive file. Their cylinders have the same order."""

    def places(self, blocks: npt.ArrayLike) -> npt.NDArray[np.uint32]:
        """Returns the places to which the firmware maps blocks.

        Args:
            blocks: numbers of the blocks, shape (n,).

        Returns:
            Array of shape (4, n) with the rows cylinder, head, sector and angle. The angle is the
            start of the sector, with 2^32 to a revolution. The place of a reallocated block is its
            new place.

        Raises:
            ConfigError: the drive has no block with such a number, or the array does not have
                exactly one dimension.
        """

    def negotiated(self, width_bits: int, transfer_period_ps: int) -> DriveConfig:
        """Returns a copy for a host with these limits on the bus. 0: the host has no limit.

        Raises:
            ConfigError: the width is neither 0, 8 nor 16 bits, or the period is negative.
        """

    @property
    def fitted(self) -> list[str]:
        """Keys whose values were fitted to a trace of the real drive."""

    def value(self, key: str) -> Any:
        """Returns the value of a key as drive files write it: '0.42 ms' for 'seek.write_settle'.

        The value is a text, a whole number, a truth or a list. `None`: the file leaves the key out,
        and no other value has the same effect. The path of a zone's key has the number of the zone,
        counted from 0: 'layout.zone.3.track_skew'. The value of 'layout.zone' is a list of all
        zones. Each zone is a dict of its keys.

        Raises:
            ConfigError: the key is unknown.
        """

    def key(self, path: str) -> DriveKey:
        """Returns the facts about a key of `value`. Raises ConfigError for an unknown path."""

    def with_value(self, key: str, value: object) -> DriveConfig:
        """Returns a copy with another value of a key. The value is checked as in a file.

        The key and the value have the form that `value` uses. `None`: the key is left out. Raises
        ConfigError for an unknown key or a wrong value.
        """

    def with_values(self, values: Mapping[str, object]) -> DriveConfig:
        """Returns a copy with several other values. The values are checked together."""

    def with_zones(self, zones: list[dict[str, Any]]) -> DriveConfig:
        """Returns a copy with other zones, in the form of `value('layout.zone')`.

        Raises ConfigError as `with_value` does.
        """

    def without(self, keys: list[str]) -> DriveConfig:
        """Returns a copy without some keys, or without all keys of a table such as 'seek.root'.

        Raises ConfigError for an unknown key, and for a key that every drive needs.
        """

    def with_conditions(self, values: Mapping[str, object]) -> DriveConfig:
        """Returns a copy with other values of conditions, in the form that `value` uses.

        Raises ConfigError for a key that is not a condition.
        """

    def with_conditions_of(self, path: str, drives: str = "") -> DriveConfig:
        """Returns a copy with the conditions of a file. Raises ConfigError for any other key.

        `drives` is as in `load`.
        """

    def to_toml(self) -> str:
        """Returns the resolved description as a text with comments. `parse` can read the text."""

@final
class SchedulerInfo:
    """A scheduler of the firmware. A pickle holds the name only."""

    @property
    def name(self) -> str: ...
    @property
    def signature(self) -> str:
        """Text for the command line, with the defaults of the parameters: 'look(level=lbn)'."""

    @property
    def knowledge(self) -> str:
        """Knowledge with default parameters: 'none', 'lbn', 'map', 'position' or 'cache'."""

    @property
    def needs(self) -> list[str]:
        """Inputs of the scheduler besides the requests: 'deadlines', 'weights', 'mimic'."""

    @property
    def placements(self) -> list[str]:
        """Places where the scheduler can run: 'drive', 'host'."""

    @property
    def parameters(self) -> list[dict[str, Any]]:
        """Parameters in order, including the minor parameters.

        Each dict has `name` and `default`. A choice of words also has `choices`. A number also has
        `minimum`, `maximum`, `unit` ('1': no unit) and `whole`.
        """

    @property
    def summary(self) -> str: ...
    @property
    def paper(self) -> str: ...

def schedulers() -> list[SchedulerInfo]: ...

@final
class SchedulerSpec:
    """A scheduler of the firmware with its parameters. A pickle holds the text only.

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

    Columns are read-only views of the queue's memory. Their type is int64, and bool for `write`.
    They change with the queue, so a scheduler must copy values that it wants to keep. Times are
    in ticks, 2^32 to a revolution. A column that the scheduler's `knows` does not cover raises
    RunError.
    """

    def __len__(self) -> int: ...
    @property
    def order(self) -> npt.NDArray[np.int64]:
        """Number of the arrival, counted from 0. A later row has a higher number."""

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
        """Deadline in ticks. 2^63 - 1 means no deadline. Available only with `needs_deadlines`."""

    @property
    def class_id(self) -> npt.NDArray[np.int64]:
        """Class of the request: the part of the workload. Available only with `needs_classes`."""

    @property
    def cylinder(self) -> npt.NDArray[np.int64]:
        """Cylinder of the first block. Available from 'map' on."""

    @property
    def head(self) -> npt.NDArray[np.int64]:
        """Head of the first block. Available from 'map' on."""

    @property
    def angle(self) -> npt.NDArray[np.int64]:
        """Angle of the first block, 2^32 to a revolution; from 'map' on."""

    def row(self, order: int) -> int:
        """Returns the row of the request with this order. RunError: no such request waits."""

    def cost(self, rows: npt.ArrayLike | None = None) -> npt.NDArray[np.int64]:
        """Returns the positioning time of each request if the drive starts it now, in ticks.

        The times are exact (schedulers.md). The method is available in `pick` only, from 'position'
        on. Each call returns a new array.

        Args:
            rows: rows of the requests. `None`: all rows.
        """

    def hit(self, rows: npt.ArrayLike | None = None) -> npt.NDArray[np.bool_]:
        """Returns whether the drive's buffer can answer each request.

        The method is available at 'cache' only. Each call returns a new array.

        Args:
            rows: rows of the requests. `None`: all rows.
        """

@final
class DriveState:
    """State of the drive at a call of a scheduler's operation. Times are in ticks."""

    @property
    def now(self) -> int: ...
    @property
    def last_first(self) -> int:
        """First block of the previous request; 0 before the first request."""

    @property
    def last_end(self) -> int:
        """Block after the last block of the previous request; 0 before the first request."""

    @property
    def last_write(self) -> bool: ...
    @property
    def free_at(self) -> int:
        """Time at which the heads can start to move. Available from 'position' on."""

    @property
    def cylinder(self) -> int:
        """Cylinder of the heads at `free_at`. Available from 'position' on."""

    @property
    def head(self) -> int:
        """Head in use at `free_at`. Available from 'position' on."""

@final
class DriveFacts:
    """Constant facts about the drive of a scheduler."""

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
        """Returns the cylinder, the head and the angle of a block.

        Raises:
            RunError: the scheduler's `knows` is below 'map', or no operation runs.
        """

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
    """A scheduler for one run, made of callables. `headstack.Scheduler` describes each callable."""

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
        """Raises ConfigError if `knows` is no level of knowledge. Messages contain `name`."""

@final
class MimicTable:
    """Times of a drive. Each kind of request has distances, and each distance has samples."""

    def __init__(
        self,
        kinds: Sequence[tuple[npt.NDArray[np.int32], npt.NDArray[np.uint32]]],
        samples: int,
        block_count: int,
    ) -> None:
        """Checks the arguments. Raises ConfigError if they do not fit together.

        Args:
            kinds: rising distances, and for each distance a row of rising times in ns. The order of
                the kinds is read after read, write after read, read after write, write after write.
            samples: length of the rows.
            block_count: number of the drive's blocks.
        """

@final
class Setup:
    """Settings of a run: a drive, and the place and the method of its scheduling."""

    contents: bool
    """Whether writes have data and the run checks the data of reads."""

    profile: bool
    """Whether the run counts the cycles of the firmware's processor by function."""

    gdb_port: int
    """Port of this machine at which the processor waits for GDB. 0: no GDB."""

    def __init__(self, drive: DriveConfig, scheduler: SchedulerSpec | PythonScheduler) -> None:
        """Makes a run in which the drive schedules. An error of the medium ends the run.

        Raises:
            ConfigError: the drive cannot use the scheduler.
        """

    def write_waves(self, file: str, fst: bool, save_file: str, shown_file: str) -> None:
        """Makes the run write the drive's signals.

        Args:
            file: file for the waveforms.
            fst: whether the file's format is FST. Otherwise its format is VCD.
            save_file: save file for GTKWave. Empty: the run writes no save file.
            shown_file: name of the waveforms in the save file.
        """

    def write_timeline(self, file: str, begin_ps: int, end_ps: int) -> None:
        """Makes the run write its timeline.

        Args:
            file: a file for a trace in Perfetto's format.
            begin_ps: beginning of the written part of the simulated time, ps, 0 or more.
            end_ps: end of the written part, ps, after `begin_ps`.
        """

    def schedule_in_host(
        self, scheduler: SchedulerSpec | PythonScheduler, outstanding: int, depth: int
    ) -> None:
        """Makes the host schedule too.

        Args:
            scheduler: scheduler of the host.
            outstanding: number of commands that the host keeps at the drive.
            depth: number of requests among which the scheduler of the host chooses.
        """

    def count_media_errors(self) -> None:
        """Makes the run continue after a request that ends with an error of the medium."""

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
    """Cycles of the processor that ran the firmware's image. They do not include the start-up."""

    @property
    def cycle_ps(self) -> int:
        """Duration of a cycle, in ps. 0 if code took no time."""

    @property
    def cycles(self) -> int:
        """Number of cycles in which the processor was awake."""

    @property
    def decisions(self) -> int:
        """Number of timed choices of the next task. 0 on a core in RTL."""

    @property
    def hidden_decisions(self) -> int:
        """Number of timed choices that ended before the active task ended."""

    @property
    def compared_decisions(self) -> int | None:
        """Number of decisions that lock-step has compared. `None`: no lock-step."""

    @property
    def decision_cycles(self) -> int:
        """Sum of the cycles of all timed choices."""

    @property
    def decision_cycles_p95(self) -> int:
        """95th percentile of the cycles of a timed choice, accurate to 1/64."""

    @property
    def decision_cycles_most(self) -> int:
        """Cycles of the longest timed choice."""

    @property
    def rom_bytes(self) -> int:
        """Size of the image's code and constants."""

    @property
    def parameter_bytes(self) -> int:
        """Size of the drive's parameters, which the firmware receives."""

    @property
    def ram_bytes(self) -> int:
        """Size of variables and tables without the stack. 0 if the image does not publish it."""

    @property
    def stack_bytes(self) -> int:
        """Greatest size of the stack, including the start-up."""

    @property
    def profile(self) -> list[tuple[str, int]]:
        """Cycles by stack of calls, "outermost;...;innermost". Empty if they were not requested."""

@final
class RunOutput:
    """Results of a run: counts, and a row for each request in order of completion."""

    @property
    def columns(
        self,
    ) -> dict[str, npt.NDArray[np.int64] | npt.NDArray[np.uint32] | npt.NDArray[np.bool_]]:
        """Columns by name, in the order of COLUMNS. The arrays are views, not copies.

        All columns have the same length. finish - arrival = queue + overhead + seek + rotation +
        transfer + bus, exactly.
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
        """Times that the scheduler has learnt. `None`: the scheduler does not learn.

        The tuple has three items. The first holds distance, count and mean in ns for each kind of
        request. The second is the number of requests that taught the scheduler nothing, because its
        memory was full. The third is the number of bytes in use.
        """
    @property
    def wall_s(self) -> float:
        """Wall time of the simulation in s, without set-up and without receivers of rows."""

    @property
    def bus_held_ps(self) -> int:
        """Total time for which any device held the bus, in ps."""

    @property
    def decisions(self) -> int:
        """Number of decisions of the drive's scheduler."""

    @property
    def candidates_examined(self) -> int:
        """Number of requests that the drive's scheduler examined in all decisions."""

    @property
    def host_decisions(self) -> int:
        """Number of decisions of the host's scheduler. 0 if the host does not schedule."""

    @property
    def host_candidates_examined(self) -> int:
        """Number of requests that the host's scheduler examined in all decisions."""

    @property
    def core(self) -> CoreOutput | None:
        """Totals of the firmware's processor. `None`: the firmware ran on this machine."""

@final
class RequestTotals:
    """Totals of requests, computed in one pass over their columns. Sums are in ps.

    Requests must arrive in order of completion. Calls may split them into any number of parts.
    """

    def __init__(self, run: int | None = None) -> None:
        """Makes empty totals.

        Args:
            run: number of requests of a whole run. The totals then check the requests. `None`: the
                requests are a selection.
        """

    def add(
        self, columns: dict[str, npt.NDArray[Any]], *, classes: bool = False
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Adds requests. Returns the response times, and rows of id and finish.

        Args:
            columns: columns of the requests.
            classes: whether to read the column `class`.

        Raises:
            RunError: times contradict each other or the order of completion. In a whole run,
                another reason is a request that was not issued, or was served before.
        """

    def check_all_served(self) -> None:
        """Raises RunError unless all requests of the run have been added."""

    @property
    def count(self) -> int:
        """Number of requests."""

    @property
    def reads(self) -> int:
        """Number of reads."""

    @property
    def hits(self) -> int:
        """Number of reads that the buffer answered."""

    @property
    def retries(self) -> int:
        """Number of retries of blocks."""

    @property
    def failed(self) -> int:
        """Number of requests that ended with an error of the medium."""

    @property
    def last_class(self) -> int:
        """Greatest class. 0 if `classes` is False."""

    @property
    def blocks(self) -> int:
        """Sum of the requested blocks."""

    @property
    def max_response_ps(self) -> int:
        """Greatest response time."""

    @property
    def elapsed_ps(self) -> int:
        """Time from the first arrival to the last completion."""

    @property
    def time_at_disk_ps(self) -> int:
        """Time in which at least one request was between its start and its finish."""

    @property
    def queue_grew(self) -> bool:
        """Whether the queue of a whole run grew: `saturated` in docs/reference/metrics.md."""

    @property
    def response_ps(self) -> int:
        """Sum of the response times."""

    @property
    def response_squared_ps2(self) -> int:
        """Sum of the squares of the response times, in ps^2."""

    @property
    def io_ps(self) -> int:
        """Sum of finish - start."""

    @property
    def queue_ps(self) -> int:
        """Sum of the column `queue`."""

    @property
    def overhead_ps(self) -> int:
        """Sum of the column `overhead`."""

    @property
    def seek_ps(self) -> int:
        """Sum of the column `seek`."""

    @property
    def rotation_ps(self) -> int:
        """Sum of the column `rotation`."""

    @property
    def transfer_ps(self) -> int:
        """Sum of the column `transfer`."""

    @property
    def bus_ps(self) -> int:
        """Sum of the column `bus`."""

    @property
    def deadlines(self) -> int:
        """Number of requests with a deadline."""

    @property
    def missed(self) -> int:
        """Number of requests that finished after their deadline."""

    @property
    def merit(self) -> float:
        """Sum of `merit` of docs/reference/metrics.md over the requests with a deadline."""

def power_sums(times_ps: npt.NDArray[Any]) -> tuple[int, int]:
    """Returns the sum of the times and the sum of the squares of the times."""

def deadline_sums(columns: dict[str, npt.NDArray[Any]]) -> tuple[int, int, float]:
    """Returns the numbers of deadlines and of missed deadlines, and the sum of the merits."""

_Progress = Callable[[int], bool]
"""Function that a run calls from time to time with the number of served requests.

False stops the run.
"""

@final
class Workload:
    """A stream of requests for a drive. The run checks that the requests fit the drive."""

def random_workload(
    *,
    rate_per_s: float,
    requests: int,
    blocks: int,
    read_fraction: float,
    seed: int,
    align: int,
) -> Workload:
    """Returns open arrivals with exponential interarrival times, uniformly random over the disk.

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
    """Returns a closed workload: each completion issues the next request.

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
    limit: npt.NDArray[np.uint8] | None = None,
    priority: npt.NDArray[np.uint8] | None = None,
    hold_repeats: bool = False,
) -> Workload:
    """Returns given requests as a closed loop with one request outstanding, or as open arrivals.

    Closed: request i is issued wait_ps[i] after the completion of request i - 1. Open: request i
    is issued wait_ps[i] after the arrival of request i - 1. Request 0 is issued wait_ps[0] after
    time 0. A run raises ConfigError for the first row (from 0) that does not fit the drive.

    Args:
        lbn: first blocks.
        blocks: numbers of blocks.
        write: whether each request is a write.
        wait_ps: waits before the requests.
        open: whether the arrivals are open.
        due_ps: times from arrival to deadline. 2^63 - 1 means no deadline. `None`: no request has a
            deadline.
        class_id: classes of the requests. `None`: all requests have class 0.
        limit: numbers of the duration limits, 1 to 7; 0 means no limit. `None`: no request has a
            limit.
        priority: priorities of the commands, 1 (the highest) to 15; 0 means no priority. `None`: no
            request has a priority.
        hold_repeats: whether a request waits for an earlier, incomplete request for one of its
            blocks. For open arrivals only.
    """

_Rows = tuple[
    npt.NDArray[np.uint32],
    npt.NDArray[np.uint32],
    npt.NDArray[np.bool_],
    npt.NDArray[np.int64],
    npt.NDArray[np.int64] | None,
    npt.NDArray[np.uint16] | None,
    npt.NDArray[np.uint8] | None,
    npt.NDArray[np.uint8] | None,
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
    """Returns requests that a function supplies during the run.

    Args:
        requests: number of all requests.
        next: returns the next rows: lbn, blocks, write, wait_ps, due_ps, class_id, limit and
            priority, as in `replay_workload`. `None`: no requests are left. An exception ends the
            run, and the run raises the exception.
        open: whether each request is issued after its wait, counted from the arrival of the request
            before. If False, each completion issues a request.
        outstanding: number of requests in the system, for a closed workload only.
        hold_repeats: as in `replay_workload`.
        most_blocks: blocks of the largest request.
        deadlines: whether a request may have a deadline, or a priority.
    """

@final
class Random:
    """The model's random numbers, which are equal on every machine. Streams are independent."""

    def __init__(self, seed: int, stream: int) -> None: ...
    def uniform(self, count: int) -> npt.NDArray[np.float64]:
        """Returns numbers with a uniform distribution over [0, 1)."""

    def below(self, bound: int, count: int) -> npt.NDArray[np.uint64]:
        """Returns whole numbers, uniform over 0 .. bound - 1. `bound` must be at least 1."""

    def exponential(self, count: int) -> npt.NDArray[np.float64]:
        """Returns numbers with an exponential distribution of mean 1."""

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
    """Returns media streams, which model/host/streams.h describes.

    A group has four numbers: its streams, the blocks a second of a stream, the buffered time in ps,
    and the share of reads. Each group is a class, in this order. Best-effort traffic is the last
    class. All streams together make `requests` requests of `least_tracks` to `most_tracks` tracks.
    An `open` stream issues at every deadline. Other streams also wait for the completion.
    `best_effort` is a result of random_workload or closed_workload.
    """

def classes_workload(
    *, classes: Sequence[tuple[int, float, float, float]], requests: int, seed: int
) -> Workload:
    """Returns closed loops, which model/host/classes.h describes. Each loop is a class, from 0.

    A class has four numbers: its outstanding requests, the mean and the deviation of their size in
    blocks, and their share of reads. All classes together make `requests` requests.
    """

def service_bound(drive: DriveConfig, *, write: bool) -> tuple[float, float]:
    """Returns the bound of the drive's service time: fixed seconds, and seconds per block.

    Raises:
        ConfigError: the drive has no bound, for example because its medium has errors.
    """

def run(
    setup: Setup,
    workload: Workload,
    progress: _Progress | None = None,
    rows: Callable[[RunOutput], bool] | None = None,
) -> RunOutput:
    """Runs a workload to its end, with one host and one drive on a bus.

    With `rows`, the output has no rows. `rows` receives about 65,536 rows at a time, and the last
    rows at the end. If `rows` returns False, the run stops.
    """

def run_bus(
    drives: list[tuple[Setup, int]],
    streams: list[tuple[int, int, Workload]],
    progress: _Progress | None = None,
) -> list[RunOutput]:
    """Runs all streams to their ends, with several drives and hosts on one bus.

    Args:
        drives: each drive with its SCSI id.
        streams: for each stream, the index of the drive in `drives`, the SCSI id of the host, and
            the workload.
        progress: as in `run`.

    Returns:
        An output for each stream. The wall time and the bus time belong to the whole run.

    Raises:
        ConfigError: an id is used twice or is above 15.
    """

@final
class HostCommand:
    """A SCSI command of a session, with its result. Times are in ps of simulated time."""

    @property
    def over(self) -> bool: ...
    @property
    def lost(self) -> bool:
        """Whether a power failure or an abort ended the command without a status."""

    @property
    def status(self) -> int:
        """SCSI status. Valid after the end of the command."""

    @property
    def sense(self) -> bytes:
        """Sense data of a CHECK CONDITION. Empty after any other status."""

    @property
    def data(self) -> bytes:
        """Data for the drive, or the buffer with the data from the drive."""

    @property
    def moved_bytes(self) -> int:
        """Number of bytes of `data` that the bus has transferred."""

    @property
    def submitted(self) -> int: ...
    @property
    def finished(self) -> int:
        """Time of the end. -1 before the end."""

@final
class Session:
    """A drive that receives single commands. All methods raise RunError if the model fails."""

    def __init__(self, setup: Setup, file: str = "") -> None:
        """Switches the drive on.

        Args:
            setup: the drive, its scheduler, and whether it simulates data.
            file: sparse file that keeps the medium's data. Empty: memory keeps the data.

        Raises:
            ConfigError: the file cannot be used.
        """

    def submit(
        self,
        cdb: bytes,
        *,
        data: bytes = b"",
        room: int = 0,
        attribute: str = "simple",
        priority: int = 0,
        host: int = 7,
        lun: int = 0,
    ) -> HostCommand:
        """Sends a command now. No simulated time passes.

        Args:
            cdb: command descriptor block.
            data: data for the drive.
            room: greatest number of bytes that the drive may return. Allowed only without `data`.
            attribute: 'simple', 'ordered' or 'head of queue'.
            priority: priority of the command, 1 (the highest) to 15. 0: none.
            host: SCSI id of the host, from 1 to 15.
            lun: logical unit number. The drive has unit 0 only.

        Raises:
            ConfigError: an argument is out of its range.
        """

    def manage(
        self, function: str, *, task: HostCommand | None = None, host: int = 7, lun: int = 0
    ) -> HostCommand:
        """Sends a task management function now. The status of the result is the response.

        Args:
            function: 'abort task', 'abort task set', 'clear task set' or 'logical unit reset'; or
                'nexus loss', the event that the host has left.
            task: the command that 'abort task' aborts.
            host: SCSI id of the host, from 1 to 15.
            lun: logical unit number.

        Raises:
            ConfigError: an argument is out of its range.
        """

    def finish_waves(self) -> None:
        """Writes all signals of the setup's waveforms, and closes their files."""

    def run_until(self, end_ps: int | None) -> bool:
        """Advances time until a command ends, or to `end_ps`. Returns whether a command ended.

        Without `end_ps`, time stops when no event is left.
        """

    def next_event(self) -> int | None:
        """Returns the time of the next event, in ps. `None`: no event is left."""

    def wait(self, command: HostCommand) -> bool:
        """Advances time until the command ends. Returns False if events ran out before its end."""

    def advance(self, duration_ps: int) -> None:
        """Advances time by `duration_ps`."""

    def settle(self) -> None:
        """Advances time until no event is left."""

    def cut_power(self) -> None:
        """Simulates a power failure now. The power returns at once."""

    @property
    def now(self) -> int:
        """Simulated time, in ps."""

def notifications_per_second(count: int) -> float:
    """Returns a unit of this machine's speed: timed notifications of one SC_METHOD per second."""

def cores() -> list[str]:
    """Returns the processors of this build for the firmware, among 'iss', 'ibex' and 'picorv32'."""

def decision_cost(
    drive: DriveConfig, scheduler: str, *, depth: int, decisions: int
) -> tuple[float, float]:
    """Returns the time of a decision with insertion and removal in ns, and the examined tasks."""

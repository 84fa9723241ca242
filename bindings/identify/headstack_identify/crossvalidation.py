"""Fits the fitted values of a drive again on each half of a trace. Scores them on the other half.

The list `fitted` of a drive file names the values that were chosen with a trace. A score on this
trace flatters the model. To measure this effect, the trace is cut into blocks of BLOCK_REQUESTS.
The odd blocks are one half, and the even blocks are the other half. A search finds every fitted
value again on each half alone, from a start that is wrong on purpose. The found drive is scored on
the other half.

Every replay uses the whole trace, because each request depends on the drive's state after the
request before. Only the errors of the half count.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from headstack import catalog, checks, workload
from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack.drive import timing_of
from headstack.errors import ConfigError
from headstack.measure import validation

BLOCK_REQUESTS = 500
MOST_ERROR_MS = 0.5
"""Limit of an error in the sum. A missed revolution then does not outweigh all other errors."""

MOST_RUNS = 900
"""Most replays for each half."""

_LEAST_OFF, _MOST_OFF = (
    0.1,
    0.3,
)  # distance of the start from the value in the file, as a share of this value
_SCAN_STEP, _SCAN_STEPS = 0.1, 4  # first look: step as a share of the start, steps to each side
_GROW, _SHRINK = 1.5, 0.4
_FINEST_STEP = 1e-3  # the search ends at this share of the value
# The search for small times ends at this step, because the sum of errors is rough in finer steps.
_LEAST_SCAN_STEP_MS, _FINEST_STEP_MS = 0.01, 5e-4
# An error of a tenth in the revolution loses all phase. So the search for the revolution starts
# closer by this factor, in finer steps.
_ROTATION = "spindle.rotation"
_ROTATION_CLOSER = 20
_ROTATION_SCAN_STEP, _ROTATION_SCAN_STEPS = 1e-3, 20
_ROTATION_FINEST_STEP = 2e-6
_CURVE = "seek.points"
_MOST_DRAWS = 100

NOT_REFITTED = (
    "every key that `fitted` does not name (layout, skews and phases, the seek curve, printed "
    "times, switches), and the choice of the mechanisms themselves"
)


Progress = Callable[[int], object]
"""Called after each replay with the number of replays so far."""


@dataclass(frozen=True)
class Parameter:
    """A number in a drive file: the value of a key, or a time in a list."""

    key: str
    item: int | None
    name: str
    unit: str
    places: int
    """Number of decimals of the key."""
    in_file: float

    @property
    def whole(self) -> bool:
        """Whether the key has whole values only."""
        return self.places == 0

    def text(self, number: float) -> str:
        """Returns the number with its unit, as in a drive file."""
        digits = f"{number:.{self.places}f}"
        if not self.whole:
            digits = digits.rstrip("0").rstrip(".")
        return f"{digits} {self.unit}".rstrip()

    def finest(self, number: float) -> float:
        """Returns the step at which the search ends."""
        if self.whole:
            return 1
        share = _ROTATION_FINEST_STEP if self.key == _ROTATION else _FINEST_STEP
        if self.key != _ROTATION and self.unit == "ms":
            return max(share * abs(number), _FINEST_STEP_MS)
        return max(share * abs(number), 10.0 ** -min(self.places, 6))

    def scan_step(self, number: float) -> float:
        """Returns the step of the first look."""
        if self.key == _ROTATION:
            return _ROTATION_SCAN_STEP * number
        least = _LEAST_SCAN_STEP_MS if self.unit == "ms" else 0.0
        return max(_SCAN_STEP * abs(number), least)

    def scan(self, start: float, finer: int) -> list[float]:
        """Returns the values of the first look. The steps are finer by the factor `finer`."""
        width = self.scan_step(start) / finer
        steps = _ROTATION_SCAN_STEPS if self.key == _ROTATION else _SCAN_STEPS
        offsets = [k * width for k in range(-steps, steps + 1) if k]
        if not self.whole:
            return [start + offset for offset in offsets]
        return [n for n in dict.fromkeys(round(start + o) for o in offsets) if n != start]


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """Fits on both halves of a trace, with the values of the file.

    Each `_ms` is the response time of each request in the model, with one of four sets of values:
    the file, the start of the search, the fit of the request's own half, or the fit of the other
    half. The fit of the other half has not used the request.
    """

    drive: str
    trace: str
    think: str
    timing: str
    seed: int
    parameters: tuple[Parameter, ...]
    start: tuple[float, ...]
    fits: tuple[tuple[float, ...], tuple[float, ...]]
    runs: int
    measured_ms: Floats
    file_ms: Floats
    start_ms: Floats
    own_half_ms: Floats
    held_out_ms: Floats

    def document(self) -> dict[str, Any]:
        """Returns values and figures, for JSON."""
        rows = zip(self.parameters, self.start, *self.fits, strict=True)
        return {
            "drive": self.drive,
            "trace": self.trace,
            "think": self.think,
            "timing": self.timing,
            "seed": self.seed,
            "block_requests": BLOCK_REQUESTS,
            "runs": self.runs,
            "not_refitted": NOT_REFITTED,
            "parameters": [
                {
                    "key": parameter.key,
                    "name": parameter.name,
                    "unit": parameter.unit,
                    "file": parameter.in_file,
                    "start": start,
                    "fitted_on_odd_blocks": odd,
                    "fitted_on_even_blocks": even,
                }
                for parameter, start, odd, even in rows
            ],
            "file": validation.compare(self.file_ms, self.measured_ms),
            "start": validation.compare(self.start_ms, self.measured_ms),
            "own_half": validation.compare(self.own_half_ms, self.measured_ms),
            "held_out": validation.compare(self.held_out_ms, self.measured_ms),
        }


def parameters_of(config: DriveConfig) -> list[Parameter]:
    """Returns the numbers in the order of `fitted`. Raises ConfigError if there is no number."""
    return [one for key in config.fitted for one in _parameters(config, key)]


def _parameters(config: DriveConfig, key: str) -> list[Parameter]:
    value = config.value(key)
    if value is None or value == []:
        raise ConfigError(f"{config.name} names `{key}` in `fitted`, but has no value for it")
    if not isinstance(value, list):
        return [_parameter(config, key, None, key, value)]
    found = []
    dropped = _dropped(config) if key == _CURVE else []
    for item, element in enumerate(value):
        if element in dropped:
            continue
        if isinstance(element, list):  # [distance, time]
            found.append(_parameter(config, key, item, f"{key} to {element[0]}", element[1]))
        elif isinstance(element, dict):  # a time with its conditions
            found.append(_parameter(config, key, item, f"{key} {item + 1}", element["time"]))
        else:
            found.append(_parameter(config, key, item, f"{key} {item + 1}", element))
    return found


def _dropped(config: DriveConfig) -> list[Any]:
    """Returns the points of the seek curve that have no effect."""
    points: list[Any] = config.value("seek.dropped_points")
    return points


def _parameter(
    config: DriveConfig, key: str, item: int | None, name: str, value: str | int
) -> Parameter:
    if isinstance(value, int):
        return Parameter(key, item, name, "", 0, float(value))
    number, _, unit = value.partition(" ")
    return Parameter(key, item, name, unit, config.key(key).decimals, float(Fraction(number)))


def changed(config: DriveConfig, parameter: Parameter, number: float) -> DriveConfig:
    """Returns the drive with another value. Raises ConfigError if the key refuses the value."""
    text = parameter.text(number)
    if parameter.item is not None:
        return _with_items(config, parameter.key, {parameter.item: text})
    return config.with_value(parameter.key, text if parameter.unit else int(text))


def _with_items(config: DriveConfig, key: str, items: Mapping[int, str]) -> DriveConfig:
    """Returns the drive with several new times of a list. The key may refuse a single new time."""
    elements = config.value(key)
    for item, time in items.items():
        if isinstance(elements[item], list):
            elements[item][1] = time
        elif isinstance(elements[item], dict):
            elements[item]["time"] = time
        else:
            elements[item] = time
    return config.with_value(key, elements)


def _with_all(
    config: DriveConfig, parameters: Sequence[Parameter], numbers: Sequence[float]
) -> DriveConfig:
    lists: dict[str, dict[int, str]] = {}
    for parameter, number in zip(parameters, numbers, strict=True):
        if parameter.item is None:
            config = changed(config, parameter, number)
        else:
            lists.setdefault(parameter.key, {})[parameter.item] = parameter.text(number)
    for key, items in lists.items():
        config = _with_items(config, key, items)
    return config


def start_values(parameters: Sequence[Parameter], seed: int) -> tuple[float, ...]:
    """Returns wrong values for the start of the search.

    Each value is 10 to 30 % too large or too small. A revolution is wrong by 0.5 to 1.5 %. A whole
    number is wrong by at least 1, and the value 0 stays 0. All points of a seek curve are wrong by
    an equal share, because neighbours far apart make no sense.
    """
    return _draw(parameters, np.random.default_rng(seed))


def _draw(parameters: Sequence[Parameter], rng: np.random.Generator) -> tuple[float, ...]:
    numbers = []
    curve = 0.0
    for parameter in parameters:
        share = rng.uniform(_LEAST_OFF, _MOST_OFF) * rng.choice((-1, 1))
        if parameter.key == _CURVE:
            share = curve = curve or share
        if parameter.key == _ROTATION:
            share /= _ROTATION_CLOSER
        number = parameter.in_file * (1 + share)
        if parameter.whole:
            off = max(1, round(abs(share) * parameter.in_file))
            number = max(1, parameter.in_file + (off if share > 0 else -off))
        numbers.append(number)
    return tuple(numbers)


def _start(
    config: DriveConfig, parameters: Sequence[Parameter], seed: int
) -> tuple[tuple[float, ...], DriveConfig]:
    """Draws wrong values until they make a drive. Returns the values and the drive."""
    rng = np.random.default_rng(seed)
    for _ in range(_MOST_DRAWS):
        numbers = _draw(parameters, rng)
        try:
            return numbers, _with_all(config, parameters, numbers)
        except ConfigError as error:
            reason = error
    raise ConfigError(
        f"{config.name}: none of {_MOST_DRAWS} starts for the fit is a drive; the last: {reason}"
    )


class _Search:
    """Coordinate descent on the errors of one half."""

    def __init__(
        self,
        config: DriveConfig,
        parameters: Sequence[Parameter],
        start: Sequence[float],
        loss: Callable[[DriveConfig], float],
        most_runs: int,
    ) -> None:
        """Begins with `config`. This drive has the numbers of `start`."""
        self._parameters = parameters
        self._loss = loss
        self._left = most_runs
        self.numbers = list(start)
        self._config = config
        self._best = np.inf
        self._accept_if_better(config)

    def run(self) -> None:
        """Searches until every step is fine enough, or no replays are left."""
        for finer in (1, 2):  # in the second round, the other numbers are about right
            for i, parameter in enumerate(self._parameters):
                for number in parameter.scan(self.numbers[i], finer):
                    self._try(i, number)
        steps = [self._first_step(i) for i in range(len(self._parameters))]
        signs = [1] * len(steps)
        while self._left > 0:
            before = list(self.numbers)
            moving = [i for i, step in enumerate(steps) if step >= self._finest(i)]
            if not moving:
                return
            for i in moving:
                number = self.numbers[i]
                if self._try(i, number + signs[i] * steps[i]):
                    steps[i] *= _GROW
                elif self._try(i, number - signs[i] * steps[i]):
                    signs[i] = -signs[i]
                else:
                    steps[i] *= _SHRINK
            self._go_on(before)

    def _go_on(self, before: list[float]) -> None:
        """Repeats the steps of a whole round for all numbers at once, to follow a narrow valley."""
        numbers = [2 * now - then for now, then in zip(self.numbers, before, strict=True)]
        if numbers == self.numbers or self._left <= 0:
            return
        try:
            config = _with_all(self._config, self._parameters, numbers)
        except ConfigError:  # a number is outside the range of its key
            return
        if self._accept_if_better(config):
            self.numbers = numbers

    def _finest(self, i: int) -> float:
        return self._parameters[i].finest(self.numbers[i])

    def _first_step(self, i: int) -> float:
        return max(self._parameters[i].scan_step(self.numbers[i]) / 3, self._finest(i))

    def _try(self, i: int, number: float) -> bool:
        """Returns whether a number is better than the best number. If so, adopts the number."""
        if self._left <= 0:
            return False
        parameter = self._parameters[i]
        try:
            config = changed(self._config, parameter, number)
        except ConfigError:  # the number is outside the range of its key
            return False
        if not self._accept_if_better(config):
            return False
        self.numbers[i] = round(number) if parameter.whole else number
        return True

    def _accept_if_better(self, config: DriveConfig) -> bool:
        self._left -= 1
        loss = self._loss(config)
        if loss >= self._best:
            return False
        self._best, self._config = loss, config
        return True

    @property
    def config(self) -> DriveConfig:
        """The best drive so far."""
        return self._config


def cross_validate(
    drive: str | os.PathLike[str] | DriveConfig,
    trace: str | Path | workload.Replay,
    think: str | None = None,
    seed: int = 1,
    progress: Progress | None = None,
    most_runs: int = MOST_RUNS,
) -> CrossValidation:
    """Fits the fitted values of a drive on each half of a trace. Scores them on the other half.

    Args:
        drive: name of a drive, path to a drive file, or a description. The drive needs `fitted`.
        trace: file in DiskSim's validation format, or a trace in memory.
        think: convention of the think times, 'after' or 'before'. `None`: that of the drive.
        seed: seed of the values that the search starts from.
        progress: called after each replay.
        most_runs: most replays for each half.

    Raises:
        ConfigError: as for `validation.validate`, or if `fitted` has no number, or if the trace is
            too short.
        RunError: a run failed.
    """
    config = drive if isinstance(drive, DriveConfig) else catalog.load(drive)
    replay = validation.as_replay(config, trace, think)
    checks.whole("seed", seed, 0, 2**64 - 1)
    parameters = parameters_of(config)
    if not parameters:
        raise ConfigError(f"{config.name} names no key in `fitted`: there is nothing to fit")
    if replay.requests < 2 * BLOCK_REQUESTS:
        raise ConfigError(
            f"{replay.recording.path} has {replay.requests} requests; two halves need at least "
            f"{2 * BLOCK_REQUESTS}"
        )
    measured = validation.measured_ms(replay)
    odd = np.arange(replay.requests) // BLOCK_REQUESTS % 2 == 0
    runs = 0

    def loss_on(half: Bools) -> Callable[[DriveConfig], float]:
        def loss(variant: DriveConfig) -> float:
            nonlocal runs
            error = np.abs(validation.model_ms(variant, replay) - measured)[half]
            runs += 1
            if progress is not None:
                progress(runs)
            return float(np.mean(np.minimum(error, MOST_ERROR_MS)))

        return loss

    start, begin = _start(config, parameters, seed)
    searches = [_Search(begin, parameters, start, loss_on(half), most_runs) for half in (odd, ~odd)]
    for search in searches:
        search.run()
    on_odd, on_even = (validation.model_ms(search.config, replay) for search in searches)
    fit_odd, fit_even = (tuple(float(n) for n in search.numbers) for search in searches)
    return CrossValidation(
        drive=config.name,
        trace=replay.recording.path,
        think=replay.think,
        timing=timing_of(config),
        seed=seed,
        parameters=tuple(parameters),
        start=start,
        fits=(fit_odd, fit_even),
        runs=runs,
        measured_ms=measured,
        file_ms=validation.model_ms(config, replay),
        start_ms=validation.model_ms(begin, replay),
        own_half_ms=np.where(odd, on_odd, on_even),
        held_out_ms=np.where(odd, on_even, on_odd),
    )

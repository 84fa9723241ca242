"""Calls: computations that are no runs of a sweep, each kept under its name as a Parquet file."""

import hashlib
import importlib
import inspect
import json
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import cache
from pathlib import Path
from typing import Any

from headstack import files
from headstack._core import __version__
from headstack.errors import ConfigError, RunError
from headstack.experiments.experiment import Call, Row


@cache
def _source(module: str) -> str:
    return hashlib.sha256(inspect.getsource(importlib.import_module(module)).encode()).hexdigest()


def key_of(call: Call) -> str:
    """A call's name: a hash of its function, that function's module, arguments and version.

    Raises:
        ConfigError: an argument is neither text nor a number nor a list of them.
    """
    function = call.function
    try:
        words = json.dumps(
            [
                *(__version__, function.__module__, function.__qualname__),
                _source(function.__module__),
                dict(call.arguments),
            ],
            sort_keys=True,
        )
    except TypeError as error:
        raise ConfigError(f"{function.__qualname__}: {error}") from error
    return hashlib.sha256(words.encode()).hexdigest()


def run_one(module: str, name: str, arguments: dict[str, Any]) -> list[Row]:
    """What a worker does: calls the function by its name."""
    function = getattr(importlib.import_module(module), name)
    return [dict(row) for row in function(**arguments)]


def run(
    calls: Sequence[Call], executor: Executor | Any, folder: Path, done: Callable[[int], object]
) -> dict[str, list[Row]]:
    """Runs calls that are not kept yet.

    Args:
        calls: what is called.
        executor: who runs them.
        folder: where rows are kept.
        done: called with the number of those that are over; False stops.

    Returns:
        The rows of each, by its name.

    Raises:
        RunError: one failed, or `done` has stopped them.
    """
    wanted = {key_of(call): call for call in calls}
    files.make_folder(folder)
    missing = {key: call for key, call in wanted.items() if not _file(folder, key).exists()}
    flying: dict[Future[list[Row]], str] = {
        executor.submit(
            run_one, call.function.__module__, call.function.__qualname__, dict(call.arguments)
        ): key
        for key, call in missing.items()
    }
    over = len(wanted) - len(missing)
    try:
        while flying:
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                key = flying.pop(future)
                _keep(future, _file(folder, key), wanted[key])
                over += 1
                if done(over) is False:
                    raise RunError("stopped; the same command goes on from what is finished")
    finally:
        for future in flying:
            future.cancel()
    return {key: _read(_file(folder, key)) for key in wanted}


def _keep(future: "Future[list[Row]]", path: Path, call: Call) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = future.result()
    except (ConfigError, RunError) as error:
        raise RunError(f"{call.function.__qualname__}({dict(call.arguments)}): {error}") from error
    with files.whole(path) as temporary, files.saying(path):
        pq.write_table(pa.Table.from_pylist([dict(row) for row in rows]), temporary)


def _read(path: Path) -> list[Row]:
    import pyarrow.parquet as pq

    rows: list[Row] = pq.read_table(path).to_pylist()
    return rows


def _file(folder: Path, key: str) -> Path:
    return folder / f"{key}.parquet"

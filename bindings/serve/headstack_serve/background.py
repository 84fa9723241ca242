"""A drive in a thread of its own, for callers that wait for their commands in other threads."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

from headstack import Drive, files
from headstack.session import Command
from headstack_serve import sense
from headstack_serve.pace import Pace, clock_of, event_loop
from headstack_serve.record import recording
from headstack_serve.sense import Key
from headstack_serve.unit import Order, Unit


class Background:
    """A drive, and the thread in which its time passes.

    Args:
        drive: the drive.
        contents: what keeps the data: True for memory, or a file.
        pace: how simulated time follows wall time.
        record: file for a record of all orders.

    Raises:
        ConfigError: a file cannot be used.
    """

    def __init__(
        self, drive: Drive, contents: bool | Path, pace: Pace, record: files.Name | None
    ) -> None:
        self._loop = event_loop()
        self._open = contextlib.ExitStack()
        session = self._open.enter_context(drive.open(contents=contents))
        told = []
        if record is not None:
            told.append(self._open.enter_context(recording(record, [drive])).of_unit(0))
        self._unit = Unit(session, clock_of(pace, self._loop, session.now), told)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Brings all data onto the medium, and ends the thread."""
        self._call(self._unit.settle)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._open.close()

    def _call(self, function: Callable[[], object]) -> None:
        async def call() -> None:
            function()

        asyncio.run_coroutine_threadsafe(call(), self._loop).result()

    def order(self, order: Order) -> Command:
        """Sends a command, and returns it after its end. Any thread may call.

        A command that only reports a unit attention is sent again.
        """
        command = self._ended(order)
        key, _ = sense.key_and_code(command.sense)
        return self._ended(order) if key == Key.UNIT_ATTENTION else command

    def _ended(self, order: Order) -> Command:
        async def ended() -> Command:
            future: asyncio.Future[Command] = self._loop.create_future()
            self._unit.submit(order, future.set_result)
            return await future

        return asyncio.run_coroutine_threadsafe(ended(), self._loop).result()

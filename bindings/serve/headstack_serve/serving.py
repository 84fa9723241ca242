"""Serves drives to initiators, from the first connection to the end of the service."""

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from headstack import Drive, files
from headstack.errors import ConfigError, RunError
from headstack_serve.address import Address
from headstack_serve.figures import Figures
from headstack_serve.iscsi.login import Access
from headstack_serve.iscsi.target import Target
from headstack_serve.pace import Pace, clock_of, event_loop
from headstack_serve.record import Recorder, recording
from headstack_serve.unit import Served, Unit

Ready = Callable[[str], None]
"""A function that is told of the address when the port is open."""
Ended = Callable[[str, str], None]
"""A function that is told of each connection that ends: the initiator's address, and the reason."""


@dataclass(frozen=True)
class Service:
    """Drives and the port that serves them.

    Attributes:
        drives: the drives, by logical unit number.
        address: address of the target.
        access: name of the target, and secrets.
        contents: what keeps the data of each drive: True for memory, or a file.
        pace: how simulated time follows wall time.
        record: file for a record of all orders. `None`: no record.
    """

    drives: Sequence[Drive]
    address: Address
    access: Access
    contents: Sequence[bool | Path]
    pace: Pace = "free"
    record: files.Name | None = None

    def check(self) -> None:
        """Checks the settings before anything runs.

        Raises:
            ConfigError: initiators of other machines could enter without a secret.
        """
        if not self.address.is_local and self.access.initiator is None:
            raise ConfigError(
                f"{self.address.host} is open to other machines; give --chap-user and "
                "--chap-secret, or serve 127.0.0.1"
            )

    def run(self, ready: Ready, ended: Ended) -> Figures:
        """Serves until SIGINT or SIGTERM. SIGUSR1 cuts the power of all drives.

        Args:
            ready: is told of the address when the port is open.
            ended: is told of each connection that ends, and why.

        Returns:
            The figures of the service.

        Raises:
            ConfigError: the settings or a file cannot be used.
            RunError: the address cannot be used, or the record is not complete.
        """
        self.check()
        with asyncio.Runner(loop_factory=event_loop) as runner:
            return runner.run(self._serve(ready, ended))

    async def _serve(self, ready: Ready, ended: Ended) -> Figures:
        figures = Figures()
        with contextlib.ExitStack() as stack:
            recorder = None
            if self.record is not None:
                recorder = stack.enter_context(recording(self.record, list(self.drives)))
            units = [self._unit(stack, n, figures, recorder) for n in range(len(self.drives))]
            gc.freeze()  # a collection over all objects of the start would delay responses
            await self._listen(units, ready, ended)
            for unit in units:
                unit.settle()
        return figures

    def _unit(
        self,
        stack: contextlib.ExitStack,
        number: int,
        figures: Figures,
        recorder: Recorder | None,
    ) -> Unit:
        """Switches a drive on until the stack ends."""
        drive, contents = self.drives[number], self.contents[number]
        session = stack.enter_context(drive.open(contents=contents))
        told: list[Served] = [figures.served]
        if recorder is not None:
            told.append(recorder.of_unit(number))
        return Unit(session, clock_of(self.pace, asyncio.get_running_loop(), session.now), told)

    async def _listen(self, units: list[Unit], ready: Ready, ended: Ended) -> None:
        target = Target(self.access, units, ended)
        try:
            server = await target.listen(self.address.host, self.address.port)
        except OSError as error:
            raise RunError(f"{self.address}: {error.strerror}") from None
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stopped.set)
        loop.add_signal_handler(signal.SIGUSR1, _cut_power, target, units)
        ready(target.address)
        await stopped.wait()
        server.close()
        target.cold_reset()
        await asyncio.sleep(0)


def _cut_power(target: Target, units: list[Unit]) -> None:
    """Cuts the power of all drives. The initiators lose their connections."""
    for unit in units:
        unit.cut_power()
    target.cold_reset()

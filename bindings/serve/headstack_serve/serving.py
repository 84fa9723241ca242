"""Serves drives to initiators, from the first connection to the end of the service."""

import asyncio
import contextlib
import selectors
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import Drive
from headstack.errors import ConfigError, RunError
from headstack.session import Session
from headstack.traces.histogram import Histogram
from headstack_serve.iscsi.login import Access
from headstack_serve.iscsi.target import Target
from headstack_serve.pace import LOOPBACK, Clock, FreeClock, Pace, RealClock
from headstack_serve.record import Recorder
from headstack_serve.unit import Order, Served, Unit

_PERCENTILES: Final = (50, 90, 99, 99.9)
_AT_ONCE: Final = 1_000


@dataclass(frozen=True)
class Port:
    """Address of a port. Port 0: the system chooses."""

    host: str
    port: int

    @classmethod
    def of(cls, text: str) -> "Port":
        """Reads an address such as '127.0.0.1:3260' or '[::1]:3260'.

        Raises:
            ConfigError: the text has no host or no port.
        """
        host, colon, port = text.rpartition(":")
        if not colon or not host or not port.isdecimal() or int(port) > 65535:
            raise ConfigError(f"--iscsi {text}: write address and port, as in 127.0.0.1:3260")
        return cls(host.strip("[]"), int(port))


@dataclass
class Figures:
    """What was served.

    Attributes:
        commands: number of orders.
        lags_ns: lags of the responses behind their simulated times, in ns. 0 at the free pace.
    """

    commands: int = 0
    lags_ns: Histogram = field(default_factory=Histogram)
    _latest: list[int] = field(default_factory=list)

    def served(self, order: Order, arrival: int, finish: int, lag_s: float) -> None:
        """Counts an order."""
        self.commands += 1
        self._latest.append(max(0, round(lag_s * 1e9)))
        if len(self._latest) >= _AT_ONCE:
            self._count()

    def _count(self) -> None:
        self.lags_ns.add(np.asarray(self._latest, np.int64))
        self._latest.clear()

    def document(self, pace: Pace) -> dict[str, Any]:
        """Returns the figures by name. At the free pace there is no lag."""
        found: dict[str, Any] = {"pace": pace, "commands": self.commands}
        if pace == "real":
            self._count()
            for share in _PERCENTILES:
                lag = self.lags_ns.quantile(share / 100)
                found[f"lag_p{share:g}_ms"] = None if lag is None else lag / 1e6
            found["lag_max_ms"] = self.lags_ns.most / 1e6
        return found


@dataclass(frozen=True)
class Service:
    """Drives and the port that serves them.

    Attributes:
        drives: the drives, by logical unit number.
        port: the port of the target.
        access: name of the target, and secrets.
        contents: what keeps the data of each drive: True for memory, or a file.
        pace: how simulated time follows wall time.
        record: file for a record of all orders.
    """

    drives: Sequence[Drive]
    port: Port
    access: Access
    contents: Sequence[bool | Path]
    pace: Pace = "free"
    record: Path | None = None

    def check(self) -> None:
        """Checks the settings before anything runs.

        Raises:
            ConfigError: initiators of other machines could enter without a secret.
        """
        if self.port.host not in LOOPBACK and self.access.initiator is None:
            raise ConfigError(
                f"{self.port.host} is open to other machines; give --chap-user and --chap-secret, "
                "or serve 127.0.0.1"
            )

    def run(self, ready: Callable[[str], None], ended: Callable[[str, str], None]) -> Figures:
        """Serves until SIGINT or SIGTERM. SIGUSR1 cuts the power of all drives.

        Args:
            ready: is told of the address when the port is open.
            ended: is told of each connection that ends, and why.

        Raises:
            ConfigError: the settings, a file or the address cannot be used.
        """
        self.check()
        # the selector of select() waits with a resolution of microseconds, that of epoll() of
        # milliseconds
        with asyncio.Runner(loop_factory=event_loop) as runner:
            return runner.run(self._serve(ready, ended))

    async def _serve(
        self, ready: Callable[[str], None], ended: Callable[[str, str], None]
    ) -> Figures:
        figures = Figures()
        with contextlib.ExitStack() as stack:
            recorder = (
                None
                if self.record is None
                else stack.enter_context(Recorder(self.record, list(self.drives)))
            )
            units = []
            for number, (drive, contents) in enumerate(
                zip(self.drives, self.contents, strict=True)
            ):
                session = stack.enter_context(drive.open(contents=contents))
                units.append(self._unit(session, number, figures, recorder))
            await self._listen(units, ready, ended)
            for unit in units:
                unit.settle()
        return figures

    def _unit(
        self, session: Session, number: int, figures: Figures, recorder: Recorder | None
    ) -> Unit:
        loop = asyncio.get_running_loop()
        clock: Clock = FreeClock() if self.pace == "free" else RealClock(loop, session.now)
        record = None if recorder is None else recorder.of_unit(number)
        return Unit(session, clock, _both(figures.served, record))

    async def _listen(
        self,
        units: list[Unit],
        ready: Callable[[str], None],
        ended: Callable[[str, str], None],
    ) -> None:
        target = Target(self.access, units, ended)
        try:
            server = await target.listen(self.port.host, self.port.port)
        except OSError as error:
            raise RunError(f"{self.port.host}:{self.port.port}: {error.strerror}") from None
        stopped = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stopped.set)
        loop.add_signal_handler(signal.SIGUSR1, _cut, target, units)
        ready(target.address)
        await stopped.wait()
        server.close()
        target.cold_reset()
        await asyncio.sleep(0)


def event_loop() -> asyncio.AbstractEventLoop:
    """Returns a loop whose timers have a resolution of microseconds."""
    return asyncio.SelectorEventLoop(selectors.SelectSelector())


def _both(first: Served, second: Served | None) -> Served:
    if second is None:
        return first

    def served(order: Order, arrival: int, finish: int, lag_s: float) -> None:
        first(order, arrival, finish, lag_s)
        second(order, arrival, finish, lag_s)

    return served


def _cut(target: Target, units: list[Unit]) -> None:
    """Cuts the power of all drives. The initiators lose their connections."""
    for unit in units:
        unit.cut_power()
    target.cold_reset()

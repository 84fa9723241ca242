"""The comparator's box by cocotb: three tasks, a scan, and its winner. An example to start from.

scripts/cocotb runs it in Verilator; tb/rtl/box_*_test.cpp test the box clock by clock.
"""

import cocotb
from cocotb.clock import Clock
from cocotb.handle import HierarchyObject
from cocotb.triggers import FallingEdge, RisingEdge

PROSPECT, PLACE, HANDICAP, ENTRY, START, RESULT, KEY = 0x38, 0x40, 0x50, 0x58, 0x78, 0x80, 0x88
FOUND = 1 << 16
TASK = 48  # where HANDICAP has the task's number
KIND = 40  # where PROSPECT has the instant and the kind of a request
QUARTER = 1 << 30  # of a turn


class Box:
    """The box's bus, as a processor uses it."""

    def __init__(self, dut: HierarchyObject) -> None:
        self.dut = dut

    async def access(self, address: int, data: int | None) -> int:
        """Write the data, or read if there are none. Ends when the box has answered."""
        self.dut.address_i.value = address
        self.dut.write_i.value = int(data is not None)
        self.dut.data_i.value = data or 0
        self.dut.req_i.value = 1
        await FallingEdge(self.dut.clk_i)
        while not self.dut.ack_o.value:
            await FallingEdge(self.dut.clk_i)
        assert not self.dut.error_o.value
        value = int(self.dut.data_o.value)
        await RisingEdge(self.dut.clk_i)
        self.dut.req_i.value = 0
        return value

    async def write(self, address: int, data: int) -> None:
        """Write a register."""
        await self.access(address, data)

    async def read(self, address: int) -> int:
        """Read a register."""
        return await self.access(address, None)


@cocotb.test()
async def the_next_sector_wins(dut: HierarchyObject) -> None:
    """On the cylinder of the heads, of three angles that which comes by first."""
    dut.req_i.value = 0
    dut.rst_ni.value = 0
    Clock(dut.clk_i, 6, "ns").start()
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    box = Box(dut)
    for kind in range(16):  # nothing holds up any request
        await box.write(PROSPECT, kind << KIND)
    for task, angle in enumerate((3 * QUARTER, QUARTER, 2 * QUARTER)):
        await box.write(PLACE, angle)
        await box.write(HANDICAP, task << TASK)
        await box.write(ENTRY, 0)
    for now, winner in ((0, 1), (QUARTER + 1, 2), (2 * QUARTER + 1, 0)):
        await box.write(START, now)
        # The read waits for the scan, and removes the winner.
        assert await box.read(RESULT) & (FOUND | 0xFFFF) == FOUND | winner
        assert await box.read(KEY) == (QUARTER if now == 0 else QUARTER - 1)

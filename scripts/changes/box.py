"""A thermometer: a box whose register page has one register."""

from changes.form import Change, before, new
from changes.register import DESCRIPTION, MADE

BOX = """\
// Thermometer: the temperature of the drive.
#pragma once

#include "model/base/register_block.h"

namespace headstack {

class Thermometer final : public RegisterBlock {
 public:
  explicit Thermometer(const sc_core::sc_module_name& name)
      : RegisterBlock(name, HS_PAGE_THERMOMETER) {}

  bool read(std::uint32_t address, std::uint64_t& value) override {
    switch (static_cast<ThermometerRead>(address)) {
      case ThermometerRead::celsius:
        value = 40;
        return true;
    }
    return false;
  }
  bool write(std::uint32_t /*address*/, std::uint64_t /*value*/) override { return false; }
};

}  // namespace headstack
"""

TEST = """\
// The thermometer: reads by the firmware and by the bus.
#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

TEST(Thermometer, AnswersTheFirmwareAndTheBus) {
  BusRig rig;
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Drive& drive = *rig.drives[0];
  EXPECT_EQ(hs_read(&drive.registers, HS_THERMOMETER_CELSIUS), 40U);
  std::uint64_t value = 0;
  EXPECT_TRUE(drive.cpu.bus.read(HS_THERMOMETER_CELSIUS, value));
  EXPECT_EQ(value, 40U);
}

}  // namespace
}  // namespace headstack
"""

REGISTERS = "model/boxes/drive_registers.h"
DRIVE = "model/boxes/drive.h"

CHANGE = Change(
    heading="A box with registers",
    example="a thermometer",
    edits=(
        before(
            DESCRIPTION,
            "addrmap hs_registers {",
            """\
addrmap hs_thermometer {
  name = "Thermometer";
  default regwidth = 64;

  reg {
    name = "Temperature";
    field { name = "degrees Celsius"; sw = r; } degrees[7:0];
  } celsius @ 0x00;
};

""",
        ),
        before(
            DESCRIPTION,
            "  hs_comparator comparator @ 0x500;\n",
            "  hs_thermometer thermometer @ 0x600;\n",
        ),
        new("model/boxes/thermometer.h", BOX),
        before(
            REGISTERS,
            "\n// The boxes with registers",
            '#include "model/boxes/thermometer.h"\n',
        ),
        before(
            REGISTERS,
            "  X(COMPARATOR,",
            "  X(THERMOMETER, thermometer, headstack::Thermometer) \\\n",
        ),
        before(
            DRIVE,
            "\n private:\n  std::unique_ptr<DriveWaves> waves_;",
            '  Thermometer thermometer{"thermometer"};\n',
        ),
        before("model/boxes/README.md", "`comparator/`: the boxes", "`thermometer.h`, "),
        new("tb/model/boxes/thermometer_test.cpp", TEST),
    ),
    made=(MADE,),
    tests=("project/test_registers.py",),
)

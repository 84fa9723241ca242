// The whole firmware of a drive on scripted registers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/register_script.h"
#include "tb/firmware/support/test_drive.h"

extern "C" {
#include "controller/firmware.h"
#include "hal/registers.h"
#include "schedulers/list.h"
#include "schedulers/parameters.h"
}

namespace headstack {

class FirmwareBench : public testing::Test {
 protected:
  static constexpr std::uint32_t kSlot = 3;

  explicit FirmwareBench(std::unique_ptr<TestDrive> drive = c2247()) : drive_(std::move(drive)) {}

  // Switches the power on. Every test calls this function first, and again for a fresh drive.
  void power_on(const hs_scheduler_ops& scheduler = hs_fcfs, std::uint32_t depth = 4) {
    hs_firmware_config config{};
    config.drive = &drive_->params;
    config.queue_depth = depth;
    config.scheduler = &scheduler;
    std::copy_n("HP C2247        ", 16, config.product);
    config.spin_up = spin_up_;
    config.power_on_attention = power_on_attention_;
    config.picks_ahead = picks_ahead_;
    config.reallocations = reallocations_;
    arena_ = std::make_unique<Arena>(hs_firmware_memory(&config));
    hs_firmware_init(&firmware_, &config, regs_.hal(), arena_->memory());
  }

  // Raises the interrupt. All accesses of the script must happen.
  void interrupt() {
    hs_firmware_interrupt(&firmware_);
    regs_.verify();
    EXPECT_TRUE(arena_->intact());
  }

  // Expects the accesses by which the firmware reads a command block.
  void expect_command(std::initializer_list<std::uint8_t> cdb, std::uint32_t slot = kSlot,
                      hs_attribute attribute = HS_ATTRIBUTE_SIMPLE, std::uint32_t initiator = 2,
                      std::uint32_t lun = 0, std::uint64_t causes = HS_CAUSE_COMMAND) {
    expect_cause(causes);
    expect_fetch(cdb, slot, attribute, initiator, lun);
  }
  void expect_fetch(std::initializer_list<std::uint8_t> cdb, std::uint32_t slot,
                    hs_attribute attribute = HS_ATTRIBUTE_SIMPLE, std::uint32_t initiator = 2,
                    std::uint32_t lun = 0) {
    std::uint64_t words[2] = {0, 0};
    std::size_t i = 0;
    for (const std::uint8_t byte : cdb) {
      words[i / 8] |= std::uint64_t{byte} << (8 * (i % 8));
      ++i;
    }
    regs_.read(HS_PORT_CDB_LOW, words[0]);
    regs_.read(HS_PORT_CDB_HIGH, words[1]);
    regs_.read(HS_PORT_NEXUS, HS_NEXUS(slot, slot, attribute, initiator, lun, 0, 0));
  }
  void expect_cause(std::uint64_t causes) { regs_.read(HS_INTERRUPT_CAUSE, causes); }
  void expect_now(hs_ticks now) { regs_.read(HS_SPINDLE_NOW, now); }
  void expect_run(std::uint32_t cylinder, std::uint32_t head, std::uint32_t sector,
                  std::uint32_t blocks, std::uint32_t flags) {
    regs_.write(HS_CHANNEL_RUN, HS_RUN(cylinder, head, sector, blocks, flags));
  }
  void expect_go(std::uint32_t operations, std::uint32_t count, std::uint32_t slot = kSlot,
                 std::uint8_t status = HS_STATUS_GOOD) {
    regs_.write(HS_PORT_GO, HS_GO(slot, operations, status, count));
  }

  hs_ticks spin_up_ = 0;
  bool power_on_attention_ = false;
  bool picks_ahead_ = false;
  hs_reallocations* reallocations_ = nullptr;
  const std::unique_ptr<TestDrive> drive_;
  RegisterScript regs_;
  std::unique_ptr<Arena> arena_;
  hs_firmware firmware_{};
};

}  // namespace headstack

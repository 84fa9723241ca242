// The comparator with its registers and a clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include <gtest/gtest.h>

#include "Vbox.h"
#include "tb/rtl/comparator_words.h"
#include "tb/rtl/random_drive.h"
#include "tb/rtl/verilated_model.h"

namespace headstack {

constexpr std::uint64_t kQuarter = 1U << 30;  // of a turn

// 16 entries, 4 lanes, 1024 distances. In situation 0 all instants are 0.
class ComparatorBox : public testing::Test {
 protected:
  static constexpr std::uint32_t kEntries = 16;
  static constexpr std::uint32_t kSeekEntries = 1024;
  static constexpr std::uint64_t kClocks = 16 / 4 + 2 * 2 + 49;
  // Most clock cycles for which a command waits for the previous command. The longest command is a
  // removal, which looks through all entries.
  static constexpr std::uint64_t kLeaves = kEntries + 10;

  void SetUp() override {
    reset();
    rest();
    write_prospects(0, {}, writer());
    reset();
  }

  void reset() {
    box->rst_ni = 0;
    tick();
    box->rst_ni = 1;
    before_ = 0;
  }
  void tick() {
    box->clk_i = 0;
    box->eval();
    rise();
  }
  void ticks(std::uint64_t count) {
    for (; count > 0; --count) {
      tick();
    }
  }
  void rise() {
    box->clk_i = 1;
    box->eval();
  }
  // Clock cycles for which the last access waited for its answer.
  std::uint64_t waited = 0;
  std::uint64_t access(bool write, std::size_t offset, std::uint64_t data, bool good = true) {
    box->req_i = 1;
    box->write_i = write ? 1 : 0;
    box->address_i = static_cast<std::uint8_t>(offset);
    box->data_i = data;
    for (int clock = 0; clock < 2; ++clock) {
      box->clk_i = 0;
      box->eval();
      EXPECT_EQ(box->ack_o, 0);
      rise();
    }
    box->clk_i = 0;
    box->eval();
    for (waited = 0; box->ack_o == 0 && waited <= 3 * kClocks; ++waited) {
      tick();
      box->clk_i = 0;
      box->eval();
    }
    EXPECT_EQ(box->ack_o, 1);
    EXPECT_EQ(box->error_o, good ? 0 : 1);
    const std::uint64_t value = box->data_o;
    rise();
    box->req_i = 0;
    return value;
  }
  std::uint64_t read(std::size_t offset) { return access(false, offset, 0); }
  // Writes at rest. Such a write is over in its third clock cycle, unless the last write was a
  // command: then the write waits for the command.
  void write(std::size_t offset, std::uint64_t data) {
    access(true, offset, data);
    EXPECT_LE(waited, before_ == AT(entry)   ? 5U
                      : before_ == AT(seek)  ? 2U
                      : before_ == AT(leave) ? kLeaves
                                             : 0U);
    before_ = offset;
  }
  std::function<void(std::size_t, std::uint64_t)> writer() {
    return [this](std::size_t offset, std::uint64_t word) { write(offset, word); };
  }
  // Writes at any time. During a scan, the write may wait for the end of the scan.
  void write_and_wait(std::size_t offset, std::uint64_t data) {
    access(true, offset, data);
    before_ = offset;
  }
  std::uint64_t status() { return read(AT(status)); }
  std::uint64_t flags() {
    rest();  // the last command may set a flag
    return status() & ~(kBusy | kFull);
  }
  void rest() {
    for (std::uint64_t polls = 0; (status() & kBusy) != 0; ++polls) {
      if (polls > 2 * kClocks) {
        throw std::runtime_error("STATUS is always BUSY");
      }
    }
  }
  // Enters a read on cylinder 0, to which the heads move in no time. `more`: more bits of ENTRY.
  void enter(std::uint64_t number, std::uint64_t angle, std::uint64_t more = 0) {
    write(AT(place), angle);
    write(AT(handicap), number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp);
    write(AT(entry), more);
  }
  void leave(std::uint64_t number) { write(AT(leave), number); }
  void load(const hs_mechanics& m) {
    for (std::uint64_t d = 0; d < kDistances; ++d) {
      const std::uint64_t distance = d << HS_COMPARATOR__SEEK__DISTANCE_bp;
      write(AT(seek), distance | m.seek_down[d]);
      write(AT(seek), HS_COMPARATOR__SEEK__UP_bm | distance | m.seek_up[d]);
    }
    write(AT(same_cylinder), m.same_cylinder);
    write(AT(head_switch), m.head_switch);
    write(AT(read_settle), static_cast<std::uint64_t>(m.read_settle));
    write(AT(write_settle), static_cast<std::uint64_t>(m.write_settle));
  }
  // Reads RESULT. The read waits for the scan and removes the winner. Returns the flags and the
  // number of the winner's task.
  std::uint64_t take() {
    clocks = read(AT(result));
    const std::uint64_t result = clocks & 0xffff'ffffU;
    clocks >>= HS_COMPARATOR__RESULT__CLOCKS_bp;
    return result;
  }
  std::uint64_t clocks = 0;  // clocks of the scan whose result was read last
  std::uint64_t key() { return read(AT(key)); }

  VerilatedModel<Vbox> box;

 private:
  std::size_t before_ = 0;
};

}  // namespace headstack

// The comparator on its bus of 32 bits, clocked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include <gtest/gtest.h>

#include "Vobi.h"
#include "tb/rtl/comparator_words.h"
#include "tb/rtl/random_drive.h"
#include "tb/rtl/verilated_model.h"

namespace headstack {

constexpr std::uint32_t kQuarter = 1U << 30;  // of a turn
constexpr std::uint32_t kWhole = 0xf;         // all bytes of a word

// 16 entries, 4 lanes, 1024 distances.
class ComparatorObi : public testing::Test {
 protected:
  static constexpr std::uint32_t kEntries = 16;
  static constexpr std::uint64_t kLanes = 4;
  static constexpr std::uint64_t kSeekEntries = 1024;
  static constexpr std::uint64_t kClocks = 16 / 4 + 2 * 2 + 49;
  // Clock cycles from a grant to its answer. kKept: the word is only kept. kDone: the access does
  // the register's work.
  static constexpr std::uint64_t kKept = 1;
  static constexpr std::uint64_t kDone = 4;

  struct Answer {
    std::uint32_t data = 0;
    bool error = false;
    std::uint64_t clocks = 0;  // from the grant
  };

  // In situation 0 all instants are 0.
  void SetUp() override {
    reset();
    rest();
    write_prospects(0, {}, writer());
    reset();
  }

  void reset() {
    obi->rst_ni = 0;
    obi->req_i = 0;
    tick();
    EXPECT_EQ(obi->rvalid_o, 0);
    obi->rst_ni = 1;
  }
  void tick() {
    obi->clk_i = 0;
    obi->eval();
    obi->clk_i = 1;
    obi->eval();
  }
  void request(bool write, std::size_t address, std::uint32_t data, std::uint32_t bytes = kWhole) {
    obi->req_i = 1;
    obi->we_i = write ? 1 : 0;
    obi->addr_i = static_cast<std::uint8_t>(address);
    obi->be_i = static_cast<std::uint8_t>(bytes);
    obi->wdata_i = data;
  }
  // Inputs without a request have no effect. Here the input is a word that a request would keep.
  void no_request() {
    const bool high = (obi->addr_i & 4U) != 0;
    request(high, obi->addr_i & ~7U, ~obi->wdata_i);
    obi->req_i = 0;
  }
  // Every output is a register. The value in a clock cycle is therefore visible at the start of the
  // cycle.
  Answer answer() {
    Answer found;
    for (found.clocks = 1; obi->rvalid_o == 0 && found.clocks <= 2 * kClocks; ++found.clocks) {
      EXPECT_EQ(obi->gnt_o, 0);
      tick();
    }
    EXPECT_EQ(obi->rvalid_o, 1);
    EXPECT_EQ(obi->gnt_o, 1);
    found.data = obi->rdata_o;
    found.error = obi->err_o != 0;
    EXPECT_TRUE(!found.error || found.data == 0);
    return found;
  }
  Answer access(bool write, std::size_t address, std::uint32_t data, std::uint32_t bytes = kWhole) {
    request(write, address, data, bytes);
    EXPECT_EQ(obi->gnt_o, 1);
    tick();
    no_request();
    const Answer found = answer();
    tick();
    EXPECT_EQ(obi->rvalid_o, 0) << "an answer is one clock";
    return found;
  }
  Answer load(std::size_t address) { return access(false, address, 0); }
  Answer store(std::size_t address, std::uint32_t data) { return access(true, address, data); }

  // Both words of a register.
  std::uint64_t read(std::size_t offset) {
    const Answer low = load(offset);
    const Answer high = load(offset + 4);
    EXPECT_FALSE(low.error || high.error) << offset;
    EXPECT_TRUE(low.clocks == kDone || (low.clocks > kDone && offset == AT(result)));
    EXPECT_EQ(high.clocks, kKept);
    return std::uint64_t{high.data} << 32 | low.data;
  }
  // Returns the clock cycles until the answer.
  std::uint64_t write(std::size_t offset, std::uint64_t data) {
    const Answer low = store(offset, static_cast<std::uint32_t>(data));
    const Answer high = store(offset + 4, static_cast<std::uint32_t>(data >> 32));
    EXPECT_FALSE(low.error || high.error) << offset;
    EXPECT_EQ(low.clocks, kKept);
    EXPECT_EQ(low.data | high.data, 0U);
    return high.clocks;
  }
  void rest() {
    for (std::uint64_t polls = 0; (read(AT(status)) & kBusy) != 0; ++polls) {
      if (polls > 2 * kClocks) {
        throw std::runtime_error("it is always busy");
      }
    }
  }
  std::function<void(std::size_t, std::uint64_t)> writer() {
    return [this](std::size_t offset, std::uint64_t word) { write(offset, word); };
  }
  void enter(std::uint64_t number, const ComparatorEntry& e) { write_entry(number, e, writer()); }
  void clear() {
    write(AT(leave), kEveryone);
    rest();
  }
  // Enters task 3 at a quarter of a revolution, with the key that a scan finds.
  void enter_one() {
    ComparatorEntry e;
    e.angle = kQuarter;
    enter(3, e);
    rest();
  }

  VerilatedModel<Vobi> obi;
};

}  // namespace headstack

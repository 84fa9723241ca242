// The comparator with its registers and a clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include <gtest/gtest.h>

#include "Vbox.h"
#include "tb/rtl/comparator_words.h"
#include "tb/rtl/random_drive.h"
#include "tb/rtl/verilated_model.h"

namespace headstack {

constexpr std::uint64_t kQuarter = 1U << 30;  // of a turn

// 16 entries, 4 lanes, 1024 distances.
class ComparatorBox : public testing::Test {
 protected:
  static constexpr std::uint32_t kEntries = 16;
  static constexpr std::uint32_t kSeekEntries = 1024;
  static constexpr std::uint64_t kClocks = 16 / 4 + 2 * 2 + 22;

  void SetUp() override { reset(); }

  void reset() {
    box->rst_ni = 0;
    tick();
    box->rst_ni = 1;
  }
  void tick() {
    box->clk_i = 0;
    box->eval();
    rise();
  }
  void rise() {
    box->clk_i = 1;
    box->eval();
  }
  // Clock cycles for which the last access waited for its answer.
  std::uint64_t waited = 0;
  std::uint64_t access(bool write, std::size_t offset, std::uint64_t data) {
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
    for (waited = 0; box->ack_o == 0 && waited <= 2 * kClocks; ++waited) {
      tick();
      box->clk_i = 0;
      box->eval();
    }
    EXPECT_EQ(box->ack_o, 1);
    EXPECT_EQ(box->error_o, 0);
    const std::uint64_t value = box->data_o;
    rise();
    box->req_i = 0;
    return value;
  }
  std::uint64_t read(std::size_t offset) { return access(false, offset, 0); }
  // At rest, an access is over in its third clock cycle, except a write directly after a command.
  void write(std::size_t offset, std::uint64_t data) {
    access(true, offset, data);
    EXPECT_LE(waited, before_ == AT(entry) ? 4U : before_ == AT(seek) ? 1U : 0U);
    before_ = offset;
  }
  // During a scan, an access may have to wait for the end of the scan.
  void write_and_wait(std::size_t offset, std::uint64_t data) { access(true, offset, data); }
  std::uint64_t status() { return read(AT(status)); }
  std::uint64_t flags() {
    rest();  // after the command before
    return status() & ~(kBusy | kFull);
  }
  void rest() {
    for (std::uint64_t polls = 0; (status() & kBusy) != 0; ++polls) {
      if (polls > 2 * kClocks) {
        throw std::runtime_error("it is always busy");
      }
    }
  }
  // On cylinder 0, where a seek takes no time.
  void enter(std::uint64_t entry, std::uint64_t angle, std::uint64_t more = 0) {
    write(AT(place), angle);
    write(AT(entry), entry | kValid | more);
  }
  void enter(std::uint64_t tag, const ComparatorEntry& e) {
    write_entry(tag, e, [this](std::size_t offset, std::uint64_t word) { write(offset, word); });
  }
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
  void start(const ComparatorState& s) {
    write(AT(heads), s.cylinder | std::uint64_t{s.head} << HS_COMPARATOR__HEADS__HEAD_bp |
                         std::uint64_t{s.oldest} << HS_COMPARATOR__HEADS__OLDEST_bp);
    write(AT(read_start), s.read.start);
    write(AT(read_ready), s.read.ready);
    write(AT(write_start), s.write.start);
    write(AT(write_ready), s.write.ready);
    write(AT(write_data), s.data);
    write(AT(start), s.now);
  }
  std::uint64_t found() { return read(AT(result)) & HS_COMPARATOR__RESULT__FOUND_bm; }
  std::uint64_t winner() { return read(AT(result)) & HS_COMPARATOR__RESULT__TAG_bm; }
  std::uint64_t changed() { return read(AT(result)) & HS_COMPARATOR__RESULT__CHANGED_bm; }
  std::uint64_t clocks() { return read(AT(result)) >> 32; }
  std::uint64_t key() { return read(AT(key)); }

  VerilatedModel<Vbox> box;

 private:
  std::size_t before_ = 0;
};

}  // namespace headstack

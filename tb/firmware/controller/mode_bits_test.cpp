// Each question about a mode parameter depends on its own field, and on no other bit of its page
// (SCSI-2 8.3.3.1, 9.3.3.1, 9.3.3.6; SPC-4 7.5.8).
#include <cstdint>

#include <gtest/gtest.h>

extern "C" {
#include "controller/logical_unit.h"
}

namespace headstack {
namespace {

struct Bit {
  const char* name;
  bool (*asks)(const hs_mode*);
  std::uint8_t* (*byte)(hs_mode*);
  std::uint8_t mask;
  bool wanted;  // answer if a bit of the mask is set
};

std::uint8_t* recovery(hs_mode* mode) { return &mode->recovery[2]; }
std::uint8_t* caching(hs_mode* mode) { return &mode->caching[2]; }
std::uint8_t* queue(hs_mode* mode) { return &mode->control[3]; }
std::uint8_t* protection(hs_mode* mode) { return &mode->control[4]; }

constexpr Bit kBits[] = {{"AWRE", hs_mode_reallocates_writes, recovery, 0x80, true},
                         {"ARRE", hs_mode_reallocates_reads, recovery, 0x40, true},
                         {"TB", hs_mode_transfers_bad_block, recovery, 0x20, true},
                         {"EER", hs_mode_corrects_early, recovery, 0x08, true},
                         {"PER", hs_mode_reports_recovered, recovery, 0x04, true},
                         {"DCR", hs_mode_never_corrects, recovery, 0x01, true},
                         {"WCE", hs_mode_write_cache, caching, 0x04, true},
                         {"RCD", hs_mode_read_cache, caching, 0x01, false},
                         {"queue algorithm modifier", hs_mode_restricted, queue, 0xf0, false},
                         {"SWP", hs_mode_write_protected, protection, 0x08, true}};

TEST(ModeBits, AnAnswerDependsOnItsOwnField) {
  for (const Bit& bit : kBits) {
    for (std::uint32_t value = 0; value < 256; ++value) {
      hs_mode mode{};
      *bit.byte(&mode) = static_cast<std::uint8_t>(value);
      EXPECT_EQ(bit.asks(&mode), ((value & bit.mask) != 0) == bit.wanted)
          << bit.name << " in " << value;
    }
  }
}

TEST(ModeBits, ReadsAndWritesHaveTheirOwnRetries) {
  hs_mode mode{};
  mode.recovery[3] = 3;
  mode.recovery[8] = 8;
  EXPECT_EQ(hs_mode_read_retries(&mode), 3U);
  EXPECT_EQ(hs_mode_write_retries(&mode), 8U);
}

}  // namespace
}  // namespace headstack

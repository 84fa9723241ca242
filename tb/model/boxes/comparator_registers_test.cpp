// Registers of the comparator's two bodies: addresses, flags, and the tasks that enter and leave.
#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

#include "tb/model/boxes/comparator_bodies.h"

namespace headstack {
namespace {

using tlm::TLM_ADDRESS_ERROR_RESPONSE;
using tlm::TLM_BURST_ERROR_RESPONSE;
using tlm::TLM_OK_RESPONSE;

TEST_P(ComparatorBodies, TheMapAndNothingElse) {
  for (std::uint32_t address = 0; address < 0x800; ++address) {
    const auto* known = std::find_if(std::begin(kRegisterMap), std::end(kRegisterMap),
                                     [&](const RegisterFacts& r) { return r.address == address; });
    const bool here = known != std::end(kRegisterMap) && HS_PAGE(address) == HS_PAGE_COMPARATOR;
    cpu.read(address);
    EXPECT_EQ(cpu.last, here && known->readable ? TLM_OK_RESPONSE : TLM_ADDRESS_ERROR_RESPONSE)
        << std::hex << address;
    EXPECT_EQ(cpu.write(address, 0),
              here && known->writable ? TLM_OK_RESPONSE : TLM_ADDRESS_ERROR_RESPONSE)
        << std::hex << address;
  }
  EXPECT_EQ(status(), 0U);
}

TEST_P(ComparatorBodies, FourBytesAreABurstError) {
  for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
    for (const unsigned bytes : {1U, 4U, 16U}) {
      tlm::tlm_generic_payload p;
      unsigned char data[16] = {};
      p.set_command(command);
      p.set_address(HS_COMPARATOR(status));
      p.set_data_ptr(data);
      p.set_data_length(bytes);
      p.set_streaming_width(bytes);
      sc_core::sc_time delay;
      cpu.socket->b_transport(p, delay);
      EXPECT_EQ(p.get_response_status(), TLM_BURST_ERROR_RESPONSE);
    }
  }
}

TEST_P(ComparatorBodies, SaysWhatItIs) {
  const std::uint64_t ident = cpu.read(HS_COMPARATOR(ident));
  EXPECT_EQ(ident & 0xffff, GetParam().entries);
  EXPECT_EQ(ident >> 16 & 0xffff, GetParam().lanes);
  EXPECT_EQ(ident >> 32, 16'384U);
}

TEST_P(ComparatorBodies, ASeekBeyondTheTable) {
  write(HS_COMPARATOR(seek), std::uint64_t{16'383} << HS_COMPARATOR__SEEK__DISTANCE_bp);
  EXPECT_EQ(status(), 0U);
  write(HS_COMPARATOR(seek), std::uint64_t{16'384} << HS_COMPARATOR__SEEK__DISTANCE_bp);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__BEYOND_bm);
  write(HS_COMPARATOR(status), 0);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__BEYOND_bm);
  write(HS_COMPARATOR(status), ~std::uint64_t{0});
  EXPECT_EQ(status(), 0U);
}

TEST_P(ComparatorBodies, ATaskThatComesWhenFull) {
  no_prospects();
  const std::uint32_t entries = GetParam().entries;
  for (std::uint32_t number = 0; number < entries; ++number) {
    EXPECT_EQ(status(), 0U);
    enter(number, {{{0}, {0}}, 1000 + number, 0, 0, number, 0, 0});
  }
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  // A refused task changes OVERRUN only. OVERRUN stays until it is cleared.
  const ComparatorPlace better = {{{0}, {0}}, 1, 0, 0, 0, 0, HS_COMPARATOR__ENTRY__BOUND_bm};
  enter(65'535, better);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm | HS_COMPARATOR__STATUS__OVERRUN_bm);
  scan({}, 0);
  EXPECT_EQ(key(), 1000U);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm | HS_COMPARATOR__STATUS__OVERRUN_bm);
  write(HS_COMPARATOR(status), HS_COMPARATOR__STATUS__OVERRUN_bm);
  EXPECT_EQ(take(), kFound);
  EXPECT_EQ(status(), 0U);
  enter(65'535, better);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__FULL_bm);
  scan({}, 0);
  EXPECT_EQ(take(), kFound | HS_COMPARATOR__RESULT__BOUND_bm | 65'535U);
  EXPECT_EQ(key(), 1U);
  EXPECT_EQ(take(), HS_COMPARATOR__RESULT__BOUND_bm | 65'535U) << "the winner has been taken";
}

TEST_P(ComparatorBodies, TasksLeave) {
  no_prospects();
  enter(1, {{{0}, {0}}, 1, 0, 0, 1, 0, 0});
  enter(2, {{{0}, {0}}, 2, 0, 0, 2, 0, 0});
  leave(3);
  EXPECT_EQ(status(), HS_COMPARATOR__STATUS__ABSENT_bm);
  write(HS_COMPARATOR(status), HS_COMPARATOR__STATUS__ABSENT_bm);
  leave(1);
  scan({}, 0);
  leave(2);  // then RESULT has no winner
  EXPECT_EQ(take(), 2U);
  scan({}, 0);
  EXPECT_EQ(take(), 0U);
  for (std::uint32_t number = 0; number < GetParam().entries; ++number) {
    enter(number, {{{0}, {0}}, number, 0, 0, number, 0, 0});
  }
  scan({}, 0);
  leave(HS_COMPARATOR__LEAVE__EVERYONE_bm);
  EXPECT_EQ(take(), 0U);
  EXPECT_EQ(status(), 0U);
  scan({}, 0);
  EXPECT_EQ(take(), 0U);
  enter(2, {{{0}, {0}}, 7, 0, 0, 1, 0, 0});
  scan({}, 0);
  EXPECT_EQ(take(), kFound | 2U);
}

}  // namespace
}  // namespace headstack

// The drive's register map, as rtl/drive_registers.rdl describes it, by direct b_transport to each
// box, and on the processor's own page by the firmware's functions.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

using tlm::TLM_ADDRESS_ERROR_RESPONSE;
using tlm::TLM_BURST_ERROR_RESPONSE;
using tlm::TLM_OK_RESPONSE;

struct RegisterAccess : tlm::tlm_generic_payload {
  RegisterAccess(tlm::tlm_command command, std::uint64_t address, std::uint64_t& value) {
    set_command(command);
    set_address(address);
    set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    set_data_length(8);
    set_streaming_width(8);
  }
};

class Registers : public testing::Test {
 protected:
  Registers() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

  RegisterBlock& box(unsigned page) {
    return dynamic_cast<RegisterBlock&>(*rig.drives[0]->cpu.bus.pages[page - 1].operator->());
  }

  tlm::tlm_response_status transport(unsigned page, tlm::tlm_generic_payload& p) {
    sc_core::sc_time delay;
    box(page).b_transport(p, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    EXPECT_FALSE(p.is_dmi_allowed());
    return p.get_response_status();
  }
  tlm::tlm_response_status read(unsigned page, std::uint64_t address,
                                std::uint64_t* got = nullptr) {
    std::uint64_t value = 0;
    RegisterAccess p(tlm::TLM_READ_COMMAND, address, value);
    const auto status = transport(page, p);
    if (got != nullptr) {
      *got = value;
    }
    return status;
  }
  std::uint64_t read_value(std::uint32_t address) {
    std::uint64_t value = 0;
    EXPECT_EQ(read(HS_PAGE(address), address, &value), TLM_OK_RESPONSE);
    return value;
  }
  tlm::tlm_response_status write(std::uint64_t address, std::uint64_t value) {
    return write(static_cast<unsigned>(HS_PAGE(address)), address, value);
  }
  tlm::tlm_response_status write(unsigned page, std::uint64_t address, std::uint64_t value) {
    RegisterAccess p(tlm::TLM_WRITE_COMMAND, address, value);
    return transport(page, p);
  }

  BusRig rig;
};

const RegisterFacts* register_at(std::uint32_t address) {
  const auto* const found =
      std::find_if(std::begin(kRegisterMap), std::end(kRegisterMap),
                   [&](const RegisterFacts& one) { return one.address == address; });
  return found == std::end(kRegisterMap) ? nullptr : found;
}

TEST_F(Registers, TheMapAndNothingElse) {
  // The port has neither command nor task, and the channel no error.
  const std::set<std::uint32_t> refused = {
      HS_PORT_CDB_LOW,  HS_PORT_CDB_HIGH,   HS_PORT_CDB_THIRD, HS_PORT_CDB_FOURTH,
      HS_PORT_NEXUS,    HS_PORT_GO,         HS_PORT_FUNCTION,  HS_PORT_PARAMETER,
      HS_PORT_ABORT,    HS_PORT_BROKEN_OFF, HS_CHANNEL_ERROR,  HS_CHANNEL_INSTEAD,
      HS_CHANNEL_RETRY, HS_CHANNEL_TAKE};
  for (unsigned page = 1; page < HS_PAGE_COUNT; ++page) {
    for (std::uint32_t address = 0; address < 0x800; ++address) {
      const RegisterFacts* const known = HS_PAGE(address) == page ? register_at(address) : nullptr;
      const bool ready = known != nullptr && refused.count(address) == 0;
      std::uint64_t got = 0;
      EXPECT_EQ(read(page, address),
                ready && known->readable ? TLM_OK_RESPONSE : TLM_ADDRESS_ERROR_RESPONSE)
          << std::hex << address << " read on page " << page;
      EXPECT_EQ(box(page).read(address, got), ready && known->readable)
          << std::hex << address << " read by the processor on page " << page;
      // The motor stays on: a disk that does not turn takes no program.
      const std::uint64_t value = address == HS_CHANNEL_RUN     ? HS_RUN(0, 0, 0, 1, 0)
                                  : address == HS_SPINDLE_MOTOR ? 1
                                                                : 0;
      const bool takes = ready && known->writable;
      EXPECT_EQ(write(page, address, value), takes ? TLM_OK_RESPONSE : TLM_ADDRESS_ERROR_RESPONSE)
          << std::hex << address << " written on page " << page;
      EXPECT_EQ(box(page).write(address, value), takes)
          << std::hex << address << " written by the processor on page " << page;
    }
  }
}

TEST(ProcessorRegisters, TheMapAndNothingElse) {
  BusRig rig(RigOptions{});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  hs_hal* const hal = rig.drives[0]->cpu.firmware().hal;
  const auto refuses = [](const auto& access) {
    try {
      access();
      return false;
    } catch (const sc_core::sc_report& report) {
      EXPECT_NE(std::string(report.get_msg()).find("bus error"), std::string::npos);
      return true;
    }
  };
  for (std::uint32_t address = 0; address < 1U << HS_PAGE_BITS; ++address) {
    const RegisterFacts* const known = register_at(address);
    EXPECT_NE(refuses([&] { hs_write(hal, address, 1); }), known != nullptr && known->writable)
        << std::hex << address << " written";
    EXPECT_NE(refuses([&] { hs_read(hal, address); }), known != nullptr && known->readable)
        << std::hex << address << " read";
  }
}

TEST_F(Registers, EightWholeBytesOrABurstError) {
  for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
    const std::uint32_t address =
        command == tlm::TLM_READ_COMMAND ? HS_SPINDLE_NOW : HS_COMPARATOR(heads);
    std::uint64_t words[2] = {7, 7};
    unsigned char enable[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    for (const unsigned length : {0U, 1U, 4U, 7U, 9U, 16U}) {
      RegisterAccess p(command, address, words[0]);
      p.set_data_length(length);
      p.set_streaming_width(16);
      EXPECT_EQ(transport(HS_PAGE(address), p), TLM_BURST_ERROR_RESPONSE) << length;
    }
    RegisterAccess narrow(command, address, words[0]);
    narrow.set_streaming_width(4);
    EXPECT_EQ(transport(HS_PAGE(address), narrow), TLM_BURST_ERROR_RESPONSE);
    RegisterAccess bytes(command, address, words[0]);
    bytes.set_byte_enable_ptr(enable);
    bytes.set_byte_enable_length(8);
    EXPECT_EQ(transport(HS_PAGE(address), bytes), TLM_BURST_ERROR_RESPONSE);
    RegisterAccess good(command, address, words[0]);
    EXPECT_EQ(transport(HS_PAGE(address), good), TLM_OK_RESPONSE);
    EXPECT_EQ(words[1], 7U);
  }
}

TEST_F(Registers, AddressesAreNotCutTo32Bits) {
  EXPECT_EQ(read(HS_PAGE_SPINDLE, 0x1'0000'0100), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_PAGE_BUFFER, 0x1'0000'0300, 0), TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_F(Registers, AnIgnoredCommandWritesNothing) {
  const std::uint64_t block = 99;
  std::uint64_t value = block;
  RegisterAccess p(tlm::TLM_IGNORE_COMMAND, HS_COMPARATOR(entry), value);
  transport(HS_PAGE_COMPARATOR, p);
  EXPECT_EQ(value, block);
  ASSERT_EQ(write(HS_COMPARATOR(start), 0), TLM_OK_RESPONSE);
  std::uint64_t result = 0;
  ASSERT_EQ(read(HS_PAGE_COMPARATOR, HS_COMPARATOR(result), &result), TLM_OK_RESPONSE);
  EXPECT_EQ(result & HS_COMPARATOR__RESULT__FOUND_bm, 0U);
}

TEST_F(Registers, AnExtentMustBeOnTheDisk) {
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(2050, 12, 55, 1, 0)), TLM_OK_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(2051, 0, 0, 1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 13, 0, 1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 96, 1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 90, 7, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 0, 0, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(558, 0, 0, 96, 0)), TLM_OK_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(559, 0, 0, 96, 0)), TLM_ADDRESS_ERROR_RESPONSE);
}

// 96 sectors a track up to cylinder 558: 6 on the first track, all of the second, 1 of the third.
TEST_F(Registers, AReadAheadGoesOnToTheNextTracks) {
  ASSERT_EQ(write(HS_CHANNEL_BEGIN, 0), TLM_OK_RESPONSE);
  ASSERT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 11, 90, 6 + 96 + 1, HS_RUN_AHEAD)), TLM_OK_RESPONSE);
  EXPECT_EQ(read_value(HS_CHANNEL_RUN), HS_CHANNEL_EXTENTS - 3);
  const std::vector<MediaPiece>& pieces = rig.drives[0]->channel.pieces_after(0, 1000);
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[1].first_block, 6U);
  EXPECT_EQ(pieces[2].first_block, 6U + 96);
  sc_core::sc_start(100, sc_core::SC_MS);
  EXPECT_EQ(read_value(HS_CHANNEL_TRACK), HS_TRACK(1, 0));
}

TEST_F(Registers, OnlyAReadAheadGoesOnAndOnlyInItsZone) {
  for (const std::uint32_t flags : {0U, HS_RUN_ZERO_LATENCY + 0U, HS_RUN_WRITE | HS_RUN_AHEAD}) {
    EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 90, 7, flags)), TLM_ADDRESS_ERROR_RESPONSE);
  }
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(558, 11, 90, 6 + 96 + 1, HS_RUN_AHEAD)),
            TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 96, 97, HS_RUN_AHEAD)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(558, 11, 90, 6 + 96, HS_RUN_AHEAD)), TLM_OK_RESPONSE);
}

TEST_F(Registers, SixtyFiveExtentsAreOneTooMany) {
  for (unsigned i = 0; i < 64; ++i) {
    ASSERT_EQ(write(HS_CHANNEL_RUN, HS_RUN(i, 0, 0, 1, 0)), TLM_OK_RESPONSE);
  }
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 0, 1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_BEGIN, 0), TLM_OK_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 0, 1, 0)), TLM_OK_RESPONSE);
}

// What has passed cannot be changed any more: where the arm is follows from what it was told.
TEST_F(Registers, TheChannelDoesNotActInThePast) {
  sc_core::sc_start(1, sc_core::SC_MS);
  const std::uint64_t now = read_value(HS_SPINDLE_NOW);
  for (const std::uint32_t address : {HS_CHANNEL_STOP, HS_CHANNEL_BEGIN, HS_CHANNEL_WAKE}) {
    EXPECT_EQ(write(address, now - 1), TLM_ADDRESS_ERROR_RESPONSE) << std::hex << address;
    EXPECT_EQ(write(address, now), TLM_OK_RESPONSE) << std::hex << address;
    EXPECT_EQ(write(address, now + 1), TLM_OK_RESPONSE) << std::hex << address;
  }
}

TEST_F(Registers, AnExtentMustNotComeTooLate) {
  ASSERT_EQ(write(HS_CHANNEL_BEGIN, 0), TLM_OK_RESPONSE);
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 0, 1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  ASSERT_EQ(write(HS_CHANNEL_BEGIN, read_value(HS_SPINDLE_NOW) + 1000), TLM_OK_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 0, 1, 0)), TLM_OK_RESPONSE);
  sc_core::sc_start(1, sc_core::SC_MS);  // while the program lasts, it may be lengthened
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 1, 1, 0)), TLM_OK_RESPONSE);
  sc_core::sc_start(30, sc_core::SC_MS);  // not when it is over
  EXPECT_EQ(write(HS_CHANNEL_RUN, HS_RUN(0, 0, 2, 1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_GO_ON, HS_TRACK(1, 0)), TLM_ADDRESS_ERROR_RESPONSE);
}

// Firmware that takes time may be late: what it says of the past happens now.
TEST_F(Registers, ForALateFirmwareThePastIsNow) {
  rig.drives[0]->channel.take_late();
  const auto blocks_done = [this] { return HS_DONE_BLOCKS(read_value(HS_CHANNEL_DONE)); };
  sc_core::sc_start(30, sc_core::SC_MS);
  const std::uint64_t now = read_value(HS_SPINDLE_NOW);
  EXPECT_EQ(write(HS_CHANNEL_WAKE, now - 1), TLM_OK_RESPONSE);
  EXPECT_EQ(write(HS_CHANNEL_STOP, now - 1), TLM_OK_RESPONSE);
  EXPECT_EQ(read_value(HS_CHANNEL_FREE), now);

  // The arm needs more than the 2.69 ms to the next cylinder; had it begun at 0, it would be there.
  ASSERT_EQ(write(HS_CHANNEL_BEGIN, 0), TLM_OK_RESPONSE);
  sc_core::sc_start(30, sc_core::SC_MS);
  ASSERT_EQ(write(HS_CHANNEL_RUN, HS_RUN(100, 0, 5, 1, 0)), TLM_OK_RESPONSE);
  sc_core::sc_start(2.69, sc_core::SC_MS);
  EXPECT_EQ(blocks_done(), 0U);
  while (blocks_done() == 0) {
    sc_core::sc_start(10, sc_core::SC_US);
  }
  EXPECT_LT(read_value(HS_SPINDLE_NOW) - now, 5 * HS_TICKS_PER_REVOLUTION);  // of 11.11 ms

  // The next sector has passed when it is asked for, so that it comes in the next turn.
  sc_core::sc_start(2, sc_core::SC_MS);
  ASSERT_EQ(write(HS_CHANNEL_RUN, HS_RUN(100, 0, 6, 1, 0)), TLM_OK_RESPONSE);
  sc_core::sc_start(9, sc_core::SC_MS);
  EXPECT_EQ(blocks_done(), 1U);
  sc_core::sc_start(1, sc_core::SC_MS);
  EXPECT_EQ(blocks_done(), 2U);
  EXPECT_EQ(write(HS_CHANNEL_GO_ON, HS_TRACK(101, 0)), TLM_OK_RESPONSE);
}

TEST_F(Registers, ASequenceNeedsATask) {
  for (const unsigned operations :
       {HS_PORT_OP_STATUS, HS_PORT_OP_DISCONNECT, HS_PORT_OP_RESELECT}) {
    EXPECT_EQ(write(HS_PORT_GO, HS_GO(0, operations, 0, 0)), TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(write(HS_PORT_GO, HS_GO(77, operations, 0, 0)), TLM_ADDRESS_ERROR_RESPONSE);
  }
}

// An initiator with phases gets its answer in the first call.
TEST_F(Registers, TheNonBlockingTransportAnswersAtOnce) {
  sc_core::sc_start(1, sc_core::SC_MS);
  const auto transport = [this](std::uint32_t address, std::uint64_t& value) {
    RegisterAccess p(tlm::TLM_READ_COMMAND, address, value);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    auto& socket = rig.drives[0]->cpu.bus.pages[HS_PAGE_SPINDLE - 1];
    EXPECT_EQ(socket->nb_transport_fw(p, phase, delay), tlm::TLM_COMPLETED);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return p.get_response_status();
  };
  std::uint64_t now = 0;
  EXPECT_EQ(transport(HS_SPINDLE_NOW, now), TLM_OK_RESPONSE);
  EXPECT_EQ(now, read_value(HS_SPINDLE_NOW));
  EXPECT_GT(now, 0U);
  EXPECT_EQ(transport(HS_SPINDLE_NOW + 1, now), TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_F(Registers, NoDebugAccess) {
  std::uint64_t value = 0;
  RegisterAccess p(tlm::TLM_READ_COMMAND, HS_SPINDLE_NOW, value);
  EXPECT_EQ(rig.drives[0]->cpu.bus.pages[HS_PAGE_SPINDLE - 1]->transport_dbg(p), 0U);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(rig.drives[0]->cpu.bus.pages[HS_PAGE_SPINDLE - 1]->get_direct_mem_ptr(p, dmi));
}

}  // namespace
}  // namespace headstack

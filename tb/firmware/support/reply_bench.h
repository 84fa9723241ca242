// A firmware that answers commands without registers: replies as bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "tb/firmware/support/command_blocks.h"
#include "tb/firmware/support/firmware_bench.h"

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "state/work.h"
#include "unit/replies.h"
#pragma GCC diagnostic pop
}

namespace headstack {

using ReplyBytes = std::vector<std::uint8_t>;

// Appends a number of `count` bytes, high byte first.
inline void append(ReplyBytes& bytes, std::uint64_t value, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(value >> (8 * (count - 1 - i))));
  }
}
inline void append(ReplyBytes& bytes, const ReplyBytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

class ReplyBench : public FirmwareBench {
 protected:
  using Reply = void (*)(hs_firmware*, const hs_command*, std::uint64_t, hs_reply*);

  explicit ReplyBench(std::unique_ptr<TestDrive> drive = spared_drive())
      : FirmwareBench(std::move(drive)) {
    power_on();
  }

  // The reply to a command block, by the function of its action. `sense_` has its sense.
  ReplyBytes reply(Reply function, const Cdb& cdb, std::uint32_t initiator = 2,
                   std::uint32_t lun = 0) {
    const hs_command command =
        hs_command_decode(cdb.data(), static_cast<std::uint8_t>(lun),
                          drive_->params.geometry.block_count, firmware_.config.standard);
    EXPECT_NE(command.action, HS_ACTION_REJECT);
    hs_reply reply{};
    std::fill(std::begin(reply.bytes), std::end(reply.bytes), std::uint8_t{0xee});
    function(&firmware_, &command, HS_NEXUS(kSlot, kSlot, 0, initiator, lun, 0, 0), &reply);
    sense_ = reply.sense;
    for (std::size_t i = reply.count; i < sizeof reply.bytes; ++i) {
      if (reply.bytes[i] != 0xee && reply.count != 0) {
        ADD_FAILURE() << "byte " << i << " after the reply of " << reply.count << " bytes";
        break;
      }
    }
    return {reply.bytes, reply.bytes + reply.count};
  }
  // INVALID FIELD IN CDB, and the pointer to the field.
  void expect_field(std::uint32_t byte) const {
    EXPECT_EQ(sense_.key, 0x05);
    EXPECT_EQ(sense_.code, 0x24);
    EXPECT_EQ(sense_.information, 0xc0'0000U + byte);
  }
  void expect_no_sense() const { EXPECT_EQ(sense_.key, 0); }

  hs_sense sense_{};
};

}  // namespace headstack

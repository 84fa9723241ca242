// The device driver: the end of a command by each status and sense, and the order of commands.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/model/support/driver_rig.h"

namespace headstack {
namespace {

// ---- Each status and each sense

struct End {
  std::uint8_t status;
  GivenSense sense;
  std::uint16_t limit;
  bool counts;  // errors of the medium
};

bool of_medium(const End& end) {
  return end.status == 0x02 && (end.sense.key == 0x03 || end.sense.key == 0x04);
}
bool of_limit(const End& end) {
  return end.limit != 0 &&
         (end.sense.key == 0x0f || (end.sense.key == 0x0b && end.sense.code == 0x2e));
}

std::string message_of(const End& end) {
  if (of_medium(end)) {
    return fmt::format(
        "request 0 (a read of 8 blocks from lbn 100) failed with an error of the medium: sense key "
        "{:#x}, code {:#04x}, qualifier {:#04x}; to continue and count such requests, set "
        "on_media_error to count",
        end.sense.key, end.sense.code, end.sense.qualifier);
  }
  return fmt::format(
      "request 0 (lbn 100, 8 blocks) failed: status {:#04x}, sense key {:#x}, code {:#04x}",
      end.status, end.sense.key, end.sense.code);
}

void check_end(const End& end) {
  SCOPED_TRACE(testing::Message() << int{end.status} << ": " << int{end.sense.key} << " "
                                  << int{end.sense.code} << " " << end.limit << end.counts);
  DriverRig rig;
  CarriedFacts facts;
  facts.limits = true;
  rig.driver.carry(facts);
  if (end.counts) {
    rig.driver.count_media_errors();
  }
  RequestRecord request;
  request.lbn = 100;
  request.blocks = 8;
  request.limit = end.limit;
  rig.submit(request);
  rig.end(rig.select(), end.status, end.sense);
  const bool good = end.status == 0x00 && end.sense.key == 0;
  const bool recovered = end.status == 0x02 && end.sense.key == 0x01;
  const bool served = good || of_limit(end) || recovered || (of_medium(end) && end.counts);
  ASSERT_EQ(rig.rows.size(), served ? 1U : 0U);
  EXPECT_EQ(rig.driver.failure().failed, !served);
  if (served) {
    EXPECT_EQ(rig.rows[0].failed, of_limit(end) || of_medium(end));
    EXPECT_EQ(rig.rows[0].sense, good ? 0U
                                      : end.sense.key | end.sense.code << 8U |
                                            static_cast<unsigned>(end.sense.qualifier) << 16U);
  } else {
    EXPECT_EQ(rig.driver.failure().message, message_of(end));
    EXPECT_EQ(rig.driver.failure().bad_input, end.sense.code == 0x21);
  }
}

TEST(DriverOutcomes, OfEachStatusAndSense) {
  for (const std::uint8_t status : {std::uint8_t{0x00}, std::uint8_t{0x02}, std::uint8_t{0x08},
                                    std::uint8_t{0x18}, std::uint8_t{0x40}}) {
    for (std::uint8_t key = 0; key < 16; ++key) {
      for (const std::uint8_t code : {std::uint8_t{0x11}, std::uint8_t{0x21}, std::uint8_t{0x2e}}) {
        for (const std::uint16_t limit : {std::uint16_t{0}, std::uint16_t{3}}) {
          for (const bool counts : {false, true}) {
            check_end({status, key == 0 ? kNoSense : GivenSense{key, code, 0x05}, limit, counts});
          }
        }
      }
    }
  }
}

TEST(DriverOutcomes, NoDriveAnswers) {
  DriverRig rig;
  rig.submit(100);
  ScsiTransaction& payload = *rig.bus.sent.front();
  payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  rig.bus.say(payload, ScsiPhase::status);
  EXPECT_TRUE(rig.rows.empty());
  EXPECT_TRUE(rig.driver.failure().failed);
  EXPECT_FALSE(rig.driver.failure().bad_input);
  EXPECT_EQ(rig.driver.failure().message, "request 0: no drive answers at this SCSI id");
}

// ---- The order of commands

TEST(DriverOrder, SoManyCommandsAreAtTheDrive) {
  for (const std::uint32_t most : {1U, 2U, 3U}) {
    DriverRig rig(most);
    for (std::uint32_t i = 0; i < 6; ++i) {
      rig.submit(100 * i);
    }
    std::deque<ScsiTransaction*> at_drive;
    for (std::uint32_t i = 0; i < 6; ++i) {
      while (!rig.bus.sent.empty()) {
        at_drive.push_back(&rig.select());
      }
      ASSERT_EQ(at_drive.size(), std::min(most, 6 - i));
      rig.end(*at_drive.front());
      at_drive.pop_front();
      ASSERT_EQ(rig.rows.back().id, i);
      ASSERT_EQ(rig.rows.back().lbn, 100 * i);
    }
    EXPECT_TRUE(rig.bus.sent.empty());
    EXPECT_FALSE(rig.driver.failure().failed);
  }
}

// A command waits for the bus until the command before has been selected.
TEST(DriverOrder, OneCommandWantsTheBus) {
  DriverRig rig(3);
  rig.submit(1);
  rig.submit(2);
  rig.submit(3);
  for (std::uint32_t lbn = 1; lbn <= 3; ++lbn) {
    ASSERT_EQ(rig.bus.sent.size(), 1U);
    EXPECT_EQ(rig.select().cdb[5], lbn);
  }
  EXPECT_TRUE(rig.bus.sent.empty());
}

// A full drive: the refused command goes before all others when another command is over.
TEST(DriverOrder, ARefusedCommandIsSentFirst) {
  DriverRig rig(2);
  for (std::uint32_t lbn = 1; lbn <= 4; ++lbn) {
    rig.submit(lbn);
  }
  ScsiTransaction& first = rig.select();
  ScsiTransaction& second = rig.select();
  rig.end(second, 0x28);
  EXPECT_TRUE(rig.bus.sent.empty());
  rig.submit(5);
  EXPECT_TRUE(rig.bus.sent.empty());
  rig.bus.wait_ps(10'000'000'000);  // a command is at the drive, so no time counts
  EXPECT_TRUE(rig.bus.sent.empty());
  rig.end(first);
  std::vector<std::uint32_t> lbns;
  while (!rig.bus.sent.empty()) {
    ScsiTransaction& next = rig.select();
    lbns.push_back(next.cdb[5]);
    if (lbns.size() > 1) {
      rig.end(next);
    }
  }
  EXPECT_EQ(lbns, (std::vector<std::uint32_t>{2, 3, 4, 5}));
  EXPECT_FALSE(rig.driver.failure().failed);
}

// Without a command at the drive, the refused command is sent again after 3 ms.
TEST(DriverOrder, ARefusedCommandIsSentAgainAfter3Ms) {
  DriverRig rig(2);
  rig.submit(1);
  rig.end(rig.select(), 0x28);
  rig.submit(2);
  rig.bus.wait_ps(2'999'999'999);
  EXPECT_TRUE(rig.bus.sent.empty());
  rig.bus.wait_ps(2);
  ASSERT_EQ(rig.bus.sent.size(), 1U);
  EXPECT_EQ(rig.select().cdb[5], 1);
  EXPECT_EQ(rig.select().cdb[5], 2);
  EXPECT_TRUE(rig.rows.empty());
}

}  // namespace
}  // namespace headstack

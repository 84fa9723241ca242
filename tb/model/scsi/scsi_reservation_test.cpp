// Reservations of the unit between two initiators (SCSI-2 9.2.11 f.).
#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

constexpr const char* kConflict = "status 18";

class Reservation : public testing::Test {
 protected:
  static RigOptions two_hosts() {
    RigOptions options;
    options.initiators = 2;
    return options;
  }
  // Commands are far enough apart that each finds the drive at rest.
  std::size_t send(std::size_t host, const Order& order) {
    rig_.host(host).send_at(next_ms_, order);
    next_ms_ += 100;
    return sent_[host]++;
  }
  std::size_t send(std::size_t host, std::initializer_list<std::uint8_t> cdb) {
    return send(host, reply_order(cdb, 36));
  }
  std::string end(std::size_t host, std::size_t number) { return sense(rig_.host(host)[number]); }

  BusRig rig_{two_hosts()};

 private:
  double next_ms_ = 0;
  std::size_t sent_[2] = {0, 0};
};

TEST_F(Reservation, KeepsOthersOut) {
  const std::size_t reserve = send(0, {0x16, 0, 0, 0, 0, 0});
  const std::size_t again = send(0, {0x56, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::size_t own = send(0, read_order(5, 1));
  const std::size_t others = send(1, read_order(5, 1));
  const std::size_t ready = send(1, {0x00, 0, 0, 0, 0, 0});
  const std::size_t steal = send(1, {0x16, 0, 0, 0, 0, 0});
  const std::size_t unknown = send(1, {0x04, 0, 0, 0, 0, 0});
  const std::size_t inquiry = send(1, {0x12, 0, 0, 0, 36, 0});
  const std::size_t request = send(1, {0x03, 0, 0, 0, 18, 0});
  const std::size_t luns = send(1, {0xa0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0});
  rig_.run();
  for (const std::size_t number : {reserve, again, own}) {
    EXPECT_EQ(end(0, number), kGood) << number;
  }
  for (const std::size_t number : {others, ready, steal, unknown}) {
    EXPECT_EQ(end(1, number), kConflict) << number;
  }
  for (const std::size_t number : {inquiry, request, luns}) {
    EXPECT_EQ(end(1, number), kGood) << number;
  }
  EXPECT_EQ(data(rig_.host(1)[request])[2], 0);  // a conflict has no sense
}

TEST_F(Reservation, EndsByTheReleaseOfItsHolder) {
  send(0, {0x16, 0, 0, 0, 0, 0});
  const std::size_t others = send(1, {0x17, 0, 0, 0, 0, 0});
  const std::size_t still = send(1, {0x00, 0, 0, 0, 0, 0});
  const std::size_t release = send(0, {0x17, 0, 0, 0, 0, 0});
  const std::size_t freed = send(1, {0x00, 0, 0, 0, 0, 0});
  const std::size_t taken = send(1, {0x16, 0, 0, 0, 0, 0});
  const std::size_t out = send(0, {0x00, 0, 0, 0, 0, 0});
  const std::size_t unheld = send(0, {0x57, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  rig_.run();
  EXPECT_EQ(end(1, others), kGood);  // without effect
  EXPECT_EQ(end(1, still), kConflict);
  EXPECT_EQ(end(0, release), kGood);
  EXPECT_EQ(end(1, freed), kGood);
  EXPECT_EQ(end(1, taken), kGood);
  EXPECT_EQ(end(0, out), kConflict);
  EXPECT_EQ(end(0, unheld), kGood);
}

// An attention of the reset goes before everything.
TEST_F(Reservation, EndsByAReset) {
  send(0, {0x16, 0, 0, 0, 0, 0});
  const std::size_t before = send(1, {0x00, 0, 0, 0, 0, 0});
  send(1, function_order(TaskFunction::logical_unit_reset));
  const std::size_t attention = send(1, {0x00, 0, 0, 0, 0, 0});
  const std::size_t freed = send(1, {0x00, 0, 0, 0, 0, 0});
  rig_.run();
  EXPECT_EQ(end(1, before), kConflict);
  EXPECT_EQ(end(1, attention), "06/29/00");
  EXPECT_EQ(end(1, freed), kGood);
}

TEST_F(Reservation, EndsWithTheNexusOfItsHolder) {
  send(0, {0x16, 0, 0, 0, 0, 0});
  send(1, function_order(TaskFunction::nexus_loss));
  const std::size_t attention = send(1, {0x00, 0, 0, 0, 0, 0});
  const std::size_t still = send(1, {0x00, 0, 0, 0, 0, 0});
  send(0, function_order(TaskFunction::nexus_loss));
  const std::size_t freed = send(1, {0x00, 0, 0, 0, 0, 0});
  rig_.run();
  EXPECT_EQ(end(1, attention), "06/29/00");
  EXPECT_EQ(end(1, still), kConflict);
  EXPECT_EQ(end(1, freed), kGood);
}

// The attention first, and then the conflict (SAM-5 5.3.3).
TEST_F(Reservation, ConflictAfterAnAttention) {
  send(0, {0x16, 0, 0, 0, 0, 0});
  send(0, list_order({0x15, 0x10, 0, 0, 12, 0}, {0, 0, 0, 0, 0x0a, 6, 0, 0x10, 0, 0, 0, 0}));
  const std::size_t attention = send(1, {0x00, 0, 0, 0, 0, 0});
  const std::size_t conflict = send(1, {0x00, 0, 0, 0, 0, 0});
  rig_.run();
  EXPECT_EQ(end(1, attention), "06/2a/01");
  EXPECT_EQ(end(1, conflict), kConflict);
}

TEST_F(Reservation, NeitherThirdPartyNorExtents) {
  const std::size_t third = send(0, {0x16, 0x10, 0, 0, 0, 0});
  const std::size_t extent = send(0, {0x56, 0x01, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::size_t free = send(1, {0x00, 0, 0, 0, 0, 0});
  rig_.run();
  EXPECT_EQ(end(0, third), "05/24/00");
  EXPECT_EQ(field(rig_.host(0)[third]), (Bytes{0xc0, 0, 1}));
  EXPECT_EQ(end(0, extent), "05/24/00");
  EXPECT_EQ(end(1, free), kGood);
}

}  // namespace
}  // namespace headstack

// The deferred error of a cached write goes to the host that wrote, and to no other. Block 10,005
// of the C2247 cannot be written, and the drive may not move it. The drive gives the block up after
// 500 ms, long after the status of the write.
#include <cstdint>

#include <gtest/gtest.h>

#include "tb/model/support/scsi_script.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBad = 10'005;
constexpr double kFlushMs = 500;
constexpr double kAfterMs = 2'000;

RigOptions with_bad_block() {
  const hs_pbn place = hs_lbn_to_pbn(&hp_c2247_tables().geometry(), {kBad});
  RigOptions options;
  options.initiators = 2;
  options.config.cache.write_back = true;
  options.config.conditions.destage.start = HS_DESTAGE_NEED;
  options.config.conditions.defects.unwritable = {
      {place.cylinder.value, place.head.value, place.sector.value, Picoseconds{0}}};
  return options;
}

Order test_ready() { return parameter_order(0x00, 0); }
Order leave() { return function_order(TaskFunction::nexus_loss); }

// MODE SELECT of page 01h: no AWRE, no retries.
Order select_no_moves() {
  return list_order({0x15, 0x10, 0, 0, 16, 0},
                    {0, 0, 0, 0, 0x01, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}

class DeferredError : public testing::Test {
 protected:
  DeferredError() : rig_(with_bad_block()) {
    rig_.host(1).send(select_no_moves());
    rig_.host(0).send_at(50, test_ready());  // 06/2a/01: the mode parameters have changed
    rig_.host(0).send_at(100, write_order(kBad - 5, 16));
  }

  // Host 1 lets the drive write to the medium. Both hosts then ask, twice.
  void flush_and_ask() {
    rig_.host(1).send_at(kFlushMs, reply_order({0x35, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 0));
    for (const double at : {kAfterMs, kAfterMs + 1}) {
      rig_.host(0).send_at(at, test_ready());
      rig_.host(1).send_at(at, test_ready());
    }
    rig_.run();
    EXPECT_EQ(sense(rig_.host(0)[1]), kGood);  // the write
    EXPECT_EQ(rig_.drives[0]->cpu.firmware().unit.writes.uncorrected, 1U);
  }
  // The ends of the last two commands of a host.
  std::string answers(std::size_t host) {
    const std::size_t count = rig_.host(host).exchanges().size();
    return sense(rig_.host(host)[count - 2]) + ", " + sense(rig_.host(host)[count - 1]);
  }

  BusRig rig_;
};

TEST_F(DeferredError, GoesToTheHostThatWrote) {
  flush_and_ask();
  EXPECT_EQ(answers(0), "03/0c/00, status 00");
  EXPECT_EQ(rig_.host(0)[2].sense[0], 0xf1);
  EXPECT_EQ(answers(1), "status 00, status 00");
}

TEST_F(DeferredError, NotToTheNextHostOfItsNumber) {
  rig_.host(0).send_at(200, leave());
  rig_.host(0).send_at(300, test_ready());  // 06/29/00: the nexus was lost
  flush_and_ask();
  EXPECT_EQ(sense(rig_.host(0)[3]), "06/29/00");
  EXPECT_EQ(answers(0), "status 00, status 00");
  EXPECT_EQ(answers(1), "status 00, status 00");
}

// Also if the next host has written elsewhere.
TEST_F(DeferredError, NotToANextHostThatWritesElsewhere) {
  rig_.host(0).send_at(200, leave());
  rig_.host(0).send_at(300, test_ready());
  rig_.host(0).send_at(400, write_order(50'000, 16));
  flush_and_ask();
  EXPECT_EQ(answers(0), "status 00, status 00");
}

TEST_F(DeferredError, StaysWhenAnotherHostLeaves) {
  rig_.host(1).send_at(200, leave());
  rig_.host(1).send_at(300, test_ready());
  flush_and_ask();
  EXPECT_EQ(answers(0), "03/0c/00, status 00");
}

// The next host writes the same block: its own write has failed.
TEST_F(DeferredError, OfTheNextHostsOwnWrite) {
  rig_.host(0).send_at(200, leave());
  rig_.host(0).send_at(300, test_ready());
  rig_.host(0).send_at(400, write_order(kBad, 1));
  flush_and_ask();
  EXPECT_EQ(answers(0), "03/0c/00, status 00");
}

}  // namespace
}  // namespace headstack

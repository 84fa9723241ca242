// Lock-step of the image's decisions with a scheduler on this machine (controller.lockstep).
#include "model/boxes/controller_cpu/decision_shadow.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "model/processor/own_image.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

class DecisionLockstep : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_own_image()) {
      GTEST_SKIP() << "built without a cross compiler";
    }
  }

  // The image decides by `scheduler`, and is compared with `lockstep`.
  void begin(const std::string& scheduler, const std::string& lockstep,
             std::size_t initiators = 1) {
    RigOptions options;
    options.scheduler = scheduler;
    options.initiators = initiators;
    rig_ = std::make_unique<BusRig>(options);
    CoreSetup setup;
    setup.lockstep = lockstep;
    rig_->drives[0]->cpu.run_on(setup);
  }
  std::uint64_t compared() const { return *rig_->drives[0]->cpu.core_times()->compared; }

  std::unique_ptr<BusRig> rig_;
};

class EqualSchedulers : public DecisionLockstep, public testing::WithParamInterface<const char*> {};

// Commands come together, 12 at a time. Three of four commands are sequential reads, and some of
// these reads are hits. The image starts and ends a hit before the image sleeps.
TEST_P(EqualSchedulers, DecideEqually) {
  begin(GetParam(), GetParam());
  for (std::uint32_t i = 0; i < 60; ++i) {
    const std::uint32_t lbn = i * 7'919'001U % 2'000'000U;
    rig_->host().send_at(i / 12 * 500,
                         i % 4 == 0 ? write_order(lbn, 16) : read_order(100'000 + i * 16, 16));
  }
  std::uint32_t hits = 0;
  rig_->host().on_status = [&](const Exchange& /*ended*/) {
    hits += rig_->drives[0]->cpu.state().hit ? 1 : 0;
  };
  rig_->run();
  EXPECT_GT(hits, 10U);
  // A task is compared if it starts among two or more. Of 12 that come together, the first starts
  // alone, and so does the last.
  EXPECT_EQ(compared(), 60U - 2 * 5);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, EqualSchedulers, testing::Values("fcfs", "clook", "sptf"));

// Task 0 starts alone. Of those that come meanwhile, task 2 is nearest, and task 1 is oldest.
TEST_F(DecisionLockstep, OtherSchedulersDiffer) {
  begin("sstf", "fcfs");
  rig_->host().send(read_order(1'000, 16));
  rig_->host().send_at(1, read_order(1'900'000, 16));
  rig_->host().send_at(1, read_order(3'000, 16));
  try {
    rig_->run();
    FAIL() << "no difference";
  } catch (const sc_core::sc_report& report) {
    EXPECT_STREQ(report.get_msg_type(), "headstack/lockstep");
    const std::string said = report.get_msg();
    EXPECT_NE(said.find("decision 2 of the image differs from fcfs: the image starts the task with "
                        "tag 2, and fcfs starts tag 1."),
              std::string::npos)
        << said;
  }
}

// The unit is reserved, so the other initiator's read ends without a start. The read would be the
// nearest in each later decision.
TEST_F(DecisionLockstep, ACommandThatNeverStartsIsNoChoice) {
  begin("sptf", "sptf", 2);
  rig_->host().send(reply_order({0x16, 0, 0, 0, 0, 0}, 0));
  rig_->host(1).send_at(100, read_order(1'000, 1));
  rig_->host().send_at(200, read_order(990, 1));
  for (std::uint32_t i = 0; i < 6; ++i) {
    rig_->host().send_at(201, read_order(1'900'000 - i * 50'000, 16));
  }
  rig_->run();
  EXPECT_EQ(rig_->host(1)[0].status, 0x18);  // RESERVATION CONFLICT
  EXPECT_EQ(compared(), 5U);
}

TEST(DecisionLockstepSetup, OnlySchedulersThatTheRegistersSuffice) {
  if (!has_own_image()) {
    GTEST_SKIP() << "built without a cross compiler";
  }
  for (const char* scheduler : {"edf", "spctf", "sptf_hw"}) {
    BusRig rig;
    CoreSetup setup;
    setup.lockstep = scheduler;
    EXPECT_THROW(rig.drives[0]->cpu.run_on(setup), ConfigError) << scheduler;
  }
  BusRig rig;
  CoreSetup setup;
  setup.lockstep = "fcfs";
  setup.cycle = Picoseconds{50'000};
  EXPECT_THROW(rig.drives[0]->cpu.run_on(setup), ConfigError) << "code takes time";
}

}  // namespace
}  // namespace headstack

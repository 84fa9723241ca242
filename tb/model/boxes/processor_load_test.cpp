// Delays by the processor's other work, computed by hand. A sector takes 100 units of time.
#include "model/boxes/controller_cpu/processor_load.h"

#include <gtest/gtest.h>

namespace headstack {
namespace {

using Then = TrackEnd::Then;

ProcessorLoad load() {
  ProcessorLoad l;
  l.per_sector = 25;
  l.track_end = 400;
  l.cylinder_end = 800;
  l.program_end = 100;
  l.lead = 50;
  l.track_gap = 600;
  l.start_work = 60;
  l.start_lead = 300;
  return l;
}

TEST(ProcessorLoad, UndisturbedTakesItsWork) {
  EXPECT_FALSE(ProcessorLoad{}.any());
  EXPECT_EQ(ProcessorLoad{}.done_at(1'000, 700, 100, {}), 1'700U);
}

// A quarter of the time goes to the sectors: 600 of work take 800.
TEST(ProcessorLoad, SectorsTakeTheirShare) {
  EXPECT_EQ(load().done_at(1'000, 600, 100, {}), 1'800U);
}

// From 1000: 75 done by 1100. Busy from 1150 - 50 to 1500, over the start of the time without
// sectors at 1150, which lasts till 1750: 250 done at full speed by then. 275 are left and take
// 367: 2116.
TEST(ProcessorLoad, TrackEndThenQuiet) {
  EXPECT_EQ(load().done_at(1'000, 600, 100, {{1'150, 50'000, Then::track}}), 2'116U);
}

// Busy from 1100 to 1900, past the time without sectors: 75 done before, 525 take 700 after.
TEST(ProcessorLoad, CylinderEndTakesLonger) {
  EXPECT_EQ(load().done_at(1'000, 600, 100, {{1'150, 50'000, Then::cylinder}}), 2'600U);
}

// A command that comes just after the last sector waits for the remainder: from 1000 to 1050 only.
TEST(ProcessorLoad, ProgramEndThatHasBegun) {
  EXPECT_EQ(load().done_at(1'000, 600, 100, {{1'000, 0, Then::nothing}}), 1'850U);
}

// The work before the next track: 2000 - 300 = 1700 to 1760, in the way of a command from 1600 on.
// 100 at three quarters before it, 525 left take 700 from 1760 on.
TEST(ProcessorLoad, StartOfTheNextTrack) {
  EXPECT_EQ(load().done_at(1'600, 600, 100, {{100, 2'000, Then::track}}), 2'460U);
}

TEST(ProcessorLoad, FarAwayEndsDoNotMatter) {
  EXPECT_EQ(load().done_at(100'000, 600, 100, {{1'000, 2'000, Then::track}}), 100'800U);
}

}  // namespace
}  // namespace headstack

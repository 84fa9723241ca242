// Timeline files: slices, flows, counters and windows, and tracks for slices that overlap.
#include "model/watch/timeline/timeline_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"
#include "model/watch/timeline/bus_tracks.h"
#include "model/watch/timeline/call_track.h"
#include "model/watch/timeline/slice_lanes.h"
#include "tb/model/support/timeline_reader.h"

namespace headstack {
namespace {

using Flow = TimelineFile::Flow;
using Track = TimelineFile::Track;

class TimelineFileTest : public testing::Test {
 protected:
  ~TimelineFileTest() override { std::filesystem::remove(path_); }

  std::string path_ = (std::filesystem::path(testing::TempDir()) / "file.pftrace").string();
};

TEST_F(TimelineFileTest, HasWhatWasWritten) {
  TimelineFile file(path_, {});
  const Track outer = file.track("drive");
  const Track inner = file.track("arm", outer);
  const Track queue = file.counter("queue", outer);
  file.slice(inner, "seek", 1'500, 7'999, {{"cylinder", 300}, {"head", 0}}, Flow{5});
  file.slice(inner, "seek", 7'999, 9'000, {{"cylinder", UINT64_MAX}}, Flow{5}, true);
  file.slice(inner, "stop", 12'000, 12'000);
  file.begin(outer, "outside", 2'000);
  file.slice(outer, "inside", 2'000, 4'000);
  file.end(outer, 4'000);
  file.count(queue, 3'000, 17);
  file.finish();

  const ReadTimeline read(path_);
  ASSERT_EQ(read.tracks().size(), 3U);
  const auto arm = read.slices("drive/arm");
  ASSERT_EQ(arm.size(), 3U);
  EXPECT_EQ(arm[0].name, "seek");
  EXPECT_EQ(arm[0].start, 1);
  EXPECT_EQ(arm[0].end, 7);
  EXPECT_EQ(arm[0].facts, (std::map<std::string, std::uint64_t>{{"cylinder", 300}, {"head", 0}}));
  EXPECT_EQ(arm[0].flow, 5U);
  EXPECT_FALSE(arm[0].last);
  EXPECT_EQ(arm[1].facts.at("cylinder"), UINT64_MAX);
  EXPECT_TRUE(arm[1].last);
  EXPECT_EQ(arm[2].start, 12);
  EXPECT_EQ(arm[2].end, 12);
  EXPECT_EQ(arm[2].flow, 0U);
  const auto nested = read.slices("drive");
  ASSERT_EQ(nested.size(), 2U);
  EXPECT_EQ(nested[0].name, "outside");
  EXPECT_EQ(nested[0].depth, 0U);
  EXPECT_EQ(nested[1].depth, 1U);
  EXPECT_EQ(nested[1].end, 4);
  ASSERT_EQ(read.tracks()[2].counts.size(), 1U);
  EXPECT_EQ(read.tracks()[2].counts[0].time, 3);
  EXPECT_EQ(read.tracks()[2].counts[0].value, 17);
}

// The end of a slice belongs to the slice, and the end of the window does not belong to the window.
TEST_F(TimelineFileTest, AWindowHasTheSlicesThatTouchIt) {
  TimelineFile file(path_, {10'000, 20'000});
  const Track track = file.track("track");
  file.slice(track, "before", 1'000, 9'999);
  file.slice(track, "to its start", 8'000, 10'000);
  file.slice(track, "over its end", 19'999, 30'000);
  file.slice(track, "from its end", 20'000, 30'000);
  const Track queue = file.counter("queue", track);
  file.count(queue, 9'999, 1);
  file.count(queue, 10'000, 2);
  file.count(queue, 20'000, 3);
  CallTrack calls(file, track);
  calls.called("main", 9'000);
  calls.called("inner", 11'000);
  calls.returned(12'000);
  calls.called("late", 19'000);
  calls.returned(21'000);
  calls.returned(22'000);
  file.finish();

  const ReadTimeline read(path_);
  EXPECT_EQ(read.text("track"), "to its start 0 0, over its end 0 0");
  ASSERT_EQ(read.tracks()[1].counts.size(), 1U);
  EXPECT_EQ(read.tracks()[1].counts[0].value, 2);
  const auto shown = read.slices("track/firmware");
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].name, "inner");
  EXPECT_EQ(shown[1].name, "late");
  EXPECT_EQ(shown[1].end, 21);
}

TEST_F(TimelineFileTest, ManySlicesAreAllInTheFile) {
  constexpr int kSlices = 50'000;
  TimelineFile file(path_, {});
  const Track track = file.track("track");
  for (int i = 0; i < kSlices; ++i) {
    file.slice(track, "slice", i * 2'000, i * 2'000 + 1'000, {{"number", std::uint64_t(i)}});
  }
  EXPECT_GT(std::filesystem::file_size(path_), 100'000U);  // not kept in memory
  file.finish();
  const auto slices = ReadTimeline(path_).slices("track");
  ASSERT_EQ(slices.size(), std::size_t{kSlices});
  EXPECT_EQ(slices.back().facts.at("number"), std::uint64_t{kSlices - 1});
}

TEST_F(TimelineFileTest, TellsThatAFileCannotBeWritten) {
  EXPECT_THROW(TimelineFile("/nowhere/file", {}), ConfigError);
  TimelineFile full("/dev/full", {});
  full.track("track");
  try {
    full.finish();
    FAIL();
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(),
                 "timeline: /dev/full cannot be written to its end: No space left on device");
  }
}

// Random intervals in the order of their ends. No two intervals of a track overlap, and there are
// as many tracks as intervals that overlap at one time.
TEST_F(TimelineFileTest, LanesNeverOverlapAndAreFew) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    TimelineFile file(path_, {});
    SliceLanes lanes(file, "lane", Track::root);
    std::vector<std::pair<std::int64_t, std::int64_t>> intervals;  // end, start
    for (int i = 0; i < 40; ++i) {
      const auto start = static_cast<std::int64_t>(random() % 100);
      intervals.emplace_back(start + static_cast<std::int64_t>(random() % 30), start);
    }
    std::sort(intervals.begin(), intervals.end());
    std::map<Track, std::int64_t> ends;
    for (const auto& [end, start] : intervals) {
      const Track track = lanes.place(start, end);
      EXPECT_LE(ends.try_emplace(track, start).first->second, start);
      ends[track] = end;
    }
    std::size_t most = 0;
    for (std::int64_t time = 0; time < 130; ++time) {
      most = std::max(most, static_cast<std::size_t>(std::count_if(
                                intervals.begin(), intervals.end(), [time](const auto& interval) {
                                  return interval.second <= time && time < interval.first;
                                })));
    }
    EXPECT_LE(ends.size(), most + 1);  // an empty interval can need a track too
  }
}

TEST_F(TimelineFileTest, AFlowEndsWithTheStatus) {
  TimelineFile file(path_, {});
  BusTracks bus(file, Track::root);
  bus.phase("command", 1'000);
  bus.phase("free", 3'000);
  bus.phase("reselection", 9'000);
  bus.settle(9'000);
  bus.phase("status", 11'000);
  bus.phase("free", 12'000);
  bus.phase("data_in", 10'000);  // between phases that are known already
  bus.status_of(Flow{4});
  bus.settle(20'000);
  bus.phase("status", 21'000);
  bus.phase("free", 22'000);
  bus.settle(30'000);
  file.finish();

  const ReadTimeline read(path_);
  const auto port = read.slices("target port");
  std::string names;
  for (const ReadSlice& phase : port) {
    names += fmt::format("{} {} {} {}, ", phase.name, phase.start, phase.end, phase.flow);
  }
  EXPECT_EQ(names,
            "command 1 3 0, reselection 9 10 0, data_in 10 11 0, status 11 12 4, status 21 22 0, ");
  EXPECT_TRUE(port[3].last);
  const auto connections = read.slices("SCSI bus");
  ASSERT_EQ(connections.size(), 3U);
  EXPECT_EQ(connections[1].start, 9);
  EXPECT_EQ(connections[1].end, 12);
}

}  // namespace
}  // namespace headstack

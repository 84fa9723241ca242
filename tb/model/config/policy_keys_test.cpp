// The keys of policies. Each key is read, kept and written back, and impossible values are refused.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using Value = std::pair<const char*, const char*>;

TEST_F(DriveFileTest, PolicyKeysAreKept) {
  const DriveConfig drive = load(kGood);
  const std::vector<Value> values = {
      {"cache.segments", "16"},
      {"cache.write_segments", "1"},
      {"cache.adapt_segments_after", "\"64 reads\""},
      {"cache.hit_newest_segment_only", "true"},
      {"cache.keep_reads_on_write", "true"},
      {"cache.drop_overlapped_segment", "true"},
      {"cache.keep_both_sides", "true"},
      {"cache.hit_on_written_run", "true"},
      {"cache.hit_drops_tracks_before", "true"},
      {"cache.partial_hit_disconnects", "true"},
      {"cache.read_ahead_reach", "\"cylinder\""},
      {"cache.read_ahead_reach", "\"as the read\""},
      {"cache.read_ahead_after_sequential_only", "true"},
      {"cache.read_ahead_of_misses_only", "true"},
      {"cache.read_ahead_keeps_read", "true"},
      {"cache.read_watermark_of_segment", "true"},
      {"cache.read_watermark_all_but", "\"8 blocks\""},
      {"cache.whole_track_read", "true"},
      {"cache.whole_track_read_of_last_only", "true"},
      {"overhead.write_near_track_end", "\"0.42 ms\""},
      {"overhead.write_near_cylinder_end", "\"0.85 ms\""},
      {"overhead.read_track_end_least", "\"1.62 ms\""},
      {"overhead.read_cylinder_end_least", "\"3.15 ms\""},
      {"overhead.read_near_end", "\"2 blocks\""},
      {"overhead.read_near_track_end_least", "\"0.4 ms\""},
      {"overhead.read_near_cylinder_end_least", "\"0.85 ms\""},
      {"overhead.read_hit_during_read_ahead", "\"0.4 ms\""},
      {"overhead.prefetch_interrupt", "\"0.4 ms\""},
      {"overhead.read_hit_after_write", "\"-0.005 ms\""},
      {"overhead.read_hit_sequential", "\"0.005 ms\""},
      {"overhead.read_hit_per_block", "\"0.001 ms\""},
      {"overhead.read_hit_sector_times", "\"2.2 sectors\""},
      {"overhead.read_miss_sequential", "\"-0.01 ms\""},
      {"overhead.read_miss_per_block", "\"0.001 ms\""},
      {"overhead.read_miss_sector_times", "\"1 sectors\""},
      {"overhead.write_after_write", "\"-0.02 ms\""},
      {"overhead.write_sequential", "\"-0.02 ms\""},
      {"overhead.write_per_block", "\"0.001 ms\""},
      {"overhead.write_sector_times", "\"0.5 sectors\""},
      {"overhead.write_cached_after_write", "\"0.1 ms\""},
      {"overhead.write_cached_sequential", "\"0.1 ms\""},
      {"overhead.write_cached_per_block", "\"0.001 ms\""},
      {"overhead.write_cached_sector_times", "\"0.5 sectors\""},
      {"write.start", "\"first track\""},
      {"write.start", "\"whole request\""},
      {"write.zero_latency", "true"},
      {"write.seek_with_data", "true"},
      {"write.single_connection", "true"},
      {"write.room", "\"40 %\""},
      {"bus.start_marks_per_revolution", "78"},
      {"bus.underrun", "\"0.3 ms\""},
      {"bus.release_reads", "true"},
      {"seek.cylinder_switch", "\"1.78 ms\""},
      {"seek.advance_at_track_end", "true"},
      {"seek.read_settle_angle", "\"1/78 rev\""},
      {"seek.write_settle_angle", "\"1/39 rev\""},
      {"spindle.correction", "\"-11.5 ppm\""},
  };
  for (const auto& [key, value] : values) {
    const DriveConfig changed = with_value(drive, key, value);
    EXPECT_EQ(value_of(changed, key), value) << key;
    EXPECT_NE(value_of(drive, key), value) << key;
    EXPECT_EQ(value_of(load(to_toml(changed)), key), value) << key;
  }
}

TEST_F(DriveFileTest, PolicyKeysThatMakeNoSense) {
  const DriveConfig drive = load(kGood);
  const auto error = [&drive](const char* key, const char* value) -> std::string {
    try {
      with_value(drive, key, value);
    } catch (const ConfigError& e) {
      const std::string what = e.what();
      return what.substr(what.find("key `"));
    }
    return "no error";
  };
  EXPECT_EQ(error("cache.write_segments", "2"),
            "key `cache.write_segments`: 2 segments for writes leave none of 2 for reads");
  EXPECT_EQ(error("cache.segments", "65"),
            "key `cache.segments`: 65 is too much; the most allowed is 64");
  EXPECT_EQ(error("cache.read_ahead_reach", "\"trakc\""),
            "key `cache.read_ahead_reach`: \"trakc\" is not known; did you mean \"track\"?");
  EXPECT_EQ(error("write.start", "\"blocks\""),
            "key `write.start`: \"blocks\" is not known; allowed here: \"first track\" or \"whole "
            "request\"");
  // A sector takes up to 10/30 ms there.
  EXPECT_EQ(error("overhead.read_hit_sector_times", "\"-0.04 sectors\""),
            "key `overhead.read_hit_command`: with its negative terms, the command would take "
            "-0.003333333 ms");
  EXPECT_EQ(error("overhead.read_hit_sector_times", "\"-0.03 sectors\""), "no error");
  EXPECT_EQ(
      error("overhead.write_sequential", "\"-0.031 ms\""),
      "key `overhead.write_command`: with its negative terms, the command would take -0.001 ms");
  // 0.01 and 0.02 ms.
  EXPECT_EQ(error("overhead.read_hit_without_read_ahead", "\"-0.01 ms\""), "no error");
  EXPECT_EQ(
      error("overhead.read_hit_without_read_ahead", "\"-0.011 ms\""),
      "key `overhead.read_hit_command`: with its negative terms, the command would take -0.001 ms");
  EXPECT_EQ(error("overhead.read_miss_after_write", "\"-0.02 ms\""), "no error");
  EXPECT_EQ(error("overhead.read_miss_after_write", "\"-0.021 ms\""),
            "key `overhead.read_miss_command`: with its negative terms, the command would take "
            "-0.001 ms");
  EXPECT_EQ(error("seek.read_settle_angle", "\"3 sectors\""),
            "key `seek.read_settle_angle`: must be a part of a revolution, as in \"1/78 rev\"");
  EXPECT_EQ(error("spindle.correction", "\"100001 ppm\""),
            "key `spindle.correction`: 100001 ppm is too much; the most allowed is 100000 ppm");
}

}  // namespace
}  // namespace headstack

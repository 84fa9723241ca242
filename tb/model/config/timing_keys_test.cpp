// The keys for timing beyond appendix A of Worthington 1994.
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"
#include "model/config/tables/seek_curve.h"
#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

Picoseconds us(std::int64_t count) { return std::chrono::microseconds{count}; }

// The good file with `more` before the line that begins with `at`.
std::string good_with(const std::string& at, const std::string& more) {
  std::string text = kGood;
  return text.insert(text.find("\n" + at) + 1, more);
}

// The good file with seek points in place of its curve.
std::string good_with_points(const std::string& points) {
  std::string text = kGood;
  const std::size_t begin = text.find("first = [");
  return text.replace(begin, text.find("head_switch") - begin, points);
}

class TimingKeys : public DriveFileTest {};

TEST_F(TimingKeys, OverheadsAndProcessor) {
  const DriveConfig drive = load(good_with("[write]", R"(read_hit_without_read_ahead = "1 us"
read_miss_after_write = "2 us"
write_cached_command = "3 us"
read_last_block = "4 us"
read_track_end = "5 us"
write_track_end = "6 us"
write_cylinder_end = "7 us"
[processor]
per_sector = "11 us"
track_end = "12 us"
cylinder_end = "13 us"
program_end = "14 us"
lead = "15 us"
track_gap = "16 us"
start_work = "17 us"
start_lead = "18 us"
)"));
  const OverheadConfig& o = drive.overhead;
  EXPECT_EQ(o.read_hit_without_read_ahead, us(1));
  EXPECT_EQ(o.read_miss.after_write, us(2));
  EXPECT_EQ(o.write_cached_command, us(3));
  EXPECT_EQ(o.read_last_block, us(4));
  EXPECT_EQ(o.read_track_end, us(5));
  EXPECT_EQ(o.write_track_end, us(6));
  EXPECT_EQ(o.write_cylinder_end, us(7));
  const ProcessorConfig& p = drive.processor;
  EXPECT_EQ(p.per_sector, us(11));
  EXPECT_EQ(p.track_end, us(12));
  EXPECT_EQ(p.cylinder_end, us(13));
  EXPECT_EQ(p.program_end, us(14));
  EXPECT_EQ(p.lead, us(15));
  EXPECT_EQ(p.track_gap, us(16));
  EXPECT_EQ(p.start_work, us(17));
  EXPECT_EQ(p.start_lead, us(18));
  EXPECT_EQ(to_toml(load(to_toml(drive))), to_toml(drive));
}

// The good file's tracks have 40 and 30 sectors, a revolution takes 10 ms: 0.25 ms a sector.
TEST_F(TimingKeys, SectorsLeaveSomeOfTheProcessor) {
  const auto with = [](const std::string& time) {
    return std::string(kGood) + "[processor]\nper_sector = \"" + time + "\"\n";
  };
  EXPECT_EQ(error_of(with("0.249999999 ms")), "no error");
  EXPECT_NE(error_of(with("0.25 ms"))
                .find("key `processor.per_sector`: 0.25 ms leave nothing for "
                      "a command: a sector passes in 0.25 ms on a track of 40"),
            std::string::npos);
}

// At 2 ms a revolution the firmware's table holds seeks up to 510 ms.
TEST_F(TimingKeys, SeeksThatTheTableCannotHold) {
  const auto with = [](const std::string& time) {
    std::string text = good_with_points("points = [[1, \"1 ms\"], [99, \"" + time + "\"]]\n");
    const std::string rotation = "6000 rpm";
    return text.replace(text.find(rotation), rotation.size(), "30000 rpm");
  };
  EXPECT_EQ(error_of(with("510 ms")), "no error");
  EXPECT_NE(error_of(with("510.000000001 ms"))
                .find("a seek over 99 cylinders would take 510.000000001 ms; it must be more than "
                      "0 ms and at most 510 ms"),
            std::string::npos);
}

TEST_F(TimingKeys, WriteAndCache) {
  const DriveConfig drive =
      load(good_with("large_request", "ahead = \"3.5 blocks\"\nahead_delay = \"0.43 ms\"\n"));
  EXPECT_EQ(drive.write.ahead_thousandths, 3500U);
  EXPECT_EQ(drive.write.ahead_delay, us(430));
  const DriveTables tables(drive);
  EXPECT_EQ(drive_params(drive, tables).write.ahead_q8, 896U);  // 3.5 * 256
  const DriveConfig other =
      load(good_with("segments", "hit_by_first_block = true\nwrite_back = true\n"));
  EXPECT_TRUE(other.cache.hit_by_first_block);
  EXPECT_TRUE(other.cache.write_back);
}

TEST_F(TimingKeys, LeftOutTheyChangeNothing) {
  const DriveConfig drive = load(kGood);
  EXPECT_EQ(drive.write.ahead_thousandths, 0U);
  EXPECT_EQ(drive.seek.same_cylinder, us(0));
  EXPECT_FALSE(drive.cache.write_back);
  EXPECT_TRUE(drive.seek.points.empty());
}

// 1 ms over 1 cylinder, 2 ms over 5, 10 ms over 21: lines between, and on at 0.5 ms a cylinder.
TEST_F(TimingKeys, SeekByPoints) {
  const DriveConfig drive = load(
      good_with_points("points = [[1, \"1 ms\"], [5, \"2 ms\"], [7, \"0.1 ms\"], [21, \"10 ms\"]]\n"
                       "dropped_points = [[7, \"0.1 ms\"]]\n"));
  EXPECT_EQ(seek_time(drive.seek, 1), us(1000));
  EXPECT_EQ(seek_time(drive.seek, 2), us(1250));
  EXPECT_EQ(seek_time(drive.seek, 5), us(2000));
  EXPECT_EQ(seek_time(drive.seek, 7), us(3000));
  EXPECT_EQ(seek_time(drive.seek, 21), us(10'000));
  EXPECT_EQ(seek_time(drive.seek, 23), us(11'000));
  ASSERT_EQ(drive.seek.dropped_points.size(), 1U);
  EXPECT_EQ(to_toml(load(to_toml(drive))), to_toml(drive));
}

TEST_F(TimingKeys, SeekPointsThatFail) {
  EXPECT_NE(error_of(good_with_points("points = [[5, \"1 ms\"], [2, \"2 ms\"]]\n"))
                .find("the distances must rise, and 2 comes after 5"),
            std::string::npos);
  EXPECT_NE(error_of(good_with_points("points = [[5, \"1 ms\"], [5, \"2 ms\"]]\n"))
                .find("the distances must rise, and 5 comes after 5"),
            std::string::npos);
  EXPECT_NE(
      error_of(good_with("head_switch", "points = [[5, \"1 ms\"]]\n")).find("replace seek.first"),
      std::string::npos);
  EXPECT_NE(
      error_of(good_with_points("points = [[1, \"1 ms\"], [7, \"0.1 ms\"], [21, \"10 ms\"]]\n"))
          .find("over 7 cylinders, 0.1 ms, makes no sense between 1 ms and 10 ms"),
      std::string::npos);
  // A third above both neighbours, and a picosecond more.
  EXPECT_NE(error_of(good_with_points("points = [[1, \"1 ms\"], [7, \"4.000000001 ms\"], [21, \"3 "
                                      "ms\"], [99, \"5 ms\"]]\n"))
                .find("over 7 cylinders, 4.000000001 ms, makes no sense between 1 ms and 3 ms"),
            std::string::npos);
  EXPECT_EQ(error_of(good_with_points(
                "points = [[1, \"1 ms\"], [7, \"4 ms\"], [21, \"3 ms\"], [99, \"5 ms\"]]\n")),
            "no error");
  EXPECT_NE(
      error_of(good_with_points("points = [[1, \"1 ms\"]]\ndropped_points = [[2, \"1 ms\"]]\n"))
          .find("is not one of seek.points"),
      std::string::npos);
  EXPECT_NE(error_of(good_with_points("points = [[5, 6, 7]]\n")).find("must be a pair"),
            std::string::npos);
}

// A turn is 10 ms: 0.5 ms are 2^32 / 20 ticks.
TEST_F(TimingKeys, DirectionMakesTwoCurves) {
  const DriveConfig drive =
      load(good_with("head_switch",
                     "direction = [[1, \"-0.1 ms\"], [50, \"0.5 ms\"]]\n"
                     "same_cylinder = \"0.9 ms\"\nread_settle = \"0.2 ms\"\n"));
  const DriveTables tables(drive);
  const hs_mechanics& m = tables.mechanics();
  const auto ms = [](double time) { return static_cast<hs_ticks>(time / 10.0 * 4294967296.0); };
  const hs_track at_10 = {{10}, {0}};
  const hs_track at_12 = {{12}, {0}};
  const auto near = [](hs_ticks a, hs_ticks b) { return a > b ? a - b < 300 : b - a < 300; };
  EXPECT_TRUE(near(hs_positioning(&m, at_10, at_12, false), ms(1.5 + 0.5 + 0.2)));
  EXPECT_TRUE(near(hs_positioning(&m, at_12, at_10, false), ms(1.5 - 0.5 + 0.2)));
  EXPECT_TRUE(near(hs_positioning(&m, at_12, at_10, true), ms(1.5 - 0.5 + 0.3)));
  EXPECT_TRUE(near(hs_positioning(&m, at_10, {{11}, {0}}, false), ms(1.0 - 0.1 + 0.2)));
  EXPECT_TRUE(near(hs_positioning(&m, at_10, at_10, false), ms(0.9 + 0.2)));
  EXPECT_TRUE(near(hs_crossing(&m, at_10, at_12, false), ms(1.5 + 0.2)));
  EXPECT_EQ(hs_crossing(&m, at_10, at_10, false), 0U);
  EXPECT_TRUE(near(static_cast<hs_ticks>(m.seek_bound[1]) << HS_SEEK_SHIFT, ms(0.9)));
}

}  // namespace
}  // namespace headstack

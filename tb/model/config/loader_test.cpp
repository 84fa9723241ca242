// Drive files that are good: what they give, and that they read back.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/random.h"
#include "model/config/drive_config.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_paths.h"
#include "tb/model/support/config_drive_file.h"
#include "tb/model/support/random_drive_file.h"

namespace headstack {
namespace {

constexpr Picoseconds us(std::int64_t count) { return Picoseconds{count * 1'000'000}; }

// A zone in the terms of the C2247's table.
ZoneConfig zone(std::uint32_t first, std::uint32_t last, std::uint32_t sectors,
                std::optional<std::uint32_t> first_sector, std::uint32_t track_skew,
                std::uint32_t cylinder_skew, std::uint32_t reserved, std::uint32_t spare,
                std::vector<std::uint32_t> slipped) {
  ZoneConfig zone{};
  zone.first_cylinder = first;
  zone.last_cylinder = last;
  zone.sectors_per_track = sectors;
  zone.first_sector = first_sector;
  zone.track_skew = AngleConfig{track_skew, 0};
  zone.cylinder_skew = AngleConfig{cylinder_skew, 0};
  zone.reserved_tracks = reserved;
  zone.spare_tracks = spare;
  zone.slipped_tracks = std::move(slipped);
  return zone;
}

std::vector<Picoseconds> times_of(const OverheadConfig& o) {
  return {o.read_hit_command,
          o.read_miss_command,
          o.write_command,
          o.write_command_non_sequential,
          o.read_disconnect_after_read,
          o.read_disconnect_after_write,
          o.write_disconnect,
          o.write_disconnect_non_sequential,
          o.write_disconnect_duration_non_sequential,
          o.write_second_disconnect_non_sequential,
          o.write_seek_delay_non_sequential,
          o.data_preparation,
          o.read_completion,
          o.write_completion,
          o.first_reselect,
          o.second_reselect};
}

const std::vector<std::string> kNothing;

// ---- Good files

TEST_F(DriveFileTest, EveryKeyFillsItsOwnField) {
  const DriveConfig drive = load(kGood);
  DriveConfig want{};
  want.name = "small";
  want.description = "A small drive";
  want.source = "this test";
  want.spindle.rotation = us(10'000);
  want.layout.surfaces = 4;
  want.layout.cylinders = 100;
  want.layout.bytes_per_sector = 512;
  want.layout.zones = {zone(0, 49, 40, 3, 5, 9, 6, 10, {20, 30}),
                       zone(50, 99, 30, std::nullopt, 4, 7, 0, 0, {})};
  want.seek.first = {us(1000), us(1500)};
  want.seek.root.base = us(1000);
  want.seek.root.per_root_cylinder = us(400);
  want.seek.root.up_to = 40;
  want.seek.linear.base = us(3000);
  want.seek.linear.per_cylinder = us(10);
  want.seek.head_switch = us(700);
  want.seek.write_settle = us(300);
  OverheadConfig& o = want.overhead;
  o.read_hit_command = us(10);
  o.read_miss_command = us(20);
  o.write_command = us(30);
  o.write_command_non_sequential = us(40);
  o.read_disconnect_after_read = us(50);
  o.read_disconnect_after_write = us(60);
  o.write_disconnect = us(70);
  o.write_disconnect_non_sequential = us(80);
  o.write_disconnect_duration_non_sequential = us(90);
  o.write_second_disconnect_non_sequential = us(100);
  o.write_seek_delay_non_sequential = us(110);
  o.data_preparation = us(120);
  o.read_completion = us(130);
  o.write_completion = us(140);
  o.first_reselect = us(150);
  o.second_reselect = us(160);
  want.write.minimum_positioning = us(600);
  want.write.minimum_blocks = 4;
  want.write.minimum_blocks_large = 8;
  want.write.large_request = 32;
  want.write.reconnect_preparation = us(500);
  want.bus.read_rate_as_block_time = us(100);
  want.bus.write_rate_as_block_time = us(200);
  want.cache.mode = CacheMode::speed_matching;
  want.cache.size_blocks = 128;
  want.cache.segments = 2;
  want.cache.read_watermark_ppm = 125'000;
  want.cache.prefetch_minimum_blocks = 2;
  want.cache.prefetch_maximum_blocks = 32;
  want.cache.hit_on_written_data = true;
  want.cache.zero_latency_read = true;
  want.queue.depth = 1;
  EXPECT_EQ(differences(drive, want), kNothing);
}

TEST_F(DriveFileTest, ResolvedTextReadsBackEqual) {
  const DriveConfig drive = load(kGood);
  const std::string text = to_toml(drive);
  EXPECT_EQ(differences(load(text), drive), kNothing);
  EXPECT_EQ(to_toml(load(text)), text);
}

TEST_F(DriveFileTest, AnyDriveReadsBackEqual) {
  Random random(5, 1);
  for (int i = 0; i < 300; ++i) {
    DriveConfig drive;
    try {
      drive = load(random_drive_file(random));
    } catch (const ConfigError&) {
      continue;  // no drive
    }
    EXPECT_EQ(differences(load(to_toml(drive)), drive), kNothing);
  }
}

TEST_F(DriveFileTest, ResolvedTextKeepsOddCharacters) {
  DriveConfig drive = load(kGood);
  drive.source = "a \"quoted\" \\ back\nline\x01 and caf\xc3\xa9";
  EXPECT_EQ(differences(load(to_toml(drive)), drive), kNothing);
}

TEST_F(DriveFileTest, ResolvedTextExplainsEachKey) {
  const DriveConfig drive = load(kGood);
  const std::string text = to_toml(drive);
  for (const Key<DriveConfig>& key : drive_keys()) {
    const bool written = text.find("# " + key.description + "\n") != std::string::npos;
    const bool nothing = key.optional && key.same(drive, DriveConfig{});
    EXPECT_EQ(written, !nothing && !key.write(drive).empty()) << key.path;
    EXPECT_TRUE(written || key.optional) << key.path;
  }
  const ZoneConfig& first = drive.layout.zones[0];
  for (const Key<ZoneConfig>& key : zone_keys()) {
    const std::string line = "# " + key.description + "\n" + key.path + " = ";
    const bool nothing = key.optional && key.same(first, ZoneConfig{});
    EXPECT_EQ(text.find(line) != std::string::npos, !nothing && !key.write(first).empty())
        << key.path;
  }
}

TEST_F(DriveFileTest, HpC2247IsAppendixA) {
  const fs::path file = fs::path(HEADSTACK_SOURCE_DIR) / "model/drives/hp_c2247.toml";
  const DriveConfig drive = load_drive(file);
  EXPECT_EQ(drive.name, "hp_c2247");
  EXPECT_EQ(drive.spindle.rotation.count(), 11'111'111'111);
  std::size_t slips = 0;
  for (const ZoneConfig& zone : drive.layout.zones) {
    slips += zone.slipped_tracks.size();
  }
  EXPECT_EQ(slips, 38U);
  DriveConfig want = drive;
  want.layout.zones[4] = zone(1052, 1193, 80, 52, 12, 27, 0, 52, {569, 1098, 1518});
  const std::vector<Picoseconds> overheads = {us(953), us(558), us(824), us(642), us(23),  us(46),
                                              us(166), us(46),  us(429), us(134), us(250), us(25),
                                              us(57),  us(50),  us(162), us(129)};
  EXPECT_EQ(times_of(drive.overhead), overheads);
  EXPECT_EQ(drive.bus.read_rate_as_block_time.count(), 170'099'668);
  EXPECT_EQ(drive.bus.write_rate_as_block_time.count(), 186'861'314);
  want.cache = {};
  CacheConfig& cache = want.cache;
  cache.mode = CacheMode::prefetch;
  cache.size_blocks = 512;
  cache.segments = 2;
  cache.read_watermark_ppm = 750'000;
  cache.prefetch_maximum_blocks = 128;
  cache.prefetch_on_idle_hit = true;
  cache.hit_on_written_data = true;
  cache.hit_by_first_block = true;
  EXPECT_EQ(differences(drive, want), kNothing);
  EXPECT_EQ(drive.write.minimum_positioning, us(600));
  EXPECT_EQ(drive.write.minimum_blocks, 10U);
  EXPECT_EQ(drive.write.minimum_blocks_large, 15U);
  EXPECT_EQ(drive.write.large_request, 45U);
  EXPECT_EQ(drive.queue.depth, 65536U);
  const fs::path copy = write(to_toml(drive), "hp_c2247.toml");
  EXPECT_EQ(differences(load_drive(copy), drive), kNothing);
}

TEST_F(DriveFileTest, AllShippedDrivesLoadAndReadBack) {
  for (const auto& entry :
       fs::directory_iterator(fs::path(HEADSTACK_SOURCE_DIR) / "model/drives")) {
    if (entry.path().extension() == ".toml") {
      SCOPED_TRACE(entry.path());
      const DriveConfig drive = load_drive(entry.path());
      EXPECT_EQ(differences(load_drive(write(to_toml(drive), entry.path().filename())), drive),
                kNothing);
    }
  }
}

TEST(DriveFileDocs, TheTableOfKeysIsTheOneInTheCode) {
  std::ifstream stream(fs::path(HEADSTACK_SOURCE_DIR) / "docs/reference/drive-files.md");
  const std::string page{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  for (const bool conditions : {false, true}) {
    const std::string table = key_table_markdown(conditions);
    EXPECT_NE(page.find("\n\n" + table + "\n"), std::string::npos)
        << "docs/reference/drive-files.md must hold this table:\n"
        << table;
  }
}

}  // namespace
}  // namespace headstack

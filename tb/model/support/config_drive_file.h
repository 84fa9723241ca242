// A valid drive file, and a folder for variants of it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"

namespace headstack {

namespace fs = std::filesystem;

// Two zones, four surfaces; line 1 is the description.
inline constexpr const char* kGood = R"(description = "A small drive"
source = "this test"
[spindle]
rotation = "6000 rpm"
[layout]
surfaces = 4
cylinders = 100
bytes_per_sector = 512
[[layout.zone]]
cylinders = [0, 49]
sectors_per_track = 40
first_sector = "3 sectors"
track_skew = "5 sectors"
cylinder_skew = "9 sectors"
reserved_tracks = 6
spare_tracks = 10
slipped_tracks = [20, 30]
[[layout.zone]]
cylinders = [50, 99]
sectors_per_track = 30
track_skew = "4 sectors"
cylinder_skew = "7 sectors"
[seek]
first = ["1 ms", "1.5 ms"]
root.base = "1 ms"
root.per_root_cylinder = "0.4 ms"
root.up_to = "40 cylinders"
linear = { base = "3 ms", per_cylinder = "10 us" }
head_switch = "0.7 ms"
write_settle = "0.3 ms"
[overhead]
read_hit_command = "0.01 ms"
read_miss_command = "0.02 ms"
write_command = "0.03 ms"
write_command_non_sequential = "0.04 ms"
read_disconnect_after_read = "0.05 ms"
read_disconnect_after_write = "0.06 ms"
write_disconnect = "0.07 ms"
write_disconnect_non_sequential = "0.08 ms"
write_disconnect_duration_non_sequential = "0.09 ms"
write_second_disconnect_non_sequential = "0.10 ms"
write_seek_delay_non_sequential = "0.11 ms"
data_preparation = "0.12 ms"
read_completion = "0.13 ms"
write_completion = "0.14 ms"
first_reselect = "0.15 ms"
second_reselect = "0.16 ms"
[write]
minimum_positioning = "0.6 ms"
minimum_blocks = 4
minimum_blocks_large = 8
large_request = "32 blocks"
reconnect_preparation = "0.5 ms"
[bus]
read_rate = "5.12 MB/s"
write_rate = "0.2 ms/block"
[cache]
mode = "speed-matching"
size = "64 KiB"
segments = 2
read_watermark = "12.5 %"
prefetch_minimum = "1 KiB"
prefetch_maximum = "16 KiB"
prefetch_on_idle_hit = false
hit_on_written_data = true
zero_latency_read = true
[queue]
depth = "1 task"
)";

// The good file without the skews of its zones. `layout` are lines in [layout], `zone` in the
// second zone, and `first_zone` in the first zone.
inline std::string with_layout(const std::string& layout, const std::string& zone = "",
                               const std::string& first_zone = "") {
  std::string text = kGood;
  for (const std::string& line :
       {std::string("first_sector = \"3 sectors\"\n"), std::string("track_skew = \"5 sectors\"\n"),
        std::string("cylinder_skew = \"9 sectors\"\n"), std::string("track_skew = \"4 sectors\"\n"),
        std::string("cylinder_skew = \"7 sectors\"\n")}) {
    text.erase(text.find(line), line.size());
  }
  text.insert(text.find("[[layout.zone]]"), layout + "\n");
  text.insert(text.find("[seek]"), zone + "\n");
  text.insert(text.find("sectors_per_track = 40"), first_zone + "\n");
  return text;
}

// A line of [layout] with a skew for each head.
inline const std::string kHeadSkew =
    "head_skew = [\"1/8 rev\", \"0.125 rev\", \"12.5/100 rev\", \"0.5 rev\"]";

class DriveFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              ("headstack_" + std::to_string(getpid()) + "_" + test->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text, const std::string& name = "small.toml") const {
    fs::path file = folder_ / name;
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  DriveConfig load(const std::string& text) const { return load_drive(write(text)); }

  // Returns load_drive's message about the text, with small.toml as the file's path.
  std::string error_of(const std::string& text) const {
    const fs::path file = write(text);
    try {
      load_drive(file);
    } catch (const ConfigError& error) {
      const std::string what = error.what();
      return what.rfind(file.string(), 0) == 0 ? "small.toml" + what.substr(file.string().size())
                                               : "no file named: " + what;
    }
    return "no error";
  }

  // Returns the valid file with a replacement for line `line`, counted from 1.
  static std::string with_line(int line, const std::string& replacement) {
    std::string text = kGood;
    std::size_t begin = 0;
    for (int i = 1; i < line; ++i) {
      begin = text.find('\n', begin) + 1;
    }
    return text.replace(begin, text.find('\n', begin) - begin, replacement);
  }

  std::string error_with(int line, const std::string& replacement) const {
    return error_of(with_line(line, replacement));
  }

  // Returns the number of the line, in the valid file, that begins with `start`.
  static int line_of(const std::string& start) {
    const std::string text = std::string("\n") + kGood;
    const std::size_t at = text.find("\n" + start);
    EXPECT_NE(at, std::string::npos) << start;
    int line = 1;
    for (std::size_t i = 0; i < at; ++i) {
      line += text[i] == '\n' ? 1 : 0;
    }
    return line;
  }

  fs::path folder_;
};

}  // namespace headstack

// The text of a resolved drive: its lines' lengths, how lists go over several lines, and that it
// means the same drive.
#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/config_drive_file.h"

namespace headstack {
namespace {

using DriveText = DriveFileTest;

constexpr std::size_t kColumns = 100;

// The lines of a key's value in the drive's text.
std::vector<std::string> lines_of(const DriveConfig& drive, const std::string& name) {
  std::istringstream text(to_toml(drive));
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    inside = inside || line.rfind(name + " = ", 0) == 0;
    if (inside) {
      lines.push_back(line);
    }
    if (inside && (line.back() == ']' || lines.size() == 1) && line.back() != '[') {
      break;
    }
  }
  return lines;
}

// A drive whose first zone has this many slipped tracks, numbered from 100: "100, 101, ...".
DriveConfig with_slipped(DriveConfig drive, std::uint32_t count) {
  drive.layout.zones[0].slipped_tracks.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    drive.layout.zones[0].slipped_tracks.push_back(100 + i);
  }
  return drive;
}

// "[100, 101, ...]" of 20 numbers has 100 characters, of 21 more.
TEST_F(DriveText, AListOf100CharactersStaysOnItsLine) {
  const DriveConfig drive = load(kGood);
  EXPECT_EQ(lines_of(with_slipped(drive, 20), "slipped_tracks").size(), 1U);
  EXPECT_EQ(lines_of(with_slipped(drive, 21), "slipped_tracks").size(), 4U);
}

// A line has 1 column before its first number, and 5 for each.
TEST_F(DriveText, NumbersFillTheirLines) {
  const std::uint32_t in_line = (kColumns - 1) / 5;
  for (const std::uint32_t count : {in_line * 2, in_line * 2 + 1, in_line * 3 - 1, in_line * 3}) {
    SCOPED_TRACE(count);
    const DriveConfig drive = with_slipped(load(kGood), count);
    const std::vector<std::string> lines = lines_of(drive, "slipped_tracks");
    ASSERT_EQ(lines.size(), 2 + (count + in_line - 1) / in_line);
    EXPECT_EQ(lines.front(), "slipped_tracks = [");
    EXPECT_EQ(lines.back(), "]");
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
      EXPECT_EQ(std::count(lines[i].begin(), lines[i].end(), ','),
                i + 2 < lines.size() ? in_line : count - in_line * (i - 1));
      EXPECT_EQ(lines[i].rfind("  1", 0), 0U);
      EXPECT_LE(lines[i].size(), kColumns);
    }
  }
}

// TOML 1.0: a basic string has no control characters. A blank and a tilde, which are beside the
// control characters, stay as they are.
TEST_F(DriveText, ControlCharactersAreEscaped) {
  DriveConfig drive = load(kGood);
  for (const auto& [text, written] : {std::pair<const char*, const char*>{"a b~", "a b~"},
                                      {"\x1f", "\\u001f"},
                                      {"\x01\t\n", "\\u0001\\u0009\\u000a"},
                                      {"\x7f", "\\u007f"},
                                      {"\"\\", "\\\"\\\\"}}) {
    drive.description = text;
    const std::vector<std::string> lines = lines_of(drive, "description");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0], std::string("description = \"") + written + "\"");
    EXPECT_EQ(load(to_toml(drive)).description, text);
  }
}

TEST_F(DriveText, MeansTheSameDrive) {
  const DriveConfig drive = with_slipped(load(kGood), 10);
  EXPECT_TRUE(lines_of(with_slipped(drive, 0), "slipped_tracks").empty()) << "no effect, no key";
  EXPECT_EQ(to_toml(load(to_toml(drive))), to_toml(drive));
}

// Pairs stay whole; each term has a line of its own.
TEST_F(DriveText, ElementsStayWhole) {
  DriveConfig drive = load(kGood);
  for (std::uint32_t i = 1; i <= 12; ++i) {
    drive.overhead.terms.push_back({});
    drive.overhead.terms.back().of = HS_TERM_WRITE;
    drive.overhead.terms.back().time = Picoseconds{i};
  }
  for (std::uint32_t i = 1; i <= 4; ++i) {
    drive.seek.write_settle_steps.push_back(
        {i, Picoseconds{std::int64_t{4 - i} * 100'000'000}, std::nullopt});
  }
  std::size_t terms = 0;
  for (const std::string& line : lines_of(drive, "terms")) {
    terms += line.find("{ of = \"write\", time = ") != std::string::npos ? 1 : 0;
    EXPECT_EQ(std::count(line.begin(), line.end(), '{'), std::count(line.begin(), line.end(), '}'));
    EXPECT_LE(std::count(line.begin(), line.end(), '{'), 1);
    EXPECT_NE(line.back(), ' ');
    EXPECT_EQ(line.find("  { ") == 0, line.find('{') != std::string::npos) << line;
  }
  EXPECT_EQ(terms, drive.overhead.terms.size());
  EXPECT_EQ(to_toml(load(to_toml(drive))), to_toml(drive));
}

}  // namespace
}  // namespace headstack

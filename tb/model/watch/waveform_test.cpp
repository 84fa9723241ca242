// VCD files, letter by letter (IEEE 1800-2017, 21.7).
#include "model/watch/waves/waveform.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"

namespace headstack {
namespace {

class WaveformTest : public testing::Test {
 protected:
  WaveformTest()
      : path_(
            (std::filesystem::path(testing::TempDir()) /
             (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".vcd"))
                .string()) {}
  ~WaveformTest() override { std::filesystem::remove(path_); }

  std::string text() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string path_;
};

const std::string kHeader = "$version headstack " HEADSTACK_VERSION " $end\n$timescale 1 ps $end\n";

TEST_F(WaveformTest, ScopesAreOpenedAndClosedInOrder) {
  Waveform waves({path_});
  const auto a = waves.bits("drive", "a", 1);
  waves.bits("drive.cache", "b", 20);
  waves.text("drive.cache.way", "c", {"empty"});
  waves.bits("drive.port", "d", 64);
  waves.bits("host", "e", 2);
  waves.change(a, 5, std::uint64_t{1});
  waves.finish();
  EXPECT_EQ(text(), kHeader +
                        "$scope module drive $end\n"
                        "$var wire 1 ! a $end\n"
                        "$scope module cache $end\n"
                        "$var wire 20 \" b $end\n"
                        "$scope module way $end\n"
                        "$var string 1 # c $end\n"
                        "$upscope $end\n"
                        "$upscope $end\n"
                        "$scope module port $end\n"
                        "$var wire 64 $ d $end\n"
                        "$upscope $end\n"
                        "$upscope $end\n"
                        "$scope module host $end\n"
                        "$var wire 2 % e $end\n"
                        "$upscope $end\n"
                        "$enddefinitions $end\n"
                        "#5\n1!\n");
}

// What the file has after its header.
std::string changes(const std::string& text) {
  const std::string end = "$enddefinitions $end\n";
  return text.substr(text.find(end) + end.size());
}

TEST_F(WaveformTest, ValuesHaveTheWidthOfTheirSignal) {
  Waveform waves({path_});
  const auto bit = waves.bits("s", "bit", 1);
  const auto three = waves.bits("s", "three", 3);
  const auto wide = waves.bits("s", "wide", 64);
  const auto word = waves.text("s", "word", {"busy", "idle"});
  waves.change(bit, 0, std::uint64_t{2});    // its lowest bit
  waves.change(three, 0, std::uint64_t{0});  // at least a digit
  waves.change(wide, 0, ~std::uint64_t{0});
  waves.change(word, 0, "idle");
  waves.change(three, 10, std::uint64_t{13});  // 101 of 1101
  waves.change(wide, 10, std::uint64_t{1} << 63);
  waves.finish();
  EXPECT_EQ(changes(text()), "#0\n0!\nb0 \"\nb" + std::string(64, '1') +
                                 " #\nsidle $\n#10\nb101 \"\nb1" + std::string(63, '0') + " #\n");
}

// Only changes are written: of several at one time the last, and none that changes nothing.
TEST_F(WaveformTest, TheLastChangeOfATimeCounts) {
  Waveform waves({path_});
  const auto a = waves.bits("s", "a", 1);
  const auto b = waves.bits("s", "b", 1);
  waves.change(b, 7, std::uint64_t{1});
  waves.change(a, 7, std::uint64_t{1});
  waves.change(a, 7, std::uint64_t{0});
  waves.change(a, 9, std::uint64_t{0});
  waves.change(b, 11, std::uint64_t{0});
  waves.finish();
  EXPECT_EQ(changes(text()), "#7\n0!\n1\"\n#11\n0\"\n");
}

TEST_F(WaveformTest, AChangeThatIsWithdrawnIsNotWritten) {
  Waveform waves({path_});
  const auto a = waves.bits("s", "a", 1);
  const auto b = waves.bits("s", "b", 1);
  for (const std::int64_t time : {10, 20, 30}) {
    waves.change(a, time, static_cast<std::uint64_t>(time / 10 % 2));
    waves.change(b, time, static_cast<std::uint64_t>(time / 10 % 2));
  }
  waves.withdraw(a, 20);  // later ones only
  waves.finish();
  EXPECT_EQ(changes(text()), "#10\n1!\n1\"\n#20\n0!\n0\"\n#30\n1\"\n");
}

TEST_F(WaveformTest, WritesWhatIsBeforeATime) {
  Waveform waves({path_});
  const auto a = waves.bits("s", "a", 1);
  waves.change(a, 10, std::uint64_t{1});
  waves.change(a, 20, std::uint64_t{0});
  waves.write_before(20);
  waves.withdraw(a, 0);  // the change at 10 is final
  waves.finish();
  EXPECT_EQ(changes(text()), "#10\n1!\n");
}

TEST_F(WaveformTest, TheEndWritesWhatIsLeft) {
  {
    Waveform waves({path_});
    const auto a = waves.bits("s", "a", 1);
    waves.change(a, 10, std::uint64_t{1});
  }
  EXPECT_EQ(changes(text()), "#10\n1!\n");
}

// 94 letters from ! to ~, then two of them.
TEST_F(WaveformTest, EverySignalHasACodeOfItsOwn) {
  Waveform waves({path_});
  for (int i = 0; i < 200; ++i) {
    waves.bits("s", "x" + std::to_string(i), 1);
  }
  waves.change(0, 0, std::uint64_t{1});
  waves.finish();
  std::set<std::string> codes;
  std::istringstream lines(text());
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string var, wire, width, code;
    if (words >> var >> wire >> width >> code && var == "$var") {
      for (const char letter : code) {
        EXPECT_GE(letter, '!');
        EXPECT_LE(letter, '~');
      }
      codes.insert(code);
    }
  }
  EXPECT_EQ(codes.size(), 200U);
  EXPECT_TRUE(codes.count("~"));
  EXPECT_TRUE(codes.count("!\""));
}

TEST_F(WaveformTest, AFileThatCannotBeWritten) {
  try {
    Waveform({"/nowhere/x.vcd"});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()), "waves: the file /nowhere/x.vcd cannot be written");
  }
}

TEST(WaveformOfAFullDisk, SaysSoAtTheEnd) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "needs a file that is always full";
  }
  Waveform waves({"/dev/full"});
  const auto a = waves.bits("s", "a", 1);
  EXPECT_TRUE(waves.good());
  waves.change(a, 0, std::uint64_t{1});
  EXPECT_THROW(waves.finish(), RunError);
  EXPECT_FALSE(waves.good());
}

}  // namespace
}  // namespace headstack

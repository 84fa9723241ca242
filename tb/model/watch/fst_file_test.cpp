// FST files: whole or not, and the same bytes for the same changes. Their contents are compared
// with VCD files by tb/python/lab/package/test_waves.py, through a reader of viewers.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"
#include "model/watch/waves/fst_blocks.h"
#include "model/watch/waves/waveform.h"

namespace headstack {
namespace {

class FstFileTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_write_fst()) {
      GTEST_SKIP() << "this build has no writer of FST";
    }
  }
  ~FstFileTest() override { std::filesystem::remove(path_); }

  std::string write(std::uint64_t last) const {
    Waveform waves({path_, WaveFormat::fst});
    const auto bit = waves.bits("drive", "bit", 1);
    const auto wide = waves.bits("drive.inner", "wide", 64);
    const auto word = waves.text("drive.inner", "word", {"busy", "idle", "off"});
    for (std::int64_t time = 0; time < 1000; ++time) {
      waves.change(bit, time * 7, static_cast<std::uint64_t>(time % 2));
      waves.change(wide, time * 11, static_cast<std::uint64_t>(time) << 50);
      waves.change(word, time * 13, time % 3 == 0 ? "off" : "idle");
    }
    waves.change(wide, 20'000, last);
    waves.finish();
    return bytes();
  }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

  std::string path_ =
      (std::filesystem::path(testing::TempDir()) /
       (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".fst"))
          .string();
};

TEST_F(FstFileTest, EqualChangesGiveEqualBytes) {
  const std::string first = write(1);
  EXPECT_EQ(first, write(1));
  EXPECT_NE(first, write(2));
}

TEST_F(FstFileTest, AWrittenFileIsCompleteAndNoPartOfItIs) {
  const std::string whole = write(1);
  EXPECT_TRUE(fst_is_complete(path_));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(whole.substr(0, length));
    ASSERT_FALSE(fst_is_complete(path_)) << length;
  }
  put(whole + '\0');
  EXPECT_FALSE(fst_is_complete(path_)) << "a byte too many";
}

TEST_F(FstFileTest, AFileWithoutItsHeaderIsNotComplete) {
  std::string whole = write(1);
  whole.replace(0, 9, 9, '\0');  // a header that was never written is a hole
  put(whole);
  EXPECT_FALSE(fst_is_complete(path_));
  std::filesystem::remove(path_);
  EXPECT_FALSE(fst_is_complete(path_)) << "no file";
}

TEST_F(FstFileTest, AFileThatCannotBeWritten) {
  try {
    Waveform({"/nowhere/x.fst", WaveFormat::fst});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()), "waves: the file /nowhere/x.fst cannot be written");
  }
}

TEST_F(FstFileTest, AFullDiskIsAnErrorAtTheEnd) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "needs a file that is always full";
  }
  Waveform waves({"/dev/full", WaveFormat::fst});
  waves.change(waves.bits("s", "a", 1), 0, std::uint64_t{1});
  EXPECT_THROW(waves.finish(), RunError);
  EXPECT_FALSE(waves.good());
}

}  // namespace
}  // namespace headstack

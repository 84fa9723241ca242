// Save files for GTKWave, line by line.
#include "model/watch/waves/save_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "model/base/run_error.h"

namespace headstack {
namespace {

const std::vector<WaveSignal> kSignals = {
    {"drive", "phase", 2, WaveForm::text, {"free", "command", "status"}},
    {"drive", "busy", 1, WaveForm::binary},
    {"drive", "angle", 16, WaveForm::curve},
    {"drive.comparator", "key", 48, WaveForm::hexadecimal},
    {"drive.comparator", "winner", 8, WaveForm::decimal}};

std::string saved(WaveFormat format) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "waves.gtkw").string();
  write_save_file({"unused", format, path, "my waves"}, kSignals);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return text;
}

std::string expected(const std::string& phase) {
  return "[*] headstack " HEADSTACK_VERSION
         "\n[dumpfile] \"my waves\"\n[timestart] 0\n[size] 1400 850\n*-32.0 -1\n"
         "@800200\n-drive\n" +
         phase +
         "\n@28\ndrive.busy\n@8024\ndrive.angle[15:0]\n@20000\n-\n@20000\n-\n"
         "@1000200\n-drive\n@800200\n-drive.comparator\n"
         "@22\ndrive.comparator.key[47:0]\n@24\ndrive.comparator.winner[7:0]\n"
         "@1000200\n-drive.comparator\n";
}

TEST(SaveFile, HasAGroupForEachScope) {
  EXPECT_EQ(saved(WaveFormat::vcd), expected("@28\ndrive.phase"));
}

TEST(SaveFile, ATextOfAnFstFileHasBits) {
  EXPECT_EQ(saved(WaveFormat::fst), expected("@100000028\ndrive.phase[1:0]"));
}

TEST(SaveFile, AFileThatCannotBeWritten) {
  EXPECT_THROW(write_save_file({"", WaveFormat::vcd, "/nowhere/x.gtkw", "x"}, kSignals), RunError);
}

}  // namespace
}  // namespace headstack

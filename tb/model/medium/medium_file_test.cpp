// The data of a medium in a sparse file.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/medium/medium.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBytes = 512;
constexpr MediumShape kShape{100, 3, 50};

hs_pbn place(std::uint32_t cylinder, std::uint32_t head, std::uint32_t sector) {
  return {{cylinder}, {head}, {sector}};
}

class MediumFileTest : public testing::Test {
 protected:
  MediumFileTest() { std::filesystem::remove(path); }
  ~MediumFileTest() override { std::filesystem::remove(path); }

  std::string error() const {
    try {
      const MediumFile file(path, kShape, kBytes);
    } catch (const ConfigError& wrong) {
      return wrong.what();
    }
    return "";
  }

  const std::string path =
      (std::filesystem::temp_directory_path() / ("medium." + std::to_string(getpid()))).string();
};

TEST_F(MediumFileTest, ASectorLiesAtItsPlace) {
  const std::vector<unsigned char> data(kBytes, 0x5a);
  {
    Medium medium(kBytes);
    medium.keep_in(path, kShape);
    medium.write(place(2, 1, 49), data.data());
  }
  EXPECT_EQ(std::filesystem::file_size(path), 100U * 3 * 50 * kBytes);
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(((2 * 3 + 1) * 50 + 49) * kBytes));
  EXPECT_EQ(file.get(), 0x5a);
}

TEST_F(MediumFileTest, DataStayForTheNextDrive) {
  std::vector<unsigned char> data(kBytes, 0x17);
  {
    Medium medium(kBytes);
    medium.keep_in(path, kShape);
    medium.write(place(99, 2, 49), data.data());
  }
  Medium medium(kBytes);
  medium.keep_in(path, kShape);
  std::vector<unsigned char> found(kBytes);
  medium.read(place(99, 2, 49), found.data());
  EXPECT_EQ(found, data);
  medium.read(place(0, 0, 0), found.data());
  EXPECT_EQ(found, std::vector<unsigned char>(kBytes, 0)) << "never written";
}

// An erased medium holds zeros, in a file of the same size.
TEST_F(MediumFileTest, AnEraseLeavesZeros) {
  const std::vector<unsigned char> data(kBytes, 0x17);
  std::vector<unsigned char> found(kBytes);
  MediumFile file(path, kShape, kBytes);
  for (const hs_pbn sector : {place(0, 0, 0), place(99, 2, 49)}) {
    file.write(sector, data.data());
    file.read(sector, found.data());
    EXPECT_EQ(found, data);
    file.erase();
    file.read(sector, found.data());
    EXPECT_EQ(found, std::vector<unsigned char>(kBytes, 0));
  }
  EXPECT_EQ(std::filesystem::file_size(path), 100U * 3 * 50 * kBytes);
}

TEST_F(MediumFileTest, WhatIsNoFileOfThisMedium) {
  std::ofstream(path) << "too short";
  EXPECT_NE(error().find("has 9 bytes; the medium of this drive has 7680000"), std::string::npos)
      << error();
  std::filesystem::remove(path);
  const MediumFile first(path, kShape, kBytes);
  EXPECT_NE(error().find("is in use by another drive"), std::string::npos) << error();
}

TEST_F(MediumFileTest, WhatCannotBeOpened) {
  const std::string folder = path + ".absent/file";
  EXPECT_THROW(MediumFile(folder, kShape, kBytes), ConfigError);
  EXPECT_THROW(MediumFile("/dev/null", kShape, kBytes), ConfigError);
  EXPECT_THROW(MediumFile("/proc/self/mem", kShape, kBytes), ConfigError) << "it has no size";
}

}  // namespace
}  // namespace headstack

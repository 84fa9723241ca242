// layout.bytes_per_physical_sector: what it becomes, and layouts that no such drive has.
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "model/config/tables/layout_tables.h"
#include "tb/model/support/config_drive_file.h"
#include "tb/model/support/drive_files.h"

namespace headstack {
namespace {

class PhysicalSectors : public DriveFileTest {
 protected:
  // The valid file, whose tracks have 40 and 30 sectors of 512 bytes.
  static std::string small(int bytes, const std::string& more = "") {
    return with_line(
        8, "bytes_per_sector = 512\nbytes_per_physical_sector = " + std::to_string(bytes) + more);
  }
};

TEST_F(PhysicalSectors, LeftOutABlockIsAPhysicalSector) {
  const DriveConfig drive = load(kGood);
  EXPECT_EQ(physical_blocks(drive.layout), 1U);
  EXPECT_EQ(LayoutTables(drive.layout).geometry().sector_blocks, 1U);
}

TEST_F(PhysicalSectors, BlocksOfAPhysicalSector) {
  EXPECT_EQ(LayoutTables(load(small(1024)).layout).geometry().sector_blocks, 2U);
  EXPECT_EQ(LayoutTables(load(small(512)).layout).geometry().sector_blocks, 1U);
}

TEST_F(PhysicalSectors, NotAMultipleByAPowerOfTwo) {
  const std::string key = "small.toml:9: key `layout.bytes_per_physical_sector`: ";
  for (const int bytes : {256, 1000, 1536}) {
    EXPECT_EQ(error_of(small(bytes)), key + "a physical sector of " + std::to_string(bytes) +
                                          " bytes must be bytes_per_sector, 512, times a power " +
                                          "of two: 512, 1024, 2048 ...");
  }
}

TEST_F(PhysicalSectors, TracksSparesAndBlocksAreWhole) {
  EXPECT_EQ(error_of(small(2048)),
            "small.toml:21: key `layout.zone.sectors_per_track`: 30 sectors are no whole number "
            "of physical sectors, which have 4 each; 28 or 32 sectors would be");
  EXPECT_EQ(error_of(small(1024, "\nblocks = 1001")),
            "small.toml:10: key `layout.blocks`: 1001 sectors are no whole number of physical "
            "sectors, which have 2 each; 1000 or 1002 sectors would be");
  for (const std::string key :
       {"spare_sectors", "spare_sectors_per_track", "spare_sectors_per_cylinder"}) {
    std::string text = small(1024);
    text.insert(text.find("sectors_per_track = 30"), key + " = 1\n");
    EXPECT_EQ(error_of(text).substr(15),
              "key `layout.zone." + key +
                  "`: 1 sectors are no whole number of physical sectors, which have 2 each; 2 "
                  "sectors would be");
  }
}

TEST_F(PhysicalSectors, SlipsAreWhole) {
  const auto with_slips = [](const std::string& slips) {
    std::string text = small(1024);
    text.insert(text.find("sectors_per_track = 30"), "slipped_sectors = " + slips + "\n");
    return text;
  };
  EXPECT_NO_THROW(load(with_slips("[6, 7, 100, 101]")));
  for (const auto& [slips, sector, first] :
       {std::tuple{"[6]", "6", "6 to 7"}, std::tuple{"[7, 8]", "7", "6 to 7"},
        std::tuple{"[6, 7, 9, 10]", "9", "8 to 9"}, std::tuple{"[6, 7, 8]", "8", "8 to 9"}}) {
    EXPECT_EQ(error_of(with_slips(slips)).substr(15),
              "key `layout.zone.slipped_sectors`: a drive slips whole physical sectors; with "
              "sector " +
                  std::string(sector) + ", the list must have all sectors from " + first);
  }
}

// A segment of two for 64 KiB holds 64 blocks; a physical sector of 64 KiB has 128.
TEST_F(PhysicalSectors, ASegmentHoldsAPhysicalSector) {
  std::string text = small(65'536);
  for (const std::string sectors : {"sectors_per_track = 40", "sectors_per_track = 30"}) {
    text.replace(text.find(sectors), sectors.size(), "sectors_per_track = 128");
  }
  EXPECT_EQ(error_of(text).substr(15),
            "key `cache.segments`: a segment of the cache holds 64 blocks; it must hold a "
            "physical sector, 128");
}

}  // namespace
}  // namespace headstack

// Watchpoints: which accesses they have, and how GDB is told.
#include "model/processor/gdb/watchpoints.h"

#include <gtest/gtest.h>

namespace headstack::gdb {
namespace {

constexpr std::uint32_t kPlace = 0x30000010;

// An access has a byte of the watched range, or none: each size of an access at each distance.
TEST(WatchpointsTest, AnAccessOfAnyWatchedByteStops) {
  for (const std::uint32_t watched : {1U, 2U, 4U, 7U}) {
    Watchpoints points;
    EXPECT_EQ(points.insert("2,30000010," + std::to_string(watched)), "OK");
    for (const std::uint32_t bytes : {1U, 2U, 4U}) {
      for (std::uint32_t address = kPlace - 8; address < kPlace + 12; ++address) {
        bool common = false;
        for (std::uint32_t byte = address; byte < address + bytes; ++byte) {
          common = common || (byte >= kPlace && byte < kPlace + watched);
        }
        EXPECT_EQ(points.met_by({true, address, bytes}), common ? "watch:30000010;" : "")
            << watched << ' ' << bytes << ' ' << address;
      }
    }
  }
}

TEST(WatchpointsTest, EachKindHasItsAccesses) {
  const struct {
    const char* set;
    const char* of_load;
    const char* of_store;
  } kinds[] = {{"2,30000010,4", "", "watch:30000010;"},
               {"3,30000010,4", "rwatch:30000010;", ""},
               {"4,30000010,4", "awatch:30000010;", "awatch:30000010;"}};
  for (const auto& kind : kinds) {
    Watchpoints points;
    EXPECT_FALSE(points.any());
    EXPECT_EQ(points.insert(kind.set), "OK");
    EXPECT_EQ(points.insert(kind.set), "OK");
    EXPECT_TRUE(points.any());
    EXPECT_EQ(points.met_by({false, kPlace, 4}), kind.of_load);
    EXPECT_EQ(points.met_by({true, kPlace, 4}), kind.of_store);
    EXPECT_EQ(points.remove(kind.set), "OK");
    EXPECT_EQ(points.remove(kind.set), "OK");
    EXPECT_FALSE(points.any());
    EXPECT_EQ(points.met_by({true, kPlace, 4}), "");
  }
}

TEST(WatchpointsTest, ARangeAtTheEndOfTheAddresses) {
  Watchpoints points;
  EXPECT_EQ(points.insert("4,fffffffe,2"), "OK");
  EXPECT_EQ(points.met_by({true, 0xfffffffc, 4}), "awatch:fffffffe;");
  EXPECT_EQ(points.met_by({true, 0xfffffffc, 2}), "");
  EXPECT_EQ(points.met_by({true, 0, 4}), "");
}

TEST(WatchpointsTest, NonsenseIsRefused) {
  Watchpoints points;
  for (const char* packet : {"2", "2,", "2,30000010", "2,30000010,", "2,30000010,0", "2,,4", "",
                             "2,30000010,4;X", "4,30000010,4,"}) {
    EXPECT_EQ(points.insert(packet), "E01") << packet;
  }
  for (const char* packet : {"0,30000010,4", "1,30000010,4", "5,30000010,4"}) {
    EXPECT_EQ(points.insert(packet), "") << packet;
  }
  EXPECT_FALSE(points.any());
}

// Words by GNU as for rv32im.
TEST(WatchpointsTest, LoadsAndStoresOfInstructions) {
  const struct {
    std::uint32_t word;
    unsigned base;
    std::uint32_t offset;
    bool store;
    std::uint32_t bytes;
  } accesses[] = {
      {0x00458503, 11, 4, false, 1},           // lb a0, 4(a1)
      {0xffc5c503, 11, 0xfffffffc, false, 1},  // lbu a0, -4(a1)
      {0x00659503, 11, 6, false, 2},           // lh a0, 6(a1)
      {0x0005d503, 11, 0, false, 2},           // lhu a0, 0(a1)
      {0x7ff5a503, 11, 2047, false, 4},        // lw a0, 2047(a1)
      {0x00a58223, 11, 4, true, 1},            // sb a0, 4(a1)
      {0xfea59fa3, 11, 0xffffffff, true, 2},   // sh a0, -1(a1)
      {0x00a12623, 2, 12, true, 4},            // sw a0, 12(sp)
  };
  for (const auto& access : accesses) {
    const auto found = load_or_store(access.word, 0x10000080);
    ASSERT_TRUE(found.has_value()) << std::hex << access.word;
    EXPECT_EQ(found->base_register, access.base);
    EXPECT_EQ(found->offset, access.offset);
    EXPECT_EQ(found->store, access.store);
    EXPECT_EQ(found->bytes, access.bytes);
  }
  for (const std::uint32_t word : {0x00000013U, 0x0000006fU, 0x02b50533U, 0xffffffffU, 0U}) {
    EXPECT_FALSE(load_or_store(word, 0x10000080).has_value()) << std::hex << word;
  }
}

}  // namespace
}  // namespace headstack::gdb

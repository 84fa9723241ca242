#include "model/processor/register_window.h"

#include <vector>

#include <gtest/gtest.h>

namespace headstack {
namespace {

Stop of(StopReason reason, std::uint32_t offset, std::uint32_t value = 0) {
  Stop stop;
  stop.reason = reason;
  stop.bytes = 4;
  stop.address = HS_MAP_REGISTERS + offset;
  stop.value = value;
  return stop;
}

struct Access {
  bool write;
  std::uint32_t address;
  std::uint64_t value;
  bool operator==(const Access& o) const {
    return write == o.write && address == o.address && value == o.value;
  }
};

class RegisterWindowTest : public testing::Test {
 protected:
  std::uint32_t load(std::uint32_t offset) { return does(of(StopReason::load, offset)); }
  void store(std::uint32_t offset, std::uint32_t value) {
    does(of(StopReason::store, offset, value));
  }

  std::vector<Access> seen_;
  std::uint64_t next_ = UINT64_C(0x1111111122222222);

 private:
  std::uint32_t does(const Stop& stop) {
    return window_.access(
        stop,
        [this](std::uint32_t address) {
          seen_.push_back({false, address, next_});
          return next_;
        },
        [this](std::uint32_t address, std::uint64_t value) {
          seen_.push_back({true, address, value});
        });
  }

  RegisterWindow window_;
};

TEST_F(RegisterWindowTest, TheLowWordIsReadAndTheHighOneKept) {
  EXPECT_EQ(load(0x108), 0x22222222U);
  next_ = UINT64_C(0x3333333344444444);
  EXPECT_EQ(load(0x10c), 0x11111111U) << "as it was then";
  EXPECT_EQ(seen_, (std::vector<Access>{{false, 0x108, UINT64_C(0x1111111122222222)}}));
}

TEST_F(RegisterWindowTest, TheHighWordWrites) {
  store(0x240, 0x89abcdef);
  EXPECT_TRUE(seen_.empty());
  store(0x244, 0x01234567);
  EXPECT_EQ(seen_, (std::vector<Access>{{true, 0x240, UINT64_C(0x0123456789abcdef)}}));
}

TEST_F(RegisterWindowTest, LoadsAndStoresDoNotDisturbEachOther) {
  store(0x240, 5);
  EXPECT_EQ(load(0x108), 0x22222222U);
  store(0x244, 6);
  EXPECT_EQ(load(0x10c), 0x11111111U);
  EXPECT_EQ(seen_.back(), (Access{true, 0x240, UINT64_C(0x600000005)}));
}

TEST_F(RegisterWindowTest, OnlyWordsAreWhole) {
  Stop stop = of(StopReason::load, 0);
  EXPECT_TRUE(RegisterWindow::whole(stop));
  stop.bytes = 2;
  EXPECT_FALSE(RegisterWindow::whole(stop));
}

}  // namespace
}  // namespace headstack

// The data check: which versions of a block a read may find, and what an error says.
#include "model/host/data_check.h"

#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

namespace headstack {
namespace {

constexpr std::uint32_t kBytes = 24;  // of a block: three words

using Data = std::vector<unsigned char>;

// Blocks in which every word holds a version and a block: the check's own numbering, from 1.
Data version(std::uint32_t number, std::uint32_t lbn, std::uint32_t blocks = 1) {
  Data data;
  for (std::uint32_t i = 0; i < blocks * kBytes / 8; ++i) {
    const std::uint64_t word =
        number == 0 ? 0 : std::uint64_t{number} << 32 | (lbn + i / (kBytes / 8));
    const auto* bytes = reinterpret_cast<const unsigned char*>(&word);
    data.insert(data.end(), bytes, bytes + sizeof word);
  }
  return data;
}

class DataCheckTest : public testing::Test {
 protected:
  static RequestRecord request(bool write, std::uint32_t lbn, std::uint32_t blocks) {
    RequestRecord record;
    record.id = 7;
    record.lbn = lbn;
    record.blocks = blocks;
    record.write = write;
    return record;
  }

  // A write from begin to end, of one block.
  Data write(std::uint32_t lbn, std::uint32_t blocks = 1) {
    const RequestRecord record = request(true, lbn, blocks);
    Data data(std::size_t{blocks} * kBytes);
    check_.sent(record, data.data());
    check_.finished(record, data.data());
    return data;
  }

  // The error of a read that returns the data, or "".
  std::string read(std::uint32_t lbn, const Data& data) {
    const RequestRecord record =
        request(false, lbn, static_cast<std::uint32_t>(data.size() / kBytes));
    check_.sent(record, nullptr);
    return finish(record, data);
  }

  std::string finish(const RequestRecord& record, const Data& data) {
    try {
      check_.finished(record, data.data());
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return "";
  }

  DataCheck check_{kBytes};
};

TEST_F(DataCheckTest, EveryWordOfAWriteHasVersionAndBlock) {
  EXPECT_EQ(write(100, 2), version(1, 100, 2));
  EXPECT_EQ(write(300), version(2, 300));
}

TEST_F(DataCheckTest, ABlockThatWasNeverWrittenIsZero) {
  EXPECT_EQ(read(100, version(0, 100)), "");
  EXPECT_EQ(read(100, version(3, 100)),
            "request 7, a read of 1 at 100, returned for block 100 version 3 of block 100 instead "
            "of version 0");
}

TEST_F(DataCheckTest, ACompleteWriteIsTheOnlyVersion) {
  write(100, 2);
  write(101);
  Data both = version(1, 100);
  const Data second = version(2, 101);
  both.insert(both.end(), second.begin(), second.end());
  EXPECT_EQ(read(100, both), "");
  EXPECT_EQ(read(100, version(1, 100, 2)),
            "request 7, a read of 2 at 100, returned for block 101 version 1 of block 101 instead "
            "of version 2");
  EXPECT_EQ(read(101, version(0, 101)),
            "request 7, a read of 1 at 101, returned for block 101 version 0 of block 0 instead "
            "of version 2");
}

TEST_F(DataCheckTest, ABlockOfTwoVersionsWasNeverWritten) {
  write(100);
  Data torn = version(1, 100);
  std::memset(torn.data() + kBytes - 1, 0x55, 1);
  EXPECT_EQ(read(100, torn),
            "request 7, a read of 1 at 100, returned for block 100 data that were never written "
            "instead of version 1");
}

// A write is under way when the read begins: the read finds the old version or the new one.
TEST_F(DataCheckTest, AReadDuringAWriteFindsEither) {
  write(100);
  const RequestRecord second = request(true, 100, 1);
  Data data(kBytes);
  check_.sent(second, data.data());
  EXPECT_EQ(read(100, version(1, 100)), "");
  EXPECT_EQ(read(100, version(2, 100)), "");
  EXPECT_NE(read(100, version(0, 100)), "");
  EXPECT_NE(read(100, version(3, 100)).find("instead of version 1 or 2"), std::string::npos);
  check_.finished(second, data.data());
  EXPECT_NE(read(100, version(1, 100)), "");
  EXPECT_EQ(read(100, version(2, 100)), "");
}

// The read began before the write ended, and ends later.
TEST_F(DataCheckTest, AReadThatBeganBeforeTheEndOfAWriteFindsEither) {
  write(100);
  const RequestRecord early = request(false, 100, 1);
  check_.sent(early, nullptr);
  write(100);
  write(100);
  const RequestRecord late = request(false, 100, 1);
  check_.sent(late, nullptr);
  EXPECT_NE(finish(late, version(2, 100)), "");
  check_.sent(late, nullptr);
  EXPECT_EQ(finish(late, version(3, 100)), "");
  EXPECT_EQ(finish(early, version(1, 100)), "");
}

// Nobody waits for a request that was given up. A write may have reached the medium all the same.
TEST_F(DataCheckTest, ARequestThatIsGivenUp) {
  write(100);
  const RequestRecord lost_read = request(false, 100, 1);
  check_.sent(lost_read, nullptr);
  check_.given_up(lost_read);
  const RequestRecord lost_write = request(true, 100, 1);
  Data data(kBytes);
  check_.sent(lost_write, data.data());
  check_.given_up(lost_write);
  EXPECT_EQ(read(100, version(1, 100)), "");
  EXPECT_EQ(read(100, version(2, 100)), "");
  EXPECT_NE(read(100, version(0, 100)), "");
  write(100);
  EXPECT_EQ(read(100, version(3, 100)), "");
}

// Two writes under way together: whichever is later on the medium stays. Both remain legal.
TEST_F(DataCheckTest, WritesThatOverlapLeaveEither) {
  const RequestRecord first = request(true, 100, 1);
  const RequestRecord second = request(true, 100, 1);
  Data data(kBytes);
  check_.sent(first, data.data());
  check_.sent(second, data.data());
  check_.finished(second, data.data());
  check_.finished(first, data.data());
  EXPECT_EQ(read(100, version(1, 100)), "");
  EXPECT_EQ(read(100, version(2, 100)), "");
  EXPECT_NE(read(100, version(0, 100)), "");
  write(100);
  EXPECT_NE(read(100, version(1, 100)), "");
  EXPECT_EQ(read(100, version(3, 100)), "");
}

}  // namespace
}  // namespace headstack

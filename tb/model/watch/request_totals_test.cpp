// Totals of requests, computed by hand, for overlaps, the order of issue and a queue that grows.
#include "model/watch/request_totals.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "model/base/run_error.h"

namespace headstack {
namespace {

TEST(UnionLengthTest, CountsOverlapsOnce) {
  UnionLength at_disk;
  at_disk.add(10, 20);
  at_disk.add(0, 30);
  at_disk.add(40, 50);
  EXPECT_EQ(at_disk.length(), 30 + 10);
  at_disk.nothing_before(35);
  at_disk.add(36, 60);
  EXPECT_EQ(at_disk.length(), 30 + 24);
}

TEST(ExactSumTest, CarriesBeyond128Bits) {
  ExactSquares squares;
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 5; ++i) {
    squares.add(kLargest);  // 5 (2^126 - 2^64 + 1) = 2^128 + 2^126 - 5 2^64 + 5
  }
  EXPECT_EQ(squares.high(), 1U);
  EXPECT_EQ(squares.low(), (Uint128{1} << 126) - (Uint128{5} << 64) + 5);
  ExactSum sum;
  sum.add(kLargest);
  sum.add(kLargest);
  sum.add(-3);
  EXPECT_EQ(sum.value(), (Int128{1} << 64) - 5);
}

// Request 1 is served first, so that of 0 is not known before 2 has come.
TEST(IssueOrderTest, WaitsForTheOneThatIsLate) {
  IssueOrder order(3);
  order.served(1, 10, 20);
  EXPECT_EQ(order.arrived_until(), 0);
  order.served(2, 15, 30);
  EXPECT_EQ(order.arrived_until(), 0);
  EXPECT_THROW(order.check_all_served(), RunError);
  EXPECT_THROW(order.served(2, 15, 40), RunError);
  order.served(0, 5, 40);
  EXPECT_EQ(order.arrived_until(), 15);
  EXPECT_NO_THROW(order.check_all_served());
  EXPECT_THROW(order.served(3, 20, 50), RunError);
}

// One arrives a tick, one is served every `service` ticks.
bool grew(std::int64_t service, std::int64_t requests) {
  IssueOrder order(static_cast<std::uint64_t>(requests));
  for (std::int64_t i = 0; i < requests; ++i) {
    order.served(static_cast<std::uint64_t>(i), i, (i + 1) * service);
  }
  return order.grew();
}

TEST(IssueOrderTest, SeesAQueueThatGrows) {
  EXPECT_FALSE(grew(1, 1000));
  EXPECT_TRUE(grew(2, 1000));
  EXPECT_FALSE(grew(2, 40));  // the last finds 20: that may be chance
  EXPECT_TRUE(grew(2, 44));
}

// Arrival i, at tick i, finds `found[i]` requests.
bool grew_as(const std::vector<std::int64_t>& found) {
  const auto count = static_cast<std::int64_t>(found.size());
  IssueOrder order(found.size());
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    while (at < count && at - found[static_cast<std::size_t>(at)] <= i) {
      ++at;
    }
    order.served(static_cast<std::uint64_t>(i), i, at);
  }
  return order.grew();
}

// The first 50 arrivals find 25 * 0 + (1 + ... + 25) = 325 requests. The other 50 find 36 * 12 +
// 5 * 13 + (13 + ... + 21) = 650, which is twice as many, or one less.
TEST(IssueOrderTest, TheHalvesAreExact) {
  std::vector<std::int64_t> found(25, 0);
  for (std::int64_t i = 1; i <= 25; ++i) {
    found.push_back(i);
  }
  found.insert(found.end(), 36, 12);
  found.insert(found.end(), 5, 13);
  for (std::int64_t i = 13; i <= 21; ++i) {
    found.push_back(i);
  }
  ASSERT_EQ(found.size(), 100U);
  EXPECT_TRUE(grew_as(found));
  found[50 + 36] = 12;
  EXPECT_FALSE(grew_as(found));
}

// A row is checked against itself: instants in order, parts that add up, none below 0.
TEST(RequestTotalsTest, ARowMustNotContradictItself) {
  RequestRecord good;
  good.arrival = 100;
  good.start = 100;  // at once
  good.finish = 150;
  good.overhead = 10;
  good.seek = 15;
  good.rotation = 12;
  good.transfer = 8;
  good.bus = 5;
  const auto accepts = [](const RequestRecord& row) {
    RequestTotals totals(1);
    try {
      totals.add(row);
    } catch (const RunError&) {
      return false;
    }
    return true;
  };
  EXPECT_TRUE(accepts(good));
  RequestRecord row = good;
  row.start = 99;
  EXPECT_FALSE(accepts(row));
  row = good;
  row.start = 151;
  EXPECT_FALSE(accepts(row));
  row = good;
  row.bus = 6;
  EXPECT_FALSE(accepts(row));
  row = good;
  row.seek = -1;
  row.rotation = 28;
  EXPECT_FALSE(accepts(row));
  row = {};
  EXPECT_TRUE(accepts(row));  // no time at all
}

TEST(RequestTotalsTest, RowsCompleteInOrder) {
  RequestTotals totals(2);
  RequestRecord row;
  row.id = 0;
  row.finish = row.bus = 50;
  totals.add(row);
  row.id = 1;
  row.finish = row.bus = 49;
  EXPECT_THROW(totals.add(row), RunError);
  row.finish = row.bus = 50;
  EXPECT_NO_THROW(totals.add(row));
  EXPECT_EQ(totals.elapsed(), 50);
  EXPECT_EQ(totals.bus.value(), 100);
}

// Rows in order of arrival and of completion.
std::vector<RequestRecord> random_rows(std::uint64_t first_id) {
  std::mt19937_64 rng(6);
  const auto some = [&rng](std::int64_t most) {
    return static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(most));
  };
  std::vector<RequestRecord> rows(50);
  std::int64_t arrival = 100;
  std::int64_t finish = 0;
  for (RequestRecord& row : rows) {
    row.id = first_id++;
    row.blocks = static_cast<std::uint32_t>(1 + some(100));
    arrival += some(20);
    row.arrival = arrival;
    row.queue = some(40);
    row.start = arrival + row.queue;
    row.seek = some(20);
    row.rotation = some(30);
    row.transfer = some(5);
    row.bus = some(6);
    const std::int64_t parts = row.seek + row.rotation + row.transfer + row.bus;
    finish = std::max(finish, row.start + parts) + some(9);
    row.finish = finish;
    row.overhead = finish - row.start - parts;
    row.write = some(2) == 0;
    row.hit = some(2) == 0;
    row.failed = some(3) == 0;
    row.retries = static_cast<std::uint32_t>(some(4));
    row.class_id = static_cast<std::uint16_t>(some(30));
    row.deadline = some(2) == 0 ? kNoDeadline : row.arrival + some(60);
  }
  return rows;
}

// The sum over all rows of what `of` says of a row.
template <class Of>
std::int64_t sum(const std::vector<RequestRecord>& rows, Of of) {
  std::int64_t total = 0;
  for (const RequestRecord& row : rows) {
    total += static_cast<std::int64_t>(of(row));
  }
  return total;
}

// The time during which a request is at the disk, instant by instant.
std::int64_t covered(const std::vector<RequestRecord>& rows) {
  std::int64_t time = 0;
  for (std::int64_t at = 0; at < rows.back().finish; ++at) {
    time += std::any_of(rows.begin(), rows.end(),
                        [at](const auto& row) { return row.start <= at && at < row.finish; })
                ? 1
                : 0;
  }
  return time;
}

// Each total is the sum of its column.
TEST(RequestTotalsTest, TotalsAreSumsOfColumns) {
  using Row = RequestRecord;
  for (const bool whole : {true, false}) {
    const std::vector<Row> rows = random_rows(whole ? 0 : 7);
    RequestTotals totals(whole ? std::optional<std::uint64_t>(rows.size()) : std::nullopt);
    for (const Row& row : rows) {
      totals.add(row);
    }
    const auto expect = [&rows](const auto& total, auto of) {
      EXPECT_EQ(static_cast<std::int64_t>(total), sum(rows, of));
    };
    const auto late = [](const Row& r) {
      return r.deadline != kNoDeadline && r.finish > r.deadline;
    };
    const auto response = [](const Row& r) { return r.finish - r.arrival; };
    expect(totals.count, [](const Row&) { return 1; });
    expect(totals.blocks.value(), [](const Row& r) { return r.blocks; });
    expect(totals.response.value(), response);
    expect(totals.response_squared.low(), [&](const Row& r) { return response(r) * response(r); });
    expect(totals.io.value(), [](const Row& r) { return r.finish - r.start; });
    expect(totals.queue.value(), [](const Row& r) { return r.queue; });
    expect(totals.overhead.value(), [](const Row& r) { return r.overhead; });
    expect(totals.seek.value(), [](const Row& r) { return r.seek; });
    expect(totals.rotation.value(), [](const Row& r) { return r.rotation; });
    expect(totals.transfer.value(), [](const Row& r) { return r.transfer; });
    expect(totals.bus.value(), [](const Row& r) { return r.bus; });
    expect(totals.reads, [](const Row& r) { return !r.write; });
    expect(totals.hits, [](const Row& r) { return !r.write && r.hit; });
    expect(totals.failed, [](const Row& r) { return r.failed; });
    expect(totals.retries, [](const Row& r) { return r.retries; });
    expect(totals.deadlines.deadlines(), [](const Row& r) { return r.deadline != kNoDeadline; });
    expect(totals.deadlines.missed(), late);
    std::int64_t longest = 0;
    std::uint16_t last_class = 0;
    for (const Row& row : rows) {
      longest = std::max(longest, response(row));
      last_class = std::max(last_class, row.class_id);
    }
    EXPECT_EQ(totals.max_response, longest);
    EXPECT_EQ(totals.last_class, last_class);
    EXPECT_EQ(totals.elapsed(), rows.back().finish - rows.front().arrival);
    EXPECT_EQ(totals.time_at_disk(), covered(rows));
    EXPECT_NO_THROW(totals.check_all_served());
  }
}

}  // namespace
}  // namespace headstack

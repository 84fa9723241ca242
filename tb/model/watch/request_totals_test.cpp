// Totals of requests, computed by hand, for overlaps, the order of issue and a queue that grows.
#include "model/watch/request_totals.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
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

// Each total is the sum of its column.
TEST(RequestTotalsTest, TotalsAreSumsOfColumns) {
  std::mt19937_64 rng(6);
  const auto some = [&rng](std::int64_t most) {
    return static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(most));
  };
  for (const bool whole : {true, false}) {
    constexpr std::uint64_t kRows = 50;
    RequestTotals totals(whole ? std::optional<std::uint64_t>(kRows) : std::nullopt);
    std::map<std::string, std::int64_t> sums;
    std::vector<std::pair<std::int64_t, std::int64_t>> at_disk;
    std::int64_t arrival = 100;
    std::int64_t finish = 0;
    std::int64_t longest = 0;
    std::int64_t first_arrival = 1'000'000;
    std::uint16_t last_class = 0;
    for (std::uint64_t id = 0; id < kRows; ++id) {
      RequestRecord row;
      row.id = whole ? id : id + 7;
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
      totals.add(row);
      const std::int64_t response = row.finish - row.arrival;
      longest = std::max(longest, response);
      first_arrival = std::min(first_arrival, row.arrival);
      last_class = std::max(last_class, row.class_id);
      at_disk.emplace_back(row.start, row.finish);
      sums["blocks"] += row.blocks;
      sums["response"] += response;
      sums["squares"] += response * response;
      sums["io"] += row.finish - row.start;
      sums["queue"] += row.queue;
      sums["overhead"] += row.overhead;
      sums["seek"] += row.seek;
      sums["rotation"] += row.rotation;
      sums["transfer"] += row.transfer;
      sums["bus"] += row.bus;
      sums["reads"] += row.write ? 0 : 1;
      sums["hits"] += !row.write && row.hit ? 1 : 0;
      sums["failed"] += row.failed ? 1 : 0;
      sums["retries"] += row.retries;
      sums["deadlines"] += row.deadline != kNoDeadline ? 1 : 0;
      sums["missed"] += row.deadline != kNoDeadline && row.finish > row.deadline ? 1 : 0;
    }
    const auto value = [](const auto& sum) { return static_cast<std::int64_t>(sum.value()); };
    EXPECT_EQ(totals.count, kRows);
    EXPECT_EQ(value(totals.blocks), sums["blocks"]);
    EXPECT_EQ(value(totals.response), sums["response"]);
    EXPECT_EQ(totals.response_squared.low(), static_cast<Uint128>(sums["squares"]));
    EXPECT_EQ(value(totals.io), sums["io"]);
    EXPECT_EQ(value(totals.queue), sums["queue"]);
    EXPECT_EQ(value(totals.overhead), sums["overhead"]);
    EXPECT_EQ(value(totals.seek), sums["seek"]);
    EXPECT_EQ(value(totals.rotation), sums["rotation"]);
    EXPECT_EQ(value(totals.transfer), sums["transfer"]);
    EXPECT_EQ(value(totals.bus), sums["bus"]);
    EXPECT_EQ(totals.reads, static_cast<std::uint64_t>(sums["reads"]));
    EXPECT_EQ(totals.hits, static_cast<std::uint64_t>(sums["hits"]));
    EXPECT_EQ(totals.failed, static_cast<std::uint64_t>(sums["failed"]));
    EXPECT_EQ(totals.retries, static_cast<std::uint64_t>(sums["retries"]));
    EXPECT_EQ(totals.deadlines.deadlines(), static_cast<std::uint64_t>(sums["deadlines"]));
    EXPECT_EQ(totals.deadlines.missed(), static_cast<std::uint64_t>(sums["missed"]));
    EXPECT_EQ(totals.max_response, longest);
    EXPECT_EQ(totals.last_class, last_class);
    EXPECT_EQ(totals.elapsed(), finish - first_arrival);
    std::int64_t covered = 0;  // instant by instant
    for (std::int64_t at = 0; at < finish; ++at) {
      covered += std::any_of(at_disk.begin(), at_disk.end(),
                             [at](const auto& one) { return one.first <= at && at < one.second; })
                     ? 1
                     : 0;
    }
    EXPECT_EQ(totals.time_at_disk(), covered);
    EXPECT_NO_THROW(totals.check_all_served());
  }
}

}  // namespace
}  // namespace headstack

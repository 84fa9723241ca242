// YFQ and its disk-overhead reduction, worked by hand on the drive of eighths (block 16 c + 8 h + s
// is cylinder c, head h, sector s), and limits.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "share/fair_queue.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kOne = 65536;
constexpr std::uint32_t kLiteral = 1;
constexpr std::uint32_t kCurve = 1;

// Weights in percent; a request's letter is its order of arrival, small if it was inserted.
class Shared {
 public:
  Shared(const hs_scheduler_ops& ops, std::vector<std::uint32_t> percent,
         const std::vector<std::uint32_t>& parameters = {})
      : drive_(eighths_drive(64)), weights_(std::move(percent)) {
    drive_->params.bytes_per_block = 512;
    for (std::uint32_t& weight : weights_) {
      weight *= kOne;
    }
    bench_ = std::make_unique<SchedulerBench>(ops, *drive_, 64, parameters);
    bench_->scheduler().tables.weights = weights_.data();
    bench_->scheduler().tables.classes = static_cast<std::uint32_t>(weights_.size());
  }

  Shared& add(std::uint16_t class_id, std::uint32_t lbn, std::uint32_t blocks = 8) {
    bench_->add(lbn, blocks, false, 0, 0, class_id);
    return *this;
  }

  // Takes `count` requests, each completed before the next is picked.
  std::string take(int count) {
    std::string letters;
    for (int i = 0; i < count; ++i) {
      const std::uint32_t entry = bench_->pick(view_);
      const BenchRequest task = bench_->request(entry);
      const char letter = static_cast<char>('A' + task.order);
      inserted_ += task.inserted ? 1 : 0;
      letters += task.inserted ? static_cast<char>(letter - 'A' + 'a') : letter;
      view_.last_first = task.lbn;
      view_.last_end = {task.lbn.value + task.blocks};
      hs_scheduler_completion(&bench_->scheduler(), entry, &view_);
    }
    EXPECT_TRUE(bench_->intact());
    return letters;
  }
  // Of all that were taken.
  int inserted() const { return inserted_; }

 private:
  std::unique_ptr<TestDrive> drive_;
  std::vector<std::uint32_t> weights_;
  std::unique_ptr<SchedulerBench> bench_;
  hs_drive_view view_{};
  int inserted_ = 0;
};

// 8 blocks cost 0.125 in the class of weight 64 and 0.5 in that of 16. B, first of the latter, has
// F = 0.5 and is older than E, the fourth of the former. Each batch goes upwards.
TEST(Yfq, TakesFourByFinishTimeAndScansThem) {
  Shared shared(hs_yfq, {64, 16});
  shared.add(0, 400).add(1, 300).add(0, 200).add(0, 100).add(0, 500).add(0, 16).add(0, 32);
  shared.add(0, 48).add(1, 600).add(0, 64);
  EXPECT_EQ(shared.take(4), "DCBA");  // F: A 0.125, C 0.25, D 0.375, B 0.5
  // v = 0 and the position is 408. E 0.5 to H 0.875: from 408 upwards, then from the lowest.
  EXPECT_EQ(shared.take(4), "EFGH");
  EXPECT_EQ(shared.take(2), "JI");  // both 1.0; from 56: 64, 600
}

// Blocks of another size: costs go by bytes. One block of 256 bytes is half of 512, and not
// nothing.
TEST(Yfq, CountsBytesWhateverABlockHolds) {
  for (const std::uint32_t bytes : {128U, 256U, 512U, 520U, 4096U}) {
    const auto drive = eighths_drive(8);
    drive->params.bytes_per_block = bytes;
    const std::vector<std::uint32_t> weights = {50 * kOne, 50 * kOne};
    SchedulerBench bench(hs_yfq, *drive, 2);
    bench.scheduler().tables = {weights.data(), 2, nullptr, nullptr};
    for (const std::uint32_t blocks : {1U, 3U, 65535U}) {
      const std::uint32_t entry = bench.add(0, blocks);
      const double virtual_time = static_cast<double>(blocks) * bytes / 512 / 50;
      EXPECT_NEAR(static_cast<double>(hs_fair_cost(&bench.scheduler(), entry)) / (1 << 24),
                  virtual_time, 1e-7);
      bench.abort(entry);
    }
  }
}

// A class that comes back starts at the global time: it has saved nothing up.
TEST(Yfq, AnIdleClassSavesNothing) {
  Shared shared(hs_yfq, {50, 50});
  for (std::uint32_t i = 0; i < 8; ++i) {
    shared.add(0, 16 * i);
  }
  EXPECT_EQ(shared.take(8), "ABCDEFGH");
  for (std::uint32_t i = 0; i < 4; ++i) {
    shared.add(1, 512 + 16 * i).add(0, 256 + 16 * i);
  }
  std::string four = shared.take(4);
  EXPECT_EQ(std::count_if(four.begin(), four.end(), [](char c) { return (c - 'A') % 2 == 0; }), 2)
      << four;
}

TEST(Yfq, OneClassGoesInBatchesOfFour) {
  Rng rng(1);
  Shared shared(hs_yfq, {100});
  std::vector<std::uint32_t> lbns;
  for (int i = 0; i < 24; ++i) {
    lbns.push_back(rng.below(900));
    shared.add(0, lbns.back());
  }
  std::string wanted;
  std::uint32_t from = 0;
  for (std::size_t batch = 0; batch < 24; batch += 4) {
    std::array<std::size_t, 4> order = {batch, batch + 1, batch + 2, batch + 3};
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      const bool a_behind = lbns[a] < from;
      const bool b_behind = lbns[b] < from;
      return a_behind != b_behind ? b_behind : lbns[a] < lbns[b];
    });
    for (const std::size_t at : order) {
      wanted += static_cast<char>('A' + at);
    }
    from = lbns[order.back()] + 8;
  }
  EXPECT_EQ(shared.take(24), wanted);
}

// Seeks cost (1 + d)/8 of a turn, a full one (63 cylinders) 8 turns; 1 % of that is 0.64 eighths.
// A-D are the batch, on cylinders 10, 20, 30, 40. On the way from 10 to 20 (11 eighths), 15 costs
// 6 + 6 = 12: one more than past it, so a margin of 2 % (1.28) lets it in and one of 1 % does not.
TEST(YfqDor, InsertsWhatIsOnTheWay) {
  for (const std::uint32_t percent : {1U, 2U}) {
    Shared shared(hs_yfq_dor, {80, 20}, {percent * kOne, 10 * kOne, 0, kCurve});
    shared.add(0, 160).add(0, 320).add(0, 480).add(0, 640);
    shared.add(1, 240).add(1, 1000);  // on cylinders 15 and 62
    EXPECT_EQ(shared.take(4), percent == 2 ? "AeBC" : "ABCD");
  }
}

// Each gap takes one. Nothing is on the way to A; G, beside B like F, is far from the way C to D.
TEST(YfqDor, EachGapTakesOne) {
  Shared shared(hs_yfq_dor, {80, 20}, {2 * kOne, 100 * kOne, 0, kCurve});
  shared.add(0, 160).add(0, 320).add(0, 480).add(0, 640);
  shared.add(0, 176).add(0, 336).add(0, 337).add(0, 496);  // next to A, B, B, C
  EXPECT_EQ(shared.take(8), "AeBfChDG");
}

// As algorithm 1 reads, a gap takes all that fit, and there is none before the first.
TEST(YfqDor, LiterallyAGapTakesMany) {
  Shared shared(hs_yfq_dor, {80, 20}, {2 * kOne, 100 * kOne, kLiteral, kCurve});
  shared.add(0, 160).add(0, 320).add(0, 480).add(0, 640);
  shared.add(0, 176).add(0, 192).add(0, 16);
  EXPECT_EQ(shared.take(6), "AefBCD");
}

// 8 blocks of the class of 20 % are 0.4: a lead of 0.5 lets one in, and no second.
TEST(YfqDor, NoClassGetsAheadByMoreThanTheMargin) {
  for (const std::uint32_t tenths : {3U, 5U, 9U}) {
    Shared shared(hs_yfq_dor, {80, 20}, {2 * kOne, tenths * kOne / 10, 0, kCurve});
    shared.add(0, 160).add(0, 320).add(0, 480).add(0, 640);
    shared.add(1, 176).add(1, 336);  // next to A and B
    shared.add(0, 1000);
    const std::string five = shared.take(tenths == 3 ? 4 : tenths == 5 ? 5 : 6);
    EXPECT_EQ(five, tenths == 3 ? "ABCD" : tenths == 5 ? "AeBCD" : "AeBfCD");
  }
}

// A to D empty the queue of class 0, and E would be 0.4 ahead of it. By the paper's rule a class
// with an empty queue does not count, so that any lead will do.
TEST(YfqDor, CountsClassesWithUnservedOrWithQueuedRequests) {
  for (const std::uint32_t queued : {0U, 1U}) {
    Shared shared(hs_yfq_dor, {80, 20}, {2 * kOne, 3 * kOne / 10, 0, kCurve, queued});
    shared.add(0, 160).add(0, 320).add(0, 480).add(0, 640);
    shared.add(1, 176).add(1, 336);  // next to A and B
    EXPECT_EQ(shared.take(6), queued == 1 ? "AeBfCD" : "ABCDEF");
  }
}

// A class that is far ahead from earlier does not keep the others from being inserted.
TEST(YfqDor, AnOldLeadJamsNothing) {
  Shared shared(hs_yfq_dor, {40, 40, 20}, {2 * kOne, kOne / 2, 0, kCurve});
  // Class 2 alone is inserted much: nobody else has anything.
  for (std::uint32_t i = 0; i < 32; ++i) {
    shared.add(2, 16 * (i % 8) + 16);
  }
  shared.take(32);
  const int alone = shared.inserted();
  EXPECT_GT(alone, 8);
  // Then all three have. Class 0 comes first and begins at its own V, 0, and so does class 1: class
  // 2 is far beyond the margin, and would be in everyone's way if the span of all V counted.
  shared.add(0, 160).add(0, 320).add(1, 480).add(1, 640).add(0, 176).add(1, 336).add(2, 1000);
  shared.take(6);
  EXPECT_GT(shared.inserted(), alone);
}

// The margins of yfq_tuned go by bytes, as the virtual times do: twice the blocks of half the size
// make the same schedule. 500 requests of 2 KiB are 2000 blocks of 512 bytes, of which 2 % over 100
// are the most lead, 0.4; a request costs 0.05 or 0.2.
TEST(YfqTuned, GoesByBytesWhateverABlockHolds) {
  const auto letters_of = [](std::uint32_t bytes) {
    const auto drive = eighths_drive(64);
    drive->params.bytes_per_block = bytes;
    const std::vector<std::uint32_t> weights = {80 * kOne, 20 * kOne};
    SchedulerBench bench(hs_yfq_tuned, *drive, 64, {98 * kOne, 500 * kOne});
    bench.scheduler().tables = {weights.data(), 2, nullptr, nullptr};
    Rng rng(3);
    std::vector<std::uint64_t> orders;
    hs_drive_view view{};
    while (orders.size() < 4000) {
      while (!bench.full()) {
        const auto class_id = static_cast<std::uint16_t>(rng.below(2));
        bench.add(8 * rng.below(120), 2048 / bytes, false, view.now, 0, class_id);
      }
      const std::uint32_t entry = bench.pick(view);
      const hs_task& task = bench.task(entry);
      orders.push_back(task.order);
      view.now += kTurn;
      view.last_first = task.lbn;
      view.last_end = {task.lbn.value + task.blocks};
      hs_scheduler_completion(&bench.scheduler(), entry, &view);
    }
    return orders;
  };
  EXPECT_EQ(letters_of(1024), letters_of(512));
  EXPECT_EQ(letters_of(2048), letters_of(512));
}

TEST(YfqDor, WithoutMarginsItIsYfq) {
  for (const std::vector<std::uint32_t>& margins :
       {std::vector<std::uint32_t>{0, 0}, std::vector<std::uint32_t>{50 * kOne, 0}}) {
    Rng rng(7);
    Shared dor(hs_yfq_dor, {70, 30}, margins);
    Shared yfq(hs_yfq, {70, 30});
    for (int i = 0; i < 50; ++i) {
      const auto class_id = static_cast<std::uint16_t>(rng.below(2));
      const std::uint32_t lbn = rng.below(1000);
      dor.add(class_id, lbn);
      yfq.add(class_id, lbn);
    }
    EXPECT_EQ(dor.take(50), yfq.take(50));
  }
}

}  // namespace
}  // namespace headstack

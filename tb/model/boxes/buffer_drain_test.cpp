// When a DATA_IN ends, with blocks coming off the media meanwhile: an oracle that goes block by
// block.
#include <random>

#include <gtest/gtest.h>

#include "model/boxes/buffer.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/media_fakes.h"
#include "tb/model/support/register_master.h"

namespace headstack {
namespace {

// Either given pieces, or those of a program.
class ScriptedMedia : public MediaSide {
 public:
  const std::vector<MediaPiece>& pieces_after(hs_ticks from, std::int64_t blocks) override {
    if (program != nullptr) {
      return program->pieces_after(from, blocks);
    }
    current_.clear();
    for (const MediaPiece& piece : pieces) {
      if (piece.last_done > from) {
        current_.push_back(piece);
      }
    }
    return current_;
  }
  const std::vector<TrackEnd>& track_ends(hs_ticks /*from*/, hs_ticks /*to*/) override {
    return no_track_ends_;
  }
  hs_ticks sector_time() const override { return 1; }
  void data_scheduled() override { ++scheduled; }

  MediaProgram* program = nullptr;
  std::vector<MediaPiece> pieces;
  int scheduled = 0;

 private:
  std::vector<MediaPiece> current_;
  std::vector<TrackEnd> no_track_ends_;
};

class BufferDrain : public testing::Test {
 protected:
  BufferDrain() : buffer("buffer"), cpu("cpu") {
    buffer.media.bind(media);
    cpu.socket.bind(buffer.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void set_index(std::int32_t index) {
    ASSERT_EQ(cpu.write(HS_BUFFER_INDEX, static_cast<std::uint32_t>(index)), tlm::TLM_OK_RESPONSE);
  }

  SimulationContext context;
  ScriptedMedia media;
  Buffer buffer;
  RegisterMaster cpu;
};

TEST_F(BufferDrain, AllThereGoesAtTheRateOfTheBus) {
  set_index(-100);
  EXPECT_EQ(buffer.drain_end(16, 1'000, 70, 0), 1'000U + 16 * 70);
}

TEST_F(BufferDrain, ASlowBusFollowsTheMedia) {
  media.pieces = {{0, 10, 100, 190}};  // one each 10
  set_index(0);
  EXPECT_EQ(buffer.drain_end(10, 50, 20, 0), 100U + 10 * 20);   // the first is waited for
  EXPECT_EQ(buffer.drain_end(10, 150, 20, 0), 150U + 10 * 20);  // nothing is
}

TEST_F(BufferDrain, AFastBusEndsWithTheMedia) {
  media.pieces = {{0, 10, 100, 190}};
  set_index(0);
  EXPECT_EQ(buffer.drain_end(10, 50, 3, 0), 190U + 3);
  EXPECT_EQ(buffer.drain_end(10, 185, 3, 0), 185U + 30);
  set_index(4);
  EXPECT_EQ(buffer.drain_end(3, 0, 3, 0), 160U + 3);  // block 6 is done at 160
}

TEST_F(BufferDrain, AGapAtATrackCrossing) {
  media.pieces = {{0, 10, 100, 190}, {10, 10, 300, 390}};
  set_index(5);
  // Blocks 5 to 9 at 12 each, long gone at 300; then 10 to 14 one by one.
  EXPECT_EQ(buffer.drain_end(10, 140, 12, 0), 300U + 5 * 12);
  EXPECT_EQ(buffer.drain_end(10, 140, 4, 0), 340U + 4);
  EXPECT_EQ(buffer.drain_end(5, 140, 12, 0), 150U + 5 * 12);
}

// Blocks 0 to 9 are done at 100, 110, ... 190. At 3 each from 104 on: 0 goes by 107, 1 comes at 110
// and goes from 115, and so on: each block is late.
TEST_F(BufferDrain, APauseAtEveryBlockThatIsLate) {
  media.pieces = {{0, 10, 100, 190}};
  set_index(0);
  EXPECT_EQ(buffer.drain_end(1, 104, 3, 5), 107U);
  EXPECT_EQ(buffer.drain_end(2, 104, 3, 5), 110U + 5 + 3);
  EXPECT_EQ(buffer.drain_end(3, 104, 3, 5), 120U + 5 + 3);
  EXPECT_EQ(buffer.drain_end(10, 104, 3, 5), 190U + 5 + 3);
  // 1 waits until 110 + 30, and then four others are there when the one before has gone, the last
  // one at 152; 6 is late at 155 and goes at 160 + 30, and all others are there by then.
  EXPECT_EQ(buffer.drain_end(5, 104, 3, 30), 140U + 4 * 3);
  EXPECT_EQ(buffer.drain_end(6, 104, 3, 30), 152U + 3);
  EXPECT_EQ(buffer.drain_end(10, 104, 3, 30), 190U + 4 * 3);
  EXPECT_EQ(buffer.drain_end(10, 200, 3, 30), 230U);  // all are there
  set_index(-4);                                      // four that are there, and then block 0
  EXPECT_EQ(buffer.drain_end(5, 80, 3, 5), 100U + 5 + 3);
}

// Whether or not it is there already; of what the program does not bring nobody knows.
TEST_F(BufferDrain, WhenTheLastBlockComes) {
  media.pieces = {{0, 10, 100, 190}, {10, 10, 300, 390}};
  set_index(0);
  EXPECT_EQ(buffer.came_at(1), 100U);
  EXPECT_EQ(buffer.came_at(10), 190U);
  EXPECT_EQ(buffer.came_at(15), 340U);
  EXPECT_EQ(buffer.came_at(21), 0U);
  set_index(-5);
  EXPECT_EQ(buffer.came_at(5), 0U);
  EXPECT_EQ(buffer.came_at(6), 100U);
}

TEST_F(BufferDrain, AFillIsTheDataOfAWrite) {
  EXPECT_FALSE(buffer.scheduled());
  buffer.fill(8, 1'000, 70, nullptr);
  EXPECT_EQ(media.scheduled, 1);
  EXPECT_TRUE(buffer.scheduled());
  EXPECT_EQ(buffer.filled_at(0), 1'000U);
  EXPECT_EQ(buffer.filled_at(8), 1'560U);
  buffer.clear();
  EXPECT_FALSE(buffer.scheduled());
}

// A block goes when the one before has gone and it is there.
template <typename ThereAt>
hs_ticks block_by_block(std::int64_t index, std::uint32_t blocks, hs_ticks start,
                        hs_ticks per_block, const ThereAt& there_at, hs_ticks resume = 0) {
  hs_ticks now = start;
  for (std::int64_t b = index; b < index + blocks; ++b) {
    const hs_ticks there = b < 0 ? hs_ticks{0} : there_at(static_cast<std::uint32_t>(b));
    now = (there > now ? there + resume : now) + per_block;
  }
  return now;
}

TEST_F(BufferDrain, RandomPieces) {
  std::mt19937_64 rng(21);
  for (int run = 0; run < 20'000; ++run) {
    media.pieces.clear();
    std::vector<hs_ticks> there;
    hs_ticks time = rng() % 1'000;
    const std::uint32_t pieces = static_cast<std::uint32_t>(rng() % 4);
    for (std::uint32_t p = 0; p < pieces; ++p) {
      const auto first = static_cast<std::uint32_t>(there.size());
      const auto blocks = static_cast<std::uint32_t>(1 + rng() % 20);
      const hs_ticks rate = rng() % 50;
      time += rng() % 400;
      media.pieces.push_back({first, blocks, time, time + rate * (blocks - 1)});
      for (std::uint32_t b = 0; b < blocks; ++b) {
        there.push_back(time + rate * b);
      }
      time = there.back();
    }
    const auto index = static_cast<std::int32_t>(rng() % (there.size() + 20)) - 20;
    const auto last = static_cast<std::int64_t>(there.size());
    const auto blocks = static_cast<std::uint32_t>(
        1 + rng() % static_cast<std::uint64_t>(std::max<std::int64_t>(last - index, 1)));
    const hs_ticks start = rng() % 3'000;
    const hs_ticks per_block = 1 + rng() % 60;
    set_index(index);
    ASSERT_EQ(
        buffer.drain_end(blocks, start, per_block, 0),
        block_by_block(index, blocks, start, per_block,
                       [&](std::uint32_t b) { return b < there.size() ? there[b] : hs_ticks{0}; }))
        << "run " << run;
    const hs_ticks resume = 1 + rng() % 200;
    ASSERT_EQ(
        buffer.drain_end(blocks, start, per_block, resume),
        block_by_block(
            index, blocks, start, per_block,
            [&](std::uint32_t b) { return b < there.size() ? there[b] : hs_ticks{0}; }, resume))
        << "run " << run;
  }
}

// Pieces of real programs: a piece of them is at a constant rate but for a tick of rounding.
TEST_F(BufferDrain, RandomPrograms) {
  std::mt19937_64 rng(22);
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  for (int run = 0; run < 2'000; ++run) {
    Media real;
    real.program.begin(rng() % kTurn);
    auto lbn = static_cast<std::uint32_t>(rng() % (geometry.block_count - 300));
    const auto end = static_cast<std::uint32_t>(lbn + 1 + rng() % 300);
    const Kind kind = rng() % 2 == 0 ? Kind::read : Kind::zero_latency_read;
    while (lbn < end) {
      const hs_extent e = hs_map_extent(&geometry, {lbn}, end - lbn);
      real.add(make_extent(e.first.cylinder.value, e.first.head.value, e.first.sector.value,
                           e.blocks, kind));
      lbn += e.blocks;
    }
    media.program = &real.program;
    const auto total = real.program.blocks();
    const auto index = static_cast<std::uint32_t>(rng() % total);
    const auto blocks = static_cast<std::uint32_t>(1 + rng() % (total - index));
    const hs_ticks start = rng() % real.done_at(total);
    const hs_ticks per_block = ticks(0.05) + rng() % ticks(0.3);
    set_index(static_cast<std::int32_t>(index));
    const hs_ticks expected = block_by_block(index, blocks, start, per_block,
                                             [&](std::uint32_t b) { return real.block_done(b); });
    const hs_ticks got = buffer.drain_end(blocks, start, per_block, 0);
    ASSERT_LE(got > expected ? got - expected : expected - got, 2U) << "run " << run;
    media.program = nullptr;
  }
}

}  // namespace
}  // namespace headstack

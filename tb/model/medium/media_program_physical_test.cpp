// Writes to physical sectors of several blocks, against an oracle that follows each physical sector
// from pass to pass, and against times worked by hand.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/model/support/media_fakes.h"

namespace headstack {
namespace {

using Rng = std::mt19937_64;

std::uint32_t pick(Rng& rng, std::uint32_t from, std::uint32_t to) {
  return from + static_cast<std::uint32_t>(rng() % (to - from + 1));
}

struct Given {
  std::uint32_t physical = 1;  // blocks of a physical sector
  hs_ticks not_before = 0;
  hs_ticks ready = 0;
  std::uint32_t fill = 0;
  hs_ticks data_start = 0;
  hs_ticks data_per_block = 0;

  hs_ticks data_at(std::uint32_t blocks) const { return data_start + blocks * data_per_block; }
};

// The time at which a sector of an extent's track passes first, from `time` on.
hs_ticks pass(const MediaExtent& e, std::uint32_t sector, hs_ticks time) {
  const hs_angle angle =
      hs_track_angle(e.zone, e.track) + static_cast<hs_angle>(hs_sector_offset(e.zone, sector));
  return time + static_cast<hs_angle>(angle - static_cast<hs_angle>(time));
}

// Physical sectors of an extent, as blocks of the track.
struct Part {
  std::uint32_t begin;  // first block of the physical sector
  std::uint32_t first;  // first block written
  std::uint32_t last;   // the block after the last block written

  bool whole(std::uint32_t physical) const { return first == begin && last == begin + physical; }
};

std::vector<Part> parts_of(const MediaExtent& e, std::uint32_t physical) {
  std::vector<Part> parts;
  for (std::uint32_t s = e.sector / physical * physical; s < e.sector + e.blocks; s += physical) {
    parts.push_back({s, std::max(s, e.sector), std::min(s + physical, e.sector + e.blocks)});
  }
  return parts;
}

// Returns the pass on which a physical sector is written: the first on which its data are there,
// the head is free, and, if it is written in part, after a pass on which the head has read it.
hs_ticks written_at(const MediaExtent& e, const Part& part, std::uint32_t physical,
                    hs_ticks on_track, hs_ticks free_and_filled) {
  bool read = part.whole(physical);
  hs_ticks time = pass(e, part.begin, on_track);
  while (time < free_and_filled || !read) {
    read = true;
    time += kTurn;
  }
  return time;
}

// Each block's end.
std::vector<hs_ticks> pass_by_pass(const std::vector<MediaExtent>& extents, const Given& given) {
  PlainArm arm;
  std::uint32_t total = 0;
  for (const MediaExtent& e : extents) {
    total += e.blocks;
  }
  std::vector<hs_ticks> ends;
  hs_track track{};
  hs_ticks now = given.not_before;
  for (const MediaExtent& e : extents) {
    const bool first = ends.empty();
    now += first ? arm.positioning(track, e.track, true) : arm.crossing(track, e.track, true);
    now = std::max(now, given.ready);
    const hs_ticks on_track = now;
    track = e.track;
    const auto number = static_cast<std::uint32_t>(ends.size());
    if (first && !e.resident) {
      now = std::max(now, given.data_at(std::min(given.fill, total)));
    }
    for (const Part& part : parts_of(e, given.physical)) {
      const hs_ticks data = e.resident ? 0 : given.data_at(number + part.last - e.sector);
      const hs_ticks begin = written_at(e, part, given.physical, on_track, std::max(now, data));
      for (std::uint32_t s = part.first; s < part.last; ++s) {
        now = begin + hs_sector_offset(e.zone, s + 1) - hs_sector_offset(e.zone, part.begin);
        ends.push_back(now);
      }
    }
  }
  return ends;
}

Given random_given(Rng& rng) {
  Given given;
  given.physical = 1U << pick(rng, 0, 3);
  given.not_before = rng() % (40 * kTurn);
  given.ready = given.not_before + rng() % kTurn;
  given.fill = pick(rng, 0, 20);
  given.data_start = given.not_before + rng() % (2 * kTurn);
  given.data_per_block = ticks(0.01) + rng() % ticks(rng() % 2 == 0 ? 0.1 : 0.5);
  return given;
}

// A track whose sectors are whole physical sectors.
MediaExtent random_track(Rng& rng, std::uint32_t physical) {
  MediaExtent extent;
  do {
    extent = make_extent(pick(rng, 0, 2050), pick(rng, 0, 12), 0, 1, Kind::write);
  } while (extent.zone->sectors_per_track % physical != 0);
  return extent;
}

// One extent anywhere, or extents on tracks one after another.
std::vector<MediaExtent> random_extents(Rng& rng, std::uint32_t physical, bool resident) {
  std::vector<MediaExtent> extents;
  const std::uint32_t count = rng() % 2 == 0 ? 1 : pick(rng, 2, 4);
  for (std::uint32_t i = 0; i < count; ++i) {
    MediaExtent extent = random_track(rng, physical);
    const std::uint32_t room = extent.zone->sectors_per_track;
    extent.sector = pick(rng, 0, room - 1);
    extent.blocks = pick(rng, 1, std::min(room - extent.sector, rng() % 2 == 0 ? 12U : room));
    extent.resident = resident;
    extents.push_back(extent);
  }
  return extents;
}

void play(Media& media, const std::vector<MediaExtent>& extents, const Given& given) {
  media.program.set_sector_blocks(given.physical);
  media.program.begin(given.not_before);
  media.program.set_ready(given.ready);
  media.program.set_fill(given.fill);
  for (const MediaExtent& e : extents) {
    ASSERT_TRUE(media.add(e));
  }
  media.schedule_data(given.data_start, given.data_per_block);
}

class PhysicalSectors : public testing::TestWithParam<bool> {};

std::string data_name(const testing::TestParamInfo<bool>& from) {
  return from.param ? "Resident" : "FromTheHost";
}

INSTANTIATE_TEST_SUITE_P(Data, PhysicalSectors, testing::Bool(), data_name);

TEST_P(PhysicalSectors, PassByPass) {
  Rng rng(21);
  std::uint32_t again = 0;
  for (int run = 0; run < 20'000; ++run) {
    const Given given = random_given(rng);
    const auto extents = random_extents(rng, given.physical, GetParam());
    Media media;
    play(media, extents, given);
    const std::vector<hs_ticks> ends = pass_by_pass(extents, given);
    ASSERT_EQ(media.program.blocks(), ends.size());
    again += media.worked_out.size() > extents.size() ? 1 : 0;
    for (std::uint32_t n = 1; n <= ends.size(); ++n) {
      ASSERT_EQ(media.done_at(n), ends[n - 1]) << "run " << run << " block " << n;
    }
  }
  EXPECT_GT(again, 1000U);  // writes in more parts than extents
}

// A zero-latency write begins with the physical sector that comes by first after its data. A write
// of a part of a physical sector goes in order.
TEST(PhysicalSectorsZeroLatency, BeginWithAnyWholeSector) {
  Rng rng(22);
  std::uint32_t in_the_middle = 0;
  for (int run = 0; run < 20'000; ++run) {
    const Given given = random_given(rng);
    MediaExtent extent = random_extents(rng, given.physical, false)[0];
    extent.zero_latency = true;
    Media media;
    play(media, {extent}, given);
    const hs_ticks data = given.data_at(extent.blocks);
    const hs_ticks on_track = std::max(media.worked_out[0].arrive, given.ready);
    const std::vector<Part> parts = parts_of(extent, given.physical);
    const bool whole = std::all_of(parts.begin(), parts.end(),
                                   [&](const Part& p) { return p.whole(given.physical); });
    hs_ticks wanted = ~hs_ticks{0};
    for (const Part& part : parts) {
      wanted = std::min(wanted, pass(extent, part.first, std::max(on_track, data)));
    }
    if (!whole) {
      wanted = written_at(extent, parts[0], given.physical, on_track, std::max(on_track, data)) +
               hs_sector_offset(extent.zone, parts[0].first) -
               hs_sector_offset(extent.zone, parts[0].begin);
    }
    ASSERT_EQ(media.worked_out[0].first, wanted) << "run " << run;
    in_the_middle += media.worked_out[0].in_order != media.worked_out[0].blocks ? 1 : 0;
    const hs_ticks end = media.done_at(extent.blocks);
    ASSERT_LE(end, wanted + 2 * kTurn);
  }
  EXPECT_GT(in_the_middle, 300U);
}

// A stop of a write leaves whole physical sectors, except at its ends.
TEST(PhysicalSectorsStop, LeavesNoSectorInParts) {
  Rng rng(23);
  for (int run = 0; run < 5'000; ++run) {
    const Given given = random_given(rng);
    const MediaExtent extent = random_extents(rng, given.physical, true)[0];
    Media media;
    play(media, {extent}, given);
    const hs_ticks end = media.done_at(extent.blocks);
    for (int i = 0; i < 10; ++i) {
      const hs_ticks time = end - rng() % (kTurn + kTurn / 2);
      const MediaRest rest = media.program.rest_at(time);
      const std::uint32_t at = extent.sector + rest.done;
      ASSERT_GE(rest.free_at, time);
      ASSERT_TRUE(rest.done == 0 || rest.done == extent.blocks || at % given.physical == 0)
          << "run " << run << " at " << at;
    }
  }
}

// Zone 1 has 96 sectors, of 0.115741 ms. Eight blocks are a physical sector of 0.925926 ms. The
// head rests on cylinder 0, head 0, and the platter is at angle 0.
const double kBlockMs = sector_ms(96);

class ByHand : public testing::Test {
 protected:
  void write(std::uint32_t sector, std::uint32_t count, double ready_ms = 0) {
    media.program.set_sector_blocks(8);
    media.program.begin(0);
    media.program.set_ready(ticks(ready_ms));
    MediaExtent extent = make_extent(0, 0, sector, count, Kind::write);
    extent.resident = true;
    media.add(extent);
    blocks_ = count;
  }
  double end_ms() const { return ms(media.done_at(blocks_)); }

  Media media;

 private:
  std::uint32_t blocks_ = 0;
};

// Sectors 16 to 23 are one physical sector: 24 blocks after the index.
TEST_F(ByHand, AnAlignedWriteReadsNothing) {
  write(16, 8);
  EXPECT_NEAR(end_ms(), 24 * kBlockMs, kRoundingMs);
}

// Sectors 20 to 27: the physical sectors at 16 and 24 are read, and written a revolution later.
TEST_F(ByHand, AnUnalignedWriteTakesOneRevolutionMore) {
  write(20, 8);
  EXPECT_NEAR(ms(media.worked_out[0].first), kTurnMs + 20 * kBlockMs, kRoundingMs);
  EXPECT_NEAR(end_ms(), kTurnMs + 28 * kBlockMs, kRoundingMs);
}

// The head comes when the physical sector of sector 20 has begun: the sector is read on the next
// revolution, and written on the one after.
TEST_F(ByHand, APhysicalSectorIsReadFromItsStart) {
  write(20, 4, 16.5 * kBlockMs);
  EXPECT_NEAR(end_ms(), 2 * kTurnMs + 24 * kBlockMs, kRoundingMs);
}

// Sectors 16 to 27: the first physical sector is whole, and is written at once; the second, of
// which half is written, a revolution later.
TEST_F(ByHand, OnlyTheLastSectorWaits) {
  write(16, 12);
  EXPECT_NEAR(ms(media.done_at(8)), 24 * kBlockMs, kRoundingMs);
  EXPECT_NEAR(end_ms(), kTurnMs + 28 * kBlockMs, kRoundingMs);
}

// The head comes after the start of sector 16. Before the sector comes again, the head has passed
// and read the last physical sector.
TEST_F(ByHand, ASectorReadBeforeTheWriteNeedsNoRevolution) {
  write(16, 12, 17 * kBlockMs);
  EXPECT_NEAR(end_ms(), kTurnMs + 28 * kBlockMs, kRoundingMs);
}

// The data come after 1.5 revolutions: the sector was read meanwhile.
TEST_F(ByHand, AWriteThatWaitsForItsDataReadsMeanwhile) {
  media.program.set_sector_blocks(8);
  media.program.begin(0);
  media.program.set_fill(8);
  media.add(make_extent(0, 0, 20, 8, Kind::write));
  media.schedule_data(ticks(1.5 * kTurnMs - 8 * 0.1), ticks(0.1));
  EXPECT_NEAR(ms(media.done_at(8)), 2 * kTurnMs + 28 * kBlockMs, 10 * kRoundingMs);
}

}  // namespace
}  // namespace headstack

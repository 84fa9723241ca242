// Random media programs against an oracle that goes sector by sector, and the laws that hold
// between done_at, done_by and rest_at.
#include <algorithm>
#include <optional>
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

MediaExtent random_extent(Rng& rng, Kind kind) {
  const std::uint32_t cylinder = pick(rng, 0, 2050);
  MediaExtent extent = make_extent(cylinder, pick(rng, 0, 12), 0, 1, kind);
  extent.sector = pick(rng, 0, extent.zone->sectors_per_track - 1);
  extent.blocks = pick(rng, 1, extent.zone->sectors_per_track - extent.sector);
  return extent;
}

// A run that goes on from track to track, as the firmware makes them, or places anywhere.
std::vector<MediaExtent> random_extents(Rng& rng, Kind kind) {
  std::vector<MediaExtent> extents;
  if (rng() % 2 == 0) {
    const std::uint32_t count = pick(rng, 1, 5);
    for (std::uint32_t i = 0; i < count; ++i) {
      extents.push_back(random_extent(rng, kind));
    }
    return extents;
  }
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  std::uint32_t lbn = pick(rng, 0, geometry.block_count - 600);
  const std::uint32_t end = lbn + pick(rng, 1, 600);
  while (lbn < end) {
    const hs_extent e = hs_map_extent(&geometry, {lbn}, end - lbn);
    extents.push_back(make_extent(e.first.cylinder.value, e.first.head.value, e.first.sector.value,
                                  e.blocks, kind));
    lbn += e.blocks;
  }
  return extents;
}

hs_ticks next_pass(hs_ticks from, hs_angle angle) {
  return from + static_cast<hs_angle>(angle - static_cast<hs_angle>(from));
}

struct Given {
  hs_ticks not_before = 0;
  hs_ticks ready = 0;
  std::uint32_t fill = 0;
  hs_ticks data_start = 0;
  hs_ticks data_per_block = 0;
};

// Each block's end, a sector at a time: the head goes to the track, and a block passes under it at
// the first chance after it is there (and its data are, for a write).
std::vector<hs_ticks> sector_by_sector(const std::vector<MediaExtent>& extents,
                                       const Given& given) {
  PlainArm arm;
  std::vector<hs_ticks> ends;
  std::uint32_t total = 0;
  for (const MediaExtent& e : extents) {
    total += e.blocks;
  }
  const auto data_at = [&](std::uint32_t blocks) {
    return given.data_start + blocks * given.data_per_block;
  };
  hs_track track{};
  hs_ticks now = given.not_before;
  for (const MediaExtent& e : extents) {
    now = std::max(now + arm.positioning(track, e.track, e.write), given.ready);
    track = e.track;
    for (std::uint32_t b = 0; b < e.blocks; ++b) {
      hs_ticks from = now;
      if (e.write) {
        const auto number = static_cast<std::uint32_t>(ends.size());
        from = std::max(from, data_at(number + 1));
        from = number == 0 ? std::max(from, data_at(std::min(given.fill, total))) : from;
      }
      const hs_ticks begin = hs_sector_offset(e.zone, e.sector + b);
      const hs_ticks length = hs_sector_offset(e.zone, e.sector + b + 1) - begin;
      now =
          next_pass(from, hs_track_angle(e.zone, e.track) + static_cast<hs_angle>(begin)) + length;
      ends.push_back(now);
    }
  }
  return ends;
}

Given random_given(Rng& rng) {
  Given given;
  given.not_before = rng() % (40 * kTurn);
  given.ready = given.not_before + rng() % kTurn;
  given.fill = pick(rng, 0, 20);
  given.data_start = given.not_before + rng() % kTurn;
  given.data_per_block = ticks(0.05) + rng() % ticks(0.5);
  return given;
}

void play(Media& media, const std::vector<MediaExtent>& extents, const Given& given) {
  media.program.begin(given.not_before);
  media.program.set_ready(given.ready);
  media.program.set_fill(given.fill);
  for (const MediaExtent& e : extents) {
    ASSERT_TRUE(media.add(e));
  }
  media.schedule_data(given.data_start, given.data_per_block);
}

class RandomProgram : public testing::TestWithParam<Kind> {};

std::string kind_name(const testing::TestParamInfo<Kind>& info) {
  return info.param == Kind::read    ? "Read"
         : info.param == Kind::write ? "Write"
                                     : "ZeroLatencyRead";
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomProgram,
                         testing::Values(Kind::read, Kind::zero_latency_read, Kind::write),
                         kind_name);

class InOrderProgram : public RandomProgram {};

INSTANTIATE_TEST_SUITE_P(Kinds, InOrderProgram, testing::Values(Kind::read, Kind::write),
                         kind_name);

TEST_P(RandomProgram, DoneAtAndDoneByAgree) {
  Rng rng(11);
  for (int run = 0; run < 400; ++run) {
    Media media;
    play(media, random_extents(rng, GetParam()), random_given(rng));
    hs_ticks before = 0;
    for (std::uint32_t n = 1; n <= media.program.blocks(); ++n) {
      const hs_ticks when = media.done_at(n);
      ASSERT_GE(when, before);
      ASSERT_GE(media.program.done_by(when), n);
      ASSERT_LT(media.program.done_by(when - 1), n);
      before = when;
    }
    ASSERT_EQ(media.program.done_by(before), media.program.blocks());
    ASSERT_EQ(media.done_at(media.program.blocks() + 1), ~hs_ticks{0});
  }
}

TEST_P(InOrderProgram, SectorBySector) {
  Rng rng(12);
  for (int run = 0; run < 1'000; ++run) {
    const std::vector<MediaExtent> extents = random_extents(rng, GetParam());
    const Given given = random_given(rng);
    Media media;
    play(media, extents, given);
    const std::vector<hs_ticks> ends = sector_by_sector(extents, given);
    ASSERT_EQ(media.program.blocks(), ends.size());
    for (std::uint32_t n = 1; n <= ends.size(); ++n) {
      ASSERT_EQ(media.done_at(n), ends[n - 1]) << "run " << run << " block " << n;
    }
  }
}

TEST_P(RandomProgram, RestIsNoEarlierThanAskedAndCountsWhatIsDoneByThen) {
  Rng rng(13);
  for (int run = 0; run < 300; ++run) {
    Media media;
    play(media, random_extents(rng, GetParam()), random_given(rng));
    const hs_ticks end = media.done_at(media.program.blocks());
    const hs_ticks begin = media.worked_out[0].seek_start;
    hs_ticks last_free = 0;
    std::vector<hs_ticks> times;
    for (int i = 0; i < 100; ++i) {
      times.push_back(begin - begin / 8 + rng() % (end + end / 8 - begin));
    }
    std::sort(times.begin(), times.end());
    for (const hs_ticks time : times) {
      const MediaRest rest = media.program.rest_at(time);
      ASSERT_GE(rest.free_at, time);
      ASSERT_LE(rest.free_at, time + ticks(19.845 + 0.65) + kTurn / 56);
      ASSERT_GE(rest.free_at, last_free);
      ASSERT_EQ(rest.done, media.program.done_by(rest.free_at));
      last_free = rest.free_at;
    }
  }
}

// A read of some extents and a read-ahead of the others, with all times and with times put off.
class PutOffProgram : public testing::Test {
 protected:
  void begin_program() {
    const Given given = random_given(rng);
    std::vector<MediaExtent> extents = random_extents(rng, Kind::read);
    const std::size_t asked = 1 + rng() % extents.size();
    for (std::size_t i = asked; i < extents.size(); ++i) {
      extents[i].ahead = true;
    }
    later.emplace();
    later->asked = {};
    play(*later, extents, given);
    EXPECT_EQ(later->program.puts_off(), asked < extents.size());
    at_once.emplace();
    play(*at_once, extents, given);
    EXPECT_FALSE(at_once->program.puts_off());
    end = at_once->done_at(at_once->program.blocks());
  }
  void know(hs_ticks until, std::int64_t blocks) {
    later->asked = {until, blocks};
    later->resolve();
  }

  Rng rng{15};
  std::optional<Media> at_once;
  std::optional<Media> later;
  hs_ticks end = 0;  // of the program
};

TEST_F(PutOffProgram, StopsAtTheSamePlace) {
  for (int run = 0; run < 500; ++run) {
    begin_program();
    const hs_ticks time = rng() % (end + end / 8);
    know(time, 0);
    const MediaRest wanted = at_once->program.rest_at(time);
    const MediaRest found = later->program.rest_at(time);
    ASSERT_EQ(found.free_at, wanted.free_at);
    ASSERT_EQ(found.done, wanted.done);
    ASSERT_EQ(found.track.cylinder.value, wanted.track.cylinder.value);
    ASSERT_EQ(found.track.head.value, wanted.track.head.value);
    ASSERT_EQ(later->program.done_by(time), at_once->program.done_by(time));
  }
}

TEST_F(PutOffProgram, AnswersAboutBlocks) {
  for (int run = 0; run < 500; ++run) {
    begin_program();
    const std::uint32_t blocks = pick(rng, 1, at_once->program.blocks());
    const hs_ticks from = rng() % end;
    know(0, blocks);
    ASSERT_EQ(later->done_at(blocks), at_once->done_at(blocks));
    const std::vector<MediaPiece>& wanted = at_once->program.pieces_after(from, blocks);
    const std::vector<MediaPiece>& found = later->program.pieces_after(from, blocks);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(found[i].first_block, wanted[i].first_block);
      ASSERT_EQ(found[i].last_done, wanted[i].last_done);
    }
  }
}

TEST_F(PutOffProgram, KnowsOnlyWhatWasAsked) {
  later.emplace();
  later->asked = {};
  later->program.begin(0);
  later->add(make_extent(1, 0, 90, 6));
  MediaExtent ahead = make_extent(1, 1, 0, 96);
  ahead.ahead = true;
  later->add(ahead);
  ahead.track.head.value = 2;
  later->add(ahead);
  const hs_ticks read = later->done_at(6);
  know(read - 1, 6);
  EXPECT_EQ(later->done_at(7), ~hs_ticks{0});
  know(read, 6);
  EXPECT_NE(later->done_at(6 + 96), ~hs_ticks{0});
  EXPECT_EQ(later->done_at(6 + 97), ~hs_ticks{0});
  know(0, 6 + 97);
  EXPECT_NE(later->done_at(6 + 97), ~hs_ticks{0});
  EXPECT_FALSE(later->program.puts_off());
}

// A stream of hits lets the program grow for ever, as long as no more than 64 extents are to be
// done.
TEST(MediaProgramStream, ThousandsOfExtents) {
  const hs_geometry& geometry = hp_c2247_tables().geometry();
  Media media;
  std::vector<MediaExtent> all;
  media.program.begin(0);
  std::uint32_t lbn = 50'000;
  hs_ticks now = 0;
  std::uint32_t refused = 0;
  while (all.size() < 5'000) {
    const hs_extent e = hs_map_extent(&geometry, {lbn}, 96);
    const MediaExtent extent =
        make_extent(e.first.cylinder.value, e.first.head.value, e.first.sector.value, e.blocks);
    if (media.add(extent, now)) {
      all.push_back(extent);
      lbn += e.blocks;
    } else {
      ++refused;
      now += kTurn / 4;
    }
  }
  EXPECT_GT(refused, 1'000U);
  ASSERT_EQ(media.worked_out.size(), all.size());
  const std::vector<hs_ticks> ends = sector_by_sector(all, {});
  std::uint32_t blocks = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    blocks += all[i].blocks;
    ASSERT_EQ(media.worked_out[i].end, ends[blocks - 1]);
    ASSERT_EQ(media.worked_out[i].first_block + all[i].blocks, blocks);
  }
  EXPECT_EQ(media.program.blocks(), blocks);
  for (std::uint32_t n = blocks - 96 * 60; n <= blocks; n += 7) {
    EXPECT_EQ(media.program.done_by(ends[n - 1]), n);
    EXPECT_EQ(media.done_at(n), ends[n - 1]);
  }
}

TEST(MediaProgramStream, SixtyFourAtATime) {
  Media media;
  media.program.begin(0);
  for (std::uint32_t i = 0; i < HS_CHANNEL_EXTENTS; ++i) {
    ASSERT_TRUE(media.add(make_extent(i, 0, 0, 1), 0));
  }
  const hs_ticks first_two = media.done_at(2);
  EXPECT_FALSE(media.add(make_extent(0, 0, 0, 1), media.done_at(1) - 1));
  EXPECT_EQ(media.program.blocks(), HS_CHANNEL_EXTENTS);
  EXPECT_TRUE(media.add(make_extent(0, 0, 0, 1), media.done_at(1)));
  EXPECT_FALSE(media.add(make_extent(0, 0, 0, 1), first_two - 1));
  EXPECT_TRUE(media.add(make_extent(0, 0, 0, 1), first_two));
}

TEST(MediaProgramPieces, AreTheBlocksOfARateInOrder) {
  Rng rng(14);
  for (int run = 0; run < 200; ++run) {
    for (const Kind kind : {Kind::read, Kind::zero_latency_read, Kind::write}) {
      Media media;
      play(media, random_extents(rng, kind), random_given(rng));
      const hs_ticks from = media.done_at(pick(rng, 1, media.program.blocks())) - rng() % 2;
      std::uint32_t next = media.program.blocks();
      const auto& pieces = media.program.pieces_after(from, media.program.blocks());
      if (!pieces.empty()) {
        next = pieces.front().first_block;
      }
      ASSERT_LE(next, media.program.done_by(from) + 0U);
      for (const MediaPiece& piece : pieces) {
        ASSERT_EQ(piece.first_block, next);
        ASSERT_EQ(piece.first_done, media.block_done(piece.first_block));
        ASSERT_EQ(piece.last_done, media.block_done(piece.first_block + piece.blocks - 1));
        next += piece.blocks;
      }
      ASSERT_EQ(next, media.program.blocks());
    }
  }
}

}  // namespace
}  // namespace headstack

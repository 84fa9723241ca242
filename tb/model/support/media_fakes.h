// Fakes for a media program, without SystemC: an arm, and data at a constant rate.
#pragma once

#include "model/medium/media_program.h"
#include "tb/model/support/hp_c2247.h"

extern "C" {
#include <hal/registers.h>
}

namespace headstack {

class PlainArm : public Arm {
 public:
  hs_ticks positioning(hs_track from, hs_track to, bool write) override {
    return hs_positioning(&hp_c2247_tables().mechanics(), from, to, write);
  }
  hs_ticks crossing(hs_track from, hs_track to, bool write) override {
    return hs_crossing(&hp_c2247_tables().mechanics(), from, to, write);
  }
};

class PlainFill : public Fill {
 public:
  void schedule(hs_ticks start, hs_ticks per_block) {
    scheduled_ = true;
    start_ = start;
    per_block_ = per_block;
  }
  void clear() override { scheduled_ = false; }
  bool scheduled() const override { return scheduled_; }
  hs_ticks filled_at(std::uint32_t blocks) const override { return start_ + blocks * per_block_; }
  hs_ticks per_block() const override { return per_block_; }

 private:
  bool scheduled_ = false;
  hs_ticks start_ = 0;
  hs_ticks per_block_ = 0;
};

enum class Kind {
  read,
  zero_latency_read,
  write
};

inline MediaExtent make_extent(std::uint32_t cylinder, std::uint32_t head, std::uint32_t sector,
                               std::uint32_t blocks, Kind kind = Kind::read) {
  MediaExtent extent;
  extent.track = {{cylinder}, {head}};
  extent.zone = hs_zone_of_track(&hp_c2247_tables().geometry(), extent.track);
  extent.sector = sector;
  extent.blocks = blocks;
  extent.write = kind == Kind::write;
  extent.zero_latency = kind == Kind::zero_latency_read;
  return extent;
}

inline double sector_ms(std::uint32_t sectors_per_track) { return kTurnMs / sectors_per_track; }

// A program with its fakes, and the extents that the program has reported with their times.
class Media {
 public:
  bool add(const MediaExtent& extent, hs_ticks now = 0) {
    const bool taken = program.add(extent, now);
    resolve();
    return taken;
  }
  void schedule_data(hs_ticks start, hs_ticks per_block) {
    fill.schedule(start, per_block);
    resolve();
  }
  void resolve() {
    program.resolve(arm, fill, asked, [this](const MediaExtent& e) { worked_out.push_back(e); });
  }
  // Returns the time at which the first `count` blocks are complete, in ticks. ~0: the time is not
  // known.
  hs_ticks done_at(std::uint32_t count) const {
    hs_ticks when = 0;
    return program.done_at(0, count, when) ? when : ~hs_ticks{0};
  }
  // Returns the time at which block `block` is complete.
  hs_ticks block_done(std::uint32_t block) const {
    hs_ticks when = 0;
    return program.done_at(block, 1, when) ? when : ~hs_ticks{0};
  }

  PlainArm arm;
  PlainFill fill;
  MediaProgram program;
  MediaProgram::Asked asked{MediaProgram::kNever, 0};  // all times
  std::vector<MediaExtent> worked_out;
};

}  // namespace headstack

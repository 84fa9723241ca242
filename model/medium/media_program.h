// What the head channel is to do and when each block of it passes under the head: a program of
// extents, worked out ahead of time, since arm and platter are functions of time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/base/wires.h"

extern "C" {
#include <disk/geometry.h>
#include <disk/mechanics.h>
#include <disk/plan.h>
#include <hal/registers.h>
}

namespace headstack {

// A run of sectors on one track.
struct MediaExtent {
  hs_track track{};
  const hs_zone* zone = nullptr;
  std::uint32_t sector = 0;
  std::uint32_t blocks = 0;
  std::uint32_t first_block = 0;  // number of its first block in the program
  bool write = false;
  bool zero_latency = false;
  bool resident = false;  // a write that need not wait for its data
  bool ahead = false;
  std::uint64_t address = HS_ADDRESS_NONE;  // of its first block in the buffer's RAM
  hs_ticks hold = 0;                        // not before this: after an error, or if it comes late
  // Worked out by MediaProgram:
  hs_ticks seek_start = 0;
  hs_ticks arrive = 0;         // over the track, settled
  hs_ticks first = 0;          // the first sector that is taken begins
  hs_ticks from = 0;           // block 0 of the in-order part begins
  std::uint32_t in_order = 0;  // blocks that come in order; the others were taken before them
  hs_ticks end = 0;

  // Ticks from the start of block 0 to the start of block `block`.
  hs_ticks offset(std::uint32_t block) const {
    return hs_sector_offset(zone, sector + block) - hs_sector_offset(zone, sector);
  }
  hs_angle angle() const {
    return hs_track_angle(zone, track) + static_cast<hs_angle>(hs_sector_offset(zone, sector));
  }
  // When block `block` begins that is taken ahead of block 0.
  hs_ticks early(std::uint32_t block) const { return first + offset(block) - offset(in_order); }
  // When its blocks up to `last`, from `begin` on, are all done; begin < last <= blocks.
  hs_ticks done_at(std::uint32_t begin, std::uint32_t last) const {
    if (last <= in_order) {
      return from + offset(last);
    }
    return begin < in_order ? end : early(last);
  }
  // When the first of its blocks from `begin` up to `last` begins; begin < last <= blocks.
  hs_ticks begins_at(std::uint32_t begin, std::uint32_t last) const {
    if (begin >= in_order) {
      return early(begin);
    }
    return last > in_order ? first : from + offset(begin);
  }
  // Blocks done, in order, at `time`.
  std::uint32_t done_by(hs_ticks time) const;
  // The end of the sector that is being taken at `time`; `time` itself when none is, or one has
  // just ended. Precondition: time < end.
  hs_ticks sector_end(hs_ticks time) const;
};

// The first block of an extent that cannot be read or written.
struct MediaFailure {
  std::uint32_t block = 0;   // in the extent
  bool correctable = false;  // by the ECC
};

// Calls to the medium: what fails of a transfer.
class MediumErrors {
 public:
  virtual ~MediumErrors() = default;
  // `extent` has its times. `retry`: its first block has failed before, and is tried again. False:
  // nothing fails.
  virtual bool first_failure(const MediaExtent& extent, bool retry, MediaFailure& failure) = 0;
};

// Where a program has stopped, or is going to, for a block that cannot be read or written.
struct MediaHalt {
  bool halted = false;
  bool correctable = false;
  bool write = false;
  bool ahead = false;       // no command waits for it
  std::uint32_t block = 0;  // in the program
  hs_ticks when = 0;        // it has passed under the head; see MediaProgram
};

// Where the heads are when a program has ended.
struct MediaRest {
  hs_ticks free_at = 0;
  hs_track track{};
  std::uint32_t done = 0;  // blocks
};

// No SystemC in here: times in, times out.
//
// A block that cannot be read or written halts the program when it has passed; of an extent that a
// zero-latency read has begun in the middle, a block of the part taken first does when the others
// have been taken. What was taken of the blocks behind it is taken again. The rest waits until
// retry, take or put_instead says how to go on.
class MediaProgram {
 public:
  // `arm` and `fill` must outlive the program.
  MediaProgram() { extents_.reserve(kCapacity + 1); }

  // `errors` must outlive the program; without it, nothing fails.
  void set_errors(MediumErrors* errors) { errors_ = errors; }

  // Start over; nothing moves before `not_before`, nor before the program that was there has ended.
  void begin(hs_ticks not_before);
  void set_ready(hs_ticks ready) { ready_ = ready; }
  // The arm waits for the blocks too if `arm_waits`.
  void set_fill(std::uint32_t blocks, bool arm_waits = false) {
    fill_ = blocks;
    arm_waits_ = arm_waits;
  }
  void set_ahead(std::uint32_t blocks_q8, hs_ticks delay) {
    ahead_q8_ = blocks_q8;
    ahead_delay_ = delay;
  }
  void set_keep(std::uint32_t blocks) { keep_ = blocks; }
  // When all is done, and not before `hold`, move the heads to `track`.
  void go_on_to(hs_track track, hs_ticks hold, Arm& arm) {
    next_track_ = track;
    next_hold_ = hold;
    find_rest(arm);
  }

  // The earliest instant at which the next extent to be added can begin to move the arm; kNever:
  // that is not known, since one before it has no times yet.
  static constexpr hs_ticks kNever = ~hs_ticks{0};
  hs_ticks next_start() const;
  // Is `extent`, all before it having its times, a write whose data are still to come, on the track
  // to which the arm goes by itself? Then nothing of it lies before now, even if next_start() does.
  bool goes_on_with(const MediaExtent& extent) const;

  // Add an extent (address and flags set). False when as many are still to be done as fit.
  bool add(const MediaExtent& extent, hs_ticks now);

  // Are so many still to be done that the last places are better kept for other tracks?
  bool crowded(hs_ticks now);

  // Lengthen the last extent by this one when there is little room for more. This one must be
  // read ahead right behind it on the same track. Returns it with its times worked out; empty if
  // that cannot be.
  std::optional<MediaExtent> lengthen(const MediaExtent& extent);

  // Work out the times of all extents that can be: a write's only once its data are scheduled.
  // `worked_out(extent)` is called once for each, in order.
  template <typename WorkedOut>
  void resolve(Arm& arm, const Fill& fill, const WorkedOut& worked_out) {
    while (resolved_ < extents_.size() && !halt_.halted && has_data(extents_[resolved_], fill)) {
      resolve_next(arm, fill);
      if (errors_ != nullptr) {
        meet_errors();
      }
      worked_out(extents_[resolved_ - 1]);
    }
    if (next_track_) {
      find_rest(arm);
    }
  }

  const MediaHalt& halt() const { return halt_; }
  // What is left of the extent, from the block on that has failed; precondition: halted.
  const MediaExtent& stopped_at() const { return extents_[resolved_]; }
  // Three ways to continue from a halt, at `now` or later, each before resolve. Precondition:
  // halted. Try the block again.
  void retry(hs_ticks now);
  // Count the block as done, since its data are in the buffer.
  void take(hs_ticks now);
  // Do the block at another place (one block, with address, write and flags set).
  void put_instead(const MediaExtent& place, hs_ticks now);

  // Extents that can be added now.
  std::uint32_t room(hs_ticks now);

  // End the program at the first sector boundary from `time` on: a seek under way is finished,
  // waiting stops at once, and the first `keep` blocks are done in any case.
  void stop(hs_ticks time) { stop_at(rest_at(time)); }
  // The same, for who knows already what rest_at(time) is.
  void stop_at(const MediaRest& rest);

  // The power fails: everything ends at once, and the heads are free where they are.
  void lose(hs_ticks now);

  // What stop(time) would come to.
  MediaRest rest_at(hs_ticks time) const;

  std::uint32_t blocks() const { return blocks_; }
  std::uint32_t done_by(hs_ticks time) const;
  // When `count` blocks from number `first` on are done; false if that is not known (yet).
  bool done_at(std::uint32_t first, std::uint32_t count, hs_ticks& when) const;
  // When the first of these blocks begins to be read; false if that is not known (yet).
  bool reads_from(std::uint32_t first, std::uint32_t count, hs_ticks& when) const;
  // See MediaSide.
  const std::vector<MediaPiece>& pieces_after(hs_ticks from, std::int64_t blocks);
  // See MediaSide.
  const std::vector<TrackEnd>& track_ends(hs_ticks from, hs_ticks to);

 private:
  static constexpr std::size_t kCapacity = 64;  // HS_CHANNEL_EXTENTS
  static constexpr std::size_t kCrowded = 48;

  // Reads nothing, or all that it writes is in the buffer or on its way.
  static bool has_data(const MediaExtent& extent, const Fill& fill) {
    return !extent.write || extent.resident ||
           (fill.scheduled() && fill.filled_at(extent.first_block + extent.blocks) != Fill::kNever);
  }
  void resolve_next(Arm& arm, const Fill& fill);
  void find_rest(Arm& arm);
  MediaRest rest_of_all() const;
  void place_read(MediaExtent& extent) const;
  static void place_on_arrival(MediaExtent& extent, hs_ticks eligible);
  static void place_in_order(MediaExtent& extent, hs_ticks eligible);
  void place_write(std::size_t index, const Fill& fill);
  void forget_done(hs_ticks now);
  void meet_errors();
  void drop_failed_block();

  std::vector<MediaExtent> extents_;
  std::size_t resolved_ = 0;  // how many extents have their times
  std::uint32_t blocks_ = 0;
  MediaRest before_;  // state before the first extent
  hs_ticks not_before_ = 0;
  hs_ticks ready_ = 0;
  std::uint32_t fill_ = 0;
  bool arm_waits_ = false;
  std::uint32_t ahead_q8_ = 0;
  hs_ticks ahead_delay_ = 0;
  std::uint32_t keep_ = 0;
  std::optional<hs_track> next_track_;  // where the heads move when all is done,
  hs_ticks next_hold_ = 0;              // not before this,
  hs_ticks next_arrival_ = 0;           // and when they are there; 0: not all has its times
  MediumErrors* errors_ = nullptr;
  MediaHalt halt_;
  bool retry_ = false;  // the next extent begins with the block that has failed
  std::vector<MediaPiece> pieces_;
  std::vector<TrackEnd> track_ends_;
};

}  // namespace headstack

// The head channel's program: the extents to transfer, and the time at which each block passes
// under the head. The times are computed in advance, because the positions of arm and platter are
// functions of time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/base/wires.h"

extern "C" {
#include <disk/geometry.h>
#include <disk/mechanics.h>
#include <disk/merge.h>
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
  std::uint32_t first_block = 0;  // number of the first block in the program
  bool write = false;
  bool zero_latency = false;
  bool resident = false;  // a write that does not wait for its data
  bool ahead = false;
  std::uint64_t address = HS_ADDRESS_NONE;  // address of the first block in the buffer's RAM
  hs_ticks hold = 0;    // earliest start: after an error, or for an extent that is added late
  bool merged = false;  // a write that begins inside a physical sector whose data are complete
  // Computed by MediaProgram:
  hs_ticks seek_start = 0;
  hs_ticks arrive = 0;         // the head is on the track and has settled
  hs_ticks ready = 0;          // the transfer may start from then on
  hs_ticks on_track = 0;       // a write: the head reads the track from then on; kept by its rest
  hs_ticks first = 0;          // start of the first sector that is transferred
  hs_ticks from = 0;           // start of block 0, which is the first of the in-order part
  std::uint32_t in_order = 0;  // blocks in order; the other blocks precede them
  hs_ticks end = 0;

  // Ticks from the start of block 0 to the start of block `block`.
  hs_ticks offset(std::uint32_t block) const {
    return hs_sector_offset(zone, sector + block) - hs_sector_offset(zone, sector);
  }
  hs_angle angle() const {
    return hs_track_angle(zone, track) + static_cast<hs_angle>(hs_sector_offset(zone, sector));
  }
  // Returns the start of block `block`, which is transferred before block 0.
  hs_ticks early(std::uint32_t block) const { return first + offset(block) - offset(in_order); }
  // Returns the time at which the blocks from `begin` up to `last` are all complete; begin < last
  // <= blocks.
  hs_ticks done_at(std::uint32_t begin, std::uint32_t last) const {
    if (last <= in_order) {
      return from + offset(last);
    }
    return begin < in_order ? end : early(last);
  }
  // Returns the start of the first of the blocks from `begin` up to `last`; begin < last <= blocks.
  hs_ticks begins_at(std::uint32_t begin, std::uint32_t last) const {
    if (begin >= in_order) {
      return early(begin);
    }
    return last > in_order ? first : from + offset(begin);
  }
  // Returns the number of blocks that are complete, in order, at `time`.
  std::uint32_t done_by(hs_ticks time) const;
  // Returns the end of the physical sector that is under the head at `time`, or of the extent's
  // part of this sector. `physical` is its size in blocks. Returns `time` itself if no sector is
  // being transferred, or if a sector has just ended. Precondition: time < end.
  hs_ticks sector_end(hs_ticks time, std::uint32_t physical) const;
  // Rounds a number of blocks up to the end of a physical sector.
  std::uint32_t whole(std::uint32_t count, std::uint32_t physical) const {
    const std::uint32_t into = hs_into_physical(physical, sector + count);
    return into == 0 ? count : count + physical - into;
  }
};

// The first block of an extent that cannot be read or written.
struct MediaFailure {
  std::uint32_t block = 0;   // number in the extent
  bool correctable = false;  // the ECC can correct the block
};

// Calls to the medium, which finds the block of a transfer that fails.
class MediumErrors {
 public:
  virtual ~MediumErrors() = default;
  // `extent` has its times. `retry`: the first block has failed before, and this is another try.
  // False: no block fails.
  virtual bool first_failure(const MediaExtent& extent, bool retry, MediaFailure& failure) = 0;
};

// The stop of a program at a block that cannot be read or written.
struct MediaHalt {
  bool halted = false;
  bool correctable = false;
  bool write = false;
  bool ahead = false;       // no command waits for the block
  std::uint32_t block = 0;  // number in the program
  hs_ticks when = 0;        // time at which the block has passed under the head; see MediaProgram
};

// Position of the heads when a program has ended.
struct MediaRest {
  hs_ticks free_at = 0;
  hs_track track{};
  std::uint32_t done = 0;  // blocks
};

// The program. This class does not use SystemC: times are arguments and results.
//
// A block that cannot be read or written halts the program after the block has passed. A
// zero-latency read may begin an extent in the middle. A failed block of the part read first then
// halts the program after the other part has been read. Blocks after the failed block are
// transferred again, even if they were transferred before. The rest of the program waits until
// retry, take or put_instead is called.
//
// Most read-aheads are cut off. `resolve` can therefore put off the times of a read-ahead at the
// end of the program. The owner then calls `resolve` again before a question whose answer depends
// on these times. Before the owner begins another program, or adds an extent that is not read
// ahead, all extents need their times.
class MediaProgram {
 public:
  // The scope of a question: the program up to an instant, and its blocks below a number.
  struct Asked {
    hs_ticks until = 0;
    std::int64_t blocks = 0;
  };

  // `arm` and `fill` must outlive the program.
  MediaProgram() { extents_.reserve(kCapacity + 1); }

  // `errors` must outlive the program. Without `errors`, no block fails.
  void set_errors(MediumErrors* errors) { errors_ = errors; }

  // `blocks`: blocks of a physical sector, a power of two (hs_geometry.sector_blocks).
  void set_sector_blocks(std::uint32_t blocks) { sector_blocks_ = blocks; }

  // Starts a new program. Nothing moves before `not_before`, or before the old program has ended.
  void begin(hs_ticks not_before);
  void set_ready(hs_ticks ready) { ready_ = ready; }
  // `arm_waits`: the arm waits for the blocks too.
  void set_fill(std::uint32_t blocks, bool arm_waits = false) {
    fill_ = blocks;
    arm_waits_ = arm_waits;
  }
  void set_ahead(std::uint32_t blocks_q8, hs_ticks delay) {
    ahead_q8_ = blocks_q8;
    ahead_delay_ = delay;
  }
  void set_keep(std::uint32_t blocks) { keep_ = blocks; }
  // Makes the heads move to `track` when all extents are complete, but not before `hold`.
  void go_on_to(hs_track track, hs_ticks hold, Arm& arm) {
    next_track_ = track;
    next_hold_ = hold;
    find_rest(arm);
  }

  // Returns the earliest instant at which the next extent to be added can move the arm. kNever: the
  // instant is not known, because an earlier extent has no times yet.
  static constexpr hs_ticks kNever = ~hs_ticks{0};
  hs_ticks next_start() const;
  // True: all earlier extents have their times, and `extent` is a write, without its data, on the
  // track to which the arm moves after the program. No part of such an extent lies in the past,
  // even if next_start() does.
  bool goes_on_with(const MediaExtent& extent) const;

  // Adds an extent with address and flags. False: the program has no room, because too many extents
  // are not complete.
  bool add(const MediaExtent& extent, hs_ticks now);

  // True: little room is left, and the last places should be kept for other tracks.
  bool crowded(hs_ticks now);

  // Lengthens the last extent by a new extent. Used when little room is left. The new extent must
  // be read ahead directly after the last extent, on the track of the last extent. Returns the new
  // extent with its times. Empty: the extents cannot be joined.
  std::optional<MediaExtent> lengthen(const MediaExtent& extent);

  // Computes the times of all extents whose times can be known. A write has times only when its
  // data are scheduled. Calls `worked_out(extent)` once for each extent, in order. Times of a
  // read-ahead are put off, except the times that `asked` needs.
  template <typename WorkedOut>
  void resolve(Arm& arm, const Fill& fill, Asked asked, const WorkedOut& worked_out) {
    while (resolved_ < extents_.size() && !halt_.halted && !(puts_off() && can_wait(asked)) &&
           has_data(extents_[resolved_], fill)) {
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

  // True: the times of the next extent are put off. The first extent needs its times at once,
  // because the time of its positioning may be random.
  bool puts_off() const {
    return resolved_ != 0 && resolved_ < extents_.size() && errors_ == nullptr && keep_ == 0 &&
           extents_[resolved_].ahead && !extents_[resolved_].write;
  }
  // True: a question does not need the next extent's times. Precondition: puts_off().
  bool can_wait(Asked asked) const {
    return extents_[resolved_ - 1].end > asked.until &&
           extents_[resolved_].first_block >= asked.blocks;
  }

  const MediaHalt& halt() const { return halt_; }
  // Returns the rest of the extent, from the failed block on. Precondition: halted.
  const MediaExtent& stopped_at() const { return extents_[resolved_]; }
  // The next three functions continue from a halt, at `now` or later. Each must be called before
  // resolve. Precondition: halted. retry tries the block again.
  void retry(hs_ticks now);
  // Counts the block as complete, because its data are in the buffer.
  void take(hs_ticks now);
  // Transfers the block at another place (one block, with address, write and flags set).
  void put_instead(const MediaExtent& place, hs_ticks now);

  // Number of extents that can be added now.
  std::uint32_t room(hs_ticks now);

  // Ends the program at the first sector boundary from `time` on. A seek under way is finished. A
  // wait ends at once. The first `keep` blocks are completed in any case.
  void stop(hs_ticks time) { stop_at(rest_at(time)); }
  // Ends the program as stop() does, for a caller that already knows rest_at(time).
  void stop_at(const MediaRest& rest);

  // Ends everything at once, because the power fails. The heads are free at their present position.
  void lose(hs_ticks now);

  // Returns the position of the heads after stop(time), without a stop.
  MediaRest rest_at(hs_ticks time) const;

  std::uint32_t blocks() const { return blocks_; }
  std::uint32_t done_by(hs_ticks time) const;
  // Computes the time at which `count` blocks from number `first` on are complete. False: this time
  // is not known yet, or never will be.
  bool done_at(std::uint32_t first, std::uint32_t count, hs_ticks& when) const;
  // Computes the start of the first of these blocks. False: this time is not known yet, or never
  // will be.
  bool reads_from(std::uint32_t first, std::uint32_t count, hs_ticks& when) const;
  // See MediaSide.
  const std::vector<MediaPiece>& pieces_after(hs_ticks from, std::int64_t blocks);
  // See MediaSide.
  const std::vector<TrackEnd>& track_ends(hs_ticks from, hs_ticks to);

 private:
  static constexpr std::size_t kCapacity = 64;  // HS_CHANNEL_EXTENTS
  static constexpr std::size_t kCrowded = 48;

  // True: the extent is a read, or all blocks that it writes are in the buffer or on their way.
  static bool has_data(const MediaExtent& extent, const Fill& fill) {
    return !extent.write || extent.resident ||
           (fill.scheduled() && fill.filled_at(extent.first_block + extent.blocks) != Fill::kNever);
  }
  void resolve_next(Arm& arm, const Fill& fill);
  void find_rest(Arm& arm);
  MediaRest rest_of_all() const;
  void place_read(MediaExtent& extent) const;
  static void place_on_arrival(MediaExtent& extent, const hs_run_start& start);
  static void place_in_order(MediaExtent& extent);
  void place_write(std::size_t index, const Fill& fill);
  hs_ticks data_limit(const MediaExtent& extent, bool first, const Fill& fill) const;
  hs_ticks fed_at(const MediaExtent& extent, std::uint32_t block, const Fill& fill) const;
  bool starved(const MediaExtent& extent, std::uint32_t block, const Fill& fill) const;
  std::uint32_t fed_blocks(const MediaExtent& extent, const Fill& fill) const;
  void split_write(std::size_t index, std::uint32_t count);
  void forget_done(hs_ticks now);
  void meet_errors();
  void drop_failed_block();

  std::uint32_t sector_blocks_ = 1;
  std::vector<MediaExtent> extents_;
  std::size_t resolved_ = 0;  // number of extents that have their times
  std::uint32_t blocks_ = 0;
  MediaRest before_;  // state before the first extent
  hs_ticks not_before_ = 0;
  hs_ticks ready_ = 0;
  std::uint32_t fill_ = 0;
  bool arm_waits_ = false;
  std::uint32_t ahead_q8_ = 0;
  hs_ticks ahead_delay_ = 0;
  std::uint32_t keep_ = 0;
  std::optional<hs_track> next_track_;  // track to which the heads move at the end
  hs_ticks next_hold_ = 0;              // earliest time of this move
  hs_ticks next_arrival_ = 0;           // end of this move; 0: an extent has no times yet
  MediumErrors* errors_ = nullptr;
  MediaHalt halt_;
  bool retry_ = false;  // the next extent begins with the failed block
  std::vector<MediaPiece> pieces_;
  std::vector<TrackEnd> track_ends_;
};

}  // namespace headstack

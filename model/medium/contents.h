// The data in a drive whose contents are simulated: on the medium, in the buffer's RAM, and on
// their way between host, RAM and medium.
//
// Data do not move at the instant of an event. The next call of `advance` carries out all events up
// to its time, in order of time. A sector of the medium changes when its time under the head ends.
// The sector takes the data that the RAM held when this time began.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/medium/media_program.h"
#include "model/medium/medium.h"

namespace headstack {

// The buffer's RAM. The address of a block is its segment and its number (HS_ADDRESS). A block in
// two segments is therefore stored twice, and one copy may be stale. A segment of reads is a ring:
// a new block replaces an older block. The RAM is larger than the real RAM, whose overflow is not
// simulated.
class BufferRam {
 public:
  BufferRam(std::uint32_t bytes_per_block, std::uint32_t blocks);

  // Returns room for the data of a block.
  unsigned char* put(std::uint64_t address);
  // Returns the data of a block. Null: the RAM does not hold the block.
  const unsigned char* find(std::uint64_t address) const;
  void clear() { slots_.clear(); }

 private:
  struct Slot {
    std::uint64_t address = 0;
    std::unique_ptr<unsigned char[]> data;
  };
  std::uint64_t slot_of(std::uint64_t address) const;

  std::uint32_t bytes_;
  std::uint32_t ring_mask_;
  std::unordered_map<std::uint64_t, Slot> slots_;
};

class Contents {
 public:
  // `ram_blocks`: size of the buffer.
  Contents(std::uint32_t bytes_per_block, std::uint32_t ram_blocks);

  // Carries out all events until `now`.
  void advance(hs_ticks now);

  // Adds a future pass of the head over the extent, whose times are known.
  void pass(const MediaExtent& extent, hs_ticks now);
  // Cancels every pass of the head that ends after `free_at`.
  void cut(hs_ticks free_at);
  // Makes blocks arrive over the bus in the RAM, one each `per_block` from `start` on. Null: the
  // blocks are zeros.
  void from_host(std::uint64_t address, const unsigned char* data, std::uint32_t blocks,
                 hs_ticks start, hs_ticks per_block, hs_ticks now);
  // Makes blocks leave over the bus. The last block has left at `end`. The caller keeps `data`
  // until `end`.
  void to_host(std::uint64_t address, unsigned char* data, std::uint32_t blocks, hs_ticks end);

  // Returns the least block of HS_SEGMENT_COMPARE whose data on the medium differed from the RAM's
  // since the last call.
  std::optional<std::uint32_t> take_different() { return std::exchange(different_, std::nullopt); }

  // Makes every sector of the medium read as zeros.
  void erase(hs_ticks now);

  // Drops the events that have not ended by `now`, and empties the RAM, because the power fails.
  void power_loss(hs_ticks now);

  Medium& medium() { return medium_; }

 private:
  struct Passing {
    MediaExtent extent;
    std::uint32_t limit;     // sectors that pass before the program stops
    std::uint32_t done = 0;  // sectors that have passed
  };
  struct Arriving {
    std::uint64_t address = 0;
    std::vector<unsigned char> data;
    std::uint32_t blocks = 0;
    std::uint32_t done = 0;
    hs_ticks start = 0;
    hs_ticks per_block = 0;
  };
  struct Leaving {
    std::uint64_t address;
    unsigned char* data;
    std::uint32_t blocks;
    hs_ticks end;
  };

  bool pass_next(hs_ticks now);
  void arrive_until(hs_ticks time);
  void leave_until(hs_ticks time);
  void compare(hs_pbn place, std::uint64_t address);
  const unsigned char* held(std::uint64_t address, const char* by) const;

  std::uint32_t bytes_;
  Medium medium_;
  BufferRam ram_;
  std::deque<Passing> passing_;  // by time
  Arriving arriving_;
  std::deque<Leaving> leaving_;  // by time
  std::optional<std::uint32_t> different_;
  std::vector<unsigned char> compared_;  // a block of the medium
};

}  // namespace headstack

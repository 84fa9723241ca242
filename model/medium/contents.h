// The data in a drive whose contents are simulated: on the medium and in the buffer's RAM, and on
// their way between host, RAM and medium.
//
// Nothing is moved when it happens, but when somebody looks: `advance` brings all that was to
// happen by then about, in the order of time. A sector of the medium changes when its time under
// the head has ended, and takes the data that the RAM held when it began.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/medium/media_program.h"
#include "model/medium/medium.h"

namespace headstack {

// The buffer's RAM. A block's address is its segment and its number (HS_ADDRESS), so that one in
// two segments is there twice, and one of them may be stale. A segment of reads is a ring: a block
// takes the place of an older one. It is larger than the real one, whose overflow is not simulated.
class BufferRam {
 public:
  BufferRam(std::uint32_t bytes_per_block, std::uint32_t blocks);

  // Room for the data of a block.
  unsigned char* put(std::uint64_t address);
  // Its data; null: it is not there.
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
  // `ram_blocks` is the buffer's size.
  Contents(std::uint32_t bytes_per_block, std::uint32_t ram_blocks);

  // Bring about what has happened by `now`.
  void advance(hs_ticks now);

  // The head will go over the extent, whose times are worked out.
  void pass(const MediaExtent& extent, hs_ticks now);
  // It will go over nothing whose end comes after `free_at`.
  void cut(hs_ticks free_at);
  // Blocks come over the bus into the RAM, one each `per_block` from `start` on. Null: zeros.
  void from_host(std::uint64_t address, const unsigned char* data, std::uint32_t blocks,
                 hs_ticks start, hs_ticks per_block, hs_ticks now);
  // Blocks have gone over the bus at `end`; `data` stays until then.
  void to_host(std::uint64_t address, unsigned char* data, std::uint32_t blocks, hs_ticks end);

  // The power fails: what has not ended by `now` never happens, and the RAM is empty.
  void power_loss(hs_ticks now);

  Medium& medium() { return medium_; }

 private:
  struct Passing {
    MediaExtent extent;
    std::uint32_t limit;     // sectors that pass before the program was stopped
    std::uint32_t done = 0;  // that have passed
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
  const unsigned char* held(std::uint64_t address, const char* by) const;

  std::uint32_t bytes_;
  Medium medium_;
  BufferRam ram_;
  std::deque<Passing> passing_;  // by time
  Arriving arriving_;
  std::deque<Leaving> leaving_;  // by time
};

}  // namespace headstack

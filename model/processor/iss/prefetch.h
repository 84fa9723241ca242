// Ibex's prefetch buffer at a program memory with wait states, simulated cycle by cycle. The
// arrival of each instruction depends on the buffer. Without wait states, the next instruction has
// always arrived, and this class is not needed.
//
// The memory does one access at a time, and grants the next access when it answers. The buffer has
// three places, makes requests while it has room, and cannot cancel a request.
#pragma once

#include <cstdint>

namespace headstack::iss {

class Prefetch {
 public:
  // The buffer makes no request before `begin`.
  Prefetch(std::uint32_t waits, std::uint64_t begin) : access_(waits + 1), now_(begin) {}

  // Takes the next instruction out of the buffer. Returns the time of its start: `earliest`, or its
  // arrival if that is later.
  std::uint64_t start(std::uint64_t earliest) {
    advance(earliest - 1);
    while (!clock(true, true, false)) {
      if (pending_ && left_ > 1) {
        pass(left_ - 1);
      }
    }
    return now_;
  }

  // Discards the buffer's contents, because the processor jumps in the cycle `at`.
  void jump(std::uint64_t at) {
    advance(at);
    clock(true, false, true);
  }

  // Stops requests for `cycles` cycles from `at` on.
  void pause(std::uint64_t at, unsigned cycles) {
    advance(at);
    for (unsigned i = 0; i < cycles; ++i) {
      clock(false, false, false);
    }
  }

 private:
  static constexpr std::uint32_t kPlaces = 3;

  void advance(std::uint64_t to) {
    while (now_ < to) {
      if (held_ == kPlaces && left_ == 0 && !pending_) {
        now_ = to;  // full, and no access under way
        return;
      }
      if (pending_ && left_ > 1 && now_ + left_ - 1 <= to) {
        pass(left_ - 1);
      } else {
        clock(true, false, false);
      }
    }
  }

  // Passes cycles in which processor and buffer wait for the access under way. Precondition: the
  // next access has been requested.
  void pass(std::uint32_t cycles) {
    now_ += cycles;
    left_ -= cycles;
  }

  // Simulates a cycle. `asks`: the buffer may make a request. `takes`: the processor takes an
  // instruction if it has arrived. `turns`: the processor jumps. True: the processor has taken an
  // instruction.
  bool clock(bool asks, bool takes, bool turns) {
    const bool comes = left_ == 1 && !dropped_;
    const bool grants = left_ <= 1;
    const bool room = held_ + 1 < kPlaces || (held_ + 1 == kPlaces && left_ == 0);
    const bool requests = pending_ || (asks && (room || turns));
    const bool stale = pending_ && (turns || pending_dropped_);
    const bool taken = takes && (held_ != 0 || comes);
    held_ = turns ? 0 : held_ + (comes ? 1U : 0U) - (taken ? 1U : 0U);
    if (requests && grants) {
      left_ = access_;
      dropped_ = stale;
    } else {
      left_ -= left_ != 0 ? 1U : 0U;
      dropped_ = dropped_ || turns;
    }
    pending_ = requests && !grants;
    pending_dropped_ = stale;
    ++now_;
    return taken;
  }

  std::uint32_t access_;          // cycles of an access
  std::uint64_t now_;             // the next cycle to simulate
  std::uint32_t left_ = 0;        // cycles left of the access under way; 0: no access
  bool dropped_ = false;          // the result of the access under way is not needed
  bool pending_ = false;          // a requested access waits for the memory
  bool pending_dropped_ = false;  // the result of the waiting access is not needed
  std::uint32_t held_ = 0;        // instructions that have arrived
};

}  // namespace headstack::iss

// Ibex's prefetch buffer at a program memory with wait states, clock by clock: what decides when an
// instruction has come. Without wait states it always has, and none of this is needed.
//
// The memory does one access at a time and grants the next one when it answers. The buffer has
// three places, asks for more while there is room, and cannot take back what it has asked for.
#pragma once

#include <cstdint>

namespace headstack::iss {

class Prefetch {
 public:
  // Asks for nothing before `begin`.
  Prefetch(std::uint32_t waits, std::uint64_t begin) : access_(waits + 1), now_(begin) {}

  // The next instruction can start at `earliest`, or as soon as it has come: when it does.
  std::uint64_t start(std::uint64_t earliest) {
    advance(earliest - 1);
    while (!clock(true, true, false)) {
      if (pending_ && left_ > 1) {
        pass(left_ - 1);
      }
    }
    return now_;
  }

  // In the cycle `at` the processor turns elsewhere, and drops what it has.
  void jump(std::uint64_t at) {
    advance(at);
    clock(true, false, true);
  }

  // From `at` on it asks for nothing for so many cycles.
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
        now_ = to;  // full, and nothing under way
        return;
      }
      if (pending_ && left_ > 1 && now_ + left_ - 1 <= to) {
        pass(left_ - 1);
      } else {
        clock(true, false, false);
      }
    }
  }

  // Cycles in which all wait for the access under way. Precondition: the next one is asked for.
  void pass(std::uint32_t cycles) {
    now_ += cycles;
    left_ -= cycles;
  }

  // A cycle in which it may ask, an instruction would be taken, or the processor turns elsewhere.
  // True: one was taken.
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
  std::uint64_t now_;             // the next cycle to go through
  std::uint32_t left_ = 0;        // cycles until the access under way is over; 0: none is
  bool dropped_ = false;          // what it brings is not wanted any more
  bool pending_ = false;          // an access was asked for, and waits
  bool pending_dropped_ = false;  // and is not wanted any more
  std::uint32_t held_ = 0;        // instructions that have come
};

}  // namespace headstack::iss

// A queue of instants that takes the steps of SystemC 2.3.4's queue of timed events (sc_ppq_base).
// Entries of the same instant therefore leave in the kernel's order.
#pragma once

#include <cstdint>
#include <vector>

namespace headstack {

// An item of the queue. The queue sets `place`.
struct Queued {
  std::size_t place = 0;
};

// Instants are in ps. Items belong to the caller, and stay valid while they wait.
class KernelQueue {
 public:
  // Precondition: the item does not wait.
  void insert(Queued& item, std::uint64_t when);
  // Takes an item back. Precondition: the item waits.
  void cancel(const Queued& item) { heap_[item.place].item = nullptr; }

  // Finds the first instant for which an item waits. False: no item waits. As the kernel does, the
  // first function removes the entries of cancelled items at the top.
  bool next_time(std::uint64_t& when);
  bool look(std::uint64_t& when) const;

  // Takes the items of the instant that next_time has found, and calls `take(Queued&)` for each.
  template <typename Take>
  void extract(std::uint64_t when, const Take& take) {
    do {
      if (Queued* const item = extract_top(); item != nullptr) {
        take(*item);
      }
    } while (heap_.size() > 1 && heap_[1].when == when);
  }

 private:
  struct Entry {
    std::uint64_t when;
    Queued* item;  // null: cancelled
  };

  void put(std::size_t at, Entry entry);
  Queued* extract_top();
  void sink(Entry entry);

  std::vector<Entry> heap_{1};  // from index 1 on
};

}  // namespace headstack

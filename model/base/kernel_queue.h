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
  bool next_time(std::uint64_t& when) {
    if (size_ > 1 && heap_[1].item != nullptr) {
      when = heap_[1].when;
      return true;
    }
    return next_after_cancelled(when);
  }
  bool look(std::uint64_t& when) const;

  // Takes the entry at the top. Null: the item was cancelled. Precondition: an entry is there.
  Queued* extract_top();
  // True: the entry at the top is of this instant.
  bool more_at(std::uint64_t when) const { return size_ > 1 && heap_[1].when == when; }

 private:
  struct Entry {
    std::uint64_t when;
    Queued* item;  // null: cancelled
  };

  void put(std::size_t at, Entry entry);
  void sink(Entry entry);
  bool next_after_cancelled(std::uint64_t& when);
  [[gnu::noinline]] void grow_and_insert(Queued& item, std::uint64_t when);

  // Entries from index 1 up to `size_`. A vector that grows with each entry costs more.
  std::vector<Entry> heap_{16};
  std::size_t size_ = 1;
};

}  // namespace headstack

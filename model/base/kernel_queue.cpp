#include "model/base/kernel_queue.h"

namespace headstack {

void KernelQueue::put(std::size_t at, Entry entry) {
  heap_[at] = entry;
  if (entry.item != nullptr) {
    entry.item->place = at;
  }
}

void KernelQueue::insert(Queued& item, std::uint64_t when) {
  if (size_ == heap_.size()) {
    grow_and_insert(item, when);
    return;
  }
  std::size_t at = size_++;
  for (; at > 1 && heap_[at / 2].when > when; at /= 2) {
    put(at, heap_[at / 2]);
  }
  put(at, {when, &item});
}

void KernelQueue::grow_and_insert(Queued& item, std::uint64_t when) {
  heap_.resize(2 * heap_.size());
  insert(item, when);
}

Queued* KernelQueue::extract_top() {
  Queued* const top = heap_[1].item;
  const Entry last = heap_[--size_];
  if (size_ > 1) {
    sink(last);
  }
  return top;
}

// Puts an entry at the top, and moves it down to its place.
void KernelQueue::sink(Entry entry) {
  const std::size_t size = size_;
  std::size_t at = 1;
  while (2 * at < size) {
    std::size_t child = 2 * at;
    if (child + 1 < size && heap_[child + 1].when < heap_[child].when) {
      ++child;
    }
    if (heap_[child].when >= entry.when) {
      break;
    }
    put(at, heap_[child]);
    at = child;
  }
  put(at, entry);
}

bool KernelQueue::next_after_cancelled(std::uint64_t& when) {
  while (size_ > 1) {
    if (heap_[1].item != nullptr) {
      when = heap_[1].when;
      return true;
    }
    extract_top();
  }
  return false;
}

bool KernelQueue::look(std::uint64_t& when) const {
  bool found = false;
  for (std::size_t i = 1; i < size_; ++i) {
    if (heap_[i].item != nullptr && (!found || heap_[i].when < when)) {
      when = heap_[i].when;
      found = true;
    }
  }
  return found;
}

}  // namespace headstack

// Room for many elements, in huge pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/mman.h>

namespace headstack {

// As elements.reserve(count). What is filled once from end to end meets a fault at every page: at
// 4 kB a page they were a twelfth of a long run. A system that has no huge pages, or none free,
// gives its usual ones.
template <typename T>
void reserve_huge(std::vector<T>& elements, std::size_t count) {
  elements.reserve(count);
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kPage = std::uintptr_t{2} << 20;
  const auto first = reinterpret_cast<std::uintptr_t>(elements.data());
  const std::uintptr_t begin = (first + kPage - 1) / kPage * kPage;
  const std::uintptr_t end = (first + count * sizeof(T)) / kPage * kPage;
  if (begin < end) {
    (void)madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  }
#endif
}

}  // namespace headstack

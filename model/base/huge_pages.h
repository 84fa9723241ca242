// Room for many elements, in huge pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <sys/mman.h>

namespace headstack {

// As elements.reserve(count). What is filled once from end to end meets a fault at every page: at
// 4 kB a page they were 9 % of a long run. A system that has no huge pages, or none free,
// gives its usual ones.
template <typename T>
void reserve_huge(std::vector<T>& elements, std::size_t count) {
  elements.reserve(count);
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kPage = std::size_t{2} << 20;
  const std::size_t bytes = count * sizeof(T);
  const std::size_t into = reinterpret_cast<std::uintptr_t>(elements.data()) % kPage;
  const std::size_t before = into == 0 ? 0 : kPage - into;
  if (bytes >= before + kPage) {
    (void)madvise(reinterpret_cast<char*>(elements.data()) + before,
                  (bytes - before) / kPage * kPage, MADV_HUGEPAGE);
  }
#endif
}

}  // namespace headstack

/* The functions that compilers call by themselves, word by word where possible. */
#include <stddef.h>
#include <stdint.h>

#include "hal/compiler.h"

/* Without this option a compiler turns the loop in such a function into a call of the function
 * itself. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

/* HS_KEPT: the compiler calls these functions only after it has optimised the whole image. */
HS_KEPT void* memcpy(void* restrict to, const void* restrict from, size_t count);
HS_KEPT void* memmove(void* to, const void* from, size_t count);
HS_KEPT void* memset(void* to, int byte, size_t count);
HS_KEPT int memcmp(const void* a, const void* b, size_t count);

static size_t whole_words(uintptr_t addresses, size_t count) {
  return (addresses & 3u) == 0 ? count / 4 : 0;
}

/* Copy from the front. Correct also if the two ranges overlap and `to` is before `from`. */
static void forward(void* to, const void* from, size_t count) {
  uint32_t* word_to = to;
  const uint32_t* word_from = from;
  const size_t words = whole_words((uintptr_t)to | (uintptr_t)from, count);
  for (size_t i = 0; i < words; ++i) {
    word_to[i] = word_from[i];
  }
  uint8_t* byte_to = to;
  const uint8_t* byte_from = from;
  for (size_t i = 4 * words; i < count; ++i) {
    byte_to[i] = byte_from[i];
  }
}

static void backward(void* to, const void* from, size_t count) {
  uint8_t* byte_to = to;
  const uint8_t* byte_from = from;
  for (size_t i = count; i > 0; --i) {
    byte_to[i - 1] = byte_from[i - 1];
  }
}

void* memcpy(void* restrict to, const void* restrict from, size_t count) {
  forward(to, from, count);
  return to;
}

void* memmove(void* to, const void* from, size_t count) {
  if ((uintptr_t)to <= (uintptr_t)from) {
    forward(to, from, count);
  } else {
    backward(to, from, count);
  }
  return to;
}

void* memset(void* to, int byte, size_t count) {
  uint32_t* word_to = to;
  const size_t words = whole_words((uintptr_t)to, count);
  for (size_t i = 0; i < words; ++i) {
    word_to[i] = (uint8_t)byte * 0x01010101u;
  }
  uint8_t* byte_to = to;
  for (size_t i = 4 * words; i < count; ++i) {
    byte_to[i] = (uint8_t)byte;
  }
  return to;
}

int memcmp(const void* a, const void* b, size_t count) {
  const uint8_t* byte_a = a;
  const uint8_t* byte_b = b;
  for (size_t i = 0; i < count; ++i) {
    if (byte_a[i] != byte_b[i]) {
      return byte_a[i] < byte_b[i] ? -1 : 1;
    }
  }
  return 0;
}

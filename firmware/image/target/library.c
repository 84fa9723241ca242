/* The functions that compilers call by themselves, word by word where possible. */
#include <stddef.h>
#include <stdint.h>

/* Without this option a compiler turns the loop in such a function into a call of the function
 * itself. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

void* memcpy(void* restrict to, const void* restrict from, size_t count);
void* memmove(void* to, const void* from, size_t count);
void* memset(void* to, int byte, size_t count);
int memcmp(const void* a, const void* b, size_t count);

enum {
  WORDS_AT_ONCE = 8
};

static size_t whole_words(uintptr_t addresses, size_t count) {
  return (addresses & 3u) == 0 ? count / 4 : 0;
}

/* Copy from the front. The ranges may overlap if `to` is before `from`: each step reads all its
 * words before it writes the first word. */
static void forward(void* to, const void* from, size_t count) {
  uint32_t* word_to = to;
  const uint32_t* word_from = from;
  size_t words = whole_words((uintptr_t)to | (uintptr_t)from, count);
  count -= 4 * words;
  for (; words >= WORDS_AT_ONCE; words -= WORDS_AT_ONCE) {
    const uint32_t a = word_from[0], b = word_from[1], c = word_from[2], d = word_from[3];
    const uint32_t e = word_from[4], f = word_from[5], g = word_from[6], h = word_from[7];
    word_to[0] = a, word_to[1] = b, word_to[2] = c, word_to[3] = d;
    word_to[4] = e, word_to[5] = f, word_to[6] = g, word_to[7] = h;
    word_to += WORDS_AT_ONCE;
    word_from += WORDS_AT_ONCE;
  }
  for (; words > 0; --words) {
    *word_to++ = *word_from++;
  }
  uint8_t* byte_to = (uint8_t*)word_to;
  const uint8_t* byte_from = (const uint8_t*)word_from;
  for (; count > 0; --count) {
    *byte_to++ = *byte_from++;
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
  const uint32_t word = (uint8_t)byte * 0x01010101u;
  uint32_t* word_to = to;
  size_t words = whole_words((uintptr_t)to, count);
  count -= 4 * words;
  for (; words >= WORDS_AT_ONCE; words -= WORDS_AT_ONCE) {
    word_to[0] = word, word_to[1] = word, word_to[2] = word, word_to[3] = word;
    word_to[4] = word, word_to[5] = word, word_to[6] = word, word_to[7] = word;
    word_to += WORDS_AT_ONCE;
  }
  for (; words > 0; --words) {
    *word_to++ = word;
  }
  uint8_t* byte_to = (uint8_t*)word_to;
  for (; count > 0; --count) {
    *byte_to++ = (uint8_t)byte;
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

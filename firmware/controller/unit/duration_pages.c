#include "unit/duration_pages.h"

#include "unit/decode.h"

#define DESCRIPTOR_BYTES 32u
/* Bytes of a descriptor. */
#define UNIT 0u
#define WAITING 2u
#define WORKING 4u
#define POLICIES 6u /* of both times above */
#define WHOLE 10u
#define WHOLE_POLICY 14u

static uint8_t* descriptor_at(uint8_t* page, uint32_t i) {
  return &page[HS_SUBPAGE_HEADER_BYTES + DESCRIPTOR_BYTES * i];
}

/* The kind of limits on a page: 0 for reads, 1 for writes. */
static uint32_t kind_of(uint8_t subpage) { return subpage == HS_SUBPAGE_T2B ? 1 : 0; }

void hs_put_durations(const hs_duration_limits* limits, uint8_t subpage,
                      uint8_t out[HS_DURATION_PAGE_BYTES]) {
  const hs_duration_limit* of = limits->of[kind_of(subpage)];
  for (uint32_t i = 0; i < HS_DURATION_LIMITS; ++i) {
    uint8_t* to = descriptor_at(out, i);
    to[UNIT] = of[i].unit;
    hs_put(&to[WAITING], 2, of[i].waiting);
    hs_put(&to[WORKING], 2, of[i].working);
    to[POLICIES] = (uint8_t)(of[i].waiting_policy << 4 | of[i].working_policy);
    hs_put(&to[WHOLE], 2, of[i].whole);
    to[WHOLE_POLICY] = of[i].whole_policy;
  }
}

void hs_put_durations_mask(uint8_t out[HS_DURATION_PAGE_BYTES]) {
  for (uint32_t i = 0; i < HS_DURATION_LIMITS; ++i) {
    uint8_t* to = descriptor_at(out, i);
    to[UNIT] = 0x0f;
    hs_put(&to[WAITING], 4, 0xffffffffu);
    to[POLICIES] = 0xff;
    hs_put(&to[WHOLE], 2, 0xffffu);
    to[WHOLE_POLICY] = 0x0f;
  }
}

static bool is_unit(uint8_t code) {
  return code == HS_DURATION_NO_UNIT || code == HS_DURATION_500_NS || code == HS_DURATION_1_US ||
         code == HS_DURATION_10_MS || code == HS_DURATION_500_MS;
}

static bool is_policy(uint8_t policy) {
  return policy == HS_DURATION_EARLIEST || policy == HS_DURATION_UNAVAILABLE ||
         policy == HS_DURATION_ABORT;
}

/* The seventh limit has no next limit. SPC-6 also refuses WITHOUT there. */
static bool is_whole_policy(uint8_t policy, bool last) {
  return is_policy(policy) ||
         (!last && (policy == HS_DURATION_NEXT || policy == HS_DURATION_WITHOUT));
}

/* The first byte of a descriptor with a wrong value; DESCRIPTOR_BYTES: none. */
static uint32_t wrong_byte(const uint8_t* from, bool last) {
  static const uint8_t mask[WHOLE_POLICY + 1] = {0x0f, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0,
                                                 0,    0, 0xff, 0xff, 0,    0,    0x0f};
  for (uint32_t i = 0; i < DESCRIPTOR_BYTES; ++i) {
    if ((from[i] & ~(i <= WHOLE_POLICY ? (uint32_t)mask[i] : 0u)) != 0) {
      return i;
    }
  }
  if (!is_unit(from[UNIT])) {
    return UNIT;
  }
  if (!is_policy(from[POLICIES] >> 4) || !is_policy(from[POLICIES] & 0x0fu)) {
    return POLICIES;
  }
  return is_whole_policy(from[WHOLE_POLICY], last) ? DESCRIPTOR_BYTES : WHOLE_POLICY;
}

static hs_duration_limit limit_from(const uint8_t* from) {
  return (hs_duration_limit){.waiting = (uint16_t)hs_get(&from[WAITING], 2),
                             .working = (uint16_t)hs_get(&from[WORKING], 2),
                             .whole = (uint16_t)hs_get(&from[WHOLE], 2),
                             .unit = from[UNIT],
                             .waiting_policy = from[POLICIES] >> 4,
                             .working_policy = from[POLICIES] & 0x0f,
                             .whole_policy = from[WHOLE_POLICY]};
}

hs_sense hs_take_durations(const uint8_t* list, uint32_t at, hs_duration_limits* limits) {
  const uint8_t* page = &list[at];
  hs_duration_limit* of = limits->of[kind_of(page[1])];
  for (uint32_t i = 0; i < HS_DURATION_LIMITS; ++i) {
    const uint32_t offset = HS_SUBPAGE_HEADER_BYTES + DESCRIPTOR_BYTES * i;
    const uint32_t wrong = wrong_byte(&page[offset], i + 1 == HS_DURATION_LIMITS);
    if (wrong != DESCRIPTOR_BYTES) {
      return hs_illegal_list_field(at + offset + wrong);
    }
    of[i] = limit_from(&page[offset]);
  }
  return (hs_sense){0};
}

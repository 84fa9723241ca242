#include "schedulers/mimic_learner.h"

/* Pages are at least half full, except the first of each kind. */
static uint32_t pages_for(uint32_t distances) {
  return distances / (HS_MIMIC_PAGE / 2) + 2 * HS_MIMIC_KINDS;
}

size_t hs_mimic_learner_memory(uint32_t distances) {
  const size_t pages = pages_for(distances);
  return pages * (sizeof(hs_mimic_page) + HS_MIMIC_KINDS * sizeof(uint32_t));
}

void hs_mimic_learner_init(hs_mimic_learner* learner, uint32_t distances, uint32_t block_count,
                           void* memory) {
  learner->pages = memory;
  learner->page_count = pages_for(distances);
  learner->pages_used = 0;
  learner->refused = 0;
  uint32_t* order = (uint32_t*)(void*)(learner->pages + learner->page_count);
  for (uint32_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
    learner->order[kind] = order + (size_t)kind * learner->page_count;
    learner->order_size[kind] = 0;
  }
  hs_mimic_reach_init(&learner->reach, block_count);
}

/* --- places: the k-th sample of the p-th page of a kind --------------------------------------- */

typedef struct place {
  uint32_t page; /* index in the kind's order of pages */
  uint32_t slot;
} place;

static hs_mimic_page* page_of(const hs_mimic_learner* learner, uint32_t kind, uint32_t page) {
  return &learner->pages[learner->order[kind][page]];
}

static hs_mimic_sample* sample_at(const hs_mimic_learner* learner, uint32_t kind, place at) {
  return &page_of(learner, kind, at.page)->samples[at.slot];
}

/* Find the page and the slot of a distance. The page is the last page whose first sample is not
 * beyond the distance. The slot is that of the first sample at or beyond the distance, or just
 * after the page's last sample. Precondition: the kind has a page. */
static place find(const hs_mimic_learner* learner, uint32_t kind, int32_t distance) {
  uint32_t page = 0;
  for (uint32_t size = learner->order_size[kind]; size > 1;) {
    const uint32_t half = size / 2;
    page =
        page_of(learner, kind, page + half)->samples[0].distance <= distance ? page + half : page;
    size -= half;
  }
  const hs_mimic_page* p = page_of(learner, kind, page);
  uint32_t slot = 0;
  for (uint32_t size = p->size; size > 0;) {
    const uint32_t half = size / 2;
    if (p->samples[slot + half].distance < distance) {
      slot += half + 1;
      size -= half + 1;
    } else {
      size = half;
    }
  }
  return (place){page, slot};
}

/* The neighbour before, or after, a place that may hold no sample. NULL: the samples end there. */
static const hs_mimic_sample* before(const hs_mimic_learner* learner, uint32_t kind, place* at) {
  if (at->slot == 0) {
    if (at->page == 0) {
      return NULL;
    }
    at->page--;
    at->slot = page_of(learner, kind, at->page)->size;
  }
  at->slot--;
  return sample_at(learner, kind, *at);
}

static const hs_mimic_sample* at_or_after(const hs_mimic_learner* learner, uint32_t kind,
                                          place* at) {
  if (at->slot == page_of(learner, kind, at->page)->size) {
    if (at->page + 1 == learner->order_size[kind]) {
      return NULL;
    }
    at->page++;
    at->slot = 0;
  }
  return sample_at(learner, kind, *at);
}

/* --- learning -------------------------------------------------------------------------------- */

static uint32_t mean(const hs_mimic_sample* sample) {
  return (uint32_t)(sample->sum_ns / sample->count);
}

/* Make a new page at this place of a kind's order. Precondition: a free page is left. */
static hs_mimic_page* add_page(hs_mimic_learner* learner, uint32_t kind, uint32_t at) {
  uint32_t* order = learner->order[kind];
  for (uint32_t i = learner->order_size[kind]++; i > at; --i) {
    order[i] = order[i - 1];
  }
  order[at] = learner->pages_used++;
  hs_mimic_page* page = &learner->pages[order[at]];
  page->size = 0;
  return page;
}

/* Move the upper half of a full page to a new page after it. Returns the new place of `at`. */
static place split(hs_mimic_learner* learner, uint32_t kind, place at) {
  hs_mimic_page* upper = add_page(learner, kind, at.page + 1);
  hs_mimic_page* lower = page_of(learner, kind, at.page);
  lower->size = HS_MIMIC_PAGE / 2;
  for (uint32_t i = lower->size; i < HS_MIMIC_PAGE; ++i) {
    upper->samples[upper->size++] = lower->samples[i];
  }
  return at.slot <= lower->size ? at : (place){at.page + 1, at.slot - lower->size};
}

/* Make room for a new sample. False: all pages are used. */
static bool make_room(hs_mimic_learner* learner, uint32_t kind, place* at) {
  if (page_of(learner, kind, at->page)->size == HS_MIMIC_PAGE) {
    if (learner->pages_used == learner->page_count) {
      return false;
    }
    *at = split(learner, kind, *at);
  }
  hs_mimic_page* page = page_of(learner, kind, at->page);
  for (uint32_t i = page->size++; i > at->slot; --i) {
    page->samples[i] = page->samples[i - 1];
  }
  return true;
}

/* From now on, times between this distance and its neighbours may be as low as either neighbour's
 * time. */
static void lower_reach(hs_mimic_learner* learner, uint32_t kind, place at) {
  const hs_mimic_sample* here = sample_at(learner, kind, at);
  place left = at;
  place right = {at.page, at.slot + 1};
  const hs_mimic_sample* l = before(learner, kind, &left);
  const hs_mimic_sample* r = at_or_after(learner, kind, &right);
  const int32_t first = l == NULL ? here->distance : l->distance;
  const int32_t last = r == NULL ? here->distance : r->distance;
  hs_mimic_reach_lower(&learner->reach, kind >= 2, first, last, mean(here));
  if (l != NULL) {
    hs_mimic_reach_lower(&learner->reach, kind >= 2, first, here->distance, mean(l));
  }
  if (r != NULL) {
    hs_mimic_reach_lower(&learner->reach, kind >= 2, here->distance, last, mean(r));
  }
}

void hs_mimic_observe(hs_mimic_learner* learner, uint32_t kind, int32_t distance, uint32_t ns) {
  if (learner->order_size[kind] == 0) {
    if (learner->pages_used == learner->page_count) {
      learner->refused++;
      return;
    }
    (void)add_page(learner, kind, 0);
  }
  place at = find(learner, kind, distance);
  const hs_mimic_page* page = page_of(learner, kind, at.page);
  const bool seen = at.slot < page->size && page->samples[at.slot].distance == distance;
  if (!seen && !make_room(learner, kind, &at)) {
    learner->refused++;
    return;
  }
  hs_mimic_sample* sample = sample_at(learner, kind, at);
  if (!seen) {
    *sample = (hs_mimic_sample){.distance = distance};
  }
  if (sample->count == UINT32_MAX) { /* the count stays, and the mean continues to move */
    sample->count /= 2;
    sample->sum_ns /= 2;
  }
  sample->count++;
  sample->sum_ns += ns;
  lower_reach(learner, kind, at);
}

/* --- known times ----------------------------------------------------------------------------- */

/* The time at `distance`, on the line through two other samples. */
static int64_t on_line(const hs_mimic_sample* left, const hs_mimic_sample* right,
                       int32_t distance) {
  const int64_t rise = (int64_t)mean(right) - (int64_t)mean(left);
  const int64_t span = (int64_t)right->distance - left->distance;
  return (int64_t)mean(left) + rise * ((int64_t)distance - left->distance) / span;
}

static bool confirmed(const hs_mimic_sample* left, const hs_mimic_sample* sample,
                      const hs_mimic_sample* right, uint32_t least) {
  if (left->count < least || right->count < least || sample->count < least) {
    return false;
  }
  const int64_t off = on_line(left, right, sample->distance) - (int64_t)mean(sample);
  return (off < 0 ? -off : off) * 100 <= (int64_t)mean(sample) * 2;
}

static uint32_t between_neighbours(const hs_mimic_learner* learner, uint32_t kind, int32_t distance,
                                   place at, uint32_t least) {
  place down = at;
  place up = at;
  const hs_mimic_sample* left = before(learner, kind, &down);
  const hs_mimic_sample* right = at_or_after(learner, kind, &up);
  if (left == NULL || right == NULL) {
    return HS_MIMIC_UNKNOWN;
  }
  const hs_mimic_sample* far_left = before(learner, kind, &down);
  up.slot++;
  const hs_mimic_sample* far_right = at_or_after(learner, kind, &up);
  if (far_left == NULL || far_right == NULL || !confirmed(far_left, left, right, least) ||
      !confirmed(left, right, far_right, least)) {
    return HS_MIMIC_UNKNOWN;
  }
  return (uint32_t)on_line(left, right, distance);
}

uint32_t hs_mimic_learnt_ns(const hs_mimic_learner* learner, uint32_t kind, int32_t distance,
                            uint32_t least, bool between) {
  if (learner->order_size[kind] == 0) {
    return HS_MIMIC_UNKNOWN;
  }
  const place at = find(learner, kind, distance);
  const hs_mimic_page* page = page_of(learner, kind, at.page);
  if (at.slot < page->size && page->samples[at.slot].distance == distance) {
    const hs_mimic_sample* sample = &page->samples[at.slot];
    return sample->count >= least ? mean(sample) : HS_MIMIC_UNKNOWN;
  }
  return between ? between_neighbours(learner, kind, distance, at, least) : HS_MIMIC_UNKNOWN;
}

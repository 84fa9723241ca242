#include "comparator/tables.h"

#include "comparator/entries.h"

/* Tell the comparator an instant of a prospect. An instant too far in the future becomes a lower
 * bound. Returns true if it is one. */
static bool load_instant(const hs_scheduler* scheduler, uint64_t of, hs_ticks time) {
  const hs_ticks from = time + SINCE;
  const bool fits = from < MOST_INSTANT;
  hs_write(scheduler->hal, HS_COMPARATOR(prospect), of | (fits ? from : MOST_INSTANT));
  return !fits;
}

/* Tell the comparator the prospects of a kind of command. Returns true if keys are lower bounds. */
static bool load_prospect(const hs_scheduler* scheduler, uint32_t situation, bool write,
                          bool sequential) {
  const hs_departures* departures = &hs_comparator_queue_of(scheduler)->departures;
  const hs_departure* departure =
      &departures->after[situation >> 2][(situation >> 1) & 1u][situation & 1u];
  const hs_prospect* prospect = &departure->of[write][sequential];
  const hs_ticks terms = (hs_ticks)scheduler->drive->overheads.least_terms; /* may be below 0 */
  const uint64_t of = PUT(situation, PROSPECT__SITUATION) | PUT(write, PROSPECT__WRITE) |
                      PUT(sequential, PROSPECT__SEQUENTIAL);
  bool cut = load_instant(scheduler, of, prospect->seek_start + terms);
  cut = load_instant(scheduler, of | PUT(1, PROSPECT__INSTANT),
                     prospect->ready + (write ? terms : 0)) ||
        cut;
  cut = load_instant(scheduler, of | PUT(2, PROSPECT__INSTANT),
                     write ? prospect->data_start + terms : 0) ||
        cut;
  return cut || !departure->by_lead[write];
}

static void load_prospects(const hs_scheduler* scheduler) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  for (uint32_t i = 0; i < 32; ++i) {
    const bool write = (i & 1u) != 0;
    q->bound[write] = load_prospect(scheduler, i >> 2, write, (i & 2u) != 0) || q->bound[write];
  }
  if (!hs_comparator_by_wait(q) && (q->bound[0] || q->bound[1])) {
    q->care |= CARE_BOUND;
  }
}

/* Tell the comparator the facts of the drive that it needs. The tables may hold old values from
 * before a loss of power. */
void hs_comparator_set_up(hs_scheduler* scheduler) {
  hs_comparator_queue* q = hs_comparator_queue_of(scheduler);
  const hs_mechanics* m = &scheduler->drive->mechanics;
  const uint64_t ident = hs_read(scheduler->hal, HS_COMPARATOR(ident));
  const uint32_t entries = (uint32_t)FIELD(ident, IDENT__ENTRIES);
  hs_write(scheduler->hal, HS_COMPARATOR(leave), PUT(1, LEAVE__EVERYONE));
  for (uint32_t distance = 0; distance < scheduler->drive->geometry.cylinders; ++distance) {
    const uint64_t at = PUT(distance, SEEK__DISTANCE);
    hs_write(scheduler->hal, HS_COMPARATOR(seek), at | m->seek_down[distance]);
    hs_write(scheduler->hal, HS_COMPARATOR(seek), at | PUT(1, SEEK__UP) | m->seek_up[distance]);
  }
  hs_write(scheduler->hal, HS_COMPARATOR(same_cylinder), m->same_cylinder);
  hs_write(scheduler->hal, HS_COMPARATOR(head_switch), m->head_switch);
  hs_write(scheduler->hal, HS_COMPARATOR(read_settle), (uint64_t)m->read_settle);
  hs_write(scheduler->hal, HS_COMPARATOR(write_settle), (uint64_t)m->write_settle);
  load_prospects(scheduler);
  q->entries = entries < scheduler->capacity ? entries : scheduler->capacity;
}

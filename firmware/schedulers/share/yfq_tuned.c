/* YFQ with disk-overhead reduction that sets its two margins itself (the share paper's future work,
 * 4). The parameters are an accuracy of the shares and a window, in requests. The scheduler keeps
 * the accuracy in every window.
 *
 * M_qos is at most the margin that shifts a class's share of a window by the allowed amount. This
 * margin is the allowed part of the window's blocks, over 100 %. M_qos decreases by a fifth after a
 * window with a large deviation: a share was off by more than nine tenths of the allowed amount.
 * Otherwise M_qos increases by a twentieth.
 *
 * M_dmo changes in steps of 4 % of a full seek. The step changes its sign when throughput over four
 * windows has decreased. Idle time does not count. */
#include "share/overhead_reduction.h"

enum {
  ACCURACY,
  WINDOW
};

#define WINDOWS_A_STEP 4u
#define STEP (4 * HS_ONE)
#define LEAST_LEAD (HS_VIRTUAL_ONE / 64)

typedef struct yfq_tuned {
  hs_fair_queue fair; /* first member */
  hs_margins margins;
  bool down;                        /* M_dmo decreases */
  uint32_t windows;                 /* windows of this step of M_dmo, so far */
  uint32_t served;                  /* requests of this window, so far */
  uint64_t blocks[HS_MOST_CLASSES]; /* blocks of these requests */
  bool idle[HS_MOST_CLASSES];       /* the class was idle at some time of the window */
  hs_ticks since;                   /* start of this step of M_dmo */
  hs_ticks idle_since;              /* start of the idle time, while the drive is idle */
  hs_ticks idle_time;               /* idle time of this step */
  uint64_t step_blocks;
  uint64_t rate; /* of the step before: blocks in 2^32 ticks, Q16.16 */
} yfq_tuned;

static size_t tuned_memory(const hs_drive_params* drive, uint32_t capacity) {
  (void)drive;
  (void)capacity;
  return sizeof(yfq_tuned);
}

static void new_window(yfq_tuned* tuned) {
  tuned->served = 0;
  for (uint32_t i = 0; i < HS_MOST_CLASSES; ++i) {
    tuned->blocks[i] = 0;
    tuned->idle[i] = tuned->fair.classes[i].unserved == 0;
  }
}

static void tuned_init(hs_scheduler* scheduler) {
  yfq_tuned* tuned = scheduler->memory;
  hs_fair_init(scheduler);
  tuned->margins = (hs_margins){40 * HS_ONE, HS_VIRTUAL_ONE / 2, HS_INSERT_LITERAL, HS_SEEKS_CURVE};
  tuned->down = false;
  tuned->windows = 0;
  tuned->since = 0;
  tuned->idle_since = 0;
  tuned->idle_time = 0;
  tuned->step_blocks = 0;
  tuned->rate = 0;
  new_window(tuned);
}

static void tuned_arrival(hs_scheduler* scheduler, uint32_t task) {
  yfq_tuned* tuned = scheduler->memory;
  if (tuned->fair.unserved == 0) {
    tuned->idle_time += scheduler->tasks[task].arrival - tuned->idle_since;
  }
  hs_fair_arrival(scheduler, task);
}

static uint32_t tuned_pick(hs_scheduler* scheduler, const hs_drive_view* view) {
  (void)view;
  yfq_tuned* tuned = scheduler->memory;
  if (tuned->fair.first == HS_NO_TASK) {
    hs_expanded_batch(scheduler, &tuned->margins);
    for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
      tuned->idle[i] = tuned->idle[i] || tuned->fair.classes[i].unserved == 0;
    }
  }
  return hs_fair_pick(scheduler);
}

/* Greatest deviation of a class from its share, among the classes that always had requests, in
 * 2^-16. */
static uint64_t worst_off(const hs_scheduler* scheduler, const yfq_tuned* tuned) {
  uint64_t blocks = 0;
  uint64_t weights = 0;
  for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
    if (!tuned->idle[i]) {
      blocks += tuned->blocks[i];
      weights += scheduler->tables.weights[i];
    }
  }
  uint64_t worst = 0;
  for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
    const uint64_t due = weights == 0 ? 0 : blocks * scheduler->tables.weights[i] / weights;
    if (!tuned->idle[i] && due != 0) {
      const uint64_t got = tuned->blocks[i];
      const uint64_t off = ((got < due ? due - got : got - due) << 16) / due;
      worst = off > worst ? off : worst;
    }
  }
  return worst;
}

static void tune_lead(const hs_scheduler* scheduler, yfq_tuned* tuned) {
  const uint64_t allowed = (100 * (uint64_t)HS_ONE - hs_fraction(scheduler, ACCURACY)) / 100;
  uint64_t blocks = 0;
  for (uint32_t i = 0; i < scheduler->tables.classes; ++i) {
    blocks += tuned->blocks[i];
  }
  blocks = blocks * scheduler->drive->bytes_per_block / 512;
  const uint64_t most = blocks * allowed / 100 * (HS_VIRTUAL_ONE / HS_ONE);
  uint64_t* lead = &tuned->margins.lead;
  *lead = worst_off(scheduler, tuned) * 10 > allowed * 9 ? *lead - *lead / 5 : *lead + *lead / 20;
  *lead = *lead > most ? most : *lead;
  *lead = *lead < LEAST_LEAD ? LEAST_LEAD : *lead;
}

static void tune_overhead(yfq_tuned* tuned, hs_ticks now) {
  const uint64_t revolutions = (now - tuned->since - tuned->idle_time) >> 24; /* in 256ths */
  const uint64_t rate = (tuned->step_blocks << 24) / (revolutions + 1);
  if (rate < tuned->rate) {
    tuned->down = !tuned->down;
  }
  tuned->rate = rate;
  tuned->since = now;
  tuned->idle_time = 0;
  tuned->step_blocks = 0;
  uint32_t* overhead = &tuned->margins.overhead;
  if (tuned->down ? *overhead < STEP : *overhead + STEP > 100 * HS_ONE) {
    tuned->down = !tuned->down;
  }
  *overhead = tuned->down ? *overhead - STEP : *overhead + STEP;
}

static void tuned_completion(hs_scheduler* scheduler, uint32_t task, const hs_drive_view* view) {
  yfq_tuned* tuned = scheduler->memory;
  const uint32_t blocks = scheduler->tasks[task].blocks;
  hs_fair_completion(scheduler, task, view);
  if (tuned->fair.unserved == 0) {
    tuned->idle_since = view->now;
  }
  tuned->blocks[scheduler->facts[task].class_id] += blocks;
  tuned->step_blocks += blocks;
  if (++tuned->served < hs_whole(scheduler, WINDOW)) {
    return;
  }
  tune_lead(scheduler, tuned);
  if (++tuned->windows == WINDOWS_A_STEP) {
    tuned->windows = 0;
    tune_overhead(tuned, view->now);
  }
  new_window(tuned);
}

const hs_scheduler_ops hs_yfq_tuned = {
    .name = "yfq_tuned",
    .summary = "YFQ with squeezed-in requests, by margins that keep an accuracy of shares",
    .paper = "Share paper, 4",
    .knowledge = HS_KNOWS_MAP,
    .needs = HS_NEEDS_WEIGHTS,
    .parameters = {[ACCURACY] = {.name = "accuracy",
                                 .default_value = 98 * HS_ONE,
                                 .minimum = 50 * HS_ONE,
                                 .maximum = 100 * HS_ONE,
                                 .unit = "%"},
                   [WINDOW] = HS_WHOLE_PARAMETER("window", 1000, 10, 60000)},
    .memory = tuned_memory,
    .init = tuned_init,
    .arrival = tuned_arrival,
    .pick = tuned_pick,
    .remove = hs_fair_remove,
    .completion = tuned_completion,
};

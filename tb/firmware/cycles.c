/* What scripts/cycles.py runs, instruction by instruction, to see what a decision costs on rv32im:
 * SPTF over queues of several lengths on a made-up drive of 2000 cylinders, without hits. */
#include "disk/predict.h"
#include "schedulers/list.h"
#include "schedulers/scheduler.h"

enum {
  CYLINDERS = 2000,
  HEADS = 8,
  SECTORS = 100,
  MOST = 1000,
  MEMORY = 1 << 20
};

/* Marks that the interpreter notes, with the instructions executed so far: the two words of `what`
 * and `value` are in a0 and a1. */
static void mark(uint32_t what, uint32_t value) {
  register uint32_t a0 __asm__("a0") = what;
  register uint32_t a1 __asm__("a1") = value;
  __asm__ volatile("ecall" : : "r"(a0), "r"(a1) : "memory");
}
enum {
  MARK_END,
  MARK_START,
  MARK_INSERTION,
  MARK_PICK,
  MARK_REMOVAL,
  MARK_PREDICTION
};

static const hs_fine_angle head_skew[HEADS];
static const hs_segment segment;
static uint32_t seek[CYLINDERS];
static uint32_t seek_bound[CYLINDERS];
static hs_task tasks[MOST];
static uint64_t memory[MEMORY / sizeof(uint64_t)];

/* By words where they can be, as a library has them. */
void* memset(void* to, int byte, size_t count) {
  uint8_t* t = to;
  size_t i = 0;
  if (((uintptr_t)to & 3u) == 0) {
    const uint32_t word = (uint8_t)byte * 0x01010101u;
    for (; i + 4 <= count; i += 4) {
      *(uint32_t*)(void*)(t + i) = word;
    }
  }
  for (; i < count; ++i) {
    t[i] = (uint8_t)byte;
  }
  return to;
}
void* memcpy(void* to, const void* from, size_t count) {
  uint8_t* t = to;
  const uint8_t* f = from;
  size_t i = 0;
  if ((((uintptr_t)to | (uintptr_t)from) & 3u) == 0) {
    for (; i + 4 <= count; i += 4) {
      *(uint32_t*)(void*)(t + i) = *(const uint32_t*)(const void*)(f + i);
    }
  }
  for (; i < count; ++i) {
    t[i] = f[i];
  }
  return to;
}

static uint32_t state = 1;
static uint32_t drawn(uint32_t below) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)((uint64_t)state * below >> 32);
}

static hs_zone zone = {.last_cylinder = {CYLINDERS - 1},
                       .sectors_per_track = SECTORS,
                       .block_count = CYLINDERS * HEADS * SECTORS,
                       .place_count = CYLINDERS * HEADS * SECTORS,
                       .segments = &segment,
                       .segment_count = 1,
                       .head_skew = head_skew,
                       .pitch_q16 = ((uint64_t)1 << 48) / SECTORS};
static hs_drive_params drive = {
    .geometry = {.zones = &zone,
                 .zone_count = 1,
                 .heads = HEADS,
                 .cylinders = CYLINDERS,
                 .block_count = CYLINDERS * HEADS * SECTORS},
    .mechanics = {.seek = seek, .seek_up = seek, .seek_down = seek, .seek_bound = seek_bound},
    .cache = {.segment_blocks = 256, .read_watermark_ppm = 1000000},
    .write = {.minimum_blocks = 1, .minimum_blocks_large = 1, .large_request = 1u << 30},
    .bytes_per_block = 512};

/* A quarter of a revolution and more, by distance. */
static void lay_out(void) {
  for (uint32_t d = 1; d < CYLINDERS; ++d) {
    seek[d] = (1u << 30) + d * (1u << 20);
    seek_bound[d] = seek[d];
  }
  drive.mechanics.head_switch = 1u << 28;
}

static void enter(hs_scheduler* scheduler, uint32_t task, uint64_t order) {
  tasks[task] = (hs_task){.lbn = {drawn(drive.geometry.block_count - 16)},
                          .blocks = 16,
                          .order = order,
                          .write = drawn(3) == 0};
  mark(MARK_START, 0);
  hs_scheduler_arrival(scheduler, task);
  mark(MARK_INSERTION, 1);
}

static uint32_t decide(hs_scheduler* scheduler, const hs_drive_view* view) {
  const uint64_t before = scheduler->examined;
  mark(MARK_START, 0);
  const uint32_t task = hs_sptf.pick(scheduler, view);
  mark(MARK_PICK, (uint32_t)(scheduler->examined - before));
  hs_scheduler_remove(scheduler, task);
  mark(MARK_REMOVAL, 1);
  return task;
}

/* The plain scan: each prediction, and the least of them. */
static void scan(const hs_drive_view* view, uint32_t queue) {
  const hs_departures departures = hs_departures_make(&drive);
  const hs_predictor predictor = hs_predictor_depart(&drive, &departures, view);
  uint32_t best = 0;
  hs_ticks least = ~(hs_ticks)0;
  mark(MARK_START, 0);
  for (uint32_t i = 0; i < queue; ++i) {
    const hs_ticks cost = hs_predict_cost(&predictor, &tasks[i]);
    if (cost < least) {
      least = cost;
      best = i;
    }
  }
  mark(MARK_PREDICTION, queue);
  state ^= best;
}

static void queue_of(uint32_t queue) {
  hs_scheduler scheduler;
  hs_scheduler_init(&scheduler, &hs_sptf, &drive, tasks, queue, NULL, memory);
  hs_drive_view view = {.now = 1000};
  for (uint32_t i = 0; i < queue; ++i) {
    enter(&scheduler, i, i);
  }
  scan(&view, queue);
  for (uint32_t i = 0; i < 50; ++i) {
    const uint32_t task = decide(&scheduler, &view);
    view.now += (uint64_t)1 << 31;
    view.free_at = view.now;
    view.track = tasks[task].track;
    view.last_end = (hs_lbn){tasks[task].lbn.value + 16};
    view.last_write = tasks[task].write;
    enter(&scheduler, task, queue + i);
  }
}

void start(void) {
  static const uint32_t queues[] = {1, 3, 10, 30, 100, 300, 1000};
  lay_out();
  for (uint32_t i = 0; i < sizeof queues / sizeof queues[0]; ++i) {
    queue_of(queues[i]);
  }
  mark(MARK_END, 0);
}

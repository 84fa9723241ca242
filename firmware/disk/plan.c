#include "disk/plan.h"

#include "disk/merge.h"

uint32_t hs_blocks_before_media_write(const hs_write_rules* rules, uint32_t blocks) {
  const uint32_t wanted =
      blocks >= rules->large_request ? rules->minimum_blocks_large : rules->minimum_blocks;
  const uint32_t minimum = blocks < wanted ? blocks : wanted;
  return minimum == 0 ? 1 : minimum; /* a sector is written from its block */
}

static uint32_t first_run(const hs_geometry* geometry, const hs_task* task) {
  return task->run != 0 ? task->run : hs_map_extent(geometry, task->lbn, task->blocks).blocks;
}

uint32_t hs_write_at_once(const hs_drive_params* drive, hs_lbn lbn, uint32_t blocks) {
  const uint32_t segment = drive->cache.segment_blocks;
  if (segment == 0 || blocks <= segment) {
    return blocks;
  }
  return segment - hs_into_physical(drive->geometry.sector_blocks, lbn.value + segment);
}

/* At least the first physical sector, which is written as a whole, and at most what is there at
 * once. */
static uint32_t of_physical(const hs_drive_params* drive, const hs_task* task, uint32_t minimum) {
  const uint32_t first =
      hs_blocks_of_first(drive->geometry.sector_blocks, task->lbn.value, task->blocks);
  const uint32_t most = hs_write_at_once(drive, task->lbn, task->blocks);
  const uint32_t wanted = minimum > first ? minimum : first;
  return wanted < most ? wanted : most;
}

uint32_t hs_write_start_blocks(const hs_drive_params* drive, const hs_task* task) {
  const uint32_t blocks = task->blocks;
  const hs_write_rules* rules = &drive->write;
  uint32_t minimum = hs_blocks_before_media_write(rules, blocks);
  if (rules->start != HS_START_BLOCKS || rules->zero_latency) {
    const uint32_t segment = drive->cache.segment_blocks;
    uint32_t wanted = blocks < segment ? blocks : segment;
    if (rules->start != HS_START_WHOLE) {
      const uint32_t run = first_run(&drive->geometry, task);
      wanted = run < wanted ? run : wanted;
    }
    minimum = minimum > wanted ? minimum : wanted;
  }
  return drive->geometry.sector_blocks == 1 ? minimum : of_physical(drive, task, minimum);
}

int64_t hs_task_terms(const hs_drive_params* drive, const hs_command_terms* terms, hs_lbn lbn,
                      uint32_t blocks) {
  int64_t time = (int64_t)(blocks * terms->per_block);
  if (terms->sector_times_thousandths != 0) {
    const hs_zone* zone = hs_zone_of_lbn(&drive->geometry, lbn);
    /* Unsigned, because a signed division of 64 bits would bring its own library routine. */
    const int32_t times = terms->sector_times_thousandths;
    const uint64_t parts = (zone->pitch_q16 >> 16) * (uint64_t)(times < 0 ? -times : times);
    const int64_t whole = (int64_t)(parts / 1000);
    time += times < 0 ? -whole : whole;
  }
  return time;
}

static hs_ticks sum(hs_ticks base, int64_t more) {
  const int64_t time = (int64_t)base + more;
  return time > 0 ? (hs_ticks)time : 0;
}

static bool is_sequential(const hs_drive_view* view, hs_lbn lbn, bool write) {
  return view->last_write == write && lbn.value == view->last_end.value;
}

static int64_t class_terms(const hs_command_terms* terms, const hs_drive_view* view,
                           bool sequential) {
  return (view->last_write ? terms->after_write : 0) + (sequential ? terms->sequential : 0);
}

hs_ticks hs_command_time(const hs_drive_params* drive, hs_term_target target, hs_ticks base,
                         const hs_drive_view* view, const hs_task* task) {
  const hs_overheads* o = &drive->overheads;
  const hs_command_terms* terms = target == HS_TERM_READ_HIT ? &o->read_hit : &o->write_cached;
  const hs_situation situation = hs_situation_of(drive, view);
  return sum(base, class_terms(terms, view, is_sequential(view, task->lbn, task->write)) +
                       hs_task_terms(drive, terms, task->lbn, task->blocks) +
                       hs_situation_terms(drive, &situation, target, task->lbn, task->blocks,
                                          task->write));
}

int64_t hs_media_terms(const hs_drive_params* drive, const hs_situation* situation, hs_lbn lbn,
                       uint32_t blocks, bool write) {
  const hs_overheads* o = &drive->overheads;
  return hs_task_terms(drive, write ? &o->write : &o->read_miss, lbn, blocks) +
         hs_situation_terms(drive, situation, write ? HS_TERM_WRITE : HS_TERM_READ_MISS, lbn,
                            blocks, write);
}

int64_t hs_data_terms(const hs_drive_params* drive, const hs_situation* situation, hs_lbn lbn,
                      uint32_t blocks) {
  return hs_situation_terms(drive, situation, HS_TERM_WRITE_DATA, lbn, blocks, true);
}

static hs_ticks interrupt_cost(const hs_overheads* o, const hs_drive_view* view) {
  return view->reading ? o->prefetch_interrupt : 0;
}

static void plan_read(const hs_drive_params* drive, const hs_drive_view* view, bool sequential,
                      hs_plan* plan) {
  const hs_overheads* o = &drive->overheads;
  const hs_ticks base = o->read_miss_command + interrupt_cost(o, view);
  plan->command = sum(base, class_terms(&o->read_miss, view, sequential));
  plan->seek_start = view->now + plan->command;
  plan->ready = view->now;
  plan->data_start = 0;
}

/* A plain write has no extra disconnect. A write that holds the bus takes its data in the
 * connection of its command. A write from the queue takes its data after a reselection. */
static void plan_plain_write(const hs_drive_params* drive, const hs_drive_view* view,
                             hs_plan* plan) {
  const hs_overheads* o = &drive->overheads;
  const hs_ticks command_end = view->now + plan->command;
  plan->seek_start = command_end;
  plan->reselect = !view->connected;
  plan->disconnect = 0;
  plan->after = o->write_disconnect;
  if (view->connected) {
    plan->not_before = 0;
    plan->before = plan->command + o->data_preparation;
    plan->data_start = view->now + plan->before;
    plan->last_reselect = o->first_reselect;
  } else {
    plan->not_before = command_end;
    plan->before = o->first_reselect + o->data_preparation;
    plan->data_start = command_end + plan->before;
    plan->last_reselect = o->second_reselect;
  }
}

/* A non-sequential write after a write disconnects once more, before its data. */
static void plan_extra_disconnect_write(const hs_drive_params* drive, const hs_drive_view* view,
                                        hs_plan* plan) {
  const hs_overheads* o = &drive->overheads;
  const hs_ticks command_end = view->now + plan->command;
  plan->seek_start = command_end + o->write_seek_delay_non_sequential;
  plan->reselect = true;
  plan->disconnect = command_end + o->write_disconnect_non_sequential;
  plan->not_before = plan->disconnect + o->write_disconnect_duration_non_sequential;
  plan->before = o->first_reselect + o->data_preparation;
  plan->after = o->write_second_disconnect_non_sequential;
  plan->data_start = plan->not_before + plan->before;
  plan->last_reselect = o->second_reselect;
}

static void plan_write(const hs_drive_params* drive, const hs_drive_view* view, bool sequential,
                       hs_plan* plan) {
  const hs_overheads* o = &drive->overheads;
  const bool extra = view->last_write && !sequential && !drive->write.single_connection;
  const bool positions = !(view->last_write && sequential);
  const hs_ticks base =
      (extra ? o->write_command_non_sequential : o->write_command) + interrupt_cost(o, view);
  plan->command = sum(base, class_terms(&o->write, view, sequential));
  plan->ready = view->now + plan->command + (positions ? drive->write.minimum_positioning : 0);
  if (extra) {
    plan_extra_disconnect_write(drive, view, plan);
  } else {
    plan_plain_write(drive, view, plan);
  }
}

void hs_plan_class(const hs_drive_params* drive, const hs_drive_view* view, bool sequential,
                   bool write, hs_plan* plan) {
  if (write) {
    plan_write(drive, view, sequential, plan);
  } else {
    plan_read(drive, view, sequential, plan);
  }
}

static void delay_data(hs_plan* plan, int64_t by) {
  plan->data_start = sum(plan->data_start, by);
  if (plan->reselect) {
    plan->not_before = sum(plan->not_before, by);
  } else {
    plan->before = sum(plan->before, by);
  }
}

/* Delay the command and all instants after it by `by`. */
static void delay(hs_plan* plan, const hs_drive_view* view, int64_t by, bool write) {
  plan->command = sum(plan->command, by);
  plan->seek_start = sum(plan->seek_start, by);
  if (!write) {
    return;
  }
  plan->ready = sum(plan->ready, by);
  if (plan->reselect && view->connected) {
    plan->disconnect = sum(plan->disconnect, by);
  }
  delay_data(plan, by);
}

hs_ticks hs_write_ahead(const hs_ahead_rule* rule, uint32_t first_block, uint32_t sectors,
                        const hs_zone* zone, uint32_t sector) {
  const uint64_t all_q8 = (uint64_t)rule->blocks << 8;
  const hs_ticks base = hs_sector_offset(zone, sector);
  /* The instant is linear in the sector, up to the sector where the end of the request limits the
   * lead. From there on the instant falls. */
  const uint64_t lead_q8 = ((uint64_t)first_block << 8) + 256 + rule->ahead_q8;
  const uint64_t turn = all_q8 > lead_q8 ? (all_q8 - lead_q8) >> 8 : 0;
  const uint64_t last = sectors - 1;
  const uint64_t at[] = {0, turn < last ? turn : last, turn + 1 < last ? turn + 1 : last, last};
  hs_ticks ready = 0;
  for (uint32_t i = 0; i < sizeof at / sizeof at[0]; ++i) {
    const uint64_t wanted_q8 = lead_q8 + (at[i] << 8);
    const uint64_t needed_q8 = wanted_q8 < all_q8 ? wanted_q8 : all_q8;
    const hs_ticks data = rule->data_start + (needed_q8 * rule->per_block >> 8) + rule->delay;
    const hs_ticks into = hs_sector_offset(zone, sector + (uint32_t)at[i]) - base;
    const hs_ticks then = data > into ? data - into : 0;
    ready = then > ready ? then : ready;
  }
  return ready;
}

void hs_plan_media(const hs_drive_params* drive, const hs_drive_view* view, const hs_task* task,
                   hs_plan* plan) {
  const bool write = task->write;
  hs_plan_class(drive, view, is_sequential(view, task->lbn, write), write, plan);
  if (drive->overheads.by_task) {
    const hs_situation situation = hs_situation_of(drive, view);
    delay(plan, view, hs_media_terms(drive, &situation, task->lbn, task->blocks, write), write);
    if (write) {
      delay_data(plan, hs_data_terms(drive, &situation, task->lbn, task->blocks));
    }
  }
  if (write) {
    plan->data_start = hs_bus_start(drive, plan->data_start);
    plan->minimum_blocks = hs_write_start_blocks(drive, task);
  }
}

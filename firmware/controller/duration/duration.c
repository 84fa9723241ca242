#include "duration/duration.h"

#include "media/status.h"
#include "unit/operation_table.h"

/* Bits of `missed`. */
#define WAITED 1u
#define WORKED 2u

uint8_t hs_duration_number(const uint8_t cdb[HS_CDB_BYTES]) {
  if (hs_carries_limit_16(cdb[0])) {
    return (uint8_t)((cdb[1] & 1u) << 2 | cdb[14] >> 6);
  }
  return cdb[0] == HS_VARIABLE_LENGTH && !hs_of_vendor(cdb) ? cdb[11] & HS_DURATION_LIMITS : 0;
}

/* --- the times of a limit -------------------------------------------------------------------- */

hs_ticks hs_duration_ticks(uint32_t count, uint8_t unit, hs_ticks second) {
  switch (unit) {
    case HS_DURATION_500_NS:
      return count * second / 2000000u;
    case HS_DURATION_1_US:
      return count * second / 1000000u;
    case HS_DURATION_10_MS:
      return count * second / 100u;
    case HS_DURATION_500_MS:
      return count * second / 2u;
    default:
      return 0;
  }
}

/* A command that exceeds the time ends without being served. */
static bool ends(uint8_t policy) {
  return policy == HS_DURATION_ABORT || policy == HS_DURATION_UNAVAILABLE;
}

static bool changes(uint8_t policy) {
  return policy == HS_DURATION_NEXT || policy == HS_DURATION_WITHOUT;
}

static hs_ticks after(hs_ticks start, hs_ticks duration) {
  return duration == 0 ? HS_NO_DEADLINE : start + duration;
}

/* A time whose policy ends the command is strict. A time that is not strict does not order the
 * command beside a strict time, because schedulers know one kind of limit for a task. */
static void set_times(const hs_duration_limit* limit, hs_ticks arrival, hs_ticks second,
                      hs_task_facts* facts) {
  facts->period = hs_duration_ticks(limit->whole, limit->unit, second);
  facts->start_by = after(arrival, hs_duration_ticks(limit->waiting, limit->unit, second));
  facts->deadline = after(arrival, facts->period);
  facts->working = hs_duration_ticks(limit->working, limit->unit, second);
  facts->waiting_policy = limit->waiting_policy;
  facts->working_policy = limit->working_policy;
  facts->whole_policy = limit->whole_policy;
  const bool start_ends = facts->start_by != HS_NO_DEADLINE && ends(limit->waiting_policy);
  const bool whole_ends = facts->deadline != HS_NO_DEADLINE && ends(limit->whole_policy);
  facts->strict = start_ends || whole_ends;
  if (start_ends && !whole_ends && !changes(limit->whole_policy)) {
    facts->deadline = HS_NO_DEADLINE;
  }
  if (whole_ends && !start_ends) {
    facts->start_by = HS_NO_DEADLINE;
  }
}

static const hs_duration_limit* limit_of(const hs_firmware* firmware, bool write, uint8_t number) {
  return &firmware->unit.mode.durations.of[write ? 1 : 0][number - 1];
}

static hs_ticks earliest(const hs_task_facts* facts) {
  return facts->start_by < facts->deadline ? facts->start_by : facts->deadline;
}

void hs_duration_arrival(hs_firmware* firmware, uint32_t entry) {
  const hs_task* task = &firmware->queue.tasks[entry];
  hs_task_facts* facts = &firmware->queue.scheduler.facts[entry];
  firmware->unit.durations[task->write ? 1 : 0][facts->limit - 1].commands++;
  set_times(limit_of(firmware, task->write, facts->limit), task->arrival,
            firmware->config.drive->second, facts);
  const hs_ticks first = earliest(facts);
  if (first < firmware->next_limit) {
    firmware->next_limit = first;
  }
}

/* --- exceeded times -------------------------------------------------------------------------- */

static void count(hs_firmware* firmware, bool write, hs_task_facts* facts, uint8_t missed) {
  hs_duration_counters* counters = &firmware->unit.durations[write ? 1 : 0][facts->limit - 1];
  const uint8_t more = missed & (uint8_t)~facts->missed;
  facts->missed |= missed;
  counters->waited += (more & WAITED) != 0 ? 1 : 0;
  counters->worked += (more & WORKED) != 0 ? 1 : 0;
  counters->both += more != 0 && facts->missed == (WAITED | WORKED) ? 1 : 0;
}

/* The sense of a command that a policy ends. */
static hs_sense sense_of(uint8_t policy, uint8_t qualifier) {
  return policy == HS_DURATION_UNAVAILABLE
             ? (hs_sense){.key = HS_SENSE_COMPLETED, .code = HS_CODE_RESOURCE, .qualifier = 0x0a}
             : (hs_sense){.key = HS_SENSE_ABORTED_COMMAND,
                          .code = HS_CODE_TIMEOUT,
                          .qualifier = qualifier};
}

/* The policy of the first time that a task has exceeded before its start. */
static uint8_t policy_before_start(const hs_task_facts* facts, hs_ticks now) {
  const bool waited = now > facts->start_by && ends(facts->waiting_policy);
  return waited ? facts->waiting_policy : facts->whole_policy;
}

static bool is_over(const hs_task_facts* facts, hs_ticks now) {
  return (now > facts->start_by && ends(facts->waiting_policy)) ||
         (now > facts->deadline && ends(facts->whole_policy));
}

/* The task is to end as early as possible. So it keeps a place among the tasks with limits: each
 * time that the limit passes, the limit is longer by its own length. */
static void extend_limit(hs_ticks now, hs_task_facts* facts) {
  facts->deadline += ((now - facts->deadline) / facts->period + 1) * facts->period;
}

/* The facts after `whole` has passed: those of the next limit, or no limit. The number stays, by
 * which the log counts. `missed`: WAITED or WORKED. */
static void change_limit(hs_firmware* firmware, const hs_task* task, hs_ticks now, uint8_t missed,
                         hs_task_facts* facts) {
  uint8_t number = facts->limit;
  while (now > facts->deadline && changes(facts->whole_policy)) {
    static const hs_duration_limit none = {0};
    const bool next = facts->whole_policy == HS_DURATION_NEXT && number < HS_DURATION_LIMITS;
    count(firmware, task->write, facts, missed);
    const hs_duration_limit* limit = next ? limit_of(firmware, task->write, ++number) : &none;
    set_times(limit, task->arrival, firmware->config.drive->second, facts);
  }
  if (now > facts->deadline && facts->whole_policy == HS_DURATION_EARLIEST) {
    count(firmware, task->write, facts, missed);
    extend_limit(now, facts);
  }
}

/* The time of the next event that the limit of a waiting task will bring. */
static hs_ticks next_event(const hs_task_facts* facts, hs_ticks now) {
  const hs_ticks start_by = facts->start_by < now ? HS_NO_DEADLINE : facts->start_by;
  const hs_ticks deadline = facts->deadline < now ? HS_NO_DEADLINE : facts->deadline;
  return start_by < deadline ? start_by : deadline;
}

uint32_t hs_duration_late(hs_firmware* firmware, hs_ticks now) {
  hs_task_queue* queue = &firmware->queue;
  uint32_t late = HS_NO_TASK;
  firmware->next_limit = HS_NO_DEADLINE;
  for (uint32_t entry = hs_task_queue_first(queue); entry != HS_NO_TASK;
       entry = hs_task_queue_after(queue, entry)) {
    hs_task_facts facts = queue->scheduler.facts[entry];
    if (facts.limit == 0 || !hs_task_queue_waits(queue, entry)) {
      continue;
    }
    if (now > facts.deadline && !ends(facts.whole_policy)) {
      change_limit(firmware, &queue->tasks[entry], now, WAITED, &facts);
      hs_task_queue_change_facts(queue, entry, &facts);
    }
    const bool over = is_over(&facts, now);
    const bool first =
        over && (late == HS_NO_TASK || queue->tasks[entry].order < queue->tasks[late].order);
    if (first) {
      late = entry;
    }
    const hs_ticks event = over ? now : next_event(&facts, now);
    firmware->next_limit = event < firmware->next_limit ? event : firmware->next_limit;
  }
  if (late != HS_NO_TASK) {
    hs_task_queue_take(queue, late);
  }
  return late;
}

/* From its start on, a task's `working` is a time, and its `start_by` is its start. */
static void begin_working(hs_task_facts* facts, hs_ticks start) {
  facts->working = facts->working == 0 ? 0 : start + facts->working;
  facts->start_by = start;
}

hs_sense hs_duration_start(hs_firmware* firmware, uint32_t entry, hs_ticks now) {
  const hs_task* task = &firmware->queue.tasks[entry];
  hs_task_facts* facts = &firmware->queue.scheduler.facts[entry];
  change_limit(firmware, task, now, WAITED, facts);
  if (now > earliest(facts)) {
    count(firmware, task->write, facts, WAITED);
  }
  if (is_over(facts, now)) {
    return sense_of(policy_before_start(facts, now), 0x01);
  }
  begin_working(facts, now);
  return (hs_sense){0};
}

uint8_t hs_duration_status(hs_firmware* firmware, hs_ticks end) {
  const uint32_t entry = firmware->active.task;
  const hs_task* task = &firmware->queue.tasks[entry];
  hs_task_facts* facts = &firmware->queue.scheduler.facts[entry];
  if (end > facts->deadline && changes(facts->whole_policy)) {
    const hs_ticks start = facts->start_by;
    change_limit(firmware, task, end, WORKED, facts);
    begin_working(facts, start);
  }
  const bool worked = facts->working != 0 && end > facts->working;
  const bool whole = end > facts->deadline;
  hs_sense sense = {0};
  if (worked || whole) {
    count(firmware, task->write, facts, WORKED);
  }
  if (worked && ends(facts->working_policy)) {
    sense = sense_of(facts->working_policy, 0x02);
  } else if (whole && ends(facts->whole_policy)) {
    sense = sense_of(facts->whole_policy, 0x01);
  }
  if (sense.key == 0) {
    return hs_good_status(firmware);
  }
  firmware->active.failed = true;
  hs_tell_sense(firmware, &sense);
  return hs_status_of_sense(&sense);
}

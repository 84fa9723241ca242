#include "controller/firmware.h"

#include "destage/destage.h"
#include "destage/recovery.h"
#include "duration/duration.h"
#include "media/broken_off.h"
#include "media/orders.h"
#include "media/recovery.h"
#include "media/sequencing.h"
#include "media/service.h"
#include "media/service_steps.h"
#include "next/next_task.h"
#include "port/reception.h"
#include "port/task_management.h"
#include "state/access.h"
#include "state/work.h"
#include "unit/attention.h"
#include "unit/replies.h"

static size_t align(size_t bytes) { return (bytes + 7u) & ~(size_t)7u; }

static size_t task_bytes(const hs_firmware_config* config) {
  return align(hs_task_queue_memory(config->queue_depth));
}

/* The facts about tasks take memory only if the scheduler or a duration limit uses them. */
static size_t fact_bytes(const hs_firmware_config* config) {
  const bool used = hs_scheduler_needs_facts(config->scheduler) || config->standard == HS_SPC_6;
  return used ? sizeof(hs_task_facts) * config->queue_depth : 0;
}

static size_t scheduler_bytes(const hs_firmware_config* config) {
  return align(hs_scheduler_memory(config->scheduler, config->drive, config->queue_depth));
}

static size_t learner_bytes(const hs_firmware_config* config) {
  return config->learnt_distances == 0
             ? 0
             : align(sizeof(hs_mimic_learner)) + hs_mimic_learner_memory(config->learnt_distances);
}

static size_t weights_bytes(const hs_firmware_config* config) {
  return (config->scheduler->needs & HS_NEEDS_WEIGHTS) != 0 ? align(sizeof(hs_weights)) : 0;
}

static size_t priority_bytes(const hs_firmware_config* config) {
  return (config->scheduler->needs & HS_NEEDS_DEADLINES) != 0 ? align(sizeof(hs_priority_times))
                                                              : 0;
}

size_t hs_firmware_memory(const hs_firmware_config* config) {
  return task_bytes(config) + fact_bytes(config) + scheduler_bytes(config) + learner_bytes(config) +
         weights_bytes(config) + priority_bytes(config);
}

/* Give the scheduler its tables, and the unit its pages. `memory` has the bytes of both. */
static void init_tables(hs_firmware* firmware, uint8_t* memory) {
  const hs_firmware_config* config = &firmware->config;
  hs_scheduler* scheduler = &firmware->queue.scheduler;
  uint8_t* const pages = memory + learner_bytes(config);
  if (weights_bytes(config) != 0) {
    firmware->weights = (void*)pages;
  }
  if (priority_bytes(config) != 0) {
    firmware->priority_times = (void*)(pages + weights_bytes(config));
  }
  scheduler->tables.mimic = config->mimic;
  scheduler->tables.weights = firmware->weights != NULL ? firmware->weights->current : NULL;
  if (config->learnt_distances != 0) {
    scheduler->tables.learner = (void*)memory;
    hs_mimic_learner_init(scheduler->tables.learner, config->learnt_distances,
                          config->drive->geometry.block_count,
                          memory + align(sizeof(hs_mimic_learner)));
  }
}

/* Cold, because otherwise the image's only function that is busy would have it inside. */
HS_COLD void hs_firmware_init(hs_firmware* firmware, const hs_firmware_config* config, hs_hal* hal,
                              void* memory) {
  *firmware = (hs_firmware){.config = *config,
                            .hal = hal,
                            .work = hs_all_work,
                            .active = {.task = HS_NO_TASK},
                            .next = {.task = HS_NO_TASK},
                            .orders = {.task = HS_NO_TASK},
                            .next_limit = HS_NO_DEADLINE};
  uint8_t* const facts = (uint8_t*)memory + task_bytes(config);
  uint8_t* const scheduler = facts + fact_bytes(config);
  hs_task_queue_init(&firmware->queue, memory, config->queue_depth, config->scheduler,
                     config->drive, config->scheduler_parameters, scheduler);
  firmware->queue.scheduler.facts = fact_bytes(config) != 0 ? (void*)facts : NULL;
  init_tables(firmware, scheduler + scheduler_bytes(config));
  hs_mode_init(firmware);
  hs_cache_init(&firmware->cache, &firmware->unit.cache_rules, &config->drive->geometry);
  firmware->queue.scheduler.cache = &firmware->cache;
  firmware->queue.scheduler.hal = firmware->hal;
  if (config->power_on_attention) {
    hs_attention_all(&firmware->unit, HS_CODE_RESET, 0);
  }
}

/* A task that has exceeded its duration limit, or HS_NO_TASK. */
static HS_RARE uint32_t take_late(hs_firmware* firmware, bool connected, hs_drive_view* view) {
  hs_firmware_view(firmware, firmware->queue.scheduler.knowledge, connected, view);
  return hs_duration_due(firmware, view->now) ? hs_duration_late(firmware, view->now) : HS_NO_TASK;
}

static uint32_t take_next(hs_firmware* firmware, bool connected, hs_drive_view* view) {
  if (firmware->next_limit != HS_NO_DEADLINE) {
    const uint32_t late = take_late(firmware, connected, view);
    if (late != HS_NO_TASK) {
      return late;
    }
  }
  if (firmware->config.picks_ahead) {
    return hs_next_take(firmware, connected, view);
  }
  hs_firmware_view(firmware, firmware->queue.scheduler.knowledge, connected, view);
  return hs_task_queue_next(&firmware->queue, view);
}

/* Start a task with a duration limit, or end it because it is late. False: the caller starts the
 * task. */
static HS_RARE bool ends_late(hs_firmware* firmware, uint32_t task, const hs_drive_view* view) {
  const hs_sense late = hs_duration_start(firmware, task, view->now);
  if (late.key == 0) {
    return false;
  }
  hs_start_service(firmware, task, view, &late);
  return true;
}

static void take_up(hs_firmware* firmware, uint32_t task, const hs_drive_view* view) {
  const uint8_t action = firmware->queue.tasks[task].action;
  const bool transfer = hs_action_transfers(action);
  if (hs_has_duration(firmware, task) && ends_late(firmware, task, view)) {
    return;
  }
  if (transfer && !firmware->unit.limited) {
    hs_start(firmware, task, view);
    return;
  }
  const hs_sense limit = hs_limit(firmware->hal, &firmware->unit, action);
  if (transfer && limit.key == 0) {
    hs_start(firmware, task, view);
  } else {
    hs_start_service(firmware, task, view, &limit);
  }
}

/* The drive rests, and no task can start now. */
static void rest(hs_firmware* firmware) {
  if (firmware->config.picks_ahead) {
    hs_next_ended(firmware, hs_read(firmware->hal, HS_SPINDLE_NOW));
  }
}

static void start_next(hs_firmware* firmware, bool connected) {
  if (firmware->active.task != HS_NO_TASK) {
    return;
  }
  const bool ready = hs_next_waits(firmware) || hs_task_queue_ready(&firmware->queue);
  if (firmware->write_buffer.count != 0 && hs_destage_at_rest(firmware, ready)) {
    rest(firmware);
    return;
  }
  if (!ready) {
    rest(firmware);
    return;
  }
  hs_drive_view view;
  const uint32_t task = take_next(firmware, connected, &view);
  take_up(firmware, task, &view);
  if (firmware->config.picks_ahead) {
    hs_forget_orders(firmware);
    hs_next_ended(firmware, view.now);
    hs_next_started(firmware, &view);
  }
}

/* Continue the active task, because the blocks that it waited for are on the medium. */
static void destaged(hs_firmware* firmware) {
  if (firmware->active.service == HS_SERVICE_NONE) {
    hs_resume_after_destaging(firmware);
  } else {
    hs_flushed(firmware);
  }
}

static void media_reached(hs_firmware* firmware) {
  if (firmware->destage.blocks != 0) {
    if (hs_destage_reached(firmware)) {
      destaged(firmware);
    }
    return;
  }
  if (firmware->active.recovery.tries != 0) {
    hs_retried(firmware);
  }
  if (firmware->active.service == HS_SERVICE_NONE) {
    hs_media_reached(firmware);
  } else {
    hs_service_media_reached(firmware);
  }
}

static void media_stopped(hs_firmware* firmware) {
  if (firmware->destage.blocks != 0) {
    hs_destage_error(firmware);
  } else if (firmware->active.task != HS_NO_TASK) {
    hs_media_error(firmware);
  }
}

static void port_reached(hs_firmware* firmware) {
  if (firmware->active.service == HS_SERVICE_NONE) {
    hs_port_reached(firmware);
  } else {
    hs_service_port_reached(firmware);
  }
}

/* The end of a task is handled first. A command of the same instant then finds the drive at rest.
 * Commands are handled next, before the choice of the next task. The choice then includes these
 * commands. */
void hs_firmware_interrupt(hs_firmware* firmware) {
  const uint64_t cause = hs_read(firmware->hal, HS_INTERRUPT_CAUSE);
  bool connected = false;
  if ((cause & HS_CAUSE_MEDIA) != 0) {
    media_reached(firmware);
  }
  if ((cause & HS_CAUSE_ERROR) != 0) {
    media_stopped(firmware);
  }
  if ((cause & HS_CAUSE_PORT) != 0) {
    port_reached(firmware);
  }
  if ((cause & HS_CAUSE_BROKEN_OFF) != 0) {
    hs_broken_off(firmware);
  }
  if ((cause & HS_CAUSE_WAKE) != 0 && hs_destage_wake(firmware)) {
    destaged(firmware);
  }
  if ((cause & HS_CAUSE_FUNCTION) != 0) {
    hs_manage(firmware);
  }
  if (hs_next_waits(firmware)) { /* before the commands that have arrived meanwhile */
    start_next(firmware, false);
  }
  if ((cause & HS_CAUSE_COMMAND) != 0) {
    connected = hs_receive(firmware);
  }
  start_next(firmware, connected);
}

void hs_firmware_idle(hs_firmware* firmware) {
  if (firmware->config.picks_ahead) {
    hs_choose_ahead(firmware);
    hs_prepare_ahead(firmware);
  }
}

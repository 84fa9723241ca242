#include "linux/bfq_service.h"

#define SHIFT 22u

static bool after(uint64_t a, uint64_t b) { return (int64_t)(a - b) > 0; }

static uint64_t duration(uint32_t sectors, uint32_t weight) {
  return ((uint64_t)sectors << SHIFT) / weight;
}

void hs_bfq_service_init(hs_bfq_service* service, hs_ticks second) {
  for (uint32_t i = 0; i < HS_MOST_CLASSES; ++i) {
    service->queues[i] = (hs_bfq_entity){.weight = 1};
  }
  for (uint32_t i = 0; i < HS_BFQ_CLASSES; ++i) {
    service->now[i] = 0;
    service->weights[i] = 0;
  }
  service->used = 0;
  service->next = HS_NO_QUEUE;
  service->in_service = HS_NO_QUEUE;
  service->entries = 0;
  service->time = 0;
  service->patience = second / 5;
  service->idle_looked_at = 0;
}

/* --- trees: sets of queues by finish time -----------------------------------------------------*/

static void enter(hs_bfq_service* service, hs_bfq_entity* entity, hs_bfq_place place) {
  entity->place = (uint8_t)place;
  entity->entered = service->entries++;
}

static bool in_tree(const hs_bfq_entity* entity, uint32_t class, hs_bfq_place place) {
  return entity->place == place && entity->priority_class == class;
}

/* True: `a` is before `b` in a tree. */
static bool earlier(const hs_bfq_entity* a, const hs_bfq_entity* b) {
  return a->finish != b->finish ? after(b->finish, a->finish) : a->entered < b->entered;
}

/* The queue of a tree that finishes first, or NULL. `eligible`: only queues that have started. */
static hs_bfq_entity* first(hs_bfq_service* service, uint32_t class, hs_bfq_place place,
                            bool eligible, uint64_t now) {
  hs_bfq_entity* found = NULL;
  for (uint32_t i = 0; i < service->used; ++i) {
    hs_bfq_entity* entity = &service->queues[i];
    if (in_tree(entity, class, place) && !(eligible && after(entity->start, now)) &&
        (found == NULL || earlier(entity, found))) {
      found = entity;
    }
  }
  return found;
}

/* The virtual time at which a queue of the active tree has started, not before the present. False:
 * the tree is empty. */
static bool time_of_start(const hs_bfq_service* service, uint32_t class, uint64_t* time) {
  const hs_bfq_entity* soonest = NULL;
  for (uint32_t i = 0; i < service->used; ++i) {
    const hs_bfq_entity* entity = &service->queues[i];
    if (in_tree(entity, class, HS_BFQ_ACTIVE) &&
        (soonest == NULL || after(soonest->start, entity->start))) {
      soonest = entity;
    }
  }
  if (soonest == NULL) {
    return false;
  }
  const uint64_t now = service->now[class];
  *time = after(soonest->start, now) ? soonest->start : now;
  return true;
}

static void forget(hs_bfq_service* service, hs_bfq_entity* entity) {
  entity->place = HS_BFQ_IN_NO_TREE;
  entity->counted = false;
  service->weights[entity->priority_class] -= entity->weight;
}

/* Forget a sleeping queue whose finish time has come. */
static void forget_sleeping(hs_bfq_service* service, uint32_t class) {
  hs_bfq_entity* soonest = first(service, class, HS_BFQ_SLEEPING, false, 0);
  if (soonest == NULL) {
    return;
  }
  if (first(service, class, HS_BFQ_ACTIVE, false, 0) == NULL) {
    uint64_t latest = soonest->finish;
    for (uint32_t i = 0; i < service->used; ++i) {
      const hs_bfq_entity* entity = &service->queues[i];
      if (in_tree(entity, class, HS_BFQ_SLEEPING) && after(entity->finish, latest)) {
        latest = entity->finish;
      }
    }
    if (!after(latest, service->now[class])) {
      service->now[class] = latest;
    }
  }
  if (!after(soonest->finish, service->now[class])) {
    forget(service, soonest);
  }
}

/* --- the next queue ---------------------------------------------------------------------------*/

/* The next queue of a class, or NULL. `advance`: the virtual time moves on to a queue's start. */
static hs_bfq_entity* next_of_class(hs_bfq_service* service, uint32_t class, bool advance) {
  uint64_t now;
  if (!time_of_start(service, class, &now)) {
    return NULL;
  }
  if (advance && now > service->now[class]) {
    service->now[class] = now;
    forget_sleeping(service, class);
  }
  return first(service, class, HS_BFQ_ACTIVE, true, now);
}

/* The idle class is looked at first if the last such look was long ago. */
static hs_bfq_entity* look_up(hs_bfq_service* service, bool advance) {
  uint32_t class = HS_BFQ_REAL_TIME;
  if (service->time > service->idle_looked_at + service->patience) {
    if (first(service, HS_BFQ_IDLE, HS_BFQ_ACTIVE, false, 0) != NULL) {
      class = HS_BFQ_IDLE;
    }
    service->idle_looked_at = service->time;
  }
  hs_bfq_entity* found = NULL;
  for (; class < HS_BFQ_CLASSES && found == NULL; ++class) {
    found = next_of_class(service, class, advance);
  }
  return found;
}

/* True: the changed queue is before the queue that was to be served next. */
static bool overtakes(const hs_bfq_service* service, const hs_bfq_entity* changed) {
  const hs_bfq_entity* next = &service->queues[service->next];
  const uint32_t class = changed->priority_class;
  return class == next->priority_class && !after(changed->start, service->now[class]) &&
         after(next->finish, changed->finish);
}

/* `changed`: the queue that has changed, or HS_NO_QUEUE. */
static void update_next(hs_bfq_service* service, uint32_t changed, bool ends) {
  if (changed != HS_NO_QUEUE && changed != service->next &&
      (service->next == HS_NO_QUEUE || overtakes(service, &service->queues[changed]))) {
    service->next = changed;
    return;
  }
  const hs_bfq_entity* found = look_up(service, service->in_service == HS_NO_QUEUE || ends);
  service->next = found == NULL ? HS_NO_QUEUE : (uint32_t)(found - service->queues);
}

/* --- changes of queues ------------------------------------------------------------------------*/

static void calculate_finish(hs_bfq_entity* entity, uint32_t sectors) {
  entity->finish = entity->start + duration(sectors, entity->weight);
}

static void wait_for_budget(hs_bfq_service* service, hs_bfq_entity* entity) {
  calculate_finish(entity, entity->budget);
  enter(service, entity, HS_BFQ_ACTIVE);
}

static void set_weight(hs_bfq_service* service, hs_bfq_entity* entity, uint32_t weight,
                       uint32_t class) {
  service->weights[entity->priority_class] -= entity->weight;
  if (class != entity->priority_class) {
    entity->start = service->now[class];
  }
  entity->weight = (uint16_t)weight;
  entity->priority_class = (uint8_t) class;
  service->weights[class] += weight;
}

void hs_bfq_activate(hs_bfq_service* service, uint32_t queue, uint32_t weight, uint32_t class) {
  hs_bfq_entity* entity = &service->queues[queue];
  if (queue >= service->used) {
    service->used = queue + 1;
  }
  if (!entity->counted) {
    entity->priority_class = (uint8_t) class;
    entity->weight = (uint16_t)weight;
    service->weights[class] += weight;
    entity->counted = true;
    entity->start = service->now[class];
  } else {
    const uint64_t now = service->now[entity->priority_class];
    entity->start = after(now, entity->finish) ? now : entity->finish;
    set_weight(service, entity, weight, class);
  }
  wait_for_budget(service, entity);
  update_next(service, queue, false);
}

void hs_bfq_requeue(hs_bfq_service* service, uint32_t queue, bool ends) {
  hs_bfq_entity* entity = &service->queues[queue];
  if (queue == service->in_service) {
    calculate_finish(entity, entity->service);
    entity->start = entity->finish;
  }
  wait_for_budget(service, entity);
  update_next(service, queue, ends);
}

void hs_bfq_deactivate(hs_bfq_service* service, uint32_t queue, bool ends) {
  hs_bfq_entity* entity = &service->queues[queue];
  if (queue == service->in_service) {
    calculate_finish(entity, entity->service);
    service->in_service = HS_NO_QUEUE;
  }
  if (after(entity->finish, service->now[entity->priority_class])) {
    enter(service, entity, HS_BFQ_SLEEPING);
  } else {
    forget(service, entity);
  }
  if (queue == service->next) {
    update_next(service, HS_NO_QUEUE, ends);
  }
}

uint32_t hs_bfq_begin_service(hs_bfq_service* service) {
  const uint32_t queue = service->next;
  service->in_service = queue;
  if (queue != HS_NO_QUEUE) {
    service->queues[queue].service = 0;
    service->queues[queue].place = HS_BFQ_IN_NO_TREE;
    update_next(service, HS_NO_QUEUE, false);
  }
  return queue;
}

void hs_bfq_served(hs_bfq_service* service, uint32_t queue, uint32_t sectors) {
  hs_bfq_entity* entity = &service->queues[queue];
  const uint32_t class = entity->priority_class;
  entity->service += sectors;
  service->now[class] += duration(sectors, service->weights[class]);
  forget_sleeping(service, class);
}

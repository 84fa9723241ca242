#include "unit/weights_page.h"

#include "unit/decode.h"

#define CHANGEABLE 0x007fffffu /* bits of HS_MOST_WEIGHT and of all lesser weights */

/* Byte of the weight of a class. */
static uint32_t weight_at(uint32_t class_id) { return HS_SUBPAGE_HEADER_BYTES + 4 * class_id; }

void hs_weights_defaults(const hs_firmware_config* config, uint32_t weights[HS_COMMAND_CLASSES]) {
  for (uint32_t i = 0; i < HS_COMMAND_CLASSES; ++i) {
    weights[i] = i < config->classes ? config->weights[i] : 0;
  }
}

void hs_weights_apply(hs_firmware* firmware) {
  const uint32_t* weights = firmware->weights->current;
  uint32_t classes = 0;
  while (classes < HS_COMMAND_CLASSES && weights[classes] != 0) {
    ++classes;
  }
  firmware->queue.scheduler.tables.classes = classes;
}

void hs_put_weights_mask(uint8_t page[HS_WEIGHTS_PAGE_BYTES]) {
  for (uint32_t i = 0; i < HS_COMMAND_CLASSES; ++i) {
    hs_put(&page[weight_at(i)], 4, CHANGEABLE);
  }
}

/* The first class with a command in the queue, from `from` on. HS_COMMAND_CLASSES: none. */
static uint32_t first_waiting(const hs_firmware* firmware, uint32_t from) {
  const hs_task_queue* queue = &firmware->queue;
  uint32_t first = HS_COMMAND_CLASSES;
  for (uint32_t entry = hs_task_queue_first(queue); entry != HS_NO_TASK;
       entry = hs_task_queue_after(queue, entry)) {
    const uint32_t class_id = queue->scheduler.facts[entry].class_id;
    if (class_id >= from && class_id < first) {
      first = class_id;
    }
  }
  return first;
}

hs_sense hs_check_weights(const hs_firmware* firmware, const uint8_t* list, uint32_t at) {
  uint32_t classes = HS_COMMAND_CLASSES;
  for (uint32_t i = 0; i < HS_COMMAND_CLASSES; ++i) {
    const uint32_t weight = hs_get(&list[at + weight_at(i)], 4);
    if (weight == 0) {
      classes = i < classes ? i : classes;
    } else if (classes != HS_COMMAND_CLASSES) {
      return hs_illegal_list_field(at + weight_at(classes));
    } else if (weight < HS_LEAST_WEIGHT || weight > HS_MOST_WEIGHT) {
      return hs_illegal_list_field(at + weight_at(i));
    }
  }
  const uint32_t without = classes == 0 ? 0 : first_waiting(firmware, classes);
  return without == HS_COMMAND_CLASSES ? (hs_sense){0}
                                       : hs_illegal_list_field(at + weight_at(without));
}

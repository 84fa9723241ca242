#include "unit/subpages.h"

#include "unit/duration_pages.h"
#include "unit/priority_page.h"
#include "unit/replies.h"
#include "unit/weights_page.h"

const hs_subpage hs_subpages[HS_SUBPAGE_COUNT] = {
    {HS_DURATION_PAGE, HS_SUBPAGE_T2A, HS_DURATION_SUBPAGE, HS_DURATION_PAGE_BYTES},
    {HS_DURATION_PAGE, HS_SUBPAGE_T2B, HS_DURATION_SUBPAGE, HS_DURATION_PAGE_BYTES},
    {HS_VENDOR_PAGE, HS_SUBPAGE_WEIGHTS, HS_WEIGHTS_SUBPAGE, HS_WEIGHTS_PAGE_BYTES},
    {HS_VENDOR_PAGE, HS_SUBPAGE_PRIORITIES, HS_PRIORITIES_SUBPAGE, HS_PRIORITY_PAGE_BYTES}};

bool hs_has_subpage(const hs_firmware* firmware, const hs_subpage* page) {
  switch (page->kind) {
    case HS_WEIGHTS_SUBPAGE:
      return firmware->weights != NULL;
    case HS_PRIORITIES_SUBPAGE:
      return firmware->priority_times != NULL;
    default:
      return firmware->config.standard == HS_SPC_6;
  }
}

const hs_subpage* hs_find_subpage(const hs_firmware* firmware, uint32_t code, uint32_t subpage) {
  for (uint32_t i = 0; i < HS_SUBPAGE_COUNT; ++i) {
    const hs_subpage* page = &hs_subpages[i];
    if (page->code == code && page->subpage == subpage && hs_has_subpage(firmware, page)) {
      return page;
    }
  }
  return NULL;
}

bool hs_has_subpages(const hs_firmware* firmware, uint32_t code) {
  bool any = false;
  for (uint32_t i = 0; i < HS_SUBPAGE_COUNT; ++i) {
    any = any || (hs_subpages[i].code == code && hs_has_subpage(firmware, &hs_subpages[i]));
  }
  return any;
}

/* --- MODE SENSE ------------------------------------------------------------------------------ */

static void put_durations(const hs_firmware* firmware, uint8_t subpage, uint32_t control,
                          uint8_t* out) {
  static const hs_duration_limits none = {0};
  const hs_duration_limits* set = firmware->config.durations;
  const hs_duration_limits* at_factory = set != NULL ? set : &none;
  if (control == HS_MODE_CHANGEABLE) {
    hs_put_durations_mask(out);
  } else {
    hs_put_durations(control == HS_MODE_DEFAULT ? at_factory
                     : control == HS_MODE_SAVED ? &firmware->saved.durations
                                                : &firmware->unit.mode.durations,
                     subpage, out);
  }
}

static void put_weights(const hs_firmware* firmware, uint32_t control, uint8_t* out) {
  uint32_t defaults[HS_COMMAND_CLASSES];
  if (control == HS_MODE_CHANGEABLE) {
    hs_put_weights_mask(out);
  } else if (control == HS_MODE_DEFAULT) {
    hs_weights_defaults(&firmware->config, defaults);
    hs_put_words(defaults, HS_COMMAND_CLASSES, out);
  } else {
    hs_put_words(control == HS_MODE_SAVED ? firmware->weights->saved : firmware->weights->current,
                 HS_COMMAND_CLASSES, out);
  }
}

static void put_priorities(const hs_firmware* firmware, uint32_t control, uint8_t* out) {
  const hs_priority_times* times = firmware->priority_times;
  uint32_t defaults[HS_PRIORITIES];
  if (control == HS_MODE_CHANGEABLE) {
    __builtin_memset(&out[HS_SUBPAGE_HEADER_BYTES], 0xff,
                     HS_PRIORITY_PAGE_BYTES - HS_SUBPAGE_HEADER_BYTES);
  } else if (control == HS_MODE_DEFAULT) {
    hs_priority_defaults(&firmware->config, defaults);
    hs_put_words(defaults, HS_PRIORITIES, out);
  } else {
    hs_put_words(control == HS_MODE_SAVED ? times->saved : times->current, HS_PRIORITIES, out);
  }
}

void hs_put_subpage(const hs_firmware* firmware, const hs_subpage* page, uint32_t control,
                    uint8_t* out) {
  hs_clear(out, page->bytes);
  out[0] = (uint8_t)(HS_MODE_SAVABLE | HS_SUBPAGE_FORMAT | page->code);
  out[1] = page->subpage;
  hs_put(&out[2], 2, page->bytes - 4u);
  switch (page->kind) {
    case HS_WEIGHTS_SUBPAGE:
      put_weights(firmware, control, out);
      return;
    case HS_PRIORITIES_SUBPAGE:
      put_priorities(firmware, control, out);
      return;
    default:
      put_durations(firmware, page->subpage, control, out);
  }
}

/* --- MODE SELECT ----------------------------------------------------------------------------- */

hs_sense hs_check_subpage(const hs_subpage* page, const uint8_t* list, uint32_t at, uint32_t left) {
  if (left < 4) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  if (hs_get(&list[at + 2], 2) != page->bytes - 4u) {
    return hs_illegal_list_field(at + 2);
  }
  if (left < page->bytes) {
    return hs_illegal(HS_CODE_LIST_LENGTH);
  }
  for (uint32_t i = 4; i < HS_SUBPAGE_HEADER_BYTES; ++i) {
    if (list[at + i] != 0) {
      return hs_illegal_list_field(at + i);
    }
  }
  return (hs_sense){0};
}

void hs_put_words(const uint32_t* words, uint32_t count, uint8_t* page) {
  for (uint32_t i = 0; i < count; ++i) {
    hs_put(&page[HS_SUBPAGE_HEADER_BYTES + 4 * i], 4, words[i]);
  }
}

void hs_get_words(const uint8_t* page, uint32_t count, uint32_t* words) {
  for (uint32_t i = 0; i < count; ++i) {
    words[i] = hs_get(&page[HS_SUBPAGE_HEADER_BYTES + 4 * i], 4);
  }
}

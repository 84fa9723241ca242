/* The mode pages with a subpage (SPC-4 7.5.7): header, names, and the drives that have them.
 *
 * Units: bytes. */
#ifndef HEADSTACK_SUBPAGES_H
#define HEADSTACK_SUBPAGES_H

#include "controller/state.h"
#include "hal/compiler.h"

/* The vendor's page, which has no format without subpages. */
#define HS_VENDOR_PAGE 0x20u
#define HS_SUBPAGE_WEIGHTS 0x01u
#define HS_SUBPAGE_PRIORITIES 0x02u

typedef enum hs_subpage_kind {
  HS_DURATION_SUBPAGE,
  HS_WEIGHTS_SUBPAGE,
  HS_PRIORITIES_SUBPAGE
} hs_subpage_kind;

typedef struct hs_subpage {
  uint8_t code;    /* page code */
  uint8_t subpage; /* subpage code */
  uint8_t kind;    /* hs_subpage_kind */
  uint16_t bytes;  /* of the page, header included */
} hs_subpage;

/* All pages with a subpage, in ascending order. */
#define HS_SUBPAGE_COUNT 4u
extern const hs_subpage hs_subpages[HS_SUBPAGE_COUNT];

/* Whether the drive has the page. */
HS_COLD bool hs_has_subpage(const hs_firmware* firmware, const hs_subpage* page);
/* The drive's page of this code and subpage; NULL: the drive does not have the page. */
HS_COLD const hs_subpage* hs_find_subpage(const hs_firmware* firmware, uint32_t code,
                                          uint32_t subpage);
/* Whether the drive has a subpage of this page code. */
HS_COLD bool hs_has_subpages(const hs_firmware* firmware, uint32_t code);

/* Write the page of MODE SENSE, header included. `control` is its page control. */
HS_COLD void hs_put_subpage(const hs_firmware* firmware, const hs_subpage* page, uint32_t control,
                            uint8_t* out);

/* Check the header of a page that begins at `at` in `list`, with `left` bytes left in the list. */
HS_COLD hs_sense hs_check_subpage(const hs_subpage* page, const uint8_t* list, uint32_t at,
                                  uint32_t left);

/* Write `count` numbers of 4 bytes after the header of a page, or read them. */
HS_COLD void hs_put_words(const uint32_t* words, uint32_t count, uint8_t* page);
HS_COLD void hs_get_words(const uint8_t* page, uint32_t count, uint32_t* words);

#endif

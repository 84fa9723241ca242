#include "unit/operation_table.h"

#define ROW(code, service, action, decoder, refused, name) \
  {(code), (service), HS_ACTION_##action, (refused), hs_decode_##decoder},
const hs_operation hs_operations[HS_OPERATION_COUNT] = {HS_OPERATIONS(ROW)};

const hs_operation* hs_operation_find(uint8_t code) {
  for (uint32_t i = 0; i < HS_OPERATION_COUNT; ++i) {
    if (hs_operations[i].code == code) {
      return &hs_operations[i];
    }
  }
  return NULL;
}

static bool has_service(const hs_operation* row, uint8_t service, uint8_t standard) {
  return !hs_operation_excluded(row, standard) &&
         ((row->service & HS_ANY_SERVICE) != 0 || (row->service & HS_SERVICE_ACTION) == service);
}

/* Most rows have neither service actions nor a standard, and match at once. */
const hs_operation* hs_operation_of_service(const hs_operation* row, uint8_t service,
                                            uint8_t standard) {
  const hs_operation* end = hs_operations + HS_OPERATION_COUNT;
  const uint8_t code = row->code;
  for (; row != end && row->code == code; ++row) {
    if (row->service == HS_ANY_SERVICE || has_service(row, service, standard)) {
      return row;
    }
  }
  return NULL;
}

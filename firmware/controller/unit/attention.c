#include "unit/attention.h"

void hs_attention(hs_logical_unit* unit, uint8_t initiator, uint8_t code, uint8_t qualifier) {
  hs_sense* pending = &unit->attention[initiator];
  /* Of several events, a reset is told. A lost nexus ranks below a reset (SAM-5 5.14). */
  const bool weaker =
      pending->code == HS_CODE_RESET && (code != HS_CODE_RESET || qualifier > pending->qualifier);
  unit->held_up[initiator] = true;
  if (!weaker) {
    *pending = (hs_sense){.key = HS_SENSE_UNIT_ATTENTION, .code = code, .qualifier = qualifier};
  }
}

void hs_attention_others(hs_logical_unit* unit, uint8_t initiator, uint8_t code,
                         uint8_t qualifier) {
  for (uint32_t i = 0; i < HS_INITIATORS; ++i) {
    if (i != initiator) {
      hs_attention(unit, (uint8_t)i, code, qualifier);
    }
  }
}

void hs_attention_all(hs_logical_unit* unit, uint8_t code, uint8_t qualifier) {
  for (uint32_t i = 0; i < HS_INITIATORS; ++i) {
    hs_attention(unit, (uint8_t)i, code, qualifier);
  }
}

#include "headstack/plan.h"

uint32_t hs_blocks_before_media_write(const hs_write_rules* rules, uint32_t blocks) {
  const uint32_t wanted =
      blocks >= rules->large_request ? rules->minimum_blocks_large : rules->minimum_blocks;
  const uint32_t minimum = blocks < wanted ? blocks : wanted;
  return minimum == 0 ? 1 : minimum; /* a sector is written from its block */
}

static hs_plan plan_read(const hs_drive_params* drive, const hs_drive_view* view) {
  const hs_overheads* o = &drive->overheads;
  return (hs_plan){
      .seek_start =
          view->now + o->read_miss_command + (view->last_write ? o->read_miss_after_write : 0),
      .ready = view->now,
  };
}

/* The write that takes its data in the connection that brought the command, or, from the queue,
 * after one reselection. */
static hs_plan plan_plain_write(const hs_drive_params* drive, const hs_drive_view* view) {
  const hs_overheads* o = &drive->overheads;
  const hs_ticks command_end = view->now + o->write_command;
  hs_plan plan = {.seek_start = command_end, .after = o->write_disconnect};
  if (view->connected) {
    plan.before = o->write_command + o->data_preparation;
    plan.data_start = view->now + plan.before;
    plan.last_reselect = o->first_reselect;
  } else {
    plan.reselect = true;
    plan.not_before = command_end;
    plan.before = o->first_reselect + o->data_preparation;
    plan.data_start = plan.not_before + plan.before;
    plan.last_reselect = o->second_reselect;
  }
  return plan;
}

/* The non-sequential write after a write: one more disconnect, before the data. */
static hs_plan plan_extra_disconnect_write(const hs_drive_params* drive,
                                           const hs_drive_view* view) {
  const hs_overheads* o = &drive->overheads;
  const hs_ticks command_end = view->now + o->write_command_non_sequential;
  const hs_ticks disconnect = command_end + o->write_disconnect_non_sequential;
  const hs_ticks not_before = disconnect + o->write_disconnect_duration_non_sequential;
  const hs_ticks before = o->first_reselect + o->data_preparation;
  return (hs_plan){
      .seek_start = command_end + o->write_seek_delay_non_sequential,
      .reselect = true,
      .disconnect = disconnect,
      .not_before = not_before,
      .before = before,
      .after = o->write_second_disconnect_non_sequential,
      .data_start = not_before + before,
      .last_reselect = o->second_reselect,
  };
}

static hs_plan plan_write(const hs_drive_params* drive, const hs_drive_view* view, hs_lbn lbn,
                          uint32_t blocks) {
  const bool sequential = view->last_write && lbn.value == view->last_end.value;
  const bool extra = view->last_write && !sequential;
  hs_plan plan = extra ? plan_extra_disconnect_write(drive, view) : plan_plain_write(drive, view);
  const hs_ticks command =
      extra ? drive->overheads.write_command_non_sequential : drive->overheads.write_command;
  plan.ready = view->now + command + (sequential ? 0 : drive->write.minimum_positioning);
  plan.minimum_blocks = hs_blocks_before_media_write(&drive->write, blocks);
  return plan;
}

hs_ticks hs_write_ahead(const hs_ahead_rule* rule, uint32_t first_block, uint32_t sectors,
                        const hs_zone* zone, uint32_t sector) {
  const uint64_t all_q8 = (uint64_t)rule->blocks << 8;
  const hs_ticks base = hs_sector_offset(zone, sector);
  /* Linear up to where the end of the request limits the lead, and falling from there on. */
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

hs_plan hs_plan_media(const hs_drive_params* drive, const hs_drive_view* view, hs_lbn lbn,
                      uint32_t blocks, bool write) {
  return write ? plan_write(drive, view, lbn, blocks) : plan_read(drive, view);
}

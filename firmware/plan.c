#include "headstack/plan.h"

uint32_t hs_blocks_before_media_write(const hs_write_rules* rules, uint32_t blocks) {
  const uint32_t wanted =
      blocks >= rules->large_request ? rules->minimum_blocks_large : rules->minimum_blocks;
  const uint32_t minimum = blocks < wanted ? blocks : wanted;
  return minimum == 0 ? 1 : minimum;  /* a sector is written from its block */
}

static hs_plan plan_read(const hs_drive_params* drive, const hs_drive_view* view) {
  return (hs_plan){.seek_start = view->now + drive->overheads.read_miss_command,
                   .ready = view->now};
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

hs_plan hs_plan_media(const hs_drive_params* drive, const hs_drive_view* view, hs_lbn lbn,
                      uint32_t blocks, bool write) {
  return write ? plan_write(drive, view, lbn, blocks) : plan_read(drive, view);
}

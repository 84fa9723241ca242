#include "model/boxes/controller_cpu/decision_shadow.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/base/run_error.h"

extern "C" {
#include <controller/command.h>
#include <disk/located.h>
#include <disk/predict.h>
#include <disk/situation.h>
#include <hal/hal.h>
#include <hal/registers.h>
}

namespace headstack {

namespace {

constexpr std::size_t kMostRows = 16;

SchedulerSpec checked(const std::string& text) {
  SchedulerSpec spec = parse_scheduler(text);
  if (spec.ops->needs != 0 || spec.ops->in_comparator || spec.ops->knowledge == HS_KNOWS_CACHE) {
    throw ConfigError(fmt::format(
        "key `controller.lockstep`: '{}' needs more than the registers show: the buffer, the "
        "comparator, or facts about requests. Name a scheduler that decides by addresses or "
        "positions, such as sptf",
        spec.ops->name));
  }
  return spec;
}

std::unique_ptr<std::uint64_t[]> memory_of(std::size_t bytes) {
  return std::unique_ptr<std::uint64_t[]>(
      new std::uint64_t[(bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t)]());
}

// `done`: the value of HS_CHANNEL_DONE. `to_fill`: as ImageState::blocks_to_fill.
bool reads_ahead(std::uint64_t done, std::uint32_t to_fill) {
  return HS_DONE_BLOCKS(done) != std::min<std::uint64_t>(to_fill, HS_DONE_STOP(done));
}

bool of_channel(std::uint32_t address) { return HS_PAGE(address) == HS_PAGE_CHANNEL; }

}  // namespace

DecisionShadow::DecisionShadow(const std::string& scheduler, const hs_firmware_config& config,
                               hs_hal& hal, const ImageState& state)
    : scheduler_(checked(scheduler)),
      config_(config),
      hal_(hal),
      state_(state),
      task_memory_(memory_of(hs_task_queue_memory(config.queue_depth))),
      scheduler_memory_(
          memory_of(hs_scheduler_memory(scheduler_.ops, config.drive, config.queue_depth))) {
  hs_task_queue_init(&queue_, reinterpret_cast<hs_task*>(task_memory_.get()), config.queue_depth,
                     scheduler_.ops, config.drive, scheduler_.parameters.data(),
                     scheduler_memory_.get());
}

void DecisionShadow::storing(std::uint32_t address, std::uint64_t value) {
  if (of_channel(address)) {
    look();
  }
  if (address == HS_PORT_GO && (HS_GO_OPERATIONS(value) & HS_PORT_OP_STATUS) != 0) {
    end(HS_GO_SLOT(value));
  }
}

void DecisionShadow::loaded(std::uint32_t address, std::uint64_t value) {
  to_fill_ = state_.blocks_to_fill();
  switch (address) {
    case HS_INTERRUPT_CAUSE:
      looked_ = false;
      if (last_ && last_->ends && (value & HS_CAUSE_PORT) != 0) {
        last_->ends = false;
        view_.read_done = last_->task.write ? view_.read_done : hs_read(&hal_, HS_SPINDLE_NOW);
      }
      break;
    case HS_PORT_CDB_LOW:
      cdb_[0] = value;
      break;
    case HS_PORT_CDB_HIGH:
      cdb_[1] = value;
      break;
    case HS_PORT_CDB_THIRD:
      cdb_[2] = value;
      break;
    case HS_PORT_CDB_FOURTH:
      cdb_[3] = value;
      break;
    case HS_PORT_NEXUS:
      receive(value);
      break;
    default:
      break;
  }
}

// Keeps the state of the drive that a decision of this handler sees.
void DecisionShadow::look() {
  if (looked_) {
    return;
  }
  looked_ = true;
  view_.now = hs_read(&hal_, HS_SPINDLE_NOW);
  view_.free_at = hs_read(&hal_, HS_CHANNEL_FREE);
  const std::uint64_t track = hs_read(&hal_, HS_CHANNEL_TRACK);
  view_.track = {{HS_TRACK_CYLINDER(track)}, {HS_TRACK_HEAD(track)}};
  view_.reading = to_fill_ && reads_ahead(hs_read(&hal_, HS_CHANNEL_DONE), *to_fill_);
}

// Enters a command with blocks on the medium, as the firmware's reception does.
void DecisionShadow::receive(std::uint64_t nexus) {
  std::uint8_t cdb[HS_CDB_BYTES];
  for (std::size_t i = 0; i < HS_CDB_BYTES; ++i) {
    cdb[i] = static_cast<std::uint8_t>(cdb_[i / 8] >> (i % 8 * 8));
  }
  const hs_command command = hs_command_decode(
      cdb, HS_NEXUS_LUN(nexus), config_.drive->geometry.block_count, config_.standard);
  if (!hs_action_on_medium(command.action)) {
    return;
  }
  const std::uint32_t entry = hs_task_queue_claim(&queue_);
  if (entry == HS_NO_TASK) {
    return;  // the image will refuse the command
  }
  hs_task& task = queue_.tasks[entry];
  task = hs_task{};
  task.lbn = command.lbn;
  task.blocks = command.blocks;
  task.write = command.action == HS_ACTION_WRITE;
  task.action = command.action;
  task.flags = command.flags;
  task.initiator = HS_NEXUS_INITIATOR(nexus);
  task.tag = {HS_NEXUS_TAG(nexus)};
  task.slot = HS_NEXUS_SLOT(nexus);
  task.attribute = HS_NEXUS_ATTRIBUTE(nexus);
  if (task.attribute == HS_ATTRIBUTE_UNTAGGED) {
    task.flags |= HS_FLAG_UNTAGGED;
    task.attribute = HS_ATTRIBUTE_SIMPLE;
  }
  if (task.attribute == HS_ATTRIBUTE_SIMPLE && hs_task_queue_conflict(&queue_, &task)) {
    task.attribute = HS_ATTRIBUTE_ORDERED;
  }
  task.arrival = hs_read(&hal_, HS_SPINDLE_NOW);
  entries_[task.slot] = entry;
  hs_task_queue_add(&queue_, entry);
}

// The image sends the status of a command, which may never have started.
void DecisionShadow::end(std::uint32_t slot) {
  const auto found = entries_.find(slot);
  if (found == entries_.end()) {
    return;
  }
  if (last_ && last_->task.slot == slot) {
    last_->hit = state_.hit() && !last_->task.write;
    last_->ends = true;
  }
  const std::uint32_t entry = found->second;
  entries_.erase(found);
  if (hs_task_queue_waits(&queue_, entry)) {
    hs_task_queue_abort(&queue_, entry);
    return;
  }
  hs_task_queue_finish(&queue_, entry);
}

std::vector<std::uint32_t> DecisionShadow::waiting() const {
  std::vector<std::uint32_t> found;
  for (const auto& [slot, entry] : entries_) {
    if (hs_task_queue_waits(&queue_, entry)) {
      found.push_back(entry);
    }
  }
  std::sort(found.begin(), found.end(), [this](std::uint32_t a, std::uint32_t b) {
    return queue_.tasks[a].order < queue_.tasks[b].order;
  });
  return found;
}

std::string DecisionShadow::started(std::uint16_t tag) {
  look();
  const std::vector<std::uint32_t> waited = waiting();
  if (waited.empty()) {
    return "";  // a task that is not on the medium
  }
  ++decisions_;
  compared_ += waited.size() > 1 ? 1 : 0;
  if (last_) {
    hs_view_after(config_.drive, &last_->task, last_->hit, last_->since_read, &view_);
  }
  view_.connected = false;
  const std::uint32_t chosen = hs_task_queue_next(&queue_, &view_);
  if (chosen == HS_NO_TASK || queue_.tasks[chosen].tag.value != tag) {
    return difference(tag, chosen, waited);
  }
  last_ = Last{queue_.tasks[chosen], view_.now - view_.read_done};
  return "";
}

std::string DecisionShadow::row(std::uint32_t entry) const {
  hs_task task = queue_.tasks[entry];
  hs_locate(&config_.drive->geometry, &task);
  const hs_ticks start = hs_predict_media_start(config_.drive, &view_, &task);
  const auto revolutions = [](hs_ticks ticks) { return static_cast<double>(ticks) / 4294967296.0; };
  return fmt::format("{:>6} {:>10} {:>6} {:>5} {:>9} {:>5} {:>12.4f} {:>12.4f}", task.tag.value,
                     task.lbn.value, task.blocks, task.write ? "write" : "read",
                     task.track.cylinder.value, task.track.head.value,
                     revolutions(view_.now - task.arrival), revolutions(start - view_.now));
}

std::string DecisionShadow::difference(std::uint16_t tag, std::uint32_t chosen,
                                       const std::vector<std::uint32_t>& waited) const {
  std::string text = fmt::format(
      "decision {} of the image differs from {}: the image starts the task with tag {}, and {} "
      "starts {}. The heads are at cylinder {}, head {}. Waiting tasks, with times in revolutions:"
      "\n  {:>6} {:>10} {:>6} {:>5} {:>9} {:>5} {:>12} {:>12}",
      decisions_, scheduler_.ops->name, tag, scheduler_.ops->name,
      chosen == HS_NO_TASK ? "none" : fmt::format("tag {}", queue_.tasks[chosen].tag.value),
      view_.track.cylinder.value, view_.track.head.value, "tag", "block", "blocks", "kind",
      "cylinder", "head", "waits for", "starts in");
  std::size_t rows = 0;
  for (const std::uint32_t entry : waited) {
    const bool of_image = queue_.tasks[entry].tag.value == tag;
    if (rows < kMostRows || of_image || entry == chosen) {
      text += fmt::format("\n  {}{}{}", row(entry), of_image ? "  the image" : "",
                          entry == chosen ? "  " + std::string(scheduler_.ops->name) : "");
      ++rows;
    }
  }
  if (rows < waited.size()) {
    text += fmt::format("\n  and {} more tasks", waited.size() - rows);
  }
  return text;
}

}  // namespace headstack

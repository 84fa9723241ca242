// Lock-step of the decisions of a firmware's image: a scheduler on this machine decides about the
// same waiting tasks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/boxes/controller_cpu/image_state.h"
#include "model/config/tables/firmware_params.h"

extern "C" {
#include <controller/firmware.h>
#include <controller/task_queue.h>
}

namespace headstack {

// The class follows the image's accesses to the drive's registers. A command that the image takes
// from the port enters a tagged queue of headstack's own firmware. When the image starts a task,
// this queue chooses too. The queue sees the drive as it was at the image's first order to the head
// channel after it read the causes.
class DecisionShadow {
 public:
  // The tables of `config`, `hal` and `state` must outlive the object. Throws ConfigError for an
  // unknown scheduler, or a scheduler that needs facts which the registers do not show.
  DecisionShadow(const std::string& scheduler, const hs_firmware_config& config, hs_hal& hal,
                 const ImageState& state);

  // The image has read this value from a register.
  void loaded(std::uint32_t address, std::uint64_t value);
  // The image is about to write a register.
  void storing(std::uint32_t address, std::uint64_t value);

  // The image has started the task with this tag. Returns the difference as text. Empty: the
  // scheduler starts the same task.
  std::string started(std::uint16_t tag);

  // Decisions among two tasks or more.
  std::uint64_t compared() const { return compared_; }

 private:
  // The task that the image has started last.
  struct Last {
    hs_task task;
    hs_ticks since_read;  // from the end of the last read to the start of the task
    bool hit = false;     // known when the image orders the status
    bool ends = false;    // the status is ordered, and the port has not reported its end
  };

  void receive(std::uint64_t nexus);
  void end(std::uint32_t slot);
  void look();
  std::vector<std::uint32_t> waiting() const;  // by age
  std::string difference(std::uint16_t tag, std::uint32_t chosen,
                         const std::vector<std::uint32_t>& waited) const;
  std::string row(std::uint32_t entry) const;

  SchedulerSpec scheduler_;
  const hs_firmware_config& config_;
  hs_hal& hal_;
  const ImageState& state_;
  std::unique_ptr<std::uint64_t[]> task_memory_;
  std::unique_ptr<std::uint64_t[]> scheduler_memory_;
  hs_task_queue queue_{};
  std::map<std::uint32_t, std::uint32_t> entries_;  // by the port's slot
  std::uint64_t cdb_[4]{};                          // of the command that the image is reading
  hs_drive_view view_{};
  std::optional<Last> last_;
  bool looked_ = false;  // `view_` is of this handler
  // As ImageState::blocks_to_fill at the image's last read of a register. The start of a task
  // changes the segments before the image's next access.
  std::optional<std::uint32_t> to_fill_;
  std::uint64_t decisions_ = 0;
  std::uint64_t compared_ = 0;
};

}  // namespace headstack

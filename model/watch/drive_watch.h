// What an observer of the drive is told. Nobody observes unless waves are wanted; the boxes hold a
// null pointer then.
#pragma once

#include "model/medium/media_program.h"
#include "model/watch/firmware_state.h"

namespace headstack {

class DriveWatch {
 public:
  virtual ~DriveWatch() = default;
  // From the target port: the bus is in this phase for the drive from `time` on.
  virtual void bus(const char* phase, hs_ticks time) = 0;
  // From the head channel: an extent with its times, which may lie ahead.
  virtual void medium(const MediaExtent& extent) = 0;
  // From the head channel: nothing of the program happens any more when the heads are at rest.
  virtual void medium_stopped(const MediaRest& rest) = 0;
  // From the controller CPU: the firmware has done something.
  virtual void firmware(const FirmwareState& state) = 0;
  // From the controller CPU, where code takes time: this function runs from `time` (ps) on, or may
  // lie ahead.
  virtual void function(const char* name, std::int64_t time) = 0;
};

}  // namespace headstack

// Calls to an observer of the drive. Only a run with waves or a timeline has an observer. In other
// runs the boxes hold a null pointer.
#pragma once

#include <cstdint>

#include "model/medium/media_program.h"
#include "model/watch/firmware_state.h"
#include "model/watch/request_record.h"

namespace headstack {

// A command that the drive has received.
struct WatchedCommand {
  std::uint32_t slot;    // the port's number for the command, until the command ends
  std::uint64_t number;  // the request's id; without a request, the commands before this command
  std::uint16_t tag;
  std::uint32_t lbn;
  std::uint32_t blocks;
};

class DriveWatch {
 public:
  virtual ~DriveWatch() = default;
  // From the target port: a command has arrived, now.
  virtual void command(const WatchedCommand& command) = 0;
  // From the target port: the bus is in this phase for the drive from `time` on.
  virtual void bus(const char* phase, hs_ticks time) = 0;
  // From the head channel: a new extent with its times, which may lie in the future.
  virtual void medium(const MediaExtent& extent) = 0;
  // From the head channel: no event of the program happens after the heads are at rest.
  virtual void medium_stopped(const MediaRest& rest) = 0;
  // From the controller CPU: the state of the firmware after it has run.
  virtual void firmware(const FirmwareState& state) = 0;
  // From the target port: the request whose status the host gets now.
  virtual void served(const RequestRecord& record) = 0;
  // From the controller CPU, if code takes time: the firmware calls a function at `time` (ps), or
  // returns from it. `time` may lie in the future. Functions that wait while the processor sleeps
  // return when the sleep begins, and are called again when the sleep ends. `name` lives as long as
  // the drive.
  virtual void called(const char* name, std::int64_t time) = 0;
  virtual void returned(std::int64_t time) = 0;
  // From the controller CPU, if code takes time: the scheduler has decided, from `begin` to `end`
  // (ps).
  virtual void decided(std::int64_t begin, std::int64_t end) = 0;
};

}  // namespace headstack

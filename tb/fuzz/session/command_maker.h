// Commands and task management functions from the bytes of the input.
#pragma once

#include <optional>
#include <vector>

#include "model/run/session.h"
#include "tb/fuzz/input.h"
#include "tb/fuzz/session/contents.h"
#include "tb/fuzz/session/sent.h"

namespace headstack::fuzz {

// Every method takes the decisions from the input, and returns a command that is not sent yet.
class CommandMaker {
 public:
  CommandMaker(Input& input, const DriveConfig& drive, const Session& session, Contents& contents)
      : input_(input), drive_(drive), session_(session), contents_(contents) {}

  // A read or write of blocks that the oracle knows. On a drive of SPC-6, with a duration limit, a
  // class, or a deadline.
  Sent transfer(bool write);
  Sent synchronize();
  // A command block of any bytes. Empty: the command would take too long.
  std::optional<Sent> any_command();
  // A task management function, or the loss of a nexus. Empty: no task can be aborted.
  std::optional<Sent> function(const std::vector<Sent>& before);

 private:
  std::shared_ptr<HostCommand> command();
  CommandBlock block(const Sent& sent, bool write, bool forced);
  void add_data(HostCommand& command, const hs_command& decoded);

  Input& input_;
  const DriveConfig& drive_;
  const Session& session_;
  Contents& contents_;
};

}  // namespace headstack::fuzz

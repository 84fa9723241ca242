// Commands to a drive that has lost its power.
#pragma once

#include <cstdint>
#include <memory>

#include "model/run/session.h"

namespace headstack::fuzz {

// Repeats a command until the drive has told of the power and its disk turns. The drive may have
// carried out a STOP UNIT or a FORMAT UNIT after the loss. Returns a command that has ended with
// GOOD or with MEDIUM ERROR.
std::shared_ptr<HostCommand> repeat_after_power(Session& session, const CommandBlock& cdb,
                                                std::uint32_t bytes);

}  // namespace headstack::fuzz

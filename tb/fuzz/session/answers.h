// Rules for the end of every command.
#pragma once

#include "model/host/command_port.h"

namespace headstack::fuzz {

// Checks the status, the sense and the bytes of a command that is over.
void check_answer(const HostCommand& command);

}  // namespace headstack::fuzz

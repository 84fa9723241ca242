// Schedulers in shared libraries, built outside of headstack.
#pragma once

#include <string>

#include "model/config/tables/firmware_params.h"

namespace headstack {

// Loads the table of operations hs_NAME from a library. The result owns the library, which is
// unloaded after its last user. Throws ConfigError if the file is no such library, was built from
// other headers, has no scheduler of this name, or its table breaks a rule of
// firmware/schedulers/include/schedulers/scheduler.h.
LoadedScheduler load_scheduler(const std::string& file, const std::string& name);

}  // namespace headstack

#include "model/watch/waves/wave_file.h"

#include "model/base/run_error.h"
#include "model/config/drive_config.h"

namespace headstack {

void throw_no_wave_file(const std::string& file) {
  throw ConfigError("waves", ": the file " + file + " cannot be written");
}

void throw_incomplete_waves(const std::string& file, const std::string& reason) {
  throw RunError("waves: " + file + " cannot be written to its end" + reason);
}

}  // namespace headstack

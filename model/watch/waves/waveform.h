// Signals over time. A change may be reported in advance, and may be withdrawn.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/watch/waves/wave_file.h"

namespace headstack {

class Waveform {
 public:
  using Signal = std::size_t;

  // Throws ConfigError if a file cannot be written.
  explicit Waveform(const WaveTarget& target);
  // Tries to write the pending changes.
  ~Waveform();
  Waveform(const Waveform&) = delete;
  Waveform& operator=(const Waveform&) = delete;

  // Declares a signal of `width` bits. All declarations must precede the first change. Signals of
  // one scope must be declared one after another. `scope` is a path, such as "drive.cache".
  Signal bits(const std::string& scope, const std::string& name, unsigned width,
              WaveForm form = WaveForm::decimal);
  // Declares a signal whose values are these texts, without blanks.
  Signal text(const std::string& scope, const std::string& name,
              const std::vector<std::string>& texts);

  // Adds a change at `time` (ps). `time` must not be before the time of the last write_before.
  void change(Signal signal, std::int64_t time, std::uint64_t value);
  // `text` must be one of the signal's texts.
  void change(Signal signal, std::int64_t time, std::string_view text);
  // Removes all changes of the signal after `time`.
  void withdraw(Signal signal, std::int64_t time);
  // Writes all changes before `time`. Of several changes at one time, the last change counts.
  void write_before(std::int64_t time);

  // Writes everything and closes the files. Throws RunError if a write failed.
  void finish();
  // False: a write failed. Later changes are lost.
  bool good() const { return file_->good(); }

 private:
  struct Change {
    Signal signal;
    std::uint64_t value;
  };

  void declare();
  void write_group(std::int64_t time, const std::map<Signal, std::uint64_t>& group);

  WaveTarget target_;
  std::unique_ptr<WaveFile> file_;
  std::vector<WaveSignal> signals_;
  std::vector<std::unordered_map<std::string, std::uint64_t>> values_;  // by signal and text
  std::vector<std::optional<std::uint64_t>> last_;                      // by signal
  std::multimap<std::int64_t, Change> pending_;
  bool begun_ = false;
};

}  // namespace headstack

// A VCD file (IEEE 1800-2017, 21.7) of signals. A change may be reported in advance, and may be
// withdrawn.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace headstack {

class Waveform {
 public:
  using Signal = std::size_t;

  // Throws ConfigError if the file cannot be written.
  explicit Waveform(const std::string& file);
  // Tries to write the pending changes.
  ~Waveform();
  Waveform(const Waveform&) = delete;
  Waveform& operator=(const Waveform&) = delete;

  // Declares a signal of `width` bits. All declarations must precede the first change. `scope` is a
  // path, such as "drive.cache".
  Signal bits(const std::string& scope, const std::string& name, unsigned width);
  // Declares a signal whose values are text without blanks.
  Signal text(const std::string& scope, const std::string& name);

  // Adds a change at `time` (ps). `time` must not be before the time of the last write_before.
  void change(Signal signal, std::int64_t time, std::uint64_t value);
  void change(Signal signal, std::int64_t time, const char* value);
  // Removes all changes of the signal after `time`.
  void withdraw(Signal signal, std::int64_t time);
  // Writes all changes before `time`. Of several changes at one time, the last change counts.
  void write_before(std::int64_t time);

  // Writes everything and closes the file. Throws RunError if a write failed.
  void finish();
  // False: a write failed. Later changes are lost.
  bool good() const { return error_ == 0; }

 private:
  struct Declared {
    std::string scope;
    std::string name;
    unsigned width;  // 0: text
    std::string code;
    std::string last;
  };
  struct Change {
    Signal signal;
    std::string value;
  };

  void header();
  void write_group(std::int64_t time, const std::map<Signal, std::string>& group);

  void note_error();

  std::string name_;
  std::ofstream file_;
  int error_ = 0;  // errno of the first failure
  std::vector<Declared> signals_;
  std::multimap<std::int64_t, Change> pending_;
  bool begun_ = false;
};

}  // namespace headstack

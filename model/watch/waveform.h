// A VCD file (IEEE 1800-2017, 21.7) of signals whose changes may be told ahead of time and taken
// back.
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
  // Writes what is pending, so far as it can.
  ~Waveform();
  Waveform(const Waveform&) = delete;
  Waveform& operator=(const Waveform&) = delete;

  // Declarations come first. `scope` is a path, "drive.cache".
  Signal bits(const std::string& scope, const std::string& name, unsigned width);
  // Its values have no blanks.
  Signal text(const std::string& scope, const std::string& name);

  // At `time` (ps), which is not before that of the last write_before.
  void change(Signal signal, std::int64_t time, std::uint64_t value);
  void change(Signal signal, std::int64_t time, const char* value);
  // Forget changes of the signal that were to come after `time`.
  void withdraw(Signal signal, std::int64_t time);
  // Write all changes before `time`. Of several at one time the last one counts.
  void write_before(std::int64_t time);

  // Write everything and close the file. Throws RunError if anything could not be written.
  void finish();
  // False: something could not be written. What comes now is lost.
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

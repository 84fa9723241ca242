#include "model/watch/waveform.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"

namespace headstack {

namespace {

// VCD's identifiers: digits of base 94.
std::string code_of(std::size_t number) {
  constexpr std::size_t kDigits = 94;
  std::string code;
  do {
    code += static_cast<char>('!' + number % kDigits);
    number /= kDigits;
  } while (number != 0);
  return code;
}

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (from <= path.size()) {
    const std::size_t dot = std::min(path.find('.', from), path.size());
    parts.push_back(path.substr(from, dot - from));
    from = dot + 1;
  }
  return parts;
}

std::string binary(std::uint64_t value) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + value % 2));
    value /= 2;
  } while (value != 0);
  return digits;
}

}  // namespace

Waveform::Waveform(const std::string& file) : name_(file), file_(file) {
  if (!file_) {
    throw ConfigError("waves", ": the file " + file + " cannot be written");
  }
}

Waveform::~Waveform() { write_before(std::numeric_limits<std::int64_t>::max()); }

void Waveform::finish() {
  write_before(std::numeric_limits<std::int64_t>::max());
  file_.close();
  note_error();
  if (!good()) {
    throw RunError("waves: " + name_ +
                   " cannot be written to its end: " + std::generic_category().message(error_));
  }
}

void Waveform::note_error() {
  if (!file_ && error_ == 0) {
    error_ = errno == 0 ? EIO : errno;
  }
}

Waveform::Signal Waveform::bits(const std::string& scope, const std::string& name, unsigned width) {
  signals_.push_back({scope, name, width, code_of(signals_.size()), {}});
  return signals_.size() - 1;
}

Waveform::Signal Waveform::text(const std::string& scope, const std::string& name) {
  return bits(scope, name, 0);
}

void Waveform::change(Signal signal, std::int64_t time, std::uint64_t value) {
  const unsigned width = signals_[signal].width;
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  pending_.emplace(time, Change{signal, width == 1 ? std::to_string(value & 1)
                                                   : "b" + binary(value & mask) + " "});
}

void Waveform::change(Signal signal, std::int64_t time, const char* value) {
  pending_.emplace(time, Change{signal, "s" + std::string(value) + " "});
}

void Waveform::withdraw(Signal signal, std::int64_t time) {
  for (auto change = pending_.upper_bound(time); change != pending_.end();) {
    change = change->second.signal == signal ? pending_.erase(change) : std::next(change);
  }
}

void Waveform::write_before(std::int64_t time) {
  while (!pending_.empty() && pending_.begin()->first < time) {
    const std::int64_t now = pending_.begin()->first;
    std::map<Signal, std::string> group;
    const auto end = pending_.upper_bound(now);
    for (auto change = pending_.begin(); change != end; ++change) {
      group[change->second.signal] = change->second.value;
    }
    pending_.erase(pending_.begin(), end);
    write_group(now, group);
  }
}

void Waveform::write_group(std::int64_t time, const std::map<Signal, std::string>& group) {
  if (!begun_) {
    begun_ = true;
    header();
  }
  bool stamped = false;
  for (const auto& [signal, value] : group) {
    Declared& declared = signals_[signal];
    if (declared.last == value) {
      continue;
    }
    if (!stamped) {
      file_ << '#' << time << '\n';
      stamped = true;
    }
    file_ << value << declared.code << '\n';
    declared.last = value;
  }
  note_error();
}

// Writes the scopes in the order of declaration. Signals of one scope must be declared one after
// another.
void Waveform::header() {
  file_ << "$version headstack " HEADSTACK_VERSION " $end\n$timescale 1 ps $end\n";
  std::vector<std::string> open;
  for (const Declared& signal : signals_) {
    const std::vector<std::string> wanted = split(signal.scope);
    std::size_t same = 0;
    while (same < open.size() && same < wanted.size() && open[same] == wanted[same]) {
      ++same;
    }
    for (; open.size() > same; open.pop_back()) {
      file_ << "$upscope $end\n";
    }
    for (; open.size() < wanted.size(); open.push_back(wanted[open.size()])) {
      file_ << "$scope module " << wanted[open.size()] << " $end\n";
    }
    file_ << "$var " << (signal.width == 0 ? "string" : "wire") << ' ' << std::max(signal.width, 1U)
          << ' ' << signal.code << ' ' << signal.name << " $end\n";
  }
  for (; !open.empty(); open.pop_back()) {
    file_ << "$upscope $end\n";
  }
  file_ << "$enddefinitions $end\n";
}

}  // namespace headstack

// A VCD file: a header with the declarations, then times and changed values as text.
#include <cerrno>
#include <fstream>
#include <system_error>

#include "model/watch/waves/wave_file.h"

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

class VcdFile final : public WaveFile {
 public:
  explicit VcdFile(const std::string& file) : name_(file), file_(file) {
    if (!file_) {
      throw_no_wave_file(file);
    }
  }

  void declare(const std::vector<WaveSignal>& signals) override;
  void time(std::int64_t time) override {
    file_ << '#' << time << '\n';
    note_error();
  }
  void value(std::size_t signal, std::uint64_t value) override;
  void finish() override;
  bool good() const override { return error_ == 0; }

 private:
  struct Coded {
    std::string code;
    bool vector;
    std::vector<std::string> texts;
  };

  void declare(const WaveSignal& signal);
  void write_binary(std::uint64_t value);
  void note_error() {
    if (!file_ && error_ == 0) {
      error_ = errno == 0 ? EIO : errno;
    }
  }

  std::string name_;
  std::ofstream file_;
  int error_ = 0;  // errno of the first failure
  std::vector<Coded> signals_;
};

void VcdFile::declare(const std::vector<WaveSignal>& signals) {
  file_ << "$version headstack " HEADSTACK_VERSION " $end\n$timescale 1 ps $end\n";
  walk_scopes(
      signals, [this](const std::string& name) { file_ << "$scope module " << name << " $end\n"; },
      [this] { file_ << "$upscope $end\n"; },
      [this](const WaveSignal& signal) { declare(signal); });
  file_ << "$enddefinitions $end\n";
}

// Viewers read a text as "s", although the standard has numbers only.
void VcdFile::declare(const WaveSignal& signal) {
  const bool text = !signal.texts.empty();
  signals_.push_back({code_of(signals_.size()), signal.width > 1, signal.texts});
  file_ << "$var " << (text ? "string" : "wire") << ' ' << (text ? 1 : signal.width) << ' '
        << signals_.back().code << ' ' << signal.name << " $end\n";
}

void VcdFile::value(std::size_t signal, std::uint64_t value) {
  const Coded& coded = signals_[signal];
  if (!coded.texts.empty()) {
    file_ << 's' << coded.texts.at(value) << ' ';
  } else if (coded.vector) {
    write_binary(value);
  } else {
    file_ << value;
  }
  file_ << coded.code << '\n';
  note_error();
}

void VcdFile::write_binary(std::uint64_t value) {
  char digits[64];
  char* first = std::end(digits);
  do {
    *--first = static_cast<char>('0' + value % 2);
    value /= 2;
  } while (value != 0);
  file_ << 'b';
  file_.write(first, std::end(digits) - first);
  file_ << ' ';
}

void VcdFile::finish() {
  file_.close();
  note_error();
  if (!good()) {
    throw_incomplete_waves(name_, ": " + std::generic_category().message(error_));
  }
}

}  // namespace

std::unique_ptr<WaveFile> make_vcd_file(const std::string& file) {
  return std::make_unique<VcdFile>(file);
}

}  // namespace headstack

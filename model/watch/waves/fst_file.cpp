// An FST file, by the writer that Verilator brings along (libfstwriter).
#include "model/watch/waves/wave_file.h"

#ifdef HEADSTACK_FST

#include <fstream>

#include <fstcpp/fstcpp_writer.h>

#include "model/watch/waves/fst_blocks.h"

namespace headstack {

namespace {

constexpr std::int8_t kPicoseconds = -12;  // power of ten of a second
constexpr std::size_t kChangesInMemory = 1 << 20;
// The header has 24 letters for a date. The files of equal runs are equal.
constexpr const char* kNoDate = "Thu Jan  1 00:00:00 1970\n";

std::string binary(std::uint64_t value, unsigned width) {
  std::string digits(width, '0');
  for (unsigned i = 0; i < width; ++i) {
    digits[width - 1 - i] = static_cast<char>('0' + (value >> i & 1));
  }
  return digits;
}

class FstFile final : public WaveFile {
 public:
  explicit FstFile(const std::string& file) : name_(file) {
    if (!std::ofstream(file)) {
      throw_no_wave_file(file);
    }
    file_.open(file);
    file_.setTimecale(kPicoseconds);
    file_.setDate(kNoDate);
    file_.setWriter("headstack " HEADSTACK_VERSION);
  }

  void declare(const std::vector<WaveSignal>& signals) override {
    using Scope = fst::Hierarchy::ScopeType;
    walk_scopes(
        signals, [this](const std::string& name) { file_.setScope(Scope::VCD_MODULE, name, ""); },
        [this] { file_.upscope(); }, [this](const WaveSignal& signal) { declare(signal); });
  }
  void time(std::int64_t time) override { file_.emitTimeChange(static_cast<std::uint64_t>(time)); }
  void value(std::size_t signal, std::uint64_t value) override {
    file_.emitValueChange(handles_[signal], value);
    if (++changes_ % kChangesInMemory == 0) {
      file_.flushValueChangeData();
    }
  }
  void finish() override {
    file_.close();
    good_ = fst_is_complete(name_);
    if (!good_) {
      throw_incomplete_waves(name_, "");
    }
  }
  bool good() const override { return good_; }

 private:
  // Texts are an enumeration, whose table comes before the signal.
  void declare(const WaveSignal& signal) {
    using Var = fst::Hierarchy::VarType;
    if (!signal.texts.empty()) {
      std::vector<std::pair<fst::string_view_pair, fst::string_view_pair>> table;
      std::vector<std::string> values(signal.texts.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = binary(i, signal.width);
        table.emplace_back(signal.texts[i], values[i]);
      }
      file_.emitEnumTableRef(file_.createEnumTable(signal.name, signal.width, table));
    }
    handles_.push_back(file_.createVar(Var::VCD_WIRE, fst::Hierarchy::VarDirection::IMPLICIT,
                                       signal.width, signal.name, 0));
  }

  std::string name_;
  fst::Writer file_;
  bool good_ = true;
  std::size_t changes_ = 0;
  std::vector<fst::Handle> handles_;
};

}  // namespace

std::unique_ptr<WaveFile> make_fst_file(const std::string& file) {
  return std::make_unique<FstFile>(file);
}

bool can_write_fst() { return true; }

}  // namespace headstack

#else

#include "model/config/drive_config.h"

namespace headstack {

std::unique_ptr<WaveFile> make_fst_file(const std::string& file) {
  throw ConfigError("waves", ": this build cannot write " + file +
                                 " as FST, because the Python package verilator was not in its "
                                 "environment; a name that ends in .vcd gives a VCD file");
}

bool can_write_fst() { return false; }

}  // namespace headstack

#endif

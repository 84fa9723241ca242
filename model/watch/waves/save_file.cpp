#include "model/watch/waves/save_file.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace headstack {

namespace {

// GTKWave's flags of a trace, in hexadecimal: all are adjusted to the right.
const char* flags_of(WaveForm form, WaveFormat format) {
  switch (form) {
    case WaveForm::text:
      return format == WaveFormat::fst ? "@100000028" : "@28";  // an enumeration, or a string
    case WaveForm::binary:
      return "@28";
    case WaveForm::decimal:
      return "@24";
    case WaveForm::hexadecimal:
      return "@22";
    case WaveForm::curve:
      return "@8024";  // in steps
  }
  return "@28";
}

// A curve takes the height of this many more lines, each a blank trace.
constexpr int kCurveLines = 2;
constexpr const char* kBlank = "@20000\n-\n";
constexpr const char* kGroupBegins = "@800200\n-";
constexpr const char* kGroupEnds = "@1000200\n-";
// At first some 20 ms are visible.
constexpr const char* kView = "[timestart] 0\n[size] 1400 850\n*-32.0 -1\n";

std::string shown(const WaveSignal& signal, WaveFormat format) {
  std::string name = signal.scope + '.' + signal.name;
  if (signal.width > 1 && (signal.texts.empty() || format == WaveFormat::fst)) {
    name += '[' + std::to_string(signal.width - 1) + ":0]";
  }
  return name;
}

void write_trace(std::ofstream& file, const WaveSignal& signal, WaveFormat format) {
  file << flags_of(signal.form, format) << '\n' << shown(signal, format) << '\n';
  for (int i = 0; signal.form == WaveForm::curve && i < kCurveLines; ++i) {
    file << kBlank;
  }
}

}  // namespace

void write_save_file(const WaveTarget& target, const std::vector<WaveSignal>& signals) {
  std::ofstream file(target.save_file);
  file << "[*] headstack " HEADSTACK_VERSION "\n[dumpfile] \"" << target.shown_file << "\"\n"
       << kView;
  std::string scope;
  for (const WaveSignal& signal : signals) {
    if (signal.scope != scope) {
      if (!scope.empty()) {
        file << kGroupEnds << scope << '\n';
      }
      scope = signal.scope;
      file << kGroupBegins << scope << '\n';
    }
    write_trace(file, signal, target.format);
  }
  if (!scope.empty()) {
    file << kGroupEnds << scope << '\n';
  }
  file.close();
  if (!file) {
    throw_incomplete_waves(target.save_file, ": " + std::generic_category().message(errno));
  }
}

}  // namespace headstack

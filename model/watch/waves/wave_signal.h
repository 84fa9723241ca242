// The declaration of a signal of a waveform, and the scopes of all signals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace headstack {

// The form in which a viewer shows a signal.
enum class WaveForm : std::uint8_t {
  binary,
  decimal,
  hexadecimal,
  curve,
  text
};

struct WaveSignal {
  std::string scope;  // path of names, such as "drive.comparator"
  std::string name;
  unsigned width = 1;  // bits, 1 to 64
  WaveForm form = WaveForm::binary;
  std::vector<std::string> texts{};  // the texts of the values 0, 1, ...; empty: a number
};

// Returns the names of a scope's path, the outermost name first.
std::vector<std::string> names_of(const std::string& scope);

// Goes through the signals in the order of their declaration. Calls `enter(name)` and `leave()` for
// each scope that begins or ends between two signals. Calls `declare(signal)` for each signal.
template <typename Enter, typename Leave, typename Declare>
void walk_scopes(const std::vector<WaveSignal>& signals, const Enter& enter, const Leave& leave,
                 const Declare& declare) {
  std::vector<std::string> open;
  for (const WaveSignal& signal : signals) {
    const std::vector<std::string> wanted = names_of(signal.scope);
    const auto differ = std::mismatch(open.begin(), open.end(), wanted.begin(), wanted.end()).first;
    const auto same = static_cast<std::size_t>(differ - open.begin());
    for (; open.size() > same; open.pop_back()) {
      leave();
    }
    for (; open.size() < wanted.size(); open.push_back(wanted[open.size()])) {
      enter(wanted[open.size()]);
    }
    declare(signal);
  }
  for (; !open.empty(); open.pop_back()) {
    leave();
  }
}

}  // namespace headstack

#include "model/watch/waves/wave_signal.h"

namespace headstack {

std::vector<std::string> names_of(const std::string& scope) {
  std::vector<std::string> names;
  std::size_t from = 0;
  while (from <= scope.size()) {
    const std::size_t dot = std::min(scope.find('.', from), scope.size());
    names.push_back(scope.substr(from, dot - from));
    from = dot + 1;
  }
  return names;
}

}  // namespace headstack

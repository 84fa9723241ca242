#include "model/boxes/actuator.h"

#include <cmath>

namespace headstack {

Actuator::Actuator(sc_core::sc_module_name name, const hs_mechanics& mechanics, hs_ticks spread,
                   std::uint64_t seed)
    : sc_module(name), mechanics_(mechanics), spread_(spread), random_(seed, 12) {}

hs_ticks Actuator::varied(hs_ticks exact) {
  const double u = (static_cast<double>(random_.next() >> 12) + 0.5) * 0x1.0p-52;  // never 0 or 1
  const double more = static_cast<double>(spread_) * (portable_log(u) - portable_log(1.0 - u));
  const std::int64_t time = static_cast<std::int64_t>(exact) + std::llround(more);
  return time > 0 ? static_cast<hs_ticks>(time) : 0;
}

}  // namespace headstack

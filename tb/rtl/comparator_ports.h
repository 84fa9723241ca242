// Inputs of the comparator's ports and its lanes, bit by bit, for any widths.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tb/rtl/comparator_reference.h"

namespace headstack {

// The widths of sptf_comparator_pkg.sv.
struct FullWidths {
  static constexpr unsigned kAngle = 32;
  static constexpr unsigned kTime = 40;
  static constexpr unsigned kCylinder = 20;
  static constexpr unsigned kHead = 8;
  static constexpr unsigned kLbn = 32;
  static constexpr unsigned kOrder = 32;
  static constexpr unsigned kKey = 48;
  static constexpr unsigned kSeekShift = 8;
};

// `Widths` are the widths of the package. With narrower angles, a tick is coarser. Callers still
// give times in the drive's own ticks, which must be whole coarse ticks. Orders are coarser too:
// only their high bits count.
template <class Widths>
class ComparatorPorts {
 public:
  template <class Port>
  static void put_entry(Port& port, const ComparatorEntry& e) {
    Bits<Port> bits{port};
    bits.put(Widths::kKey, e.handicap >> kScale);
    bits.put(Widths::kOrder, e.order >> kOrderScale);
    bits.put(Widths::kAngle, e.lead >> kScale);
    bits.put(Widths::kAngle, e.span >> kScale);
    bits.put(Widths::kAngle, e.angle >> kScale);
    bits.put(Widths::kLbn, e.lbn);
    bits.put(Widths::kHead, e.head);
    bits.put(Widths::kCylinder, e.cylinder);
    bits.put(1, e.cached ? 1 : 0);
    bits.put(1, e.write ? 1 : 0);
    bits.put(1, e.valid ? 1 : 0);
  }

  template <class Port>
  static void put_state(Port& port, const ComparatorState& s) {
    Bits<Port> bits{port};
    bits.put(Widths::kOrder, s.oldest >> kOrderScale);
    for (const hs_ticks data : s.data) {
      bits.put(Widths::kTime, data >> kScale);
    }
    for (const auto& departures : {s.write, s.read}) {
      for (const ComparatorDeparture& departure : departures) {
        bits.put(Widths::kTime, departure.ready >> kScale);
        bits.put(Widths::kTime, departure.start >> kScale);
      }
    }
    bits.put(1, s.last_write ? 1 : 0);
    bits.put(Widths::kLbn, s.last_end);
    bits.put(Widths::kAngle, s.now >> kScale);
    bits.put(Widths::kHead, s.head);
    bits.put(Widths::kCylinder, s.cylinder);
  }

  template <class Port>
  static void put_mechanics(Port& port, const hs_mechanics& m) {
    Bits<Port> bits{port};
    bits.put(Widths::kTime + 1, static_cast<std::uint64_t>(m.write_settle >> kScale));
    bits.put(Widths::kTime + 1, static_cast<std::uint64_t>(m.read_settle >> kScale));
    bits.put(Widths::kTime, m.head_switch >> kScale);
    bits.put(Widths::kTime, m.same_cylinder >> kScale);
  }

  static std::uint32_t seek(std::uint32_t units) {
    constexpr unsigned kUnit = HS_SEEK_SHIFT;
    return static_cast<std::uint32_t>((std::uint64_t{units} << kUnit) >>
                                      (kScale + Widths::kSeekShift));
  }
  static std::uint64_t ticks(std::uint64_t key) { return key << kScale; }

 private:
  static constexpr unsigned kScale = FullWidths::kAngle - Widths::kAngle;
  static constexpr unsigned kOrderScale = FullWidths::kOrder - Widths::kOrder;

  // Fields from the lowest bit on.
  template <class Port>
  struct Bits {
    void put(unsigned width, std::uint64_t value) {
      for (unsigned i = 0; i < width; ++i, ++next) {
        set(next, ((value >> i) & 1U) != 0);
      }
    }
    void set(unsigned bit, bool on) {
      if constexpr (std::is_integral_v<Port>) {
        const auto mask = static_cast<Port>(Port{1} << bit);
        port = static_cast<Port>(on ? port | mask : port & ~mask);
      } else {
        const std::uint32_t mask = std::uint32_t{1} << (bit % 32);
        port[bit / 32] = on ? port[bit / 32] | mask : port[bit / 32] & ~mask;
      }
    }
    Port& port;
    unsigned next = 0;
  };
};

}  // namespace headstack

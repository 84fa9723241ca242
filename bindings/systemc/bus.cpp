#include "headstack/bus.h"

#include "bindings/systemc/bus_parts.h"

namespace headstack::systemc {

Bus::Bus(sc_core::sc_module_name name) : sc_module(name), parts_(std::make_unique<BusParts>()) {}

Bus::~Bus() = default;

sc_core::sc_time Bus::busy_time() const { return parts_->bus.busy_time(); }

}  // namespace headstack::systemc

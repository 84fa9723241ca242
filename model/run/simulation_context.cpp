#include "model/run/simulation_context.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <string_view>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"

namespace headstack {

namespace {

// Makes reports throw exceptions. Warnings throw too, because a warning means a fault in the model.
void set_up_reports() {
  using sc_core::sc_report_handler;
  sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_THROW);
  sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
}

constexpr std::size_t kReserve = std::size_t{1} << 20;
std::atomic<void*> reserve{nullptr};

// Called by operator new when there is no more memory.
void use_reserve() {
  std::free(reserve.exchange(nullptr));
  throw std::bad_alloc();
}

void set_up_reserve() {
  if (reserve == nullptr) {
    reserve = std::malloc(kReserve);
    std::set_new_handler(use_reserve);
  }
}

// Returns the context that SystemC makes by itself.
sc_core::sc_simcontext* first() {
  static sc_core::sc_simcontext* const made = sc_core::sc_get_curr_simcontext();
  return made;
}

void make_current(sc_core::sc_simcontext* context) {
  sc_core::sc_curr_simcontext = context;
  sc_core::sc_default_global_context = context;
}

}  // namespace

SimulationContext::SimulationContext(Agenda::Pace pace) {
  first();
  parked_ = sc_core::sc_get_curr_simcontext();
  set_up_reports();
  set_up_reserve();
  own_ = new sc_core::sc_simcontext;
  make_current(own_);
  agenda_ = std::make_unique<Agenda>(pace);
}

SimulationContext::~SimulationContext() {
  agenda_.reset();
  delete own_;
  make_current(parked_);
}

void SimulationContext::enter() {
  parked_ = sc_core::sc_get_curr_simcontext();
  make_current(own_);
}

void SimulationContext::leave() { make_current(parked_); }

void throw_report(const sc_core::sc_report& report) {
  if (reserve == nullptr) {
    throw std::bad_alloc();
  }
  const std::string_view type = report.get_msg_type();
  if (type == kConfigReport) {
    throw ConfigError(report.get_msg());
  }
  constexpr std::string_view kOwn = "headstack/";
  // A report of SystemC itself is a fault of the model. The message has the place in SystemC's
  // sources.
  throw RunError(type.substr(0, kOwn.size()) == kOwn ? report.get_msg() : report.what());
}

OutsideContext::OutsideContext() : inside_(sc_core::sc_get_curr_simcontext()) {
  make_current(first());
}

OutsideContext::~OutsideContext() { make_current(inside_); }

}  // namespace headstack

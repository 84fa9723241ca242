#include "model/base/interruption.h"

#include <atomic>
#include <chrono>

#include <systemc>

namespace headstack {

namespace {

using Clock = std::chrono::steady_clock;
constexpr Clock::duration kBetween = std::chrono::milliseconds(100);

std::atomic<InterruptQuestion> asked{nullptr};
std::atomic<Clock::rep> last{0};

}  // namespace

void ask_for_interrupts(InterruptQuestion question) {
  asked = question;
  last = 0;
}

void end_if_interrupted() {
  const InterruptQuestion question = asked.load(std::memory_order_relaxed);
  if (question == nullptr) {
    return;
  }
  const Clock::rep now = Clock::now().time_since_epoch().count();
  if (now - last.load(std::memory_order_relaxed) < kBetween.count()) {
    return;
  }
  last.store(now, std::memory_order_relaxed);
  if (question()) {
    SC_REPORT_FATAL("headstack/interrupted", "the run was interrupted");
  }
}

}  // namespace headstack

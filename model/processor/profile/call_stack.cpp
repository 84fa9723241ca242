#include "model/processor/profile/call_stack.h"

#include <algorithm>

namespace headstack {

namespace {

constexpr std::uint8_t kReturnAddress = 1;  // compilers use x5 for library routines
constexpr std::uint8_t kAlternate = 5;

bool links(std::uint8_t number) { return number == kReturnAddress || number == kAlternate; }

// Returns the name of a function in the source. The compiler appends a suffix to the name of a
// function that it has changed, as in "choose.isra.0".
std::string in_source(const std::string& name) { return name.substr(0, name.find('.')); }

}  // namespace

// Collects the functions of the image. A function without a size ends where the next function
// begins.
CallStack::CallStack(const ElfImage& image, std::uint32_t reset) {
  constexpr std::uint32_t kEnd = UINT32_MAX;
  for (const ElfImage::Symbol& symbol : image.symbols()) {
    if (!symbol.function || (!functions_.empty() && functions_.back().first == symbol.address)) {
      continue;
    }
    if (!functions_.empty()) {
      functions_.back().end = std::min(functions_.back().end, symbol.address);
    }
    functions_.push_back(
        {symbol.address, symbol.bytes == 0 ? kEnd : symbol.address + symbol.bytes});
    names_.push_back(in_source(symbol.name));
  }
  names_.emplace_back("?");
  frames_.push_back({at(reset), 0});
}

void CallStack::watch(CallWatch& watch) {
  watches_.push_back(&watch);
  for (const Frame& frame : frames_) {
    watch.called(frame.function, 0);
  }
}

bool CallStack::holds(FunctionId function, std::uint32_t pc) const {
  return function < functions_.size() && functions_[function].first <= pc &&
         pc < functions_[function].end;
}

FunctionId CallStack::at(std::uint32_t pc) const {
  const auto behind =
      std::upper_bound(functions_.begin(), functions_.end(), pc,
                       [](std::uint32_t address, const Function& f) { return address < f.first; });
  const auto found = static_cast<FunctionId>(behind - functions_.begin()) - 1;
  return holds(found, pc) ? found : static_cast<FunctionId>(functions_.size());
}

void CallStack::push(const Frame& frame, std::uint64_t cycles) {
  frames_.push_back(frame);
  for (CallWatch* const watch : watches_) {
    watch->called(frame.function, cycles);
  }
}

void CallStack::pop(std::uint64_t cycles) {
  frames_.pop_back();
  for (CallWatch* const watch : watches_) {
    watch->returned(cycles);
  }
}

// Returns to the caller that has this return address. The functions that this caller has called are
// over, even if they have not returned.
void CallStack::return_to(const Jump& jump) {
  const auto caller = std::find_if(frames_.rbegin(), frames_.rend(),
                                   [&jump](const Frame& frame) { return frame.back == jump.to; });
  if (caller == frames_.rend()) {
    return;
  }
  for (auto count = caller - frames_.rbegin() + 1; count != 0; --count) {
    pop(jump.cycles);
  }
}

void CallStack::jump(const Jump& jump) {
  if (links(jump.link)) {
    push({at(jump.to), jump.from + 4}, jump.cycles);
  } else if (links(jump.by)) {
    return_to(jump);
  } else if (!holds(frames_.back().function, jump.to)) {
    const std::uint32_t back = frames_.back().back;
    pop(jump.cycles);
    push({at(jump.to), back}, jump.cycles);
  }
}

}  // namespace headstack

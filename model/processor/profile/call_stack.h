// The running function and its callers, derived from a program's jumps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/processor/elf_image.h"
#include "model/processor/jump_trace.h"

namespace headstack {

// Index of a function in CallStack::functions().
using FunctionId = std::uint32_t;

// Observer of the start and end of functions, in cycles since reset.
class CallWatch {
 public:
  virtual ~CallWatch() = default;
  virtual void called(FunctionId function, std::uint64_t cycles) = 0;
  // Called when the function that was called last has ended.
  virtual void returned(std::uint64_t cycles) = 0;
};

// By the calling convention, a jump that links is a call. A jump that does not link, to the address
// in the register of a call's link, is a return. Any other jump out of a function ends the
// function, and its target replaces the function.
class CallStack : public JumpTrace {
 public:
  // The program is the image's, and begins at `reset`.
  CallStack(const ElfImage& image, std::uint32_t reset);

  // Sets the observer, which must outlive the object. The observer first gets the functions that
  // already run.
  void watch(CallWatch& watch);

  void jump(const Jump& jump) override;

  // Names by FunctionId. The last name stands for code outside all functions.
  const std::vector<std::string>& functions() const { return names_; }

 private:
  struct Function {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  struct Frame {
    FunctionId function = 0;
    std::uint32_t back = 0;  // return address
  };
  FunctionId at(std::uint32_t pc) const;
  bool holds(FunctionId function, std::uint32_t pc) const;
  void push(const Frame& frame, std::uint64_t cycles);
  void pop(std::uint64_t cycles);
  void return_to(const Jump& jump);

  std::vector<Function> functions_;  // in rising order
  std::vector<std::string> names_;
  std::vector<Frame> frames_;  // never empty
  std::vector<CallWatch*> watches_;
};

}  // namespace headstack

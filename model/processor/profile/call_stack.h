// Which function runs, and who has called it, from a program's jumps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/processor/elf_image.h"
#include "model/processor/jump_trace.h"

namespace headstack {

// A function: its place in CallStack::functions().
using FunctionId = std::uint32_t;

// Is told when functions begin and end, by the cycles since reset.
class CallWatch {
 public:
  virtual ~CallWatch() = default;
  virtual void called(FunctionId function, std::uint64_t cycles) = 0;
  // The one that was called last is over.
  virtual void returned(std::uint64_t cycles) = 0;
};

// By the calling convention: a jump that links is a call; one that does not, but goes by the
// register that a call has linked, is a return; one that leaves the function otherwise is the last
// thing that it does, so what it jumps to takes its place.
class CallStack : public JumpTrace {
 public:
  // The program is the image's, and begins at `reset`.
  CallStack(const ElfImage& image, std::uint32_t reset);

  // `watch` must outlive it. It is told of what runs already.
  void watch(CallWatch& watch);

  void jump(const Jump& jump) override;

  // Names by FunctionId. The last one stands for code that is in no function.
  const std::vector<std::string>& functions() const { return names_; }

 private:
  struct Function {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  struct Frame {
    FunctionId function = 0;
    std::uint32_t back = 0;  // where its caller goes on
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

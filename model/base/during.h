// A flag that is true during a call.
#pragma once

namespace headstack {

// Sets the flag, and clears it at the end of the scope, also if the scope throws.
class During {
 public:
  explicit During(bool& flag) : flag_(flag) { flag_ = true; }
  ~During() { flag_ = false; }
  During(const During&) = delete;
  During& operator=(const During&) = delete;

 private:
  bool& flag_;
};

}  // namespace headstack

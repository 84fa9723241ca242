// A fuzz target as a test without libFuzzer: runs every file of the corpus, and then a fixed number
// of random changes of these files. The changes depend on nothing but the corpus and the number.
//
// Usage: fuzz_TARGET [--runs COUNT] FILE_OR_FOLDER...
//
// An input that ends the process is written to fuzz_found.bin in the working folder. The program
// with this file as its only argument runs the input again.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tb/firmware/support/rng.h"
#include "tb/fuzz/input.h"

#if defined(__SANITIZE_ADDRESS__)
extern "C" void __sanitizer_set_death_callback(void (*callback)());
#endif

namespace headstack {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMostBytes = 4096;  // of a changed input
constexpr std::uint8_t kNotable[] = {0, 1, 0x7f, 0x80, 0xff, ' ', '"', '\n', '#', '$', '='};

const Bytes* present = nullptr;  // the input that runs

// Writes the input to a file. May be called in a signal handler.
void keep_present() {
  const Bytes* input = std::exchange(present, nullptr);
  if (input == nullptr) {
    return;
  }
  constexpr const char* kName = "fuzz_found.bin";
  const int file = open(kName, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const bool written =
      file >= 0 && write(file, input->data(), input->size()) == static_cast<ssize_t>(input->size());
  constexpr char kSaved[] = "fuzz: the input is in fuzz_found.bin\n";
  constexpr char kLost[] = "fuzz: the input cannot be written to fuzz_found.bin\n";
  const ssize_t told =
      written ? write(2, kSaved, sizeof kSaved - 1) : write(2, kLost, sizeof kLost - 1);
  static_cast<void>(told);
}

void on_signal(int number) {
  keep_present();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void run(const Bytes& input) {
  // A copy of exactly this size: the sanitizer detects a read after its end.
  const Bytes exact(input.begin(), input.end());
  present = &input;
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
  present = nullptr;
}

std::vector<fs::path> files_of(const std::vector<fs::path>& places) {
  std::vector<fs::path> files;
  for (const fs::path& place : places) {
    if (!fs::is_directory(place)) {
      files.push_back(place);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(place)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

Bytes read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "fuzz: %s cannot be read\n", file.c_str());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::size_t index_below(std::size_t bound, Rng& rng) {
  return rng.below(static_cast<std::uint32_t>(bound));
}

// Changes one thing in a text that is not empty.
void change(Bytes& text, const Bytes& other, Rng& rng) {
  const std::size_t at = index_below(text.size(), rng);
  const auto place = text.begin() + static_cast<std::ptrdiff_t>(at);
  const std::size_t count = 1 + index_below(std::min<std::size_t>(text.size() - at, 32), rng);
  switch (rng.below(6)) {
    case 0:
      text[at] ^= static_cast<std::uint8_t>(1U << rng.below(8));
      break;
    case 1:
      text[at] = rng.one_in(2) ? kNotable[rng.below(std::size(kNotable))]
                               : static_cast<std::uint8_t>(rng.below(256));
      break;
    case 2:
      text.insert(place, static_cast<std::uint8_t>(rng.below(256)));
      break;
    case 3:
      text.erase(place, place + static_cast<std::ptrdiff_t>(count));
      break;
    case 4: {
      const Bytes part(place, place + static_cast<std::ptrdiff_t>(count));
      const auto to = text.begin() + static_cast<std::ptrdiff_t>(index_below(text.size() + 1, rng));
      text.insert(to, part.begin(), part.end());
      break;
    }
    default:
      if (!other.empty()) {
        const std::size_t from = index_below(other.size(), rng);
        text.resize(at);
        text.insert(text.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
      }
      break;
  }
}

Bytes changed(const std::vector<Bytes>& corpus, Rng& rng) {
  Bytes text = corpus[index_below(corpus.size(), rng)];
  const Bytes& other = corpus[index_below(corpus.size(), rng)];
  for (std::uint32_t n = 1 + rng.below(4); n > 0 && !text.empty(); --n) {
    change(text, other, rng);
  }
  if (text.size() > std::max(kMostBytes, other.size())) {
    text.resize(kMostBytes);
  }
  return text;
}

int test(std::uint64_t runs, const std::vector<fs::path>& places) {
  std::vector<Bytes> corpus;
  for (const fs::path& file : files_of(places)) {
    corpus.push_back(read(file));
    run(corpus.back());
  }
  run({});
  if (corpus.empty()) {
    std::fprintf(stderr, "fuzz: there is no corpus\n");
    return 2;
  }
  Rng rng(1);
  for (std::uint64_t i = 0; i < runs; ++i) {
    run(changed(corpus, rng));
  }
  std::printf("%zu files, %llu changes\n", corpus.size(), static_cast<unsigned long long>(runs));
  return 0;
}

}  // namespace
}  // namespace headstack

int main(int argc, char** argv) {
  std::uint64_t runs = 0;
  std::vector<std::filesystem::path> places;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--runs") == 0 && i + 1 < argc) {
      runs = std::strtoull(argv[++i], nullptr, 10);
    } else {
      places.emplace_back(argv[i]);
    }
  }
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(headstack::keep_present);
#endif
  for (const int number : {SIGABRT, SIGFPE, SIGILL}) {
    std::signal(number, headstack::on_signal);
  }
#if !defined(__SANITIZE_ADDRESS__)
  std::signal(SIGSEGV, headstack::on_signal);
#endif
  return headstack::test(runs, places);
}

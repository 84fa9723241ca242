#include "bindings/core/random.h"

#include <cstdint>

#include <pybind11/numpy.h>

#include "model/base/random.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

template <typename T, typename Draw>
py::array_t<T> column(py::ssize_t count, Draw draw) {
  py::array_t<T> values(count);
  T* const data = values.mutable_data();
  for (py::ssize_t i = 0; i < count; ++i) {
    data[i] = draw();
  }
  return values;
}

}  // namespace

void bind_random(py::module_& m) {
  py::class_<Random>(m, "Random", py::is_final())
      .def(py::init<std::uint64_t, std::uint64_t>(), "seed"_a, "stream"_a)
      .def(
          "uniform",
          [](Random& random, py::ssize_t count) {
            return column<double>(count, [&random] { return random.uniform(); });
          },
          "count"_a)
      .def(
          "below",
          [](Random& random, std::uint64_t bound, py::ssize_t count) {
            return column<std::uint64_t>(count, [&random, bound] { return random.below(bound); });
          },
          "bound"_a, "count"_a)
      .def(
          "exponential",
          [](Random& random, py::ssize_t count) {
            return column<double>(count, [&random] { return random.exponential(); });
          },
          "count"_a);
}

}  // namespace headstack

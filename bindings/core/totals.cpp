// Totals of requests, from Python's columns. Sums are returned as Python's integers.
#include "bindings/core/totals.h"

#include <array>
#include <cstring>
#include <optional>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"
#include "model/watch/request_totals.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

py::int_ whole(std::uint64_t high, std::uint64_t low) {
  return py::int_(py::int_(high).attr("__lshift__")(64).attr("__or__")(py::int_(low)));
}

py::int_ whole(const ExactSum& sum) {
  const Int128 value = sum.value();
  const Uint128 size = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
  const py::int_ found =
      whole(static_cast<std::uint64_t>(size >> 64), static_cast<std::uint64_t>(size));
  return value < 0 ? py::int_(-found) : found;
}

py::int_ whole(const ExactSquares& sum) {
  const py::int_ upper = whole(sum.high(), static_cast<std::uint64_t>(sum.low() >> 64));
  return py::int_(
      upper.attr("__lshift__")(64).attr("__or__")(py::int_(static_cast<std::uint64_t>(sum.low()))));
}

// A column that is read in place.
template <typename T>
class Read {
 public:
  Read(const py::dict& columns, const char* name, py::ssize_t rows)
      : column_(py::cast<py::array_t<T, py::array::forcecast>>(columns[name])) {
    if (column_.ndim() != 1 || column_.shape(0) != rows) {
      throw RunError(std::string("the column ") + name + " has not one value for each request");
    }
    if (rows > 0) {
      next_ = static_cast<const char*>(static_cast<const void*>(column_.data()));
      stride_ = column_.strides(0);
    }
  }

  // Returns the value of this row, and moves to the next row.
  T take() {
    T value;
    std::memcpy(&value, next_, sizeof value);
    next_ += stride_;
    return value;
  }

 private:
  py::array_t<T, py::array::forcecast> column_;
  const char* next_ = nullptr;
  py::ssize_t stride_ = 0;
};

using Ps = Read<std::int64_t>;

// Adds the rows. Returns their response times, and the id and finish of each row, for checks of
// their order.
py::tuple add(RequestTotals& totals, const py::dict& columns, bool classes) {
  const auto rows = static_cast<py::ssize_t>(py::len(columns["id"]));
  Read<std::uint64_t> id(columns, "id", rows);
  Ps arrival(columns, "arrival", rows), start(columns, "start", rows),
      finish(columns, "finish", rows), queue(columns, "queue", rows),
      overhead(columns, "overhead", rows), seek(columns, "seek", rows),
      rotation(columns, "rotation", rows), transfer(columns, "transfer", rows),
      bus(columns, "bus", rows), deadline(columns, "deadline", rows);
  Read<std::uint32_t> blocks(columns, "blocks", rows), retries(columns, "retries", rows);
  Read<bool> write(columns, "write", rows), hit(columns, "hit", rows),
      failed(columns, "failed", rows);
  std::optional<Read<std::uint16_t>> class_id;
  if (classes) {
    class_id.emplace(columns, "class", rows);
  }
  py::array_t<std::int64_t> responses(rows);
  py::array_t<std::int64_t> schedule(std::array<py::ssize_t, 2>{rows, 2});
  std::int64_t* response = responses.mutable_data();
  std::int64_t* placed = schedule.mutable_data();
  RequestRecord row;
  for (py::ssize_t i = 0; i < rows; ++i) {
    row.id = id.take();
    row.arrival = arrival.take();
    row.start = start.take();
    row.finish = finish.take();
    row.queue = queue.take();
    row.overhead = overhead.take();
    row.seek = seek.take();
    row.rotation = rotation.take();
    row.transfer = transfer.take();
    row.bus = bus.take();
    row.deadline = deadline.take();
    row.blocks = blocks.take();
    row.retries = retries.take();
    row.write = write.take();
    row.hit = hit.take();
    row.failed = failed.take();
    row.class_id = class_id ? class_id->take() : std::uint16_t{0};
    totals.add(row);
    *response++ = row.finish - row.arrival;
    *placed++ = static_cast<std::int64_t>(row.id);
    *placed++ = row.finish;
  }
  return py::make_tuple(responses, schedule);
}

py::tuple power_sums(const py::array_t<std::int64_t, py::array::forcecast>& times) {
  if (times.ndim() != 1) {
    throw ConfigError("times are no column");
  }
  ExactSum sum;
  ExactSquares squares;
  const auto each = times.unchecked<1>();
  for (py::ssize_t i = 0; i < each.shape(0); ++i) {
    sum.add(each(i));
    squares.add(each(i));
  }
  return py::make_tuple(whole(sum), whole(squares));
}

py::tuple deadline_sums(const py::dict& columns) {
  const auto rows = static_cast<py::ssize_t>(py::len(columns["deadline"]));
  Ps arrival(columns, "arrival", rows), finish(columns, "finish", rows),
      deadline(columns, "deadline", rows);
  DeadlineTotals totals;
  for (py::ssize_t i = 0; i < rows; ++i) {
    const std::int64_t from = arrival.take();
    const std::int64_t until = finish.take();
    totals.add(from, until, deadline.take());
  }
  return py::make_tuple(totals.deadlines(), totals.missed(), totals.merit());
}

}  // namespace

void bind_totals(py::module_& m) {
  py::class_<RequestTotals> totals(m, "RequestTotals", py::is_final());
  totals.def(py::init<std::optional<std::uint64_t>>(), "run"_a = py::none())
      .def("add", &add, "columns"_a, py::kw_only(), "classes"_a = false)
      .def("check_all_served", &RequestTotals::check_all_served)
      .def_readonly("count", &RequestTotals::count)
      .def_readonly("reads", &RequestTotals::reads)
      .def_readonly("hits", &RequestTotals::hits)
      .def_readonly("retries", &RequestTotals::retries)
      .def_readonly("failed", &RequestTotals::failed)
      .def_readonly("last_class", &RequestTotals::last_class)
      .def_readonly("max_response_ps", &RequestTotals::max_response)
      .def_property_readonly("elapsed_ps", &RequestTotals::elapsed)
      .def_property_readonly("time_at_disk_ps", &RequestTotals::time_at_disk)
      .def_property_readonly("queue_grew", &RequestTotals::queue_grew)
      .def_property_readonly(
          "response_squared_ps2",
          [](const RequestTotals& found) { return whole(found.response_squared); })
      .def_property_readonly("deadlines",
                             [](const RequestTotals& found) { return found.deadlines.deadlines(); })
      .def_property_readonly("missed",
                             [](const RequestTotals& found) { return found.deadlines.missed(); })
      .def_property_readonly("merit",
                             [](const RequestTotals& found) { return found.deadlines.merit(); });
  const auto sum = [&totals](const char* name, ExactSum RequestTotals::*member) {
    totals.def_property_readonly(
        name, [member](const RequestTotals& found) { return whole(found.*member); });
  };
  sum("blocks", &RequestTotals::blocks);
  sum("response_ps", &RequestTotals::response);
  sum("io_ps", &RequestTotals::io);
  sum("queue_ps", &RequestTotals::queue);
  sum("overhead_ps", &RequestTotals::overhead);
  sum("seek_ps", &RequestTotals::seek);
  sum("rotation_ps", &RequestTotals::rotation);
  sum("transfer_ps", &RequestTotals::transfer);
  sum("bus_ps", &RequestTotals::bus);
  m.def("power_sums", &power_sums, "times_ps"_a);
  m.def("deadline_sums", &deadline_sums, "columns"_a);
}

}  // namespace headstack

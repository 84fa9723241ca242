// The drive: every box of the block diagram, and the wires between them.
//
//                 registers (64 bits, TLM-2.0)
//   controller CPU ──────┬──────────┬──────────┬──────────┬──────────┬──────────┐
//        ▲ interrupts    │          │          │          │          │          │
//        │           target port  buffer   head channel actuator  spindle   comparator
//   SCSI ──────────────▶ └───────▶  └──────▶   │  └───────▶ │        ▲
//                          data       data     └────────────┴────────┘ time
#pragma once

#include <memory>

#include <systemc>

#include "model/boxes/actuator.h"
#include "model/boxes/drive_registers.h"
#include "model/boxes/drive_timeline.h"
#include "model/boxes/drive_waves.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"
#include "model/medium/contents.h"
#include "model/medium/grown_table.h"
#include "model/medium/media_defects.h"
#include "model/watch/stopwatch.h"
#include "model/watch/watch_list.h"

namespace headstack {

class Drive : public sc_core::sc_module {
 public:
  tlm::tlm_target_socket<32, ScsiProtocol> scsi;

  // With `with_contents`, the drive simulates data, and payloads with a data pointer read back the
  // data that were written. Throws ConfigError for a configuration that load_drive would refuse.
  Drive(sc_core::sc_module_name name, const DriveConfig& config, const SchedulerSpec& scheduler,
        bool with_contents = false);

  // Writes the drive's signals to a VCD file from now on. Throws ConfigError if the file cannot be
  // written.
  void write_waves(const WaveTarget& target, const DriveConfig& config);
  // Writes the drive's work to a trace in Perfetto's format from now on. Throws ConfigError if the
  // file cannot be written.
  void write_timeline(const std::string& file, TimelineFile::Window window,
                      const DriveConfig& config);
  // Throws RunError if waves or timeline could not be written.
  void check_records();
  // Completes the files. Throws RunError if waves or timeline could not be written.
  void finish_records();

  // Keeps the medium's data in a sparse file from now on. See Medium::keep_in. Precondition: the
  // drive simulates data.
  void keep_contents_in(const std::string& file);
  // Moves the data of all sectors that have passed by now. The drive otherwise moves them when it
  // needs them, which may be many at a time.
  void move_contents();

  // Cuts the power now, and restores it at once. Volatile state is lost, and sectors that have not
  // ended keep their old data. Tasks end without a status. Processes of the drive must not call
  // this function.
  void cut_power();

  // The firmware's description of the drive; lives as long as the drive.
  const hs_drive_params& params() const { return params_; }
  // Returns the state that the drive's scheduler sees now. Outside the drive, only an observer can
  // know this state. Worthington 1994, 2.4, discusses schedulers outside the drive that follow the
  // rotation.
  hs_drive_view view() const {
    hs_drive_view view;
    hs_firmware_view(&cpu.firmware(), HS_KNOWS_POSITION, true, &view);
    return view;
  }
  // A duration in ticks, and back. Precondition: ps >= 0.
  hs_ticks ticks(std::int64_t ps) const { return tables_.clock().duration_ticks(Picoseconds(ps)); }
  // Conversion of ticks to ms.
  double ms(hs_ticks ticks) const {
    return static_cast<double>(tables_.clock().ps(ticks).count()) / 1e9;
  }

 private:
  void show(DriveWatch& watch);
  void run_firmware(const Conditions& conditions, const SchedulerSpec& scheduler);
  SchedulerSpec scheduler_;  // owns tables that the firmware uses
  DriveTables tables_;
  GrownTable grown_;
  hs_drive_params params_;
  hs_duration_limits durations_;  // from the factory
  PriorityTimes priority_times_;  // from the factory, if the drive file has them
  Stopwatch stopwatch_;
  MediaDefects defects_;
  bool tells_hosts_;                    // of a power-on
  std::unique_ptr<Contents> contents_;  // null: only timing is simulated

 public:
  ControllerCpu cpu;
  hs_hal registers;  // map of the pages that the firmware can access
  TargetPort port;
  Buffer buffer;
  HeadChannel channel;
  Actuator actuator;
  Spindle spindle;
  SptfComparator comparator;

 private:
  std::unique_ptr<DriveWaves> waves_;        // null: off
  std::unique_ptr<DriveTimeline> timeline_;  // null: off
  WatchList watches_;
};

}  // namespace headstack

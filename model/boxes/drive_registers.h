// The registers of the drive, for the firmware: which box answers for which page.
#pragma once

#include "model/boxes/buffer.h"
#include "model/boxes/comparator/sptf_comparator.h"
#include "model/boxes/controller_cpu/controller_cpu.h"
#include "model/boxes/head_channel.h"
#include "model/boxes/spindle/spindle.h"
#include "model/boxes/target_port.h"

// The implementation of hs_read and hs_write of hal/hal.h, where the firmware is linked to the
// model. The call goes to the box that has the page, by its type, and the compiler can inline the
// box's code. Where a box is null, the access goes by `bus`. A refused access is an
// SC_REPORT_FATAL, because firmware must not make such an access.
struct hs_hal {
  // No boxes: all accesses go by the bus, which must outlive the object.
  explicit hs_hal(headstack::Registers& the_bus);

  headstack::ControllerCpu* cpu = nullptr;  // the page of interrupts and the processor
  headstack::Spindle* spindle = nullptr;
  headstack::TargetPort* port = nullptr;
  headstack::Buffer* buffer = nullptr;
  headstack::HeadChannel* channel = nullptr;
  headstack::SptfComparator* comparator = nullptr;
  headstack::Registers* bus;
};

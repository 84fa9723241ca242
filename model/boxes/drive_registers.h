// The registers of the drive, as the firmware reaches them: which box answers to which page.
#pragma once

#include "model/boxes/buffer.h"
#include "model/boxes/comparator/sptf_comparator.h"
#include "model/boxes/controller_cpu/controller_cpu.h"
#include "model/boxes/head_channel.h"
#include "model/boxes/spindle/spindle.h"
#include "model/boxes/target_port.h"

// What hs_read and hs_write of hal/hal.h are, where the firmware is linked to the model: a call of
// the box that has the page, by its type, so that the compiler makes of an access to a register
// what the box does there; by `bus` where a box is null. An access that is refused is an
// SC_REPORT_FATAL, since firmware is not supposed to make any.
struct hs_hal {
  // No boxes: all by the bus, which must outlive it.
  explicit hs_hal(headstack::Registers& the_bus);

  headstack::ControllerCpu* cpu = nullptr;  // the page of interrupts and the processor
  headstack::Spindle* spindle = nullptr;
  headstack::TargetPort* port = nullptr;
  headstack::Buffer* buffer = nullptr;
  headstack::HeadChannel* channel = nullptr;
  headstack::SptfComparator* comparator = nullptr;
  headstack::Registers* bus;
};

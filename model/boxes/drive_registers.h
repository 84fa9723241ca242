// The registers of the drive, for the firmware. Each page of registers belongs to a box.
#pragma once

#include "model/boxes/buffer.h"
#include "model/boxes/comparator/sptf_comparator.h"
#include "model/boxes/controller_cpu/controller_cpu.h"
#include "model/boxes/head_channel.h"
#include "model/boxes/spindle/spindle.h"
#include "model/boxes/target_port.h"

// The boxes with registers, except for the processor, which has page 0. A new box gets a line here.
// X(PAGE, member, Class): HS_PAGE_PAGE is the page in rtl/drive_registers.rdl, and `member` is the
// name of the box in Drive and in hs_hal.
#define HEADSTACK_BOXES(X)                    \
  X(SPINDLE, spindle, headstack::Spindle)     \
  X(PORT, port, headstack::TargetPort)        \
  X(BUFFER, buffer, headstack::Buffer)        \
  X(CHANNEL, channel, headstack::HeadChannel) \
  X(COMPARATOR, comparator, headstack::SptfComparator)

// The implementation of hs_read and hs_write of hal/hal.h, for firmware that is linked to the
// model. An access calls the box that has the page. The box's type is known, so the compiler can
// inline the box's code. If the box is null, the access uses `bus`. A refused access is an
// SC_REPORT_FATAL, because firmware must not make such an access.
struct hs_hal {
  // Makes a map without boxes. All accesses use the bus, which must outlive the object.
  explicit hs_hal(headstack::Registers& the_bus);

  headstack::ControllerCpu* cpu = nullptr;  // the page of interrupts and the processor
#define HEADSTACK_HAL_MEMBER(page, member, Class) Class* member = nullptr;
  HEADSTACK_BOXES(HEADSTACK_HAL_MEMBER)
#undef HEADSTACK_HAL_MEMBER
  headstack::Registers* bus;
};

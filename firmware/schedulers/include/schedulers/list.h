/* Every scheduler, in the order of the documentation. A new scheduler is a file and a line here. */
#ifndef HEADSTACK_SCHEDULERS_LIST_H
#define HEADSTACK_SCHEDULERS_LIST_H

#include "schedulers/scheduler.h"

/* X(name) for each hs_scheduler_ops hs_<name>. */
#define HS_SCHEDULERS(X) \
  X(fcfs)                \
  X(sstf)                \
  X(scan)                \
  X(cscan)               \
  X(look)                \
  X(clook)               \
  X(fscan)               \
  X(vscan)               \
  X(cvscan)              \
  X(sptf)                \
  X(gstf)                \
  X(gstf_frozen)         \
  X(wstf)                \
  X(asptf)               \
  X(spctf)               \
  X(aspctf)              \
  X(aspctf_seq)          \
  X(sptf_hw)             \
  X(asptf_hw)            \
  X(spctf_hw)            \
  X(smtf)                \
  X(smtf_online)         \
  X(yfq)                 \
  X(yfq_dor)             \
  X(yfq_tuned)           \
  X(edf)                 \
  X(lsf)                 \
  X(rm)                  \
  X(fd_edf)              \
  X(fd_scan)             \
  X(pscan)               \
  X(scan_edf)            \
  X(ssedo)               \
  X(ssedv)               \
  X(sptf_limits)         \
  X(clook_limits)        \
  X(mq_deadline)         \
  X(kyber)               \
  X(bfq)

/* Declare the operations of every scheduler. */
#define HS_DECLARED(name) extern const hs_scheduler_ops hs_##name;
HS_SCHEDULERS(HS_DECLARED)

#endif

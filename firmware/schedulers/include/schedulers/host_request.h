/* What a host's device driver knows of a request beside its task. SCSI-2 commands do not tell it,
 * so a drive has none of it. */
#ifndef HEADSTACK_HOST_REQUEST_H
#define HEADSTACK_HOST_REQUEST_H

#include "disk/types.h"

#define HS_NO_DEADLINE UINT64_MAX

typedef struct hs_host_request {
  hs_ticks deadline; /* by which it is to be over, or HS_NO_DEADLINE */
  uint16_t class_id; /* the part of the workload that it belongs to */
  bool inserted;     /* set by a scheduler: it goes out of its class's turn */
  bool failed;       /* it ended with an error of the medium */
} hs_host_request;

#endif

/* Facts that a host's device driver knows about a request beside its task. SCSI-2 commands do not
 * carry them. Therefore a drive has none of them.
 *
 * Units: times are in ticks. Ownership: the table of these is the caller's (hs_scheduler::host). */
#ifndef HEADSTACK_HOST_REQUEST_H
#define HEADSTACK_HOST_REQUEST_H

#include "disk/types.h"

/* The request has no deadline. */
#define HS_NO_DEADLINE UINT64_MAX

typedef struct hs_host_request {
  hs_ticks deadline; /* time by which the request should be over, or HS_NO_DEADLINE */
  uint16_t class_id; /* class of the workload that the request belongs to */
  bool inserted;     /* set by a scheduler: the request is served out of its class's turn */
  bool failed;       /* the request ended with an error of the medium */
} hs_host_request;

#endif

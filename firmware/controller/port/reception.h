#ifndef HEADSTACK_RECEPTION_H
#define HEADSTACK_RECEPTION_H

#include "controller/state.h"

/* Take a command block from the port; queue it, or answer it at once. True if it is a read or write
 * that now waits on the bus, so that the drive, being at rest, can begin with it. */
bool hs_receive(hs_firmware* firmware);

#endif

/* The reception of commands from the port. */
#ifndef HEADSTACK_RECEPTION_H
#define HEADSTACK_RECEPTION_H

#include "controller/state.h"
#include "hal/compiler.h"

/* Take a command block from the port, and queue the command or answer it at once. True if the
 * command is a read or write that now waits on the bus. A drive at rest can begin with it then. */
HS_NAMED bool hs_receive(hs_firmware* firmware);

#endif

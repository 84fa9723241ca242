/* The firmware's state, in the image's RAM. */
#ifndef HEADSTACK_IMAGE_FIRMWARE_H
#define HEADSTACK_IMAGE_FIRMWARE_H

#include "controller/firmware.h"

/* The one firmware of the image. */
extern hs_firmware hs_image_firmware;

#endif

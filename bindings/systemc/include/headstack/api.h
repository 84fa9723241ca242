// Marks what the shared library offers to other programs. All else in the library is hidden.
#pragma once

#define HEADSTACK_API __attribute__((visibility("default")))

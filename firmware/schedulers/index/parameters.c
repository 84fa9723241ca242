#include "schedulers/parameters.h"

const char* const hs_level_choices[] = {"lbn", "map", "fixed", NULL};
const char* const hs_weighed_choices[] = {"positioning", "mechanics", "io", NULL};

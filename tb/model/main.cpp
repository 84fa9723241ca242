// GoogleTest's main under SystemC: elaboration and runs happen inside the tests, each in a context
// of its own (model/run/simulation_context.h).
#include <gtest/gtest.h>
#include <systemc>

int sc_main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

// Interruption of a simulation from outside, for example by Ctrl-C, at any instant of wall time.
#pragma once

namespace headstack {

// Returns true if the simulation must end. SystemC's processes call this function.
using InterruptQuestion = bool (*)();

// Sets the question that end_if_interrupted asks. Null: nothing ends a simulation from outside.
void ask_for_interrupts(InterruptQuestion question);

// Ends the simulation with an SC_REPORT_FATAL if the question returns true. Code that can take long
// calls this function. Frequent calls are cheap, because the question is asked at most ten times a
// second.
void end_if_interrupted();

}  // namespace headstack

// Interruption of a simulation from outside, for example by Ctrl-C, at any instant of wall time.
#pragma once

namespace headstack {

// True: the simulation must end. Called from inside SystemC.
using InterruptQuestion = bool (*)();

// Sets the question that end_if_interrupted asks. Null: nothing ends a simulation from outside.
void ask_for_interrupts(InterruptQuestion question);

// Ends the simulation with an SC_REPORT_FATAL if the question's answer is yes. Code that can take
// long calls this function, as often as it likes: the question is asked at most ten times a second.
void end_if_interrupted();

}  // namespace headstack

// Ctrl-C and its like: whoever runs the program can end a simulation from outside, at any instant
// of wall time.
#pragma once

namespace headstack {

// Has somebody asked to end the simulation? Called from inside of SystemC.
using InterruptQuestion = bool (*)();

// From now on `question` is asked; null: nothing ends a simulation from outside.
void ask_for_interrupts(InterruptQuestion question);

// Ends the simulation, by an SC_REPORT_FATAL, if somebody has asked for that. To be called by
// whatever can take long, as often as it likes: it passes the question on ten times a second.
void end_if_interrupted();

}  // namespace headstack

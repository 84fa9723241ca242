# headstack_registers: what PeakRDL and rtl/registers.py make of the one description of the drive's registers.
#   HEADSTACK_GENERATED                 folder of the C headers and the model's map, an include folder
#   HEADSTACK_REGISTER_BLOCK            the comparator's register block in SystemVerilog
# The exporters are Python packages of the environment that builds.
# A variable of its own: Python_EXECUTABLE is what decides whether there is RTL.
if(Python_EXECUTABLE)
  set(registers_python "${Python_EXECUTABLE}")
else()
  find_program(HEADSTACK_REGISTERS_PYTHON python3 HINTS "${PROJECT_SOURCE_DIR}/.venv/bin")
  set(registers_python "${HEADSTACK_REGISTERS_PYTHON}")
endif()
execute_process(COMMAND "${registers_python}" -c
                        "import peakrdl_cheader, peakrdl_markdown, peakrdl_regblock"
                RESULT_VARIABLE registers_missing OUTPUT_QUIET ERROR_QUIET)
if(registers_missing)
  message(FATAL_ERROR "PeakRDL was not found for \"${registers_python}\": it makes the register headers that the "
                      "firmware includes. Install peakrdl-regblock, peakrdl-cheader and peakrdl-markdown with pip "
                      "(versions in scripts/requirements.txt), or name another Python: -DPython_EXECUTABLE=...")
endif()

set(HEADSTACK_GENERATED "${PROJECT_BINARY_DIR}/generated")
set(HEADSTACK_REGISTER_BLOCK "${HEADSTACK_GENERATED}/comparator_registers_pkg.sv"
                             "${HEADSTACK_GENERATED}/comparator_registers.sv")
set(registers_made "${HEADSTACK_GENERATED}/hal/comparator_registers.h"
                   "${HEADSTACK_GENERATED}/hal/drive_registers.h"
                   "${HEADSTACK_GENERATED}/register_map.h" ${HEADSTACK_REGISTER_BLOCK})
set(registers_command "${PROJECT_SOURCE_DIR}/rtl/registers.py" "${PROJECT_SOURCE_DIR}/rtl/drive_registers.rdl")
add_custom_command(
  OUTPUT ${registers_made}
  COMMAND "${registers_python}" ${registers_command} "${HEADSTACK_GENERATED}"
  DEPENDS ${registers_command} "${PROJECT_SOURCE_DIR}/rtl/comparator_registers.rdl"
  COMMENT "Making the registers"
  VERBATIM)
add_custom_target(headstack_registers_made DEPENDS ${registers_made})
add_library(headstack_registers INTERFACE)
target_include_directories(headstack_registers INTERFACE "${HEADSTACK_GENERATED}")
add_dependencies(headstack_registers headstack_registers_made)

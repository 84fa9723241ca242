# The comparator, its box or its bus with a bug, one executable for each of mutants.toml: the test that it names has to fail.
set(mutate "${CMAKE_CURRENT_LIST_DIR}/mutate.py")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/mutants.toml")
set(mutated_box sptf_comparator_box.sv)
set(mutated_obi sptf_comparator_obi.sv)
list(TRANSFORM HEADSTACK_COMPARATOR_RTL REPLACE ".*/" "" OUTPUT_VARIABLE mutated_comparator)

# verilate_mutant(NAME KIND SOURCE...): the library mutant_NAME; all of a kind have the same ports.
function(verilate_mutant name kind)
  if(kind STREQUAL "box")
    verilate(mutant_${name} TOP sptf_comparator_box PREFIX Vbox PARAMETERS Entries=16 Lanes=4 SeekEntries=1024
      SOURCES "${rtl}/waivers.vlt" ${HEADSTACK_REGISTER_BLOCK} ${HEADSTACK_COMPARATOR_RTL} ${ARGN} LINT_OFF)
    add_dependencies(mutant_${name} headstack_registers_made)
  elseif(kind STREQUAL "obi")
    verilate(mutant_${name} TOP sptf_comparator_obi PREFIX Vobi PARAMETERS Entries=16 Lanes=4 SeekEntries=1024
      SOURCES ${HEADSTACK_BOX_RTL} ${ARGN} LINT_OFF)
    add_dependencies(mutant_${name} headstack_registers_made)
  else()
    verilate(mutant_${name} TOP sptf_comparator PREFIX Vmutant PARAMETERS Entries=16 Lanes=4 SeekEntries=1024
      SOURCES ${ARGN} LINT_OFF)
  endif()
  target_compile_options(mutant_${name} PRIVATE -O1)
endfunction()

# The tests of each kind are compiled once, against the sound module.
foreach(kind comparator box obi)
  set(sound ${mutated_${kind}})
  list(TRANSFORM sound PREPEND "${rtl}/")
  verilate_mutant(none_${kind} ${kind} ${sound})
  add_library(mutant_${kind}_tests OBJECT ${tests_${kind}})
  headstack_target(mutant_${kind}_tests)
  target_compile_definitions(mutant_${kind}_tests PRIVATE HEADSTACK_MUTANT)
  target_compile_options(mutant_${kind}_tests PRIVATE -O1)
  target_include_directories(mutant_${kind}_tests PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(mutant_${kind}_tests PRIVATE mutant_none_${kind} headstack_controller GTest::gtest)
endforeach()

execute_process(COMMAND "${Python_EXECUTABLE}" "${mutate}" --list OUTPUT_VARIABLE mutants
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\n" ";" mutants "${mutants}")
foreach(mutant IN ITEMS "none_comparator sptf_comparator.sv *" "none_box sptf_comparator_box.sv *"
    "none_obi sptf_comparator_obi.sv *" LISTS mutants)
  string(REPLACE " " ";" parts "${mutant}")
  list(GET parts 0 name)
  list(GET parts 1 file)
  list(GET parts 2 test)
  if(file IN_LIST mutated_box)
    set(kind box)
    set(suite ComparatorBox)
  elseif(file IN_LIST mutated_obi)
    set(kind obi)
    set(suite ComparatorObi)
  else()
    set(kind comparator)
    set(suite ComparatorRtl/*)
  endif()
  if(NOT name MATCHES "^none_")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/mutated/${name}")
    list(TRANSFORM mutated_${kind} PREPEND "${rtl}/" OUTPUT_VARIABLE sound)
    list(TRANSFORM mutated_${kind} PREPEND "${folder}/" OUTPUT_VARIABLE sources)
    add_custom_command(
      OUTPUT ${sources}
      COMMAND "${Python_EXECUTABLE}" "${mutate}" ${name} "${rtl}" "${folder}" ${mutated_${kind}}
      DEPENDS "${mutate}" "${CMAKE_CURRENT_LIST_DIR}/mutants.toml" ${sound}
      COMMENT "Planting the bug ${name}"
      VERBATIM)
    verilate_mutant(${name} ${kind} ${sources})
  endif()
  add_executable(mutant_${name}_tests $<TARGET_OBJECTS:mutant_${kind}_tests>)
  target_link_libraries(mutant_${name}_tests PRIVATE mutant_${name} headstack_controller GTest::gtest_main)
  add_test(NAME rtl_mutant_${name} COMMAND mutant_${name}_tests "--gtest_filter=${suite}.${test}")
  if(NOT name MATCHES "^none_")
    set_tests_properties(rtl_mutant_${name} PROPERTIES WILL_FAIL TRUE TIMEOUT 60)
  endif()
endforeach()

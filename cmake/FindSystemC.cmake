# Finds SystemC and gives the target SystemC::systemc.
#
# A CMake package of the library's own (SystemCLanguage) comes first; otherwise header and library are looked for with
# the help of pkg-config. A library built for another C++ standard than C++17 would fail at link time only, with an
# undefined sc_api_version_..., so this is tried here.

find_package(SystemCLanguage CONFIG QUIET)
if(TARGET SystemC::systemc)
  set(SystemC_VERSION "${SystemCLanguage_VERSION}")
  set(SystemC_LIBRARY SystemC::systemc)
  get_target_property(SystemC_INCLUDE_DIR SystemC::systemc INTERFACE_INCLUDE_DIRECTORIES)
else()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(PC_SYSTEMC QUIET systemc)
  endif()
  find_path(SystemC_INCLUDE_DIR systemc
            HINTS ${PC_SYSTEMC_INCLUDE_DIRS} ENV SYSTEMC_INCLUDE ENV SYSTEMC_HOME PATH_SUFFIXES include)
  find_library(SystemC_LIBRARY systemc
               HINTS ${PC_SYSTEMC_LIBRARY_DIRS} ENV SYSTEMC_LIBDIR ENV SYSTEMC_HOME
               PATH_SUFFIXES lib lib-linux64)
  set(SystemC_VERSION "${PC_SYSTEMC_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  SystemC
  REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
  VERSION_VAR SystemC_VERSION
  REASON_FAILURE_MESSAGE "on Debian it is in the package libsystemc-dev")
mark_as_advanced(SystemC_LIBRARY SystemC_INCLUDE_DIR)
if(NOT SystemC_FOUND)
  return()
endif()

if(NOT TARGET SystemC::systemc)
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  add_library(SystemC::systemc UNKNOWN IMPORTED)
  set_target_properties(SystemC::systemc PROPERTIES
    IMPORTED_LOCATION "${SystemC_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${SystemC_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()

if(NOT SystemC_LINKS_AS_CXX17 STREQUAL SystemC_LIBRARY)
  try_compile(links
    SOURCE_FROM_CONTENT systemc_standard.cpp
    "#include <systemc>\nint sc_main(int, char**) { return 0; }\nint main() { return 0; }\n"
    LINK_LIBRARIES SystemC::systemc
    OUTPUT_VARIABLE output
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  if(NOT links)
    set(standards "")
    if(EXISTS "${SystemC_LIBRARY}")
      file(STRINGS "${SystemC_LIBRARY}" symbols REGEX "sc_api_version_[0-9_]+cxx[0-9]+L")
      string(REGEX MATCHALL "cxx[0-9]+L" standards "${symbols}")
      list(REMOVE_DUPLICATES standards)
    endif()
    if(standards AND NOT "cxx201703L" IN_LIST standards)
      string(REGEX REPLACE "cxx([0-9]+)L" "\\1" standards "${standards}")
      message(FATAL_ERROR
        "The SystemC library ${SystemC_LIBRARY} was built for another C++ standard "
        "(__cplusplus = ${standards}) than headstack needs (C++17, __cplusplus = 201703). "
        "Use a SystemC that was built with CMAKE_CXX_STANDARD=17, "
        "for example Debian's libsystemc-dev, or set SystemC_LIBRARY and SystemC_INCLUDE_DIR.")
    endif()
    message(FATAL_ERROR "A minimal C++17 program does not build with the SystemC library "
                        "${SystemC_LIBRARY}:\n${output}")
  endif()
  set(SystemC_LINKS_AS_CXX17 "${SystemC_LIBRARY}" CACHE INTERNAL "the library that was tried and works")
endif()

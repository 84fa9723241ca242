# SystemC from its own sources, as a static library that is optimised together with the model: the kernel's work at an
# event is a tenth of a run, and most of that is calls. HEADSTACK_SYSTEMC_SOURCE is the folder of the sources;
# scripts/fast gets those of the distribution.
set(CMAKE_POLICY_VERSION_MINIMUM 3.5)
foreach(policy CMP0063 CMP0069 CMP0077 CMP0126) # visibility and link-time optimisation of it; variables as set here
  set(CMAKE_POLICY_DEFAULT_${policy} NEW)
endforeach()
set(CMAKE_EXPORT_NO_PACKAGE_REGISTRY ON) # it would tell the whole machine of this build
set(BUILD_SHARED_LIBS OFF)
set(DISABLE_COPYRIGHT_MESSAGE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
add_subdirectory("${HEADSTACK_SYSTEMC_SOURCE}" systemc EXCLUDE_FROM_ALL SYSTEM)

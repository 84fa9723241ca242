# Processor cores in RTL, which can run the firmware. They come as Python packages of the environment that builds, and are never
# copied into the project: pythondata-cpu-ibex and pythondata-cpu-picorv32.
#   HEADSTACK_IBEX_ROOT, HEADSTACK_PICORV32_ROOT   the folders of the packages; empty: without that core

# python_data(VARIABLE PACKAGE): the variable, found by itself if Python_EXECUTABLE has the package and it is not given. It
# is looked for at each configuring, as the tests install the packages later than the first build may be.
function(python_data variable package)
  if(NOT DEFINED ${variable} AND Python_EXECUTABLE)
    execute_process(
      COMMAND "${Python_EXECUTABLE}" -c
              "import importlib.util as u; s = u.find_spec('${package}'); print(s.submodule_search_locations[0] if s else '', end='')"
      OUTPUT_VARIABLE found)
    set(${variable} "${found}" PARENT_SCOPE)
  endif()
endfunction()

if(HEADSTACK_VERILATOR_ROOT)
  python_data(HEADSTACK_IBEX_ROOT pythondata_cpu_ibex)
  python_data(HEADSTACK_PICORV32_ROOT pythondata_cpu_picorv32)
endif()

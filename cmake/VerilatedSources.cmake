# Run by verilate(): one source that includes all that Verilator has written into FOLDER.
file(GLOB sources RELATIVE "${FOLDER}" "${FOLDER}/${PREFIX}*.cpp")
list(FILTER sources EXCLUDE REGEX "__all\\.cpp$")
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE "${OUT}" "${text}")

# pycu within another project, by add_subdirectory or FetchContent: what find_package(pycu) defines,
# from the target that the project builds itself.
set(folder "${PROJECT_BINARY_DIR}/subproject")
execute_process(COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${folder}"
  -P "${PROJECT_SOURCE_DIR}/templates/amalgamate.cmake" COMMAND_ERROR_IS_FATAL ANY)
# seen by the functions wherever the project calls them
foreach(one IN ITEMS "INCLUDE_DIR=${folder}" "RUNTIME_DIR=${folder}"
                     "SCHEMA_DIR=${PROJECT_SOURCE_DIR}/lib/manifest/schema"
                     "PYTHON_DIR=${PROJECT_SOURCE_DIR}/python")
  string(REGEX MATCH "^([A-Z_]+)=(.*)$" matched "${one}")
  set(pycu_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}" CACHE INTERNAL "of pycu")
endforeach()
if(PYCU_PROGRAM)
  add_executable(pycu::pycu IMPORTED GLOBAL)
  set_target_properties(pycu::pycu PROPERTIES IMPORTED_LOCATION "${PYCU_PROGRAM}")
else()
  add_executable(pycu::pycu ALIAS pycu)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/pycu-functions.cmake")

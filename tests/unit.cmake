# Unit tests (doctest): every tests/FOLDER/NAME_test.cpp is an executable of its own, linked with the
# stage that its folder is named after, or with the libraries of its line here.
find_package(doctest REQUIRED)

set(libs_types sema)  # with the reader of texts of types, for oracle.h
set(libs_api sema)
set(libs_syntax syntax pycu_fmt)
set(libs_python sema)
set(libs_declare sema nlohmann_json::nlohmann_json)
set(libs_flow flow driver)
set(libs_lower sema)
set(libs_house support templates diag build)
set(libs_handwritten_test driver)
set(libs_golden_test driver pycu)

add_library(pycu_test_main STATIC common/main.cpp)
target_link_libraries(pycu_test_main PUBLIC doctest::doctest)
target_include_directories(pycu_test_main PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/common")
target_compile_definitions(pycu_test_main PUBLIC PYCU_ROOT="${PROJECT_SOURCE_DIR}")
# Parsed once for all tests; main.cpp has doctest's implementation.
set_source_files_properties(common/main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
target_precompile_headers(pycu_test_main PRIVATE <doctest/doctest.h> <algorithm> <filesystem> <functional> <map>
  <memory> <optional> <set> <string> <variant> <vector>)

# pycu_test(FOLDER NAME LIBS): tests/FOLDER/NAME.cpp, run in the repository's root.
function(pycu_test folder name libs)
  add_executable(${name} ${folder}/${name}.cpp)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE pycu_test_main pycu_warnings)
  if(NOT "runtime" IN_LIST libs)  # whose arithmetic is other than C++'s
    target_precompile_headers(${name} REUSE_FROM pycu_test_main)
  endif()
  foreach(lib IN LISTS libs)
    if(lib STREQUAL "pycu")
      add_dependencies(${name} pycu)
      target_compile_definitions(${name} PRIVATE PYCU_BINARY="$<TARGET_FILE:pycu>")
    elseif(TARGET pycu_${lib})
      target_link_libraries(${name} PRIVATE pycu_${lib})
    elseif(TARGET ${lib})
      target_link_libraries(${name} PRIVATE ${lib})
    else()
      message(FATAL_ERROR "tests/${folder} is not named after a stage: say in tests/unit.cmake what ${name}.cpp is linked with")
    endif()
  endforeach()
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()

file(GLOB unit_tests RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "*/*_test.cpp")
foreach(file IN LISTS unit_tests)
  get_filename_component(folder "${file}" DIRECTORY)
  get_filename_component(name "${file}" NAME_WE)
  set(libs ${folder})
  foreach(key ${folder} ${name})
    if(DEFINED libs_${key})
      set(libs ${libs_${key}})
    endif()
  endforeach()
  pycu_test(${folder} ${name} "${libs}")
endforeach()
target_sources(passes_fuzz_test PRIVATE passes/ir_interpreter.cpp)
# The longest begin first, so that none of them runs alone at the end.
set_tests_properties(golden_test PROPERTIES COST 100)
set_tests_properties(evaluator_test interpreter_test passes_fuzz_test syntax_test PROPERTIES COST 50)

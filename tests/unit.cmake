# Unit tests (doctest): every tests/FOLDER/NAME_test.cpp is an entry of ctest. All are one program,
# unit_tests, which is linked once; a folder's are compiled together, with the stage that it is named
# after, or with the libraries of its line here.
find_package(doctest REQUIRED)

set(libs_types sema)  # with the reader of texts of types, for oracle.h
set(libs_api sema)
set(libs_syntax syntax pycu_fmt)
set(libs_python sema)
set(libs_declare sema nlohmann_json::nlohmann_json)
set(libs_emit emit driver)
set(libs_flow flow driver)
set(libs_lower sema)
set(libs_house support templates diag layout build)

add_library(pycu_test_main STATIC common/main.cpp)
target_link_libraries(pycu_test_main PUBLIC doctest::doctest)
target_include_directories(pycu_test_main PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/common")
target_compile_definitions(pycu_test_main PUBLIC PYCU_ROOT="${PROJECT_SOURCE_DIR}")
# What all of them include is parsed once.
add_library(pycu_test_headers OBJECT common/headers.cpp)
target_link_libraries(pycu_test_headers PRIVATE doctest::doctest)
target_compile_definitions(pycu_test_headers PRIVATE PYCU_ROOT="${PROJECT_SOURCE_DIR}")
target_precompile_headers(pycu_test_headers PRIVATE <doctest/doctest.h> <algorithm> <filesystem> <functional> <map>
  <memory> <optional> <set> <string> <variant> <vector>)

# pycu_unit_program(NAME): an executable of unit tests.
function(pycu_unit_program name)
  add_executable(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE pycu_test_main pycu_warnings)
endfunction()

# pycu_unit_entry(PROGRAM FILE): the tests of one file, run in the repository's root.
function(pycu_unit_entry program file)
  get_filename_component(name "${file}" NAME_WE)
  add_test(NAME ${name} COMMAND ${program} "--source-file=*/tests/${file}" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS unit FAIL_REGULAR_EXPRESSION "test cases: +0 ")
endfunction()

pycu_unit_program(unit_tests)
file(GLOB unit_tests RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS "*/*_test.cpp")
foreach(file IN LISTS unit_tests)
  get_filename_component(folder "${file}" DIRECTORY)
  list(APPEND files_${folder} "${file}")
  list(APPEND folders "${folder}")
endforeach()
list(REMOVE_DUPLICATES folders)
# Two that are programs of their own.
list(REMOVE_ITEM folders runtime)
list(REMOVE_ITEM files_driver driver/golden_test.cpp)

foreach(folder IN LISTS folders)
  if(NOT DEFINED libs_${folder})
    set(libs_${folder} ${folder})
  endif()
  add_library(unit_${folder} OBJECT ${files_${folder}})
  target_precompile_headers(unit_${folder} REUSE_FROM pycu_test_headers)
  target_link_libraries(unit_${folder} PUBLIC pycu_test_main PRIVATE pycu_warnings)
  foreach(lib IN LISTS libs_${folder})
    if(TARGET pycu_${lib})
      set(lib pycu_${lib})
    elseif(NOT TARGET ${lib})
      message(FATAL_ERROR "tests/${folder} is not named after a stage: say in tests/unit.cmake what it is linked with")
    endif()
    target_link_libraries(unit_${folder} PUBLIC ${lib})
  endforeach()
  target_link_libraries(unit_tests PRIVATE unit_${folder})
  foreach(file IN LISTS files_${folder})
    pycu_unit_entry(unit_tests "${file}")
  endforeach()
endforeach()
target_sources(unit_passes PRIVATE passes/ir_interpreter.cpp)

# Their arithmetic is other than C++'s.
pycu_unit_program(runtime_tests)
target_sources(runtime_tests PRIVATE ${files_runtime})
target_link_libraries(runtime_tests PRIVATE pycu_runtime)
foreach(file IN LISTS files_runtime)
  pycu_unit_entry(runtime_tests "${file}")
endforeach()

# Asks the binary too, and writes what it compares under PYCU_UPDATE.
pycu_unit_program(golden_test)
target_sources(golden_test PRIVATE driver/golden_test.cpp)
target_precompile_headers(golden_test REUSE_FROM pycu_test_headers)
target_link_libraries(golden_test PRIVATE pycu_driver)
add_dependencies(golden_test pycu)
target_compile_definitions(golden_test PRIVATE PYCU_BINARY="$<TARGET_FILE:pycu>")
pycu_unit_entry(golden_test driver/golden_test.cpp)

# The longest begin first, so that none of them runs alone at the end.
set_tests_properties(golden_test PROPERTIES COST 100)
set_tests_properties(evaluator_test interpreter_test passes_fuzz_test syntax_test PROPERTIES COST 50)

# tree_sitter: the parser library and the Python grammar as one static C library.
#
# Both are source distributions unpacked by scripts/setup into third_party/. The grammar's
# distribution lacks the headers that the generator writes beside it; the core has the same ones.
set(core "${PROJECT_SOURCE_DIR}/third_party/tree-sitter-0.24.0/tree_sitter/core/lib")
set(grammar "${PROJECT_SOURCE_DIR}/third_party/tree_sitter_python-0.23.6/src")
if((SKBUILD OR NOT PROJECT_IS_TOP_LEVEL) AND NOT EXISTS "${grammar}/parser.c")
  # `pip install .` of a fresh checkout, or FetchContent; a source distribution has them. The Python
  # that builds the wheel hides its packages from others.
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env --unset=PYTHONPATH
    "${PROJECT_SOURCE_DIR}/scripts/setup" third_party)
endif()
if(NOT EXISTS "${core}/src/lib.c" OR NOT EXISTS "${grammar}/parser.c")
  message(FATAL_ERROR "third_party/ is not filled; run scripts/setup first (make does it)")
endif()

set(headers "${CMAKE_CURRENT_BINARY_DIR}/tree_sitter_headers")
foreach(name parser array alloc ts_assert)
  configure_file("${core}/src/${name}.h" "${headers}/tree_sitter/${name}.h" COPYONLY)
endforeach()

add_library(tree_sitter STATIC "${core}/src/lib.c" "${grammar}/parser.c" "${grammar}/scanner.c")
set_target_properties(tree_sitter PROPERTIES C_STANDARD 11 C_EXTENSIONS ON UNITY_BUILD OFF)
target_include_directories(tree_sitter SYSTEM PUBLIC "${core}/include")
target_include_directories(tree_sitter PRIVATE "${core}/src" "${headers}")
target_compile_options(tree_sitter PRIVATE -w)

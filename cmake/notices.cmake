# The licences of what is compiled into the binary: the files that came with each library.
#
#   pycu_notices(DESTINATION)     installs them as DESTINATION/NAME.txt
set(third_party "${PROJECT_SOURCE_DIR}/third_party")
set(PYCU_LICENSE_tree-sitter "${third_party}/tree-sitter-0.24.0/LICENSE")
set(PYCU_LICENSE_tree-sitter-unicode
    "${third_party}/tree-sitter-0.24.0/tree_sitter/core/lib/src/unicode/LICENSE")
set(PYCU_LICENSE_tree-sitter-python "${third_party}/tree_sitter_python-0.23.6/LICENSE")

# Of libraries of the system: where Debian, then others, have them. PYCU_LICENSE_fmt=FILE says it.
function(pycu_find_notice name package)
  find_file("PYCU_LICENSE_${name}"
    NAMES copyright LICENSE LICENSE.txt LICENSE.md LICENSE.rst LICENSE.MIT
    PATHS ${CMAKE_PREFIX_PATH} /usr/local /usr
    PATH_SUFFIXES "share/doc/${package}" "share/licenses/${name}" "share/doc/${name}"
    NO_DEFAULT_PATH
    DOC "The licence of ${name}, which is compiled into pycu")
  mark_as_advanced("PYCU_LICENSE_${name}")
endfunction()
pycu_find_notice(CLI11 libcli11-dev)
pycu_find_notice(fmt libfmt-dev)
pycu_find_notice(nlohmann_json nlohmann-json3-dev)
pycu_find_notice(tomlplusplus libtomlplusplus-dev)
pycu_find_notice(utf8proc libutf8proc-dev)

function(pycu_notices destination)
  foreach(name tree-sitter tree-sitter-unicode tree-sitter-python CLI11 fmt nlohmann_json
               tomlplusplus utf8proc)
    set(file "${PYCU_LICENSE_${name}}")
    if(EXISTS "${file}")
      file(REAL_PATH "${file}" file)
      install(FILES "${file}" DESTINATION "${destination}" RENAME "${name}.txt")
    else()
      message(WARNING "The licence of ${name} is not found, and the installed pycu will be without "
                      "it: say -DPYCU_LICENSE_${name}=FILE before you give it to others")
    endif()
  endforeach()
endfunction()

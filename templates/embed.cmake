# Writes OUTPUT, a C++ file that holds the text of every FILES entry under the first of ROOTS that has it.
#
# The text is read as hexadecimal digits, so that no character of it can mean something to CMake.
set(rows)
foreach(name IN LISTS FILES)
  foreach(root IN LISTS ROOTS)
    if(EXISTS "${root}/${name}")
      file(READ "${root}/${name}" hex HEX)
      break()
    endif()
  endforeach()
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
  string(APPEND rows "    {\"${name}\", {\"${bytes}\", ${size}}},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by templates/embed.cmake.
#include \"templates/embedded.h\"

namespace pycu::embedded {

static const File files[] = {
${rows}    {\"\", {\"\", 0}},
};

std::span<const File> all() { return {files, std::size(files) - 1}; }

std::string_view text(std::string_view name) {
    for (const File& file : all()) {
        if (file.name == name) {
            return file.text;
        }
    }
    return {};
}

}  // namespace pycu::embedded
")

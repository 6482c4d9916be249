# Writes the runtime as few files: `cmake -DOUTPUT=FOLDER -P amalgamate.cmake`.
#
# Each header of written.cmake gets the text of its parts in place of the lines that include them,
# once and without their guards, and pycu_host.cpp is all of host/. What a part begins by including
# stands in front of it, so that its comment stays with its text; what it includes further down
# stands there.
cmake_minimum_required(VERSION 3.22)
include("${CMAKE_CURRENT_LIST_DIR}/written.cmake")

set(include_of_part "#include \"([a-z_]+[.]h)\"")
file(GLOB part_paths "${CMAKE_CURRENT_LIST_DIR}/runtime/*" "${CMAKE_CURRENT_LIST_DIR}/host/*")
foreach(path IN LISTS part_paths)
  get_filename_component(name "${path}" NAME)
  set("path_of_${name}" "${path}")
endforeach()

# ---- The text so far and the conditions around its end, in global properties: a function has
# variables of its own.

function(append_line line)
  get_property(text GLOBAL PROPERTY text)
  if(NOT "${line}" STREQUAL "" OR NOT "${text}" MATCHES "\n\n$")
    set_property(GLOBAL APPEND_STRING PROPERTY text "${line}\n")
  endif()
  get_property(depth GLOBAL PROPERTY depth)
  if("${line}" MATCHES "^ *# *if" AND NOT "${line}" MATCHES "^#ifndef [A-Z_]+_INCLUDED$")
    math(EXPR depth "${depth} + 1")
  elseif("${line}" MATCHES "^ *# *endif")
    math(EXPR depth "${depth} - 1")
  endif()
  set_property(GLOBAL PROPERTY depth ${depth})
endfunction()

# An include that stays, once where no condition is around it.
function(append_include line)
  get_property(depth GLOBAL PROPERTY depth)
  get_property(lines GLOBAL PROPERTY included_lines)
  if(NOT "${line}" IN_LIST lines)
    append_line("${line}")
    if(depth EQUAL 0)
      set_property(GLOBAL APPEND PROPERTY included_lines "${line}")
    endif()
  endif()
endfunction()

# What `#include "name"` stands for in a file that is written: that line, that of the file which has
# the part, its text, or nothing any more.
function(append_part file name)
  get_property(depth GLOBAL PROPERTY depth)
  get_property(owner GLOBAL PROPERTY "owner_${name}")
  if("${name}" IN_LIST pycu_written_headers)
    append_include("#include \"${name}\"")
  elseif("${owner}" STREQUAL "")
    set_property(GLOBAL PROPERTY "owner_${name}" "${file}")
    set_property(GLOBAL PROPERTY "depth_${name}" ${depth})
    append_text("${file}" "${name}")
  elseif(NOT "${owner}" STREQUAL "${file}")
    append_include("#include \"${owner}\"")
  else()
    get_property(depth_of_text GLOBAL PROPERTY "depth_${name}")
    if(depth_of_text GREATER depth)
      message(FATAL_ERROR "${file}: ${name} is first included under a condition, and then without")
    endif()
  endif()
endfunction()

# The text of a part, or of the file itself, line by line.
function(append_text file name)
  file(READ "${path_of_${name}}" text)
  set(heading)  # what stands above the next line that is no include
  if(NOT "${name}" STREQUAL "${file}")
    string(REGEX REPLACE "(#pragma once|#(ifndef|define) [A-Z_]+_INCLUDED)\n+" "" text "${text}")
    string(REGEX REPLACE "\n#endif  // [A-Z_]+_INCLUDED\n$" "" text "${text}")
    string(REGEX MATCH "^((//[^\n]*|#include[^\n]*)?\n)*" head "${text}")
    string(REGEX MATCHALL "${include_of_part}" includes "${head}")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "${include_of_part}" "\\1" part "${include}")
      append_part("${file}" "${part}")
    endforeach()
    set(heading "${name}")
  endif()
  while(NOT "${text}" STREQUAL "")
    string(FIND "${text}" "\n" end)
    string(SUBSTRING "${text}" 0 ${end} line)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${text}" ${end} -1 text)
    if("${line}" MATCHES "^ *${include_of_part}")
      set(part "${CMAKE_MATCH_1}")
      get_property(owner GLOBAL PROPERTY "owner_${part}")
      append_part("${file}" "${part}")
      if("${heading}" STREQUAL "" AND "${owner}" STREQUAL "" AND
         NOT "${part}" IN_LIST pycu_written_headers)
        set(heading "${name} goes on")
      endif()
      continue()
    endif()
    if(NOT "${heading}" STREQUAL "" AND NOT "${line}" MATCHES "^$|^#(else|endif)")
      append_line("")
      append_line("// ======== ${heading}")
      set(heading)
    endif()
    if("${line}" MATCHES "^ *#include")
      append_include("${line}")
    else()
      append_line("${line}")
    endif()
  endwhile()
endfunction()

# ---- The files.

macro(begin_file file)
  set_property(GLOBAL PROPERTY text "")
  set_property(GLOBAL PROPERTY depth 0)
  set_property(GLOBAL PROPERTY included_lines "")
  set_property(GLOBAL PROPERTY "owner_${file}" "${file}")
endmacro()

macro(write_file file)
  get_property(text GLOBAL PROPERTY text)
  file(CONFIGURE OUTPUT "${OUTPUT}/${file}" CONTENT "@text@" @ONLY)  # what is the same stays
endmacro()

foreach(file IN LISTS pycu_written_headers pycu_front_headers)
  begin_file("${file}")
  append_text("${file}" "${file}")
  write_file("${file}")
endforeach()

begin_file(pycu_host.cpp)
append_line("// The part of the CPU target that is compiled once for a program or library.")
foreach(source IN LISTS pycu_host_sources)
  append_part(pycu_host.cpp "${source}")
endforeach()
write_file(pycu_host.cpp)

foreach(path IN LISTS part_paths)
  get_filename_component(name "${path}" NAME)
  get_property(owner GLOBAL PROPERTY "owner_${name}")
  if("${owner}" STREQUAL "")
    message(FATAL_ERROR "${path} is in no file that written.cmake names")
  endif()
endforeach()

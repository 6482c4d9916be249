# Writes what a manifest asks of nvcc (`lineinfo=True` in a decorator) as a file of options:
#
#   cmake -DMANIFEST=x.json -DOUTPUT=x.nvcc -P pycu-nvcc-options.cmake
#
# A file that says the same already keeps its time, so that nothing is compiled again.
cmake_minimum_required(VERSION 3.22)

file(READ "${MANIFEST}" manifest)
string(JSON count ERROR_VARIABLE problem LENGTH "${manifest}" nvcc_options)
set(options)
if(NOT problem)
  math(EXPR last "${count} - 1")
  foreach(at RANGE ${last})
    string(JSON option GET "${manifest}" nvcc_options ${at})
    string(APPEND options "${option}\n")
  endforeach()
endif()
set(before "none")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT "${before}" STREQUAL "${options}")
  file(WRITE "${OUTPUT}" "${options}")
endif()

# Writes the module that a package imports in place of the source of its kernels:
#
#   cmake -DMANIFEST=x.json -DOUTPUT=x.py -P pycu-python-module.cmake
#
# It loads the manifest beside it. Type checkers and editors, which load nothing, read its names.
cmake_minimum_required(VERSION 3.22)

file(READ "${MANIFEST}" manifest)
get_filename_component(beside "${MANIFEST}" NAME)

# The lines `name: type` of a list of the manifest; what a class of the source holds is its own affair.
set(names)
function(add_names list type)
  string(JSON count ERROR_VARIABLE problem LENGTH "${manifest}" ${list})
  if(problem OR count EQUAL 0)
    return()
  endif()
  math(EXPR last "${count} - 1")
  foreach(at RANGE ${last})
    string(JSON name GET "${manifest}" ${list} ${at} name)
    set(of_name "${type}")
    if(list STREQUAL "ufuncs")
      string(JSON kind GET "${manifest}" ${list} ${at} kind)
      if(kind STREQUAL "reduction")
        set(of_name "pycu.Reduce")
      endif()
    elseif(list STREQUAL "globals")
      string(JSON kind GET "${manifest}" ${list} ${at} type)
      if(kind MATCHES "^(bool|complex|float|int)$")
        set(of_name "${kind}")
      endif()
    endif()
    if(name MATCHES "^([^.]+)[.]")
      set(name "${CMAKE_MATCH_1}")
      set(of_name "Any")
    endif()
    if(NOT name MATCHES "^__" AND NOT "    ${name}: Any" IN_LIST names)
      list(APPEND names "    ${name}: ${of_name}")
    endif()
  endforeach()
  set(names "${names}" PARENT_SCOPE)
endfunction()
add_names(kernels pycu.Kernel)
add_names(ufuncs pycu.Ufunc)
add_names(functions Any)
add_names(records Any)
add_names(globals Any)
list(REMOVE_DUPLICATES names)
list(JOIN names "\n" names)

file(WRITE "${OUTPUT}" "\"\"\"Kernels, compiled by pycu: what `pycu.load(\"${beside}\")` gives.\"\"\"

from typing import TYPE_CHECKING

try:
    from pycu import load_as
except ImportError as error:
    raise ImportError(
        f\"{__name__} has kernels that pycu-compiler loads: pip install --upgrade pycu-compiler \"
        f\"({error})\"
    ) from error

if TYPE_CHECKING:
    from typing import Any

    import pycu

${names}

load_as(__name__, \"${beside}\")
")

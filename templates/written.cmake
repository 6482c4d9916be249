# The files of the runtime as they are written, each after those that it includes. A file of runtime/
# that is not among them is a part of the first of them that includes it: see amalgamate.cmake.
set(pycu_written_headers
  pycu_abi.h
  pycu_array.h
  pycu_call.h
  pycu.h
  pycu_complex.h
  pycu_cmath.h
  pycu_half.h
  pycu_grid.h
  pycu_foreign.h
  pycu_ufunc.h
  pycu_reduction.h
  pycu_raises.h
  pycu_debug.h
  pycu_function.h
  pycu_linked.h)
set(pycu_written_sources
  pycu_host.cpp
  pycu_first.inc)

# The headers of the runtime as they are written, each after those that it includes. One of runtime/
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
  pycu_function.h)
# What `pycu build` has a compiler read in front of a text, and nobody includes.
set(pycu_front_headers
  pycu_first.h
  pycu_code.h
  pycu_linked.h)
# The sources of host/, and so of pycu_host.cpp.
set(pycu_host_sources
  fiber.cpp
  debug.cpp
  races.cpp
  warp.cpp
  worker.cpp
  run.cpp)

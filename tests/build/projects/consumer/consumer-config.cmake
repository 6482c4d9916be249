include(CMakeFindDependencyMacro)
find_dependency(pycu)  # pycu::runtime, which a static library for the CPU links
include("${CMAKE_CURRENT_LIST_DIR}/consumer-targets.cmake")

// The source of the headers that all unit tests share; see unit.cmake.

# `cmake --install`: a tree that may be moved as a whole. Nothing in it names where it was built.
# A wheel (pyproject.toml) puts the same tree into the prefix of a Python, whose packages get pycu.
#
#   bin/pycu                      the binary
#   include/pycu/                 the runtime headers
#   lib/cmake/pycu/               find_package(pycu)
#   lib/pkgconfig/pycu.pc         the same places, for pkg-config
#   share/pycu/runtime/           the CPU target's runtime, as source
#   share/pycu/schemas/           JSON Schemas of all that pycu prints and writes as JSON
#   share/doc/pycu/               README.md, LANGUAGE.md and docs/
#   share/pycu/licenses/          the licences of what is compiled into the binary
#   share/pycu/python/pycu/       the Python package: PYTHONPATH=PREFIX/share/pycu/python
#   share/man/man1/pycu.1         the manual page, and completions where shells look for them:
#   share/bash-completion/completions/pycu, share/zsh/site-functions/_pycu,
#   share/fish/vendor_completions.d/pycu.fish
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The binary finds both from where it is (cmd/pycu/places.cpp), whatever a system calls its folders.
set(PYCU_INSTALL_CMAKEDIR "lib/cmake/pycu")
set(PYCU_INSTALL_DATADIR "share/pycu")

if(PYCU_PROGRAM)
  install(PROGRAMS "${PYCU_PROGRAM}" DESTINATION bin RENAME pycu)
else()
  install(TARGETS pycu RUNTIME DESTINATION bin)
endif()

# Printed by the binary, so that they are what it understands.
set(program "${PYCU_PROGRAM}")
if(NOT program)
  set(program "$<TARGET_FILE:pycu>")
endif()
set(printed "${PROJECT_BINARY_DIR}/completions")
foreach(one IN ITEMS "bash:bash-completion/completions/pycu" "zsh:zsh/site-functions/_pycu"
                     "fish:fish/vendor_completions.d/pycu.fish" "man:man/man1/pycu.1")
  string(REPLACE ":" ";" one "${one}")
  list(GET one 0 form)
  list(GET one 1 path)
  get_filename_component(folder "${path}" DIRECTORY)
  install(CODE "file(MAKE_DIRECTORY \"${printed}/${folder}\")
execute_process(COMMAND \"${program}\" completions ${form} OUTPUT_FILE \"${printed}/${path}\"
  COMMAND_ERROR_IS_FATAL ANY)")
  install(FILES "${printed}/${path}" DESTINATION "share/${folder}")
endforeach()

# Nothing need be compiled for this: the program may be one that exists.
set(runtime "${PROJECT_BINARY_DIR}/templates/runtime")
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DOUTPUT=${runtime}\"
  -P \"${PROJECT_SOURCE_DIR}/templates/amalgamate.cmake\" COMMAND_ERROR_IS_FATAL ANY)")
include("${PROJECT_SOURCE_DIR}/templates/written.cmake")
list(TRANSFORM pycu_written_headers PREPEND "${runtime}/")
install(FILES ${pycu_written_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/pycu")
install(FILES "${runtime}/pycu_host.cpp" DESTINATION "${PYCU_INSTALL_DATADIR}/runtime")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/lib/manifest/schema/" "${PROJECT_SOURCE_DIR}/lib/diag/schema/"
        DESTINATION "${PYCU_INSTALL_DATADIR}/schemas" FILES_MATCHING PATTERN "*.json")
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/LANGUAGE.md"
        DESTINATION share/doc/pycu)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION share/doc/pycu
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION share/doc/pycu)
# what they lead to
foreach(one IN ITEMS lib lib/manifest tests tests/ptx)
  install(FILES "${PROJECT_SOURCE_DIR}/${one}/README.md" DESTINATION "share/doc/pycu/${one}")
endforeach()
# pip removes no folder that only folders were in.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${PYCU_INSTALL_DATADIR}")
include("${CMAKE_CURRENT_LIST_DIR}/notices.cmake")
if(SKBUILD)
  pycu_notices("${SKBUILD_METADATA_DIR}/licenses/third_party")
else()
  pycu_notices("${PYCU_INSTALL_DATADIR}/licenses")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/python/pycu" DESTINATION "${PYCU_INSTALL_DATADIR}/python"
          FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
endif()

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/pycu-config.cmake.in"
  "${PROJECT_BINARY_DIR}/installed/pycu-config.cmake"
  INSTALL_DESTINATION "${PYCU_INSTALL_CMAKEDIR}"
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR PYCU_INSTALL_DATADIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/pycu-config-version.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
# A tree that is not installed is found, too.
configure_file("${PROJECT_SOURCE_DIR}/cmake/pycu-config-build.cmake.in"
  "${PROJECT_BINARY_DIR}/pycu-config.cmake" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/cmake/pycu.pc.in" "${PROJECT_BINARY_DIR}/pycu.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/pycu.pc" DESTINATION lib/pkgconfig)
install(FILES "${PROJECT_BINARY_DIR}/installed/pycu-config.cmake"
              "${PROJECT_BINARY_DIR}/pycu-config-version.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/pycu-functions.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/pycu-nvcc-options.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/pycu-python.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/pycu-python-module.cmake"
        DESTINATION "${PYCU_INSTALL_CMAKEDIR}")

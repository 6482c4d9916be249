# Kernels as a module of a Python package: pycu_add_python_library, of pycu-functions.cmake.

# What OPTIONS --module NAME says, or nothing.
function(_pycu_module_option result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  set(module)
  if("${arg_OPTIONS}" MATCHES "(^|;)--module[=;]([^;]+)")
    set(module "${CMAKE_MATCH_2}")
  endif()
  set(${result} "${module}" PARENT_SCOPE)
endfunction()

# The options that say how programs may import a source: by each name that OPTIONS --module gives it
# in the project. They are known when all is configured.
function(_pycu_imported_names path result)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OPTIONS")
  string(SHA1 property "${path}")
  if(NOT TARGET pycu_module_names)
    add_library(pycu_module_names INTERFACE IMPORTED GLOBAL)
  endif()
  _pycu_module_option(module OPTIONS ${arg_OPTIONS})
  if(module)
    set_property(TARGET pycu_module_names APPEND PROPERTY "NAMES_${property}" "${module}")
  endif()
  set(names "$<TARGET_PROPERTY:pycu_module_names,NAMES_${property}>")
  set(${result} "$<$<BOOL:${names}>:--imported-as=$<JOIN:${names},;--imported-as=>>" PARENT_SCOPE)
endfunction()

# Stops at a name that no import statement takes.
function(_pycu_check_import what name advice)
  set(keywords False None True and as assert async await break class continue def del elif else
    except finally for from global if import in is lambda nonlocal not or pass raise return try
    while with yield)
  # letters beyond ASCII are Python's to judge
  if("${name}" MATCHES "^$|^[0-9]|[][ !\"#$%&'()*+,./:;<=>?@^`{|}~\\-]" OR "${name}" IN_LIST keywords)
    message(FATAL_ERROR "pycu_add_python_library: Python cannot import ${what}: `${name}` is no "
      "name; ${advice}")
  endif()
endfunction()

# The name under which Python imports the kernels of a source: the source's own, or that of --module.
function(_pycu_python_name source result)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OPTIONS")
  _pycu_module_option(name OPTIONS ${arg_OPTIONS})
  if(NOT name)
    get_filename_component(name "${source}" NAME_WLE)
  endif()
  if(name STREQUAL "__init__")
    message(FATAL_ERROR "pycu_add_python_library: ${source} is a package, and what it imports "
      "would be gone; write its kernels into a file of their own")
  endif()
  _pycu_check_import("${source}" "${name}"
    "rename it, or give it OPTIONS --module NAME in a call of its own")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# What `import` needs of one source, beside the library: the module, and both manifests.
function(_pycu_add_module target source name module folder destination result)
  get_property(taken GLOBAL PROPERTY PYCU_PYTHON_MODULES)
  if("${destination}/${name}" IN_LIST taken)
    message(FATAL_ERROR "pycu_add_python_library: there is a ${destination}/${name}.py already; "
      "rename ${source}, or give it OPTIONS --module NAME in a call of its own")
  endif()
  set_property(GLOBAL APPEND PROPERTY PYCU_PYTHON_MODULES "${destination}/${name}")

  set(made "${CMAKE_CURRENT_BINARY_DIR}/pycu/${target}-package")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/pycu-python-module.cmake")
  add_custom_command(
    OUTPUT "${made}/${name}.py"
    COMMAND "${CMAKE_COMMAND}" "-DMANIFEST=${folder}/${module}.json" "-DOUTPUT=${made}/${name}.py"
            -P "${script}"
    DEPENDS "${folder}/${module}.stamp" "${script}"
    VERBATIM)
  target_sources(${target} PRIVATE "${made}/${name}.py")
  # No digest of the library: installing strips it, and tools that make wheels portable write into it.
  get_property(device TARGET ${target} PROPERTY PYCU_DEVICE)
  set(build "${made}/$<CONFIG>/${module}.build.json")
  file(GENERATE OUTPUT "${build}" CONTENT "{
  \"schema\": 1,
  \"module\": \"${module}\",
  \"target\": \"${device}\",
  \"library\": \"$<TARGET_FILE_NAME:${target}>\",
  \"kind\": \"shared\"
}
")
  set(${result} "${made}/${name}.py" "${folder}/${module}.json" "${build}" PARENT_SCOPE)
endfunction()

function(pycu_add_python_library name)
  set(usage "NAME PACKAGE mypkg SOURCES a.py ... [TARGET cuda|cpu] [ARCHITECTURES ...] \
[SIGNATURES ...] [LAUNCHES ...] [OPTIONS ...] [DESTINATION dir] [COMPONENT c]")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PACKAGE;TARGET;DESTINATION;COMPONENT"
    "SOURCES;ARCHITECTURES;SIGNATURES;LAUNCHES;OPTIONS")
  _pycu_check_arguments(pycu_add_python_library "${usage}")
  if(NOT arg_PACKAGE)
    message(FATAL_ERROR "pycu_add_python_library: PACKAGE is missing: the package whose modules "
      "they are, PACKAGE mypkg or PACKAGE mypkg.gpu; usage: pycu_add_python_library(${usage})")
  endif()
  string(REPLACE "." ";" parts "${arg_PACKAGE}")
  foreach(part IN LISTS parts)
    _pycu_check_import("PACKAGE ${arg_PACKAGE}" "${part}"
      "write PACKAGE mypkg, or PACKAGE mypkg.gpu for a package in it")
  endforeach()
  set(names)
  foreach(source IN LISTS arg_SOURCES)
    _pycu_python_name("${source}" one OPTIONS ${arg_OPTIONS})
    list(APPEND names "${one}")
  endforeach()
  _pycu_make_library(pycu_add_python_library ${name} MODULE TARGET "${arg_TARGET}"
    SOURCES ${arg_SOURCES} ARCHITECTURES ${arg_ARCHITECTURES} SIGNATURES ${arg_SIGNATURES}
    LAUNCHES ${arg_LAUNCHES} OPTIONS ${arg_OPTIONS})
  set_target_properties(${name} PROPERTIES PREFIX lib SUFFIX .so PUBLIC_HEADER "")

  if(NOT arg_DESTINATION)
    list(JOIN parts "/" arg_DESTINATION)
  endif()
  set(component)
  if(arg_COMPONENT)
    set(component COMPONENT "${arg_COMPONENT}")
  endif()
  get_property(modules TARGET ${name} PROPERTY PYCU_MODULES)
  get_property(folders TARGET ${name} PROPERTY PYCU_FOLDERS)
  foreach(source python module folder IN ZIP_LISTS arg_SOURCES names modules folders)
    _pycu_add_module(${name} "${source}" "${python}" "${module}" "${folder}"
      "${arg_DESTINATION}" files)
    install(FILES ${files} DESTINATION "${arg_DESTINATION}" ${component})
  endforeach()
  install(TARGETS ${name} LIBRARY DESTINATION "${arg_DESTINATION}" ${component})
endfunction()

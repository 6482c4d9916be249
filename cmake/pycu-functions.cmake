# What find_package(pycu) defines:
#
#   pycu_add_library(NAME [SHARED|STATIC|MODULE|OBJECT] SOURCES a.py ... [TARGET cuda|cpu] [ARCHITECTURES 80 ...]
#                    [SIGNATURES "k=void(float32[:])" ...] [LAUNCHES main.py tests ...]
#                    [OPTIONS ...])
#     A library of kernels. Who links it may include "a.h".
#
#   pycu_add_python_library(NAME PACKAGE mypkg SOURCES a.py ... [TARGET cuda|cpu] [ARCHITECTURES ...]
#                           [SIGNATURES ...] [LAUNCHES ...] [OPTIONS ...] [DESTINATION dir]
#                           [COMPONENT c])
#     A library that Python loads. What is installed to mypkg, or to dir, makes `from mypkg import a`
#     what pycu.load gives.
#
#   pycu_generate(TARGET t SOURCES a.py ... [DEVICE cuda|cpu] [SIGNATURES ...] [LAUNCHES ...]
#                 [OPTIONS ...] [OUTPUT_DIRECTORY dir] [OUT_VAR variable])
#     Adds kernels to a target that exists. The texts lie in a folder of the build tree, or in dir;
#     the variable gets their paths.
#
#   pycu_add_golden_test(NAME n SOURCES a.py ... GOLDEN_DIR dir [SIGNATURES ...] [LAUNCHES ...]
#                        [OPTIONS ...])
#     A test that fails, and shows the difference, when the texts in dir are not what pycu writes.
#     The target n-update rewrites them.
#
#   pycu::runtime
#     The CPU target's runtime. The functions link it; it is there for other build rules.
#
# Kernels are compiled for a GPU exactly when the project has enabled CUDA, unless TARGET or DEVICE
# says otherwise. SIGNATURES, LAUNCHES (programs and folders of them) and OPTIONS go to
# `pycu transpile`.
include_guard()
cmake_policy(PUSH)
cmake_policy(VERSION 3.22)

# The CPU target's runtime, one library for the whole project.
function(_pycu_define_runtime)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(TARGET pycu_cpu_runtime OR NOT "CXX" IN_LIST languages)
    return()
  endif()
  set(THREADS_PREFER_PTHREAD_FLAG TRUE)
  find_package(Threads REQUIRED)
  add_library(pycu_cpu_runtime STATIC EXCLUDE_FROM_ALL "${pycu_RUNTIME_DIR}/pycu_host.cpp")
  target_include_directories(pycu_cpu_runtime PRIVATE "${pycu_INCLUDE_DIR}")
  target_compile_features(pycu_cpu_runtime PRIVATE cxx_std_17)
  target_compile_options(pycu_cpu_runtime PRIVATE -w -fexceptions -fwrapv -ffp-contract=off -fvisibility=hidden)
  set_target_properties(pycu_cpu_runtime PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # a thread library by its name: an imported target is seen only in the folder that looked for it
  target_link_libraries(pycu_cpu_runtime PUBLIC ${CMAKE_THREAD_LIBS_INIT})
  # An imported target may be named in what other projects export: an installed static library asks
  # for pycu::runtime, and who links it finds pycu.
  add_library(pycu::runtime INTERFACE IMPORTED GLOBAL)
  target_link_libraries(pycu::runtime INTERFACE pycu_cpu_runtime)
endfunction()
_pycu_define_runtime()

# Stops at an argument that no keyword of the function takes, or at a keyword without values.
macro(_pycu_check_arguments function usage)
  if(NOT TARGET pycu::pycu)
    message(FATAL_ERROR "${function}: write find_package(pycu REQUIRED) in this folder or above it")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS " " unparsed)
    message(FATAL_ERROR "${function}: unexpected `${unparsed}`; usage: ${function}(${usage})")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    list(JOIN arg_KEYWORDS_MISSING_VALUES ", " missing)
    message(FATAL_ERROR "${function}: nothing follows ${missing}; usage: ${function}(${usage})")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${function}: SOURCES is missing; usage: ${function}(${usage})")
  endif()
endmacro()

# cuda or cpu, and a message where the project has not enabled the language that it takes.
function(_pycu_choose_device function keyword wanted result)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  string(TOLOWER "${wanted}" device)
  if(device STREQUAL "")
    set(device cpu)
    if("CUDA" IN_LIST languages)
      set(device cuda)
    endif()
  endif()
  if(device STREQUAL "cuda" AND NOT "CUDA" IN_LIST languages)
    message(FATAL_ERROR "${function}: ${keyword} cuda compiles CUDA, which this project has not "
      "enabled: write project(NAME LANGUAGES CXX CUDA) or enable_language(CUDA)")
  elseif(device STREQUAL "cpu" AND NOT "CXX" IN_LIST languages)
    message(FATAL_ERROR "${function}: kernels for the CPU are compiled as C++, which this project "
      "has not enabled: write project(NAME LANGUAGES C CXX) or enable_language(CXX)")
  elseif(NOT device MATCHES "^(cuda|cpu)$")
    message(FATAL_ERROR "${function}: ${keyword} is `${wanted}`; it is cuda or cpu")
  endif()
  set(${result} ${device} PARENT_SCOPE)
endfunction()

# The options of `pycu transpile` that SIGNATURES, LAUNCHES and OPTIONS stand for. Paths begin at the
# folder of the CMakeLists.txt, and are absolute from here on, since a depfile repeats them.
function(_pycu_transpile_options result)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SIGNATURES;LAUNCHES;OPTIONS")
  set(options --for-cmake)
  set(before)
  foreach(option IN LISTS arg_OPTIONS)
    if(before MATCHES "^--config$")
      get_filename_component(option "${option}" ABSOLUTE)
    elseif(option MATCHES "^--config=(.+)$")
      get_filename_component(path "${CMAKE_MATCH_1}" ABSOLUTE)
      set(option "--config=${path}")
    endif()
    list(APPEND options "${option}")
    set(before "${option}")
  endforeach()
  foreach(signature IN LISTS arg_SIGNATURES)
    list(APPEND options --sig "${signature}")
  endforeach()
  # each source takes what is for it
  list(LENGTH arg_SOURCES count)
  if(count GREATER 1 AND "${options}" MATCHES "(^|;)--(sig|const)[;=]")
    foreach(source IN LISTS arg_SOURCES)
      get_filename_component(source "${source}" ABSOLUTE)
      list(APPEND options "--among=${source}")
    endforeach()
  endif()
  foreach(program IN LISTS arg_LAUNCHES)
    get_filename_component(program "${program}" ABSOLUTE)
    list(APPEND options "--launches=${program}")
  endforeach()
  if(CMAKE_COLOR_DIAGNOSTICS)
    list(APPEND options --color always)
  endif()
  set(${result} "${options}" PARENT_SCOPE)
endfunction()

# Asks pycu for the names of the files that it writes for a source, x.cu and x.h before all others;
# the runtime headers are left out. The names follow from that of the source alone.
function(_pycu_list_outputs source result)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "OPTIONS")
  get_target_property(is_there pycu::pycu IMPORTED)
  if(NOT is_there)
    # the project builds pycu itself, and this is before
    _pycu_module_option(module OPTIONS ${arg_OPTIONS})
    if(NOT module)
      get_filename_component(module "${source}" NAME_WE)
      string(REGEX REPLACE "^_" "m_" module "${module}")
    endif()
    if(NOT module MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
      message(FATAL_ERROR "pycu: ${source} has no name for C++; give it OPTIONS --module NAME")
    endif()
    set(outputs)
    foreach(ending .cu .h .json _launch.cuh)
      list(APPEND outputs "${module}${ending}")
    endforeach()
    set(${result} "${outputs}" PARENT_SCOPE)
    return()
  endif()
  get_target_property(pycu pycu::pycu LOCATION)
  execute_process(
    COMMAND "${pycu}" transpile "${source}" -o x --no-runtime ${arg_OPTIONS} --list-outputs
    OUTPUT_VARIABLE outputs ERROR_VARIABLE problem RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "pycu does not take the options for ${source}:\n${problem}")
  endif()
  string(REGEX REPLACE "\n$" "" outputs "${outputs}")
  string(REPLACE "\n" ";" outputs "${outputs}")
  list(TRANSFORM outputs REPLACE "^x/" "")
  set(${result} "${outputs}" PARENT_SCOPE)
endfunction()

# The rule that transpiles one source into a folder of its own below the target's.
#
# Its output is a stamp that every run touches; the texts are by-products, which keep their times
# when they do not change, so that only what changed is compiled. Were a text the output, make would
# find it older than the source for ever.
function(_pycu_add_rule target source device)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "OUTPUT_DIRECTORY" "OPTIONS")
  if(source MATCHES "\\$<")
    message(FATAL_ERROR "pycu: ${target}: `${source}` is a generator expression, whose value is known "
      "when all is configured; the names of the texts have to be known now: use if()")
  endif()
  get_filename_component(path "${source}" ABSOLUTE)
  get_source_file_property(generated "${path}" GENERATED)
  if(NOT EXISTS "${path}" AND NOT generated)
    message(FATAL_ERROR "pycu: ${target}: there is no ${path}")
  endif()
  _pycu_list_outputs("${path}" outputs OPTIONS ${arg_OPTIONS})
  list(GET outputs 0 cuda)
  get_filename_component(module "${cuda}" NAME_WE)
  get_property(modules TARGET ${target} PROPERTY PYCU_MODULES)
  if("${module}" IN_LIST modules)
    message(FATAL_ERROR "pycu: two sources of ${target} would be one module, ${module}; "
      "rename one, or give it OPTIONS --module NAME in a call of its own")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY PYCU_MODULES "${module}")
  _pycu_imported_names("${path}" names OPTIONS ${arg_OPTIONS})

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/pycu/${target}/${module}")
  if(arg_OUTPUT_DIRECTORY)
    get_filename_component(folder "${arg_OUTPUT_DIRECTORY}" ABSOLUTE)
  endif()
  list(TRANSFORM outputs PREPEND "${folder}/")
  list(GET outputs 0 cuda)
  list(GET outputs 1 header)
  set(stamp "${folder}/${module}.stamp")
  file(MAKE_DIRECTORY "${folder}")
  get_filename_component(shown "${path}" NAME)
  # types that somebody writes down after the first build: no depfile names what is not there yet
  string(REGEX REPLACE "[.][^./]*$" ".sigs.toml" types "${path}")
  file(GLOB types CONFIGURE_DEPENDS "${types}")
  # What decorators ask of nvcc is known when the source has been transpiled.
  set(nvcc_options)
  set(write_options)
  if(device STREQUAL "cuda" AND CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    set(nvcc_options "${folder}/${module}.nvcc")
    set(write_options COMMAND "${CMAKE_COMMAND}" "-DMANIFEST=${folder}/${module}.json"
      "-DOUTPUT=${nvcc_options}"
      -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/pycu-nvcc-options.cmake")
  endif()
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs} ${nvcc_options}
    COMMAND pycu::pycu transpile "${path}" -o "${folder}" ${arg_OPTIONS}
            -MD -MF "${folder}/${module}.d" -MT "${stamp}" "${names}"
    ${write_options}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS "${path}" ${types} pycu::pycu
    DEPFILE "${folder}/${module}.d"
    COMMENT "Transpiling ${shown}"
    VERBATIM COMMAND_EXPAND_LISTS)
  target_sources(${target} PRIVATE ${outputs})
  set_source_files_properties(${outputs} TARGET_DIRECTORY ${target} PROPERTIES GENERATED TRUE)
  get_target_property(home ${target} SOURCE_DIR)
  if(home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    target_sources(${target} PRIVATE "${stamp}")
  else()
    # a rule belongs to targets of its own folder
    add_custom_target(${target}-${module} DEPENDS "${stamp}")
    add_dependencies(${target} ${target}-${module})
  endif()
  # Whether a source has reductions, and so a second text, is not known here: x.cu includes it.
  # The texts share nothing with other sources, and their warnings are not the project's. What a
  # project says of floating point for its own code does not change what kernels compute.
  set_source_files_properties("${cuda}" TARGET_DIRECTORY ${target} PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON SKIP_AUTOGEN ON)
  if(device STREQUAL "cuda")
    set(flags -w -DPYCU_ONE_FILE -fvisibility=hidden)
    if(nvcc_options)
      set(flags -w -DPYCU_ONE_FILE -Xcompiler=-fvisibility=hidden --options-file "${nvcc_options}")
    endif()
    set_source_files_properties("${cuda}" TARGET_DIRECTORY ${target} PROPERTIES
      LANGUAGE CUDA COMPILE_OPTIONS "${flags}" OBJECT_DEPENDS "${nvcc_options}")
  else()
    set_source_files_properties("${cuda}" TARGET_DIRECTORY ${target} PROPERTIES
      LANGUAGE CXX COMPILE_OPTIONS
      "-x;c++;-std=c++17;-w;-DPYCU_ONE_FILE;-fno-fast-math;-fexceptions;-fwrapv;-ffp-contract=off;-fvisibility=hidden")
  endif()
  set_property(TARGET ${target} APPEND PROPERTY PYCU_HEADERS "${header}")
  set_property(TARGET ${target} APPEND PROPERTY PYCU_FOLDERS "${folder}")
  set_property(TARGET ${target} APPEND PROPERTY PYCU_TEXTS ${outputs})
  if(NOT arg_OUTPUT_DIRECTORY)
    set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES "${folder}")
  endif()
endfunction()

# The rules for all sources, and what the target needs to compile and link their texts.
function(_pycu_add_sources target device)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "VISIBILITY;OUTPUT_DIRECTORY"
    "SOURCES;SIGNATURES;LAUNCHES;OPTIONS")
  _pycu_transpile_options(options SOURCES ${arg_SOURCES} SIGNATURES ${arg_SIGNATURES}
    LAUNCHES ${arg_LAUNCHES} OPTIONS ${arg_OPTIONS})
  foreach(source IN LISTS arg_SOURCES)
    _pycu_add_rule(${target} "${source}" ${device} OUTPUT_DIRECTORY "${arg_OUTPUT_DIRECTORY}"
      OPTIONS ${options})
  endforeach()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("CXX" IN_LIST languages)
    target_compile_features(${target} ${arg_VISIBILITY} cxx_std_17)  # the headers are C++17, and C11
  endif()
  if(device STREQUAL "cuda")
    target_compile_features(${target} PRIVATE cuda_std_17)
  else()
    _pycu_define_runtime()
    target_link_libraries(${target} PRIVATE pycu::runtime)
  endif()
endfunction()

function(pycu_generate)
  set(usage "TARGET t SOURCES a.py ... [DEVICE cuda|cpu] [SIGNATURES ...] [LAUNCHES ...] \
[OPTIONS ...] [OUTPUT_DIRECTORY dir] [OUT_VAR variable]")
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;DEVICE;OUTPUT_DIRECTORY;OUT_VAR"
    "SOURCES;SIGNATURES;LAUNCHES;OPTIONS")
  _pycu_check_arguments(pycu_generate "${usage}")
  if(NOT arg_TARGET)
    message(FATAL_ERROR "pycu_generate: TARGET is missing; usage: pycu_generate(${usage})")
  elseif(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "pycu_generate: there is no target `${arg_TARGET}` yet; make it with "
      "add_executable or add_library before this line")
  endif()
  get_target_property(type ${arg_TARGET} TYPE)
  get_target_property(imported ${arg_TARGET} IMPORTED)
  get_target_property(alias ${arg_TARGET} ALIASED_TARGET)
  if(imported OR alias OR NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "pycu_generate: `${arg_TARGET}` compiles nothing itself")
  endif()
  _pycu_choose_device(pycu_generate DEVICE "${arg_DEVICE}" device)
  get_property(before TARGET ${arg_TARGET} PROPERTY PYCU_TEXTS)
  _pycu_add_sources(${arg_TARGET} ${device} VISIBILITY PRIVATE
    OUTPUT_DIRECTORY "${arg_OUTPUT_DIRECTORY}" SOURCES ${arg_SOURCES}
    SIGNATURES ${arg_SIGNATURES} LAUNCHES ${arg_LAUNCHES}
    OPTIONS ${arg_OPTIONS})
  if(arg_OUT_VAR)
    get_property(texts TARGET ${arg_TARGET} PROPERTY PYCU_TEXTS)
    list(REMOVE_ITEM texts ${before} "")
    set(${arg_OUT_VAR} "${texts}" PARENT_SCOPE)
  endif()
  get_property(folders TARGET ${arg_TARGET} PROPERTY PYCU_FOLDERS)
  target_include_directories(${arg_TARGET} SYSTEM PRIVATE ${folders})
endfunction()

# The library of pycu_add_library and of pycu_add_python_library, which `caller` names.
function(_pycu_make_library caller name type)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "TARGET"
    "SOURCES;ARCHITECTURES;SIGNATURES;LAUNCHES;OPTIONS")
  _pycu_choose_device(${caller} TARGET "${arg_TARGET}" device)
  if(arg_ARCHITECTURES AND device STREQUAL "cpu")
    message(FATAL_ERROR "${caller}: ARCHITECTURES are those of GPUs, and ${name} is for the CPU")
  endif()
  add_library(${name} ${type})
  _pycu_add_sources(${name} ${device} VISIBILITY PUBLIC SOURCES ${arg_SOURCES}
    SIGNATURES ${arg_SIGNATURES} LAUNCHES ${arg_LAUNCHES}
    OPTIONS ${arg_OPTIONS})
  get_property(folders TARGET ${name} PROPERTY PYCU_FOLDERS)
  get_property(headers TARGET ${name} PROPERTY PYCU_HEADERS)
  foreach(folder IN LISTS folders)
    target_include_directories(${name} SYSTEM PUBLIC "$<BUILD_INTERFACE:${folder}>")
  endforeach()
  set(runtime pycu_abi.h pycu_array.h pycu_call.h)  # what a.h includes
  list(TRANSFORM runtime PREPEND "${pycu_INCLUDE_DIR}/")
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON PYCU_DEVICE ${device}
    PUBLIC_HEADER "${headers};${runtime}")  # for install(TARGETS ${name} PUBLIC_HEADER)
  if(device STREQUAL "cuda")
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CUDA)
    if(arg_ARCHITECTURES)
      list(TRANSFORM arg_ARCHITECTURES REPLACE "^sm_" "")
      set_target_properties(${name} PROPERTIES CUDA_ARCHITECTURES "${arg_ARCHITECTURES}")
    endif()
  else()
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()

function(pycu_add_library name)
  set(usage "NAME [SHARED|STATIC|MODULE|OBJECT] SOURCES a.py ... [TARGET cuda|cpu] [ARCHITECTURES ...] \
[SIGNATURES ...] [LAUNCHES ...] [OPTIONS ...]")
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHARED;STATIC;MODULE;OBJECT" "TARGET"
    "SOURCES;ARCHITECTURES;SIGNATURES;LAUNCHES;OPTIONS")
  _pycu_check_arguments(pycu_add_library "${usage}")
  set(type)  # then BUILD_SHARED_LIBS decides, as for any library
  foreach(one SHARED STATIC MODULE OBJECT)
    if(arg_${one})
      list(APPEND type ${one})
    endif()
  endforeach()
  list(LENGTH type count)
  if(count GREATER 1)
    list(JOIN type " and " type)
    message(FATAL_ERROR "pycu_add_library: ${name} is ${type}; a library is one of them")
  endif()
  _pycu_make_library(pycu_add_library ${name} "${type}" TARGET "${arg_TARGET}"
    SOURCES ${arg_SOURCES} ARCHITECTURES ${arg_ARCHITECTURES} SIGNATURES ${arg_SIGNATURES}
    LAUNCHES ${arg_LAUNCHES} OPTIONS ${arg_OPTIONS})
endfunction()

function(pycu_add_golden_test)
  set(usage "NAME n SOURCES a.py ... GOLDEN_DIR dir [SIGNATURES ...] [LAUNCHES ...] \
[OPTIONS ...]")
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;GOLDEN_DIR" "SOURCES;SIGNATURES;LAUNCHES;OPTIONS")
  _pycu_check_arguments(pycu_add_golden_test "${usage}")
  if(NOT arg_NAME OR NOT arg_GOLDEN_DIR)
    message(FATAL_ERROR "pycu_add_golden_test: usage: pycu_add_golden_test(${usage})")
  endif()
  _pycu_transpile_options(options SIGNATURES ${arg_SIGNATURES} LAUNCHES ${arg_LAUNCHES}
    OPTIONS ${arg_OPTIONS})
  get_filename_component(golden "${arg_GOLDEN_DIR}" ABSOLUTE)
  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(path "${source}" ABSOLUTE)
    list(APPEND sources "${path}")
  endforeach()
  # by its path: CTest runs targets by CMAKE_CROSSCOMPILING_EMULATOR, and pycu is of this machine
  set(transpile "$<TARGET_FILE:pycu::pycu>" transpile ${sources} -o "${golden}" --no-runtime ${options})
  add_test(NAME ${arg_NAME} COMMAND ${transpile} --check --diff)
  add_custom_target(${arg_NAME}-update COMMAND ${transpile}
    COMMENT "Writing the golden files of ${arg_NAME}" VERBATIM)
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/pycu-python.cmake")
cmake_policy(POP)

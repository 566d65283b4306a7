# cmake -D BUILD=... -D SOURCE=... -D COMPILER=... -P check.cmake
# Installs the build into a fresh prefix, builds the consumer against that prefix alone, and runs it.
string(RANDOM LENGTH 12 name)
set(folder ${BUILD}/consumer-${name})

function(run_or_stop)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    file(REMOVE_RECURSE ${folder})
    message(FATAL_ERROR "failed (${status}): ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run_or_stop(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/prefix)
run_or_stop(${CMAKE_COMMAND} -S ${SOURCE}/tests/consumer -B ${folder}/build -G Ninja
            -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${COMPILER}
            -D CMAKE_PREFIX_PATH=${folder}/prefix)
run_or_stop(${CMAKE_COMMAND} --build ${folder}/build)
run_or_stop(${folder}/build/consumer)
set(printed "${output}")
include(${CMAKE_CURRENT_LIST_DIR}/check_heat.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/check_sheet.cmake)
file(REMOVE_RECURSE ${folder})

# XXH3 of no bytes (xxHash specification, 64 bits, seed 0), and x cross y.
set(expected "2d06800538d394c2 0 0 1\n")
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "the consumer printed '${printed}', not '${expected}'")
endif()

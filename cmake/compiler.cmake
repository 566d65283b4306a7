# Flags that every Talus target shares, and the tools that make builds short.
add_library(talus_flags INTERFACE)
# No contraction of a*b+c: the same source gives the same bits in scalar and vector code and on every
# x86 machine, so an equivalence test can ask for equality (docs/decisions.md).
set(TALUS_HOST_FLAGS -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi
    -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns of its own AVX-512 headers and of moved std::optional<std::string>; both are false.
  target_compile_options(talus_flags INTERFACE -Wno-array-bounds -Wno-stringop-overread
                         -Wno-stringop-overflow -Wno-uninitialized -Wno-maybe-uninitialized)
endif()
if(TALUS_NATIVE)
  list(APPEND TALUS_HOST_FLAGS -march=native)
endif()
target_compile_options(talus_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:${TALUS_HOST_FLAGS}>)
if(TALUS_SANITIZE)
  target_compile_options(talus_flags INTERFACE -fsanitize=${TALUS_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(talus_flags INTERFACE -fsanitize=${TALUS_SANITIZE})
endif()
if(TALUS_VALIDATE)
  target_compile_definitions(talus_flags INTERFACE TALUS_VALIDATE=1)
endif()

# Links some tens of programs, each with the whole library, in a tenth of the time.
find_program(TALUS_LLD ld.lld)
if(TALUS_LLD)
  add_link_options($<$<NOT:$<LINK_LANGUAGE:CUDA>>:-fuse-ld=lld>)
endif()

find_program(TALUS_CCACHE ccache)
if(TALUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache serves files that use a precompiled header only when it may overlook its time stamp, and when the
  # compiler says in the preprocessed text which header it is. With a base folder two checkouts share what they compile.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${TALUS_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(talus_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  endif()
endif()

# headers_of_all(TARGET HEADER...): each file of the target begins with these, precompiled unless the preset says
# otherwise: clang writes the build's folder into what it precompiles, so that no other checkout can use what was
# compiled with it.
function(headers_of_all target)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    foreach(header IN LISTS ARGN)
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${header}>")
    endforeach()
  else()
    list(TRANSFORM ARGN PREPEND "<")
    list(TRANSFORM ARGN APPEND ">")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# The CUDA backend (preset cuda). Its sources are talus/exec/cuda/*.cu, talus/*/device/*.cu and tests/*/*_test.cu.
find_program(TALUS_NVCC nvcc HINTS /usr/local/cuda/bin)
if(TALUS_NVCC AND NOT CMAKE_CUDA_COMPILER)
  set(CMAKE_CUDA_COMPILER ${TALUS_NVCC})
endif()
# Volta, Ampere, Hopper, as far as this compiler still knows them; a machine code for each and, with the
# last, code that later devices translate for themselves.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 75)  # for the compiler's test, replaced below
  enable_language(CUDA)
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
  elseif(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 11.8)
    set(CMAKE_CUDA_ARCHITECTURES 70-real 80-real 90)
  else()
    set(CMAKE_CUDA_ARCHITECTURES 70-real 80)
  endif()
else()
  enable_language(CUDA)
endif()
find_package(CUDAToolkit REQUIRED)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake before 3.26 does not know that nvcc 12 has it
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)

# -fmad=false: no contraction of a*b+c, as on the processor (cmake/compiler.cmake). 20012: __host__ on a
# defaulted function says nothing new; 554: nor does a conversion from a view to itself.
target_compile_options(talus_flags INTERFACE
  "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-Xcompiler=-Wall,-Wextra,-ffp-contract=off,-fno-math-errno,-fno-trapping-math;-diag-suppress=20012,554>")

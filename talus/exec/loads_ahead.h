#pragma once
/// Before a long loop in a kernel: on a device the loads of 16 of its turns are under way at once.
#ifdef __CUDA_ARCH__
#define TALUS_LOADS_AHEAD _Pragma("unroll 16")
#else
#define TALUS_LOADS_AHEAD
#endif

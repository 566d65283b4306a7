#pragma once
/// Put before a long loop in a kernel. On a device it unrolls the loop by 16, so that the loads of 16
/// iterations are in flight at once.
#ifdef __CUDA_ARCH__
#define TALUS_UNROLL_16 _Pragma("unroll 16")
#else
#define TALUS_UNROLL_16
#endif

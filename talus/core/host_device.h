#pragma once
/// Marks a function that is compiled for the host and for a device. The build defines it where the compiler
/// needs an annotation (cmake/cuda.cmake); elsewhere it is empty.
#ifndef TALUS_HD
#define TALUS_HD
#endif

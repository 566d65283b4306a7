#pragma once
/// Marks a function that runs on the host and on an accelerator. The build defines it where a
/// compiler needs an annotation (cmake/cuda.cmake); elsewhere it is empty.
#ifndef TALUS_HD
#define TALUS_HD
#endif

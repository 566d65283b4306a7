#pragma once
// Only for *_simd.cpp files: no CUDA compiler reads this header.
#include <experimental/simd>

#include "talus/math/lanes.h"

/// Inlines all that a loop calls. Not under the sanitizers, whose checks make such a function compile for
/// many minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__)
#define TALUS_FLATTEN  // clang, which builds the fuzz targets, inlines by itself
#else
#define TALUS_FLATTEN [[gnu::flatten]]
#endif

namespace talus {

/// As many doubles as the processor handles at once.
using Pack = std::experimental::native_simd<double>;

template <>
struct Lanes<Pack> {
    using Mask = Pack::mask_type;
    static Pack select(const Mask& condition, const Pack& yes, const Pack& no) {
        Pack out = no;
        std::experimental::where(condition, out) = yes;
        return out;
    }
};

}  // namespace talus

#pragma once
// Only for *_simd.cpp files: no CUDA compiler reads this header.
#include <experimental/simd>

#include "talus/math/lanes.h"

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

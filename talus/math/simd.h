#pragma once
// Only for *_simd.cpp files: no CUDA compiler reads this header.
#include <experimental/simd>

#include "talus/math/lanes.h"

/// Marks a function into which the compiler inlines everything it calls. Empty under the sanitizers, whose
/// checks would make such a function compile for many minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__)
#define TALUS_FLATTEN  // clang, which builds the fuzz targets, inlines by itself
#else
#define TALUS_FLATTEN [[gnu::flatten]]
#endif

namespace talus {

/// As many numbers as one register of the processor holds.
template <class Real>
using Pack = std::experimental::native_simd<Real>;

template <class Real, class Abi>
struct Lanes<std::experimental::simd<Real, Abi>> {
    using Number = Real;
    using Pack = std::experimental::simd<Real, Abi>;
    using Mask = typename Pack::mask_type;
    static Pack select(const Mask& condition, const Pack& yes, const Pack& no) {
        Pack out = no;
        std::experimental::where(condition, out) = yes;
        return out;
    }
    static bool anyOf(const Mask& condition) { return std::experimental::any_of(condition); }
};

}  // namespace talus

#pragma once
// Only for *_simd.cpp files, as talus/math/transpose.h.
#include <cstring>

#include "talus/math/transpose.h"
#include "talus/math/vec.h"

/// Four vectors at once, with each component of all four in one pack. The formulas of vec.h take them.
namespace talus {

using Pack4 = Row<double>;
using Vectors4 = Vec3<Pack4>;

/// Four vectors that follow each other in memory.
inline Vectors4 loadVectors(const Vec3d* first) {
    Pack4 a, b, c;  // x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3
    std::memcpy(&a, &first->x, sizeof a);
    std::memcpy(&b, &first[1].y, sizeof b);
    std::memcpy(&c, &first[2].z, sizeof c);
    return {__builtin_shufflevector(__builtin_shufflevector(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5),
            __builtin_shufflevector(__builtin_shufflevector(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6),
            __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7)};
}
inline void storeVectors(Vec3d* first, const Vectors4& v) {
    const Pack4 a = __builtin_shufflevector(__builtin_shufflevector(v.x, v.y, 0, 4, 4, 1), v.z, 0, 1, 4, 3),
                b = __builtin_shufflevector(__builtin_shufflevector(v.x, v.y, 5, 5, 2, 6), v.z, 0, 5, 2, 3),
                c = __builtin_shufflevector(__builtin_shufflevector(v.x, v.y, 3, 3, 7, 7), v.z, 6, 1, 2, 7);
    std::memcpy(&first->x, &a, sizeof a);
    std::memcpy(&first[1].y, &b, sizeof b);
    std::memcpy(&first[2].z, &c, sizeof c);
}
inline Pack4 loadNumbers(const double* first) {
    Pack4 pack;
    std::memcpy(&pack, first, sizeof pack);
    return pack;
}

/// The same number in each lane.
inline Pack4 everywhere(double value) { return Pack4{value, value, value, value}; }
inline Vectors4 everywhere(const Vec3d& v) { return {everywhere(v.x), everywhere(v.y), everywhere(v.z)}; }

}  // namespace talus

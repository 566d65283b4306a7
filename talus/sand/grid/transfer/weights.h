#pragma once
#include <algorithm>
#include <cmath>

#include "talus/sand/grid/lattice.h"

namespace talus::sand::grid {

/// Trilinear weights of a position among the eight nearest nodes of a set that is shifted by `shift` cells
/// from the lower corners of the cells.
struct Weights {
    std::size_t first;  ///< index of the lowest of the eight
    double x[2], y[2], z[2];
    Vec3d from;  ///< from the position to the lowest of the eight, in cells
};

/// A particle that is exactly at one of the nodes would give the next one no mass, and so no velocity, and
/// still take the difference of both as its slope: it counts as being a little beside it.
inline double shareOf(double share) {
    constexpr double tiny = 1e-9;
    return std::clamp(share, tiny, 1 - tiny);
}

inline Weights weightsAt(const Lattice& lattice, const Vec3d& in_cells, const Vec3d& shift) {
    const Vec3d q = in_cells - shift;
    const double i = std::floor(q.x), j = std::floor(q.y), k = std::floor(q.z);
    const double x = shareOf(q.x - i), y = shareOf(q.y - j), z = shareOf(q.z - k);
    return {lattice.index(static_cast<int>(i), static_cast<int>(j), static_cast<int>(k)),
            {1 - x, x},
            {1 - y, y},
            {1 - z, z},
            {-x, -y, -z}};
}

/// Where the faces of an axis are in their cells, and (axis 3) the centres of the cells.
inline Vec3d placeInCell(int axis) { return {axis == 0 ? 0 : 0.5, axis == 1 ? 0 : 0.5, axis == 2 ? 0 : 0.5}; }

/// Calls take(index, weight, from) for the eight nodes; `from` is the vector to it from the position, in
/// cells.
template <class Take>
void forEight(const Lattice& lattice, const Weights& w, Take take) {
    for (int c = 0; c < 2; ++c)
        for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a)
                take(w.first + lattice.index(a, b, c), w.x[a] * w.y[b] * w.z[c],
                     Vec3d{w.from.x + a, w.from.y + b, w.from.z + c});
}

}  // namespace talus::sand::grid

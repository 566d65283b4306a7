#pragma once
#include "talus/sand/grid/lattice.h"

namespace talus::sand::grid {

/// How the cells of a grid lie in those of a grid of twice the spacing. An axis with one cell inside the ring
/// stays as it is.
struct CoarseAxis {
    bool same;  ///< not made coarser
    int fine_count;
    bool wraps;
    int own(int i) const { return same ? i : (i + 1) / 2; }  ///< the coarse cell in which a fine one is
    /// The other one that it is interpolated from.
    int other(int i) const { return same ? i : (i % 2 != 0 ? own(i) - 1 : own(i) + 1); }
    int firstChild(int i) const { return same ? i : 2 * i - 1; }
    /// A period of an odd number of cells has one child in its last coarse cell.
    int children(int i) const { return same || (wraps && firstChild(i) == fine_count - 2) ? 1 : 2; }
};

/// The fine cells that a coarse one takes residuals from along an axis: the transpose of the interpolation.
struct Taps {
    int count = 0;
    int child[4];
    double weight[4];
};
inline Taps tapsOf(const CoarseAxis& axis, int at) {
    if (axis.same) return {1, {at}, {1.0}};
    Taps taps;
    const int fine_cells = axis.fine_count - 2, coarse_cells = (fine_cells + 1) / 2;
    const auto inPeriod = [](int i, int cells) { return i < 1 ? i + cells : i > cells ? i - cells : i; };
    for (int i = 2 * at - 2; i <= std::min(2 * at + 1, axis.fine_count - 1); ++i) {
        int child = i;
        double weight = axis.own(i) == at ? 0.75 : 0.25;
        if (axis.wraps) {
            child = inPeriod(i, fine_cells);
            weight =
                0.75 * (axis.own(child) == at) + 0.25 * (inPeriod(axis.other(child), coarse_cells) == at);
            if (weight == 0 ||
                std::find(taps.child, taps.child + taps.count, child) != taps.child + taps.count)
                continue;
        }
        taps.child[taps.count] = child;
        taps.weight[taps.count++] = weight;
    }
    return taps;
}

struct CoarseAxes {
    CoarseAxis x, y, z;
    CoarseAxes(const Lattice& fine, const Lattice& coarse)
        : x{fine.count.x == coarse.count.x, fine.count.x, fine.wraps[0]},
          y{fine.count.y == coarse.count.y, fine.count.y, fine.wraps[1]},
          z{fine.count.z == coarse.count.z, fine.count.z, fine.wraps[2]} {}

    /// Calls take(child, dx, dy, dz) for the fine cells of a coarse one; dx, dy, dz tell which of them.
    template <class Take>
    void forChildren(const Lattice& fine, int i, int j, int k, Take take) const {
        for (int dz = 0; dz < z.children(k); ++dz)
            for (int dy = 0; dy < y.children(j); ++dy)
                for (int dx = 0; dx < x.children(i); ++dx)
                    take(fine.index(x.firstChild(i) + dx, y.firstChild(j) + dy, z.firstChild(k) + dz), dx, dy,
                         dz);
    }
    /// Calls take(coarse cell, weight, whether it is the own one) for those that a fine cell is interpolated
    /// from, linearly between centres.
    template <class Take>
    void forSources(const Lattice& coarse, int i, int j, int k, Take take) const {
        const int xs[2] = {x.own(i), x.other(i)}, ys[2] = {y.own(j), y.other(j)},
                  zs[2] = {z.own(k), z.other(k)};
        const double weight[2] = {0.75, 0.25};
        for (int c = 0; c < (z.same ? 1 : 2); ++c)
            for (int b = 0; b < (y.same ? 1 : 2); ++b)
                for (int a = 0; a < (x.same ? 1 : 2); ++a)
                    take(coarse.index(xs[a], ys[b], zs[c]),
                         (x.same ? 1 : weight[a]) * (y.same ? 1 : weight[b]) * (z.same ? 1 : weight[c]),
                         a + b + c == 0);
    }
};

inline int coarseCount(int count) { return count > 3 ? (count - 1) / 2 + 2 : count; }
/// The grid of twice the spacing that covers the inside of the ring.
inline Lattice coarser(const Lattice& fine) {
    return {fine.low,
            {coarseCount(fine.count.x), coarseCount(fine.count.y), coarseCount(fine.count.z)},
            2 * fine.spacing,
            fine.origin,
            fine.wraps};
}
inline std::size_t cellsInside(const Lattice& l) {
    return static_cast<std::size_t>(l.count.x - 2) * static_cast<std::size_t>(l.count.y - 2) *
           static_cast<std::size_t>(l.count.z - 2);
}

}  // namespace talus::sand::grid

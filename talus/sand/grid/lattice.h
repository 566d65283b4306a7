#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "talus/exec/for_each.h"
#include "talus/exec/view.h"
#include "talus/math/vec.h"

namespace talus::sand::grid {

/// A box of cubic cells. Cells have whole-number indices on one unbounded grid, whose cell (0, 0, 0) has its
/// lower corner at `origin`, so that results do not depend on the box. The outermost cells are a ring that
/// nothing is solved in: every other cell has all its neighbours in the arrays. Along an axis that repeats
/// the cells inside the ring are one period (wrap.h).
///
/// All arrays have one value a cell, x running fastest. A face belongs to the cell of which it is the lower
/// side, an edge to the cell of which it is the lower side along both axes that it is not parallel to.
struct Lattice {
    Vec3i low;                    ///< index of the first cell
    Vec3i count;                  ///< cells along each axis, with the ring
    double spacing = 0;           ///< edge of a cell [m]
    Vec3d origin{};               ///< a corner of cells [m]
    std::array<bool, 3> wraps{};  ///< axes that repeat

    std::size_t cells() const {
        return static_cast<std::size_t>(count.x) * static_cast<std::size_t>(count.y) *
               static_cast<std::size_t>(count.z);
    }
    /// Distance in the arrays between neighbours along an axis (0, 1, 2).
    std::size_t stride(int axis) const {
        const std::size_t x = static_cast<std::size_t>(count.x);
        return axis == 0 ? 1 : axis == 1 ? x : x * static_cast<std::size_t>(count.y);
    }
    /// Cells along an axis, with the ring.
    std::size_t along(int axis) const {
        return static_cast<std::size_t>(axis == 0 ? count.x : axis == 1 ? count.y : count.z);
    }
    /// Whether a cell is a copy of another one, in the ring of an axis that repeats.
    bool isCopy(std::size_t c) const {
        for (int a = 0; a < 3; ++a) {
            if (!wraps[static_cast<std::size_t>(a)]) continue;
            const std::size_t at = c / stride(a) % along(a);
            if (at == 0 || at + 1 == along(a)) return true;
        }
        return false;
    }
    /// The cell inside the ring that a cell in the ring of an axis that repeats is a copy of; else itself.
    std::size_t inPeriod(std::size_t c) const {
        for (int a = 0; a < 3; ++a) {
            if (!wraps[static_cast<std::size_t>(a)]) continue;
            const std::size_t at = c / stride(a) % along(a), period = (along(a) - 2) * stride(a);
            if (at == 0) c += period;
            if (at + 1 == along(a)) c -= period;
        }
        return c;
    }
    /// Index of a cell, counted from the first.
    std::size_t index(int i, int j, int k) const {
        return static_cast<std::size_t>(i) + stride(1) * static_cast<std::size_t>(j) +
               stride(2) * static_cast<std::size_t>(k);
    }
    double volume() const { return spacing * spacing * spacing; }  ///< of a cell [m^3]
    double area() const { return spacing * spacing; }              ///< of a face [m^2]
    /// A position in cells from the lower corner of the first cell.
    Vec3d inCells(const Vec3d& x) const {
        Vec3d q = (x - origin) / spacing -
                  Vec3d{static_cast<double>(low.x), static_cast<double>(low.y), static_cast<double>(low.z)};
        // Round-off may put what is just below the upper side of a period on it.
        const auto below = [](double& at, bool repeats, int cells) {
            if (repeats) at = std::min(at, std::nextafter(static_cast<double>(cells - 1), 0.0));
        };
        below(q.x, wraps[0], count.x);
        below(q.y, wraps[1], count.y);
        below(q.z, wraps[2], count.z);
        return q;
    }
    /// The position of a point given in cells from the lower corner of the first cell [m].
    Vec3d position(const Vec3d& in_cells) const {
        return origin + (in_cells + Vec3d{static_cast<double>(low.x), static_cast<double>(low.y),
                                          static_cast<double>(low.z)}) *
                            spacing;
    }
    /// The middle of the lower face along an axis of the cell with an index [m].
    Vec3d facePosition(int axis, std::size_t f) const {
        const auto at = [](std::size_t i, bool face) { return static_cast<double>(i) + (face ? 0 : 0.5); };
        return position({at(f % stride(1), axis == 0), at(f % stride(2) / stride(1), axis == 1),
                         at(f / stride(2), axis == 2)});
    }
    bool operator==(const Lattice&) const = default;
};

/// A component by its number: 0, 1, 2.
inline double component(const Vec3d& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
inline void setComponent(Vec3d& v, int axis, double value) {
    (axis == 0 ? v.x : axis == 1 ? v.y : v.z) = value;
}

/// Calls kernel(c, i, j, k) for every cell inside the ring; c is its index. Each row of cells along x is done
/// by one thread.
template <class Kernel>
void forCells(const exec::Exec& exec, const Lattice& lattice, Kernel kernel) {
    const int nx = lattice.count.x, ny = lattice.count.y - 2, nz = lattice.count.z - 2;
    if (nx < 3 || ny < 1 || nz < 1) return;
    const std::size_t rows = static_cast<std::size_t>(ny) * static_cast<std::size_t>(nz);
    const std::size_t grain = std::max<std::size_t>(1, exec::default_grain / static_cast<std::size_t>(nx));
    exec::for_each_range(
        exec, rows,
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                const int j = 1 + static_cast<int>(row % static_cast<std::size_t>(ny));
                const int k = 1 + static_cast<int>(row / static_cast<std::size_t>(ny));
                const std::size_t first = lattice.index(0, j, k);
                for (int i = 1; i < nx - 1; ++i) kernel(first + static_cast<std::size_t>(i), i, j, k);
            }
        },
        grain);
}

/// For each row of cells along x inside the ring, the part of it that matters: [begin, end).
struct Spans {
    struct Span {
        int begin = 1, end = 1;
    };
    std::vector<Span> of;
};

/// The shortest spans with all cells that matter(c) accepts.
template <class Matters>
void findSpans(const exec::Exec& exec, const Lattice& lattice, Matters matters, Spans& spans) {
    const std::size_t ny = static_cast<std::size_t>(std::max(0, lattice.count.y - 2)),
                      nz = static_cast<std::size_t>(std::max(0, lattice.count.z - 2));
    spans.of.assign(ny * nz, {});
    exec::for_each(
        exec, spans.of.size(),
        [&](std::size_t row) {
            const std::size_t first =
                lattice.index(0, 1 + static_cast<int>(row % ny), 1 + static_cast<int>(row / ny));
            Spans::Span span{1, lattice.count.x - 1};
            const auto at = [&](int i) { return matters(first + static_cast<std::size_t>(i)); };
            while (span.begin < span.end && !at(span.begin)) ++span.begin;
            while (span.end > span.begin && !at(span.end - 1)) --span.end;
            spans.of[row] = span;
        },
        std::max<std::size_t>(1, exec::default_grain / static_cast<std::size_t>(lattice.count.x)));
}

/// Calls kernel(first, begin, end, j, k) for each row with cells that matter; `first` is the index of its
/// cell 0.
template <class Kernel>
void forSpans(const exec::Exec& exec, const Lattice& lattice, const Spans& spans, Kernel kernel) {
    const std::size_t ny = static_cast<std::size_t>(std::max(1, lattice.count.y - 2));
    exec::for_each(
        exec, spans.of.size(),
        [&](std::size_t row) {
            const Spans::Span& span = spans.of[row];
            if (span.begin >= span.end) return;
            const int j = 1 + static_cast<int>(row % ny), k = 1 + static_cast<int>(row / ny);
            kernel(lattice.index(0, j, k), span.begin, span.end, j, k);
        },
        std::max<std::size_t>(1, exec::default_grain / static_cast<std::size_t>(lattice.count.x)));
}

/// Calls kernel(c) for the cells of all spans.
template <class Kernel>
void forCellsOf(const exec::Exec& exec, const Lattice& lattice, const Spans& spans, Kernel kernel) {
    forSpans(exec, lattice, spans, [&](std::size_t first, int begin, int end, int, int) {
        for (std::size_t c = first + static_cast<std::size_t>(begin);
             c < first + static_cast<std::size_t>(end); ++c)
            kernel(c);
    });
}

/// One value for each axis.
template <class T>
struct PerAxis {
    T of[3];
    T& operator[](int axis) { return of[axis]; }
    const T& operator[](int axis) const { return of[axis]; }
};

/// Values on the faces of a lattice: one array for each axis that faces are perpendicular to.
using Faces = PerAxis<std::vector<double>>;

}  // namespace talus::sand::grid

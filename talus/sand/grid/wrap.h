#pragma once
#include "talus/sand/grid/lattice.h"

/// Periodic sides. Along an axis that repeats, the ring of the lattice holds copies of the cells on the
/// opposite side, so that kernels find all their neighbours. Unknowns of solves are the cells inside the
/// ring.
namespace talus::sand::grid {

/// Calls kernel(axis, low, first, last, high) for each row of cells along each axis that repeats: the indices
/// of the lower cell of the ring, the first and the last cell inside, and the upper cell of the ring.
template <class Kernel>
void forSeams(const exec::Exec& exec, const Lattice& l, Kernel kernel) {
    for (int a = 0; a < 3; ++a) {
        if (!l.wraps[static_cast<std::size_t>(a)]) continue;
        const int b = a == 0 ? 1 : 0, d = a == 2 ? 1 : 2;
        const std::size_t stride = l.stride(a), of_b = l.stride(b), of_d = l.stride(d), nb = l.along(b);
        const std::size_t inside = (l.along(a) - 2) * stride;
        exec::for_each(exec, nb * l.along(d), [&](std::size_t at) {
            const std::size_t low = at % nb * of_b + at / nb * of_d;
            kernel(a, low, low + stride, low + inside, low + inside + stride);
        });
    }
}

/// Copies the values of the cells, faces or edges inside to the ring.
template <class T>
void wrapRing(const exec::Exec& exec, const Lattice& l, T* v) {
    forSeams(exec, l, [v](int, std::size_t low, std::size_t first, std::size_t last, std::size_t high) {
        v[low] = v[last];
        v[high] = v[first];
    });
}
template <class T>
void wrapRing(const exec::Exec& exec, const Lattice& l, std::vector<T>& v) {
    if (!v.empty()) wrapRing(exec, l, v.data());
}
template <class T>
void wrapRing(const exec::Exec& exec, const Lattice& l, PerAxis<std::vector<T>>& v) {
    for (std::vector<T>& of_axis : v.of) wrapRing(exec, l, of_axis);
}
/// The same for several values a cell, one array after another.
inline void wrapParts(const exec::Exec& exec, const Lattice& l, exec::View<double> parts) {
    for (std::size_t at = 0; at < parts.size(); at += l.cells()) wrapRing(exec, l, &parts[at]);
}

/// Adds what sums have in the ring to the cells that it stands for, and copies these to the ring.
inline void foldRing(const exec::Exec& exec, const Lattice& l, std::vector<double>& v) {
    forSeams(exec, l, [&v](int, std::size_t low, std::size_t first, std::size_t last, std::size_t high) {
        v[last] += v[low];
        v[first] += v[high];
    });
    wrapRing(exec, l, v);
}

/// Sets the ring to zero, as solves need it.
inline void clearRing(const exec::Exec& exec, const Lattice& l, exec::View<double> v) {
    forSeams(exec, l, [&v](int, std::size_t low, std::size_t, std::size_t, std::size_t high) {
        v[low] = v[high] = 0;
    });
}

}  // namespace talus::sand::grid

#include "talus/sand/grid/solve/multigrid.h"

#include "talus/sand/grid/solve/coarse_axes.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

constexpr std::size_t few_cells = 64;  ///< the coarsest grid has at most so many inside its ring
constexpr int coarsest_sweeps = 12;
/// Share of the conductance to cells of zero pressure that a coarse grid keeps. Between 1/2, right where such
/// cells fill coarse cells, and 1; fitted to the number of iterations of columns and balls.
constexpr double held_share = 0.75;

}  // namespace

template <class Real>
void Multigrid<Real>::finish(const exec::Exec& exec, Level& level) {
    const std::size_t n = level.lattice.cells();
    findSpans(
        exec, level.lattice, [&](std::size_t c) { return level.cells[c] == Cell::Free; }, level.spans);
    for (int a = 0; a < 3; ++a) {
        // A period of one cell is its own neighbour: nothing flows.
        if (level.lattice.wraps[static_cast<std::size_t>(a)] && level.lattice.along(a) == 3)
            level.conductance[a].assign(n, 0);
        wrapRing(exec, level.lattice, level.conductance[a]);
    }
    level.inverse.assign(n, 0);
    level.right.assign(n, 0);
    level.x.assign(n, 0);
    level.residual.assign(n, 0);
    forCells(exec, level.lattice, [&](std::size_t c, int, int, int) {
        if (level.cells[c] != Cell::Free) return;
        Real sum = level.held[c];
        for (int a = 0; a < 3; ++a)
            sum += level.conductance[a][c] + level.conductance[a][c + level.lattice.stride(a)];
        level.inverse[c] = sum > 0 ? 1 / sum : 0;
    });
}

template <class Real>
void Multigrid<Real>::build(const exec::Exec& exec, const Lattice& lattice,
                            const PerAxis<exec::View<const double>>& conductance,
                            exec::View<const Cell> cells) {
    if (levels_.empty()) levels_.emplace_back();
    Level& top = levels_[0];
    const std::size_t n = lattice.cells();
    top.lattice = lattice;
    top.cells.assign(cells.begin(), cells.end());
    top.held.assign(n, 0);
    for (int a = 0; a < 3; ++a) top.conductance[a].assign(n, 0);
    forCells(exec, lattice, [&](std::size_t c, int, int, int) {
        if (cells[c] != Cell::Free) return;
        for (int a = 0; a < 3; ++a) {
            const std::size_t stride = lattice.stride(a);
            const Real below = static_cast<Real>(conductance[a][c]),
                       above = static_cast<Real>(conductance[a][c + stride]);
            if (cells[c - stride] == Cell::Free) top.conductance[a][c] = below;
            if (cells[c - stride] == Cell::Zero) top.held[c] += below;
            if (cells[c + stride] == Cell::Zero) top.held[c] += above;
        }
    });
    finish(exec, top);
    used_ = 1;
    for (;;) {
        const Lattice fine = levels_[used_ - 1].lattice;
        if (cellsInside(fine) <= few_cells) break;
        if (levels_.size() == used_) levels_.emplace_back();
        levels_[used_].lattice = coarser(fine);
        coarsen(exec, levels_[used_ - 1], levels_[used_]);
        ++used_;
    }
}

template <class Real>
void Multigrid<Real>::coarsen(const exec::Exec& exec, const Level& fine, Level& coarse) {
    const Lattice &f = fine.lattice, &l = coarse.lattice;
    const CoarseAxes axes(f, l);
    const std::size_t n = l.cells();
    coarse.cells.assign(n, Cell::Wall);
    coarse.held.assign(n, 0);
    for (int a = 0; a < 3; ++a) coarse.conductance[a].assign(n, 0);
    // The ring keeps the kind of the ring: what is beyond it is empty or wall.
    for (int k = 0; k < l.count.z; ++k)
        for (int j = 0; j < l.count.y; ++j)
            for (int i = 0; i < l.count.x; ++i) {
                const bool ring = i == 0 || j == 0 || k == 0 || i == l.count.x - 1 || j == l.count.y - 1 ||
                                  k == l.count.z - 1;
                if (!ring) continue;
                const int x = std::clamp(axes.x.firstChild(i), 0, f.count.x - 1),
                          y = std::clamp(axes.y.firstChild(j), 0, f.count.y - 1),
                          z = std::clamp(axes.z.firstChild(k), 0, f.count.z - 1);
                coarse.cells[l.index(i, j, k)] = fine.cells[f.index(x, y, z)];
            }
    forCells(exec, l, [&](std::size_t c, int i, int j, int k) {
        bool any_free = false, any_zero = false;
        Real held = 0;
        PerAxis<Real> below{};
        axes.forChildren(f, i, j, k, [&](std::size_t child, int dx, int dy, int dz) {
            any_free |= fine.cells[child] == Cell::Free;
            any_zero |= fine.cells[child] == Cell::Zero;
            held += fine.held[child];
            if (dx == 0) below[0] += fine.conductance[0][child];
            if (dy == 0) below[1] += fine.conductance[1][child];
            if (dz == 0) below[2] += fine.conductance[2][child];
        });
        coarse.cells[c] = any_free ? Cell::Free : any_zero ? Cell::Zero : Cell::Wall;
        coarse.held[c] = static_cast<Real>(held_share) * held;
        for (int a = 0; a < 3; ++a) coarse.conductance[a][c] = static_cast<Real>(0.5) * below[a];
    });
    wrapRing(exec, l, coarse.cells);
    finish(exec, coarse);
}

/// One half of the cells, those with i + j + k of one parity, each set so that its own equation holds.
template <class Real>
void Multigrid<Real>::half(const exec::Exec& exec, Level& level, int parity) {
    const Lattice& l = level.lattice;
    const std::size_t sy = l.stride(1), sz = l.stride(2);
    const Real *ax = level.conductance[0].data(), *ay = level.conductance[1].data(),
               *az = level.conductance[2].data(), *inverse = level.inverse.data(), *r = level.right.data();
    Real* x = level.x.data();
    wrapRing(exec, l, x);
    forSpans(exec, l, level.spans, [&](std::size_t first, int begin, int end, int j, int k) {
        for (int i = begin + ((begin + j + k + parity) & 1); i < end; i += 2) {
            const std::size_t c = first + static_cast<std::size_t>(i);
            x[c] = inverse[c] * (r[c] + ax[c] * x[c - 1] + ax[c + 1] * x[c + 1] + ay[c] * x[c - sy] +
                                 ay[c + sy] * x[c + sy] + az[c] * x[c - sz] + az[c + sz] * x[c + sz]);
        }
    });
}

template <class Real>
void Multigrid<Real>::restrictTo(const exec::Exec& exec, const Level& fine, Level& coarse) {
    const Lattice &f = fine.lattice, &l = coarse.lattice;
    const CoarseAxes axes(f, l);
    forCells(exec, l, [&](std::size_t c, int i, int j, int k) {
        coarse.x[c] = 0;
        coarse.right[c] = 0;
        if (coarse.cells[c] != Cell::Free) return;
        const Taps x_taps = tapsOf(axes.x, i), y_taps = tapsOf(axes.y, j), z_taps = tapsOf(axes.z, k);
        double sum = 0;
        for (int w = 0; w < z_taps.count; ++w)
            for (int v = 0; v < y_taps.count; ++v) {
                const double of_row = z_taps.weight[w] * y_taps.weight[v];
                const std::size_t row = f.index(0, y_taps.child[v], z_taps.child[w]);
                for (int u = 0; u < x_taps.count; ++u)
                    sum +=
                        of_row * x_taps.weight[u] *
                        static_cast<double>(fine.residual[row + static_cast<std::size_t>(x_taps.child[u])]);
            }
        for (int dz = 0; dz < axes.z.children(k); ++dz)
            for (int dy = 0; dy < axes.y.children(j); ++dy)
                for (int dx = 0; dx < axes.x.children(i); ++dx) {
                    const int x = axes.x.firstChild(i) + dx, y = axes.y.firstChild(j) + dy,
                              z = axes.z.firstChild(k) + dz;
                    const double r = static_cast<double>(fine.residual[f.index(x, y, z)]);
                    if (r == 0) continue;
                    axes.forSources(l, x, y, z, [&](std::size_t source, double share, bool) {
                        if (coarse.cells[source] == Cell::Wall) sum += share * r;
                    });
                }
        coarse.right[c] = static_cast<Real>(sum);
    });
}

template <class Real>
void Multigrid<Real>::interpolateTo(const exec::Exec& exec, const Level& coarse, Level& fine) {
    const CoarseAxes axes(fine.lattice, coarse.lattice);
    const auto interpolate = [&](std::size_t c, int i, int j, int k) {
        if (fine.cells[c] != Cell::Free) return;
        Real own = 0;
        double sum = 0;
        axes.forSources(coarse.lattice, i, j, k, [&](std::size_t source, double share, bool is_own) {
            if (is_own) own = coarse.x[source];
            sum += share * static_cast<double>(coarse.cells[source] == Cell::Wall ? own : coarse.x[source]);
        });
        fine.x[c] += static_cast<Real>(sum);
    };
    forSpans(exec, fine.lattice, fine.spans, [&](std::size_t first, int begin, int end, int j, int k) {
        for (int i = begin; i < end; ++i) interpolate(first + static_cast<std::size_t>(i), i, j, k);
    });
}

template <class Real>
void Multigrid<Real>::solve(const exec::Exec& exec, std::size_t at) {
    Level& level = levels_[at];
    if (at + 1 == used_) {
        for (int s = 0; s < coarsest_sweeps; ++s)
            for (const int parity : {0, 1}) half(exec, level, parity);
        for (int s = 0; s < coarsest_sweeps; ++s)
            for (const int parity : {1, 0}) half(exec, level, parity);
        return;
    }
    for (int s = 0; s < sweeps; ++s)
        for (const int parity : {0, 1}) half(exec, level, parity);
    const Lattice& l = level.lattice;
    wrapRing(exec, l, level.x);
    const std::size_t sy = l.stride(1), sz = l.stride(2);
    const Real *ax = level.conductance[0].data(), *ay = level.conductance[1].data(),
               *az = level.conductance[2].data(), *x = level.x.data();
    forCellsOf(exec, l, level.spans, [&](std::size_t c) {
        if (level.inverse[c] == 0) {
            level.residual[c] = 0;
            return;
        }
        level.residual[c] = level.right[c] - x[c] / level.inverse[c] + ax[c] * x[c - 1] +
                            ax[c + 1] * x[c + 1] + ay[c] * x[c - sy] + ay[c + sy] * x[c + sy] +
                            az[c] * x[c - sz] + az[c + sz] * x[c + sz];
    });
    restrictTo(exec, level, levels_[at + 1]);
    solve(exec, at + 1);
    wrapRing(exec, levels_[at + 1].lattice, levels_[at + 1].x);
    interpolateTo(exec, levels_[at + 1], level);
    for (int s = 0; s < sweeps; ++s)
        for (const int parity : {1, 0}) half(exec, level, parity);
}

template <class Real>
void Multigrid<Real>::cycle(const exec::Exec& exec, exec::View<const double> r, exec::View<double> z) {
    Level& top = levels_[0];
    exec::for_each(exec, r.size(), [&](std::size_t c) {
        top.right[c] = static_cast<Real>(r[c]);
        top.x[c] = 0;
    });
    solve(exec, 0);
    exec::for_each(exec, r.size(), [&](std::size_t c) { z[c] = static_cast<double>(top.x[c]); });
    clearRing(exec, top.lattice, z);
}

template class Multigrid<float>;
template class Multigrid<double>;

}  // namespace talus::sand::grid

#include "talus/sand/grid/solve/pressure.h"

#include "talus/sand/grid/solve/coarse_axes.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {

PressureProblem::PressureProblem(const exec::Exec& exec, const Lattice& lattice, const Faces& conductance,
                                 const std::vector<Cell>& cells, const PushedBodies& bodies)
    : exec_(exec), lattice_(lattice), conductance_(conductance), cells_(cells), bodies_(bodies) {
    diagonal_.assign(lattice.cells(), 0);
    now_ = cells;
    findSpans(
        exec, lattice, [&](std::size_t c) { return cells[c] == Cell::Free; }, spans_);
    forCells(exec, lattice, [&](std::size_t c, int, int, int) {
        if (cells[c] != Cell::Free) return;
        for (int a = 0; a < 3; ++a) diagonal_[c] += conductance[a][c] + conductance[a][c + lattice.stride(a)];
    });
    if (bodies.rows == nullptr) return;
    of_bodies_ = diagonalOf(*bodies.rows, bodies.dt);
    std::size_t at = 0;
    for (const BodyRows& body : *bodies.rows)
        for (const std::uint32_t c : body.unknowns) diagonal_[c] += of_bodies_[at++];
    at = 0;
    for (const BodyRows& body : *bodies.rows)
        for (const std::uint32_t c : body.unknowns) norm_ += of_bodies_[at++] / diagonal_[c];
}

void PressureProblem::apply(exec::View<const double> x, exec::View<double> y) const {
    const std::size_t sy = lattice_.stride(1), sz = lattice_.stride(2);
    const double *ax = conductance_[0].data(), *ay = conductance_[1].data(), *az = conductance_[2].data();
    const double *v = x.data(), *d = diagonal_.data();
    forCellsOf(exec_, lattice_, spans_, [&](std::size_t c) {
        // x = 0 where a cell is not Free, so that those neighbours need no test.
        y[c] = cells_[c] != Cell::Free
                   ? 0
                   : d[c] * v[c] - ax[c] * v[c - 1] - ax[c + 1] * v[c + 1] - ay[c] * v[c - sy] -
                         ay[c + sy] * v[c + sy] - az[c] * v[c - sz] - az[c + sz] * v[c + sz];
    });
    // The ring is zero: along axes that repeat the last cell is a neighbour of the first.
    forSeams(exec_, lattice_, [&](int a, std::size_t, std::size_t first, std::size_t last, std::size_t) {
        if (cells_[first] != Cell::Free || cells_[last] != Cell::Free) return;
        y[first] -= conductance_[a][first] * x[last];
        y[last] -= conductance_[a][first] * x[first];
    });
    if (bodies_.rows == nullptr) return;
    // The diagonal has the bodies' part, which addMotions() gives too.
    std::size_t at = 0;
    for (const BodyRows& body : *bodies_.rows)
        for (const std::uint32_t c : body.unknowns) y[c] -= of_bodies_[at++] * x[c];
    addMotions(*bodies_.rows, motionsBy(*bodies_.rows, bodies_.dt, x), y);
}

void PressureProblem::setFree(exec::View<const std::uint8_t> free) {
    exec::for_each(exec_, free.size(), [&](std::size_t c) {
        now_[c] = free[c] != 0 ? Cell::Free : cells_[c] == Cell::Wall ? Cell::Wall : Cell::Zero;
    });
    wrapRing(exec_, lattice_, now_);
    const auto view = [](const std::vector<double>& v) {
        return exec::View<const double>(v.data(), v.size());
    };
    multigrid_.build(exec_, lattice_, {view(conductance_[0]), view(conductance_[1]), view(conductance_[2])},
                     {now_.data(), now_.size()});
}

namespace {

constexpr std::size_t smallest = 512;  ///< cells of a grid that is solved without a coarser one
constexpr Stop of_start{1e-2, 40};     ///< of a solution that only starts another: as exact as its grid

/// Sets one half of the cells, then the other, so that each one's own equation or bound holds.
void sweep(const exec::Exec& exec, const Lattice& l, const Faces& conductance,
           exec::View<const double> diagonal, exec::View<const double> b, exec::View<const double> low,
           exec::View<const double> high, exec::View<double> p) {
    const std::size_t stride[3] = {l.stride(0), l.stride(1), l.stride(2)};
    for (const int parity : {0, 1}) {
        wrapRing(exec, l, p.data());
        forCells(exec, l, [&](std::size_t c, int i, int j, int k) {
            if (((i + j + k) & 1) != parity || !(low[c] < high[c])) return;
            double sum = b[c];
            for (int a = 0; a < 3; ++a)
                sum +=
                    conductance[a][c] * p[c - stride[a]] + conductance[a][c + stride[a]] * p[c + stride[a]];
            p[c] = std::min(std::max(sum / diagonal[c], low[c]), high[c]);
        });
    }
    clearRing(exec, l, p);
}

constexpr int start_sweeps = 3;

double valueOf(const exec::Exec& exec, const PressureProblem& problem, exec::View<const double> b,
               exec::View<const double> p, std::vector<double>& product) {
    product.resize(p.size());
    problem.apply(p, {product.data(), product.size()});
    return exec::sum(exec, p.size(), 0.0, [&](std::size_t c) { return p[c] * (0.5 * product[c] - b[c]); });
}

/// A start on this grid from the solution on a coarser one.
void startFromCoarse(const exec::Exec& exec, const Lattice& fine, const Faces& conductance,
                     const std::vector<Cell>& cells, exec::View<const double> b, exec::View<const double> low,
                     exec::View<const double> high, exec::View<double> p) {
    const Lattice l = coarser(fine);
    const CoarseAxes axes(fine, l);
    const std::size_t n = l.cells();
    std::vector<Cell> kind(n, Cell::Zero);
    Faces between;
    for (int a = 0; a < 3; ++a) between[a].assign(n, 0);
    std::vector<double> right(n, 0), least(n, 0), most(n, 0), x(n, 0);
    forCells(exec, l, [&](std::size_t c, int i, int j, int k) {
        bool any_free = false, any_zero = false;
        double floor = -bounded::infinity, ceiling = bounded::infinity;
        axes.forChildren(fine, i, j, k, [&](std::size_t child, int dx, int dy, int dz) {
            any_zero |= cells[child] == Cell::Zero;
            if (cells[child] == Cell::Free) {
                any_free = true;
                right[c] += b[child];
                floor = std::max(floor, low[child]);
                ceiling = std::min(ceiling, high[child]);
            }
            if (dx == 0) between[0][c] += 0.5 * conductance[0][child];
            if (dy == 0) between[1][c] += 0.5 * conductance[1][child];
            if (dz == 0) between[2][c] += 0.5 * conductance[2][child];
        });
        kind[c] = any_free ? Cell::Free : any_zero ? Cell::Zero : Cell::Wall;
        least[c] = any_free ? floor : 0;
        most[c] = any_free ? ceiling : 0;
    });
    wrapRing(exec, l, kind);
    wrapRing(exec, l, between);
    BoundedScratch scratch;
    solvePressure(exec, l, between, kind, {right.data(), n}, {least.data(), n}, {most.data(), n},
                  {x.data(), n}, of_start, scratch);
    wrapRing(exec, l, x);
    forCells(exec, fine, [&](std::size_t c, int i, int j, int k) {
        p[c] = 0;
        if (cells[c] != Cell::Free) return;
        double sum = 0, own = 0;
        axes.forSources(l, i, j, k, [&](std::size_t source, double share, bool is_own) {
            if (is_own) own = x[source];
            sum += share * (kind[source] == Cell::Wall ? own : x[source]);
        });
        p[c] = std::min(std::max(sum, low[c]), high[c]);
    });
}

}  // namespace

Solved solvePressure(const exec::Exec& exec, const Lattice& lattice, const Faces& conductance,
                     const std::vector<Cell>& cells, exec::View<const double> b, exec::View<const double> low,
                     exec::View<const double> high, exec::View<double> p, const Stop& stop,
                     BoundedScratch& scratch, const PushedBodies& bodies) {
    PressureProblem problem(exec, lattice, conductance, cells, bodies);
    // A cell without any open face has no equation; its pressure is zero.
    std::vector<double> floor(low.begin(), low.end()), ceiling(high.begin(), high.end());
    bool bounds = false;
    for (std::size_t c = 0; c < p.size(); ++c) {
        if (problem.diagonal()[c] == 0) floor[c] = ceiling[c] = 0;
        bounds |= floor[c] < ceiling[c] && (floor[c] > -bounded::infinity || ceiling[c] < bounded::infinity);
    }
    problem.fillDiagonal();
    const exec::View<const double> least(floor.data(), floor.size()), most(ceiling.data(), ceiling.size());
    exec::for_each(exec, p.size(),
                   [&](std::size_t c) { p[c] = std::min(std::max(p[c], least[c]), most[c]); });
    if (bounds && cellsInside(lattice) > smallest) {
        std::vector<double> start(p.size()), product;
        const exec::View<double> from(start.data(), start.size());
        startFromCoarse(exec, lattice, conductance, cells, b, least, most, from);
        for (int i = 0; i < start_sweeps; ++i)
            sweep(exec, lattice, conductance, problem.diagonal(), b, least, most, from);
        if (valueOf(exec, problem, b, from, product) < valueOf(exec, problem, b, p, product))
            exec::for_each(exec, p.size(), [&](std::size_t c) { p[c] = start[c]; });
    }
    return solveBounded(exec, problem, b, least, most, p, stop, scratch);
}

}  // namespace talus::sand::grid

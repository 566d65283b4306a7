// The solves of sand on a grid: a pool in a box of n^3 cells for the pressure, and a step of a column that
// begins to fall for all of it. Iterations and time a cell.
#include <benchmark/benchmark.h>

#include <cmath>

#include "talus/exec/exec.h"
#include "talus/sand/grid/narain.h"
#include "talus/sand/grid/solve/pressure.h"

namespace talus::sand::grid {
namespace {

/// A pool with a wavy surface round a ball, and sources of both signs.
struct Pool {
    Lattice lattice;
    Faces conductance;
    std::vector<Cell> cells;
    std::vector<double> b, low, high;

    Pool(int n, bool bounds) : lattice{{0, 0, 0}, {n + 2, n + 2, n + 2}, 1.0 / n} {
        const std::size_t all = lattice.cells();
        cells.assign(all, Cell::Wall);
        b.assign(all, 0);
        low = high = b;
        for (int a = 0; a < 3; ++a) conductance[a].assign(all, 0);
        forCells(exec::Exec::serial(), lattice, [&](std::size_t c, int i, int j, int k) {
            const double x = (i - 0.5) / n, y = (j - 0.5) / n, z = (k - 0.5) / n;
            if ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + (z - 0.3) * (z - 0.3) < 0.04) return;
            cells[c] = z < 0.6 + 0.2 * std::sin(6 * x) * std::cos(5 * y) ? Cell::Free : Cell::Zero;
            if (cells[c] != Cell::Free) return;
            low[c] = bounds ? 0 : -bounded::infinity;
            high[c] = bounded::infinity;
            b[c] = std::sin(7 * x + 3) * std::cos(5 * z) + 0.2;
        });
        for (std::size_t c = lattice.stride(2); c < all; ++c)
            for (int a = 0; a < 3; ++a)
                if (cells[c] != Cell::Wall && cells[c - lattice.stride(a)] != Cell::Wall)
                    conductance[a][c] = 1;
    }
};

void pressureSolve(benchmark::State& state) {
    Pool pool(static_cast<int>(state.range(0)), state.range(1) != 0);
    const exec::Exec exec = exec::Exec::cpu(2);
    const auto view = [](std::vector<double>& v) { return exec::View<double>(v.data(), v.size()); };
    Solved solved;
    std::vector<double> p(pool.b.size());
    BoundedScratch scratch;
    for (auto _ : state) {
        std::fill(p.begin(), p.end(), 0);
        solved = solvePressure(exec, pool.lattice, pool.conductance, pool.cells, view(pool.b), view(pool.low),
                               view(pool.high), view(p), {1e-6, 300}, scratch);
    }
    if (!solved.converged) state.SkipWithError("the solve did not converge");
    state.counters["iterations"] = solved.iterations;
    state.counters["ns/cell/iteration"] =
        benchmark::Counter(static_cast<double>(pool.b.size()) * solved.iterations * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The second step of a column of sand, of nx x ny x nz cells, from which the walls are gone.
void narainColumn(benchmark::State& state) {
    const double h = 0.01;
    const Vec3i cells{static_cast<int>(state.range(0)), static_cast<int>(state.range(1)),
                      static_cast<int>(state.range(2))};
    std::vector<Vec3d> position;
    for (int k = 0; k < 2 * cells.z; ++k)
        for (int j = 0; j < 2 * cells.y; ++j)
            for (int i = 0; i < 2 * cells.x; ++i)
                position.push_back(Vec3d{i + 0.5, j + 0.5, k + 0.5} * (h / 2));
    const std::size_t n = position.size();
    std::vector<Vec3f> v(n), dx(n), dy(n), dz(n);
    std::vector<Vec3d> moves(n);
    const Particles particles{{position.data(), n}, {v.data(), n},  {dx.data(), n},
                              {dy.data(), n},       {dz.data(), n}, 1600 * h * h * h / 8};
    const exec::Exec exec = exec::Exec::cpu(2);
    const Matter matter{1600, 0.6, 0};
    const SolidField floor = [](const Vec3d& x) { return SolidAt{x.z, {}, 0.6}; };
    const ThinField thin;
    const StepOf step{exec, matter, floor, thin, {0, 0, -9.81}, 2e-3, h};
    Stresses stresses;
    SandGrid grid;
    NarainReport report;
    const auto advance = [&] {
        report = narainStep(step, {}, particles, stresses, grid, {moves.data(), n});
        for (std::size_t i = 0; i < n; ++i) {
            position[i] += moves[i];
            position[i].z = std::max(position[i].z, 1e-6);
        }
    };
    advance();
    for (auto _ : state) advance();
    state.counters["pressure its"] = report.pressure.iterations;
    state.counters["friction its"] = report.friction.iterations;
    state.counters["friction residual"] = report.friction.residual;
    state.counters["particles"] = static_cast<double>(n);
    state.counters["particle-steps/s"] =
        benchmark::Counter(static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(pressureSolve)
    ->ArgNames({"side", "bounds"})
    ->ArgsProduct({{32, 64, 128}, {0, 1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(narainColumn)
    ->ArgNames({"x", "y", "z"})
    ->Args({16, 16, 16})
    ->Args({32, 32, 32})
    ->Args({50, 30, 60})
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace talus::sand::grid

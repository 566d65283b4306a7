// The solves with bounds and of pressure against dense oracles, and how many iterations they need.
#include <random>

#include "talus/exec/exec.h"
#include "talus/sand/grid/solve/pressure.h"
#include "talus/sand/grid/wrap.h"
#include "tests/sand/grid_oracle.h"

namespace talus::sand::grid {
namespace {

/// A full matrix as a problem, without preconditioner but its diagonal.
struct Dense {
    Matrix a;
    std::vector<double> d;
    explicit Dense(Matrix of) : a(std::move(of)) {
        for (std::size_t i = 0; i < a.size(); ++i) d.push_back(a[i][i]);
    }
    std::size_t size() const { return a.size(); }
    exec::View<const double> diagonal() const { return {d.data(), d.size()}; }
    double norm() const {
        double most = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            double sum = 0;
            for (const double v : a[i]) sum += std::abs(v) / d[i];
            most = std::max(most, sum);
        }
        return most;
    }
    void apply(exec::View<const double> x, exec::View<double> y) const {
        for (std::size_t i = 0; i < a.size(); ++i) {
            y[i] = 0;
            for (std::size_t j = 0; j < a.size(); ++j) y[i] += a[i][j] * x[j];
        }
    }
    void setFree(exec::View<const std::uint8_t>) {}
    void precondition(exec::View<const double> r, exec::View<double> z) const {
        for (std::size_t i = 0; i < d.size(); ++i) z[i] = r[i] / d[i];
    }
};

TEST(GridSolve, FindsTheMinimumWithinBoundsOfRandomMatrices) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int round = 0; round < 5; ++round) {
        const std::size_t n = 60;
        Matrix half(n, std::vector<double>(n)), a(n, std::vector<double>(n));
        for (auto& row : half)
            for (double& v : row) v = number(random);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                for (std::size_t k = 0; k < n; ++k) a[i][j] += half[i][k] * half[j][k];
                if (i == j) a[i][j] += 5;
            }
        std::vector<double> b(n), low(n), high(n), x(n, 0);
        for (std::size_t i = 0; i < n; ++i) {
            b[i] = number(random);
            low[i] = i % 7 == 0 ? 0 : -0.01;
            high[i] = i % 3 == 0 ? bounded::infinity : i % 7 == 0 ? 0 : 0.02;
        }
        Dense problem(a);
        BoundedScratch scratch;
        const Solved solved = solveBounded(exec::Exec::serial(), problem, viewOf(b), viewOf(low),
                                           viewOf(high), viewOf(x), {1e-12, 2000}, scratch);
        EXPECT_TRUE(solved.converged) << solved.residual;
        const std::vector<double> right = oracle(a, b, low, high);
        for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(x[i], right[i], 1e-10);
    }
}

/// A box of n^3 cells, open at the top: a pool with a wavy surface, round a ball of wall if asked for. Along
/// x it may repeat.
struct Pool {
    Lattice lattice;
    Faces conductance;
    std::vector<Cell> cells;
    std::vector<double> b, low, high, p;

    Pool(int n, bool ball, bool bounds, bool repeats = false)
        : lattice{{0, 0, 0}, {n + 2, n + 2, n + 2}, 1.0 / n, {}, {repeats, false, false}} {
        const std::size_t all = lattice.cells();
        cells.assign(all, Cell::Wall);
        b.assign(all, 0);
        low = high = p = b;
        for (int a = 0; a < 3; ++a) conductance[a].assign(all, 0);
        forCells(exec::Exec::serial(), lattice, [&](std::size_t c, int i, int j, int k) {
            const double x = (i - 0.5) / n, y = (j - 0.5) / n, z = (k - 0.5) / n;
            if (ball && (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) + (z - 0.3) * (z - 0.3) < 0.04) return;
            cells[c] = z < 0.6 + 0.2 * std::sin(6 * x) * std::cos(5 * y) ? Cell::Free : Cell::Zero;
            if (cells[c] != Cell::Free) return;
            low[c] = bounds ? 0 : -bounded::infinity;
            high[c] = bounded::infinity;
            b[c] = std::sin(7 * x + 3) * std::cos(5 * z) + 0.2;
        });
        wrapRing(exec::Exec::serial(), lattice, cells);
        for (std::size_t c = lattice.stride(2); c < all; ++c)
            for (int a = 0; a < 3; ++a)
                if (cells[c] != Cell::Wall && cells[c - lattice.stride(a)] != Cell::Wall)
                    conductance[a][c] = 1 + 0.5 * std::sin(static_cast<double>(c));
        wrapRing(exec::Exec::serial(), lattice, conductance);
    }
    bool isUnknown(std::size_t c) const { return cells[c] == Cell::Free && !lattice.isCopy(c); }
    Solved solve(const Stop& stop) {
        BoundedScratch scratch;
        return solvePressure(exec::Exec::cpu(2), lattice, conductance, cells, viewOf(b), viewOf(low),
                             viewOf(high), viewOf(p), stop, scratch);
    }
};

void expectTheDenseSolution(Pool pool, bool bounds) {
    const auto exec = exec::Exec::serial();
    PressureProblem problem(exec, pool.lattice, pool.conductance, pool.cells);
    const Matrix a = matrixOf(problem);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (pool.isUnknown(i) && pool.isUnknown(j)) EXPECT_DOUBLE_EQ(a[i][j], a[j][i]);
    const std::vector<double> right = oracle(a, pool.b, pool.low, pool.high);
    EXPECT_TRUE(pool.solve({1e-12, 500}).converged);
    double most = 0;
    for (const double v : right) most = std::max(most, std::abs(v));
    for (std::size_t c = 0; c < right.size(); ++c) EXPECT_NEAR(pool.p[c], right[c], 1e-10 * most);
    // The bounds matter: some cells that are open have no pressure.
    std::size_t none = 0;
    for (std::size_t c = 0; c < right.size(); ++c) none += pool.isUnknown(c) && pool.p[c] == 0;
    EXPECT_EQ(none > 0, bounds);
}

TEST(GridSolve, PressureIsThatOfADenseSolve) {
    for (const bool bounds : {false, true}) expectTheDenseSolution(Pool(6, false, bounds), bounds);
}

// Periods of an even and an odd number of cells, down to one and to three on the coarser grids.
TEST(GridSolve, PressureAlongAPeriodIsThatOfADenseSolve) {
    for (const int n : {5, 6, 7})
        for (const bool bounds : {false, true}) expectTheDenseSolution(Pool(n, false, bounds, true), bounds);
}

// Each row of the matrix sums to what flows to empty cells: so a pressure that is the same all along a period
// moves nothing along it.
TEST(GridSolve, TheLastCellOfAPeriodIsANeighbourOfTheFirst) {
    Pool pool(5, false, false, true);
    const auto exec = exec::Exec::serial();
    PressureProblem problem(exec, pool.lattice, pool.conductance, pool.cells);
    const Matrix a = matrixOf(problem);
    for (std::size_t c = 0; c < a.size(); ++c) {
        if (!pool.isUnknown(c)) continue;
        double sum = 0, empty = 0;
        for (std::size_t d = 0; d < a.size(); ++d)
            if (pool.isUnknown(d)) sum += a[c][d];
        for (int axis = 0; axis < 3; ++axis)
            for (const bool upper : {false, true}) {
                const std::size_t step = pool.lattice.stride(axis), face = upper ? c + step : c;
                if (pool.cells[upper ? c + step : c - step] == Cell::Zero)
                    empty += pool.conductance[axis][face];
            }
        EXPECT_NEAR(sum, empty, 1e-12) << c;
    }
}

TEST(GridSolve, PressureWithABodyIsThatOfADenseSolve) {
    Pool pool(6, false, true);
    const auto exec = exec::Exec::serial();
    std::vector<BodyRows> bodies{BodyRows({{0.5, 0.5, 0.5}, 2, {{3, 0.1, 0}, {0.1, 4, 0}, {0, 0, 5}}})};
    bodies[0].response.carry(0.4, responseAlong({0, 1, 0}, {0.3, 0.2, -0.1}));
    for (std::size_t c = 0; c < pool.cells.size(); c += 5)
        if (pool.cells[c] == Cell::Free) {
            bodies[0].unknowns.push_back(static_cast<std::uint32_t>(c));
            const double x = static_cast<double>(c);
            bodies[0].rows.push_back({std::sin(x), std::cos(x), 0.5, 0.1 * std::sin(3 * x), 0.2, -0.1});
        }
    ASSERT_GT(bodies[0].unknowns.size(), 10u);
    const PushedBodies pushed{&bodies, 0.3};
    PressureProblem problem(exec, pool.lattice, pool.conductance, pool.cells, pushed);
    const Matrix a = matrixOf(problem);
    for (std::size_t i = 0; i < a.size(); ++i)
        if (pool.cells[i] == Cell::Free) EXPECT_NEAR(a[i][i], problem.diagonal()[i], 1e-12);
    const std::vector<double> right = oracle(a, pool.b, pool.low, pool.high);
    BoundedScratch scratch;
    EXPECT_TRUE(solvePressure(exec, pool.lattice, pool.conductance, pool.cells, viewOf(pool.b),
                              viewOf(pool.low), viewOf(pool.high), viewOf(pool.p), {1e-12, 2000}, scratch,
                              pushed)
                    .converged);
    double most = 0;
    for (const double v : right) most = std::max(most, std::abs(v));
    for (std::size_t c = 0; c < right.size(); ++c) EXPECT_NEAR(pool.p[c], right[c], 1e-9 * most);
}

class GridCycle : public testing::TestWithParam<bool> {};

TEST_P(GridCycle, IsSymmetric) {
    Pool pool(13, true, false, GetParam());
    Multigrid<double> multigrid;
    const auto exec = exec::Exec::serial();
    const auto view = [](const std::vector<double>& v) {
        return exec::View<const double>(v.data(), v.size());
    };
    multigrid.build(exec, pool.lattice,
                    {view(pool.conductance[0]), view(pool.conductance[1]), view(pool.conductance[2])},
                    {pool.cells.data(), pool.cells.size()});
    EXPECT_GE(multigrid.levels(), 2u);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    const std::size_t n = pool.cells.size();
    std::vector<double> x(n, 0), y(n, 0), px(n, 0), py(n, 0);
    for (std::size_t c = 0; c < n; ++c)
        if (pool.isUnknown(c)) {
            x[c] = number(random);
            y[c] = number(random);
        }
    multigrid.cycle(exec, viewOf(x), viewOf(px));
    multigrid.cycle(exec, viewOf(y), viewOf(py));
    double xpy = 0, ypx = 0, xpx = 0;
    for (std::size_t c = 0; c < n; ++c) {
        xpy += x[c] * py[c];
        ypx += y[c] * px[c];
        xpx += x[c] * px[c];
    }
    EXPECT_NEAR(xpy, ypx, 1e-12 * xpx);
    EXPECT_GT(xpx, 0);
}

TEST_P(GridCycle, IterationsDoNotGrowWithTheGrid) {
    for (const bool bounds : {false, true}) {
        const int coarse = Pool(16, true, bounds, GetParam()).solve({1e-6, 200}).iterations,
                  fine = Pool(64, true, bounds, GetParam()).solve({1e-6, 200}).iterations;
        EXPECT_LE(fine, coarse + 2) << coarse;
        EXPECT_LE(fine, bounds ? 18 : 8);
    }
}

INSTANTIATE_TEST_SUITE_P(Sides, GridCycle, testing::Values(false, true),
                         [](const auto& repeats) { return repeats.param ? "Periodic" : "Closed"; });

}  // namespace
}  // namespace talus::sand::grid

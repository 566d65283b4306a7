// The solves on the grid against dense oracles, and how many iterations they need.
#include <random>

#include "talus/exec/exec.h"
#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/solve/pressure.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

using Matrix = std::vector<std::vector<double>>;

exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

/// The solution by Gauss-Seidel sweeps with projection, until it stands still.
std::vector<double> oracle(const Matrix& a, const std::vector<double>& b, const std::vector<double>& low,
                           const std::vector<double>& high) {
    std::vector<double> x(b.size(), 0);
    for (int sweep = 0; sweep < 200000; ++sweep) {
        double change = 0;
        for (std::size_t i = 0; i < b.size(); ++i) {
            if (!(low[i] < high[i])) continue;
            double sum = b[i];
            for (std::size_t j = 0; j < b.size(); ++j) sum -= i == j ? 0 : a[i][j] * x[j];
            const double now = std::min(std::max(sum / a[i][i], low[i]), high[i]);
            change = std::max(change, std::abs(now - x[i]));
            x[i] = now;
        }
        if (change < 1e-14) break;
    }
    return x;
}

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

/// The matrix of a problem, column by column.
template <class Problem>
Matrix matrixOf(Problem& problem) {
    const std::size_t n = problem.size();
    Matrix a(n, std::vector<double>(n));
    std::vector<double> e(n, 0), y(n, 0);
    for (std::size_t j = 0; j < n; ++j) {
        e[j] = 1;
        problem.apply(viewOf(e), viewOf(y));
        e[j] = 0;
        for (std::size_t i = 0; i < n; ++i) a[i][j] = y[i];
    }
    return a;
}

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

/// A block of sand of n^3 cells in the middle of nothing.
struct Block {
    Lattice lattice;
    Solids solids;
    Faces inverse_mass, velocity;
    std::vector<double> bound;

    explicit Block(int n, double strength) : lattice{{0, 0, 0}, {n + 4, n + 4, n + 4}, 0.5} {
        sampleSolids(exec::Exec::serial(), lattice, {}, {}, solids);
        const std::size_t all = lattice.cells();
        bound.assign(stress_parts * all, 0);
        for (int a = 0; a < 3; ++a) {
            inverse_mass[a].assign(all, 0);
            velocity[a].assign(all, 0);
        }
        const auto inside = [&](int i, int j, int k) {
            return i >= 2 && j >= 2 && k >= 2 && i < n + 2 && j < n + 2 && k < n + 2;
        };
        forCells(exec::Exec::serial(), lattice, [&](std::size_t c, int i, int j, int k) {
            for (int a = 0; a < 3; ++a) {
                const bool below = inside(i - (a == 0), j - (a == 1), k - (a == 2)), here = inside(i, j, k);
                if (below || here) inverse_mass[a][c] = 1.0 / (below + here + 0.1 * a);
                if (below || here)
                    velocity[a][c] = std::sin(static_cast<double>(3 * c + static_cast<std::size_t>(a)));
            }
            if (!inside(i, j, k)) return;
            for (std::size_t part = 0; part < 2; ++part) bound[part * all + c] = strength;
            for (int a = 0; a < 3; ++a)
                if (inside(i - (a != 0), j - (a != 1), k - (a != 2)))
                    bound[(2 + static_cast<std::size_t>(a)) * all + c] = strength;
        });
    }
};

TEST(GridSolve, FrictionIsThatOfADenseSolve) {
    Block block(3, 0.3);
    const auto exec = exec::Exec::serial();
    FrictionProblem problem(exec, block.lattice, block.solids, block.inverse_mass, block.bound, 0.1);
    const Matrix a = matrixOf(problem);
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_NEAR(a[i][i], problem.diagonal()[i], 1e-14);
        for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR(a[i][j], a[j][i], 1e-15);
    }
    std::vector<double> strain(stress_parts * block.lattice.cells(), 0), b, low, high;
    problem.strain(block.velocity, true, viewOf(strain));
    for (const std::uint32_t i : problem.unknowns()) {
        b.push_back(strain[i]);
        high.push_back(block.bound[i]);
        low.push_back(-block.bound[i]);
    }
    const std::vector<double> right = oracle(a, b, low, high);
    BoundedScratch scratch;
    std::vector<double> s(strain.size(), 0);
    EXPECT_TRUE(solveFriction(exec, problem, block.bound, block.velocity, {1e-10, 5000}, scratch, viewOf(s))
                    .converged);
    // Stresses without force may differ: what they do to the velocities is the same.
    std::vector<double> of_oracle(s.size(), 0);
    for (std::size_t i = 0; i < right.size(); ++i) of_oracle[problem.unknowns()[i]] = right[i];
    Faces by_solve = block.velocity, by_oracle = block.velocity;
    problem.push(viewOf(s), by_solve);
    problem.push(viewOf(of_oracle), by_oracle);
    for (int d = 0; d < 3; ++d)
        for (std::size_t f = 0; f < by_solve[d].size(); ++f)
            EXPECT_NEAR(by_solve[d][f], by_oracle[d][f], 1e-7);
}

/// A block of sand on a free body, which shuts its lowest faces.
struct BlockOnBody : Block {
    FreeBody body{{0.7, 0.9, 0.3}, 2, {{3, 0.1, 0}, {0.1, 4, 0}, {0, 0, 5}}};

    BlockOnBody(int n, double strength) : Block(n, strength) {
        const std::size_t all = lattice.cells();
        for (std::vector<int>& of_axis : solids.body.of) of_axis.assign(all, -1);
        solids.cell_body.assign(all, -1);
        forCells(exec::Exec::serial(), lattice, [&](std::size_t c, int, int, int k) {
            if (k != 2 || bound[c] == 0) return;
            solids.face[2][c] = Face::Shut;
            inverse_mass[2][c] = 0;
            solids.body[2][c] = solids.cell_body[c] = 0;
            solids.rough[c] = {0, 0.1, 0.5};
            solids.place[c] = lattice.facePlace(2, c);
            for (const Stress part : {Stress::Wall1, Stress::Wall2})
                bound[static_cast<std::size_t>(part) * all + c] = 0.5 * strength;
        });
    }
};

// The gain of energy of sand and body is s A s dt / 2, and the body gains what the reactions on it say.
// Round-off.
TEST(GridSolve, FrictionMovesABodyByWhatItTakesFromTheSand) {
    BlockOnBody block(3, 0.3);
    const auto exec = exec::Exec::serial();
    const double dt = 0.1;
    FrictionProblem problem(exec, block.lattice, block.solids, block.inverse_mass, block.bound, dt,
                            {BodyRows(block.body)});
    ASSERT_GT(problem.bodies()[0].unknowns.size(), 4u * 9u - 1);
    std::vector<double> s(stress_parts * block.lattice.cells(), 0), x, product(problem.size());
    for (const std::uint32_t i : problem.unknowns()) {
        s[i] = std::sin(7.0 * i);
        x.push_back(s[i]);
    }
    Faces gained = block.velocity;
    problem.push(viewOf(s), gained);
    const Six motion = problem.motionsBy(viewOf(s))[0];
    problem.apply(viewOf(x), viewOf(product));
    std::vector<Reaction> reactions;
    problem.addReactions(viewOf(s), reactions);
    double by_matrix = 0, energy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) by_matrix += x[i] * product[i] * dt;
    Vec3d of_sand, impulse, angular;
    for (int a = 0; a < 3; ++a)
        for (std::size_t f = 0; f < gained[a].size(); ++f) {
            if (block.inverse_mass[a][f] == 0) continue;
            const double by = gained[a][f] - block.velocity[a][f];
            energy += by * by / block.inverse_mass[a][f];
            setComponent(of_sand, a, component(of_sand, a) + by / block.inverse_mass[a][f]);
        }
    for (const Reaction& reaction : reactions) {
        impulse += reaction.impulse;
        angular += cross(reaction.place - block.body.centre, reaction.impulse);
    }
    const Six given{impulse.x, impulse.y, impulse.z, angular.x, angular.y, angular.z};
    const Six moved = BodyResponse(block.body).motionBy(given);
    for (std::size_t m = 0; m < 6; ++m) EXPECT_NEAR(motion[m], moved[m], 1e-13) << m;
    EXPECT_LT(length(of_sand + impulse), 1e-13);
    EXPECT_GT(length(impulse), 0.01);
    EXPECT_NEAR(by_matrix, energy + dot(given, motion), 1e-13 * by_matrix);
}

TEST(GridSolve, FrictionWithABodyIsThatOfADenseSolve) {
    BlockOnBody block(3, 0.3);
    const auto exec = exec::Exec::serial();
    FrictionProblem problem(exec, block.lattice, block.solids, block.inverse_mass, block.bound, 0.1,
                            {BodyRows(block.body)});
    const Matrix a = matrixOf(problem);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i][i], problem.diagonal()[i], 1e-13);
    const Motions moves{{0.1, -0.2, 0.3, 0.2, 0.1, -0.3}};
    std::vector<double> strain(stress_parts * block.lattice.cells(), 0), b, low, high;
    problem.strain(block.velocity, true, viewOf(strain));
    for (const std::uint32_t i : problem.unknowns()) {
        b.push_back(strain[i]);
        high.push_back(block.bound[i]);
        low.push_back(-block.bound[i]);
    }
    addMotions(problem.bodies(), moves, viewOf(b));
    std::vector<double> right = oracle(a, b, low, high), s(strain.size(), 0), of_oracle(s.size(), 0);
    BoundedScratch scratch;
    EXPECT_TRUE(
        solveFriction(exec, problem, block.bound, block.velocity, {1e-10, 5000}, scratch, viewOf(s), moves)
            .converged);
    for (std::size_t i = 0; i < right.size(); ++i) of_oracle[problem.unknowns()[i]] = right[i];
    const Six by_solve = problem.motionsBy(viewOf(s))[0], by_oracle = problem.motionsBy(viewOf(of_oracle))[0];
    for (std::size_t m = 0; m < 6; ++m) EXPECT_NEAR(by_solve[m], by_oracle[m], 1e-7) << m;
}

TEST(GridSolve, StrongFrictionMakesABlockRigidAndKeepsItsMomentum) {
    Block block(4, 1e9);
    const auto exec = exec::Exec::serial();
    FrictionProblem problem(exec, block.lattice, block.solids, block.inverse_mass, block.bound, 0.1);
    BoundedScratch scratch;
    std::vector<double> s(stress_parts * block.lattice.cells(), 0), strain(s.size(), 0);
    solveFriction(exec, problem, block.bound, block.velocity, {1e-9, 5000}, scratch, viewOf(s));
    Faces after = block.velocity;
    problem.push(viewOf(s), after);
    problem.strain(after, true, viewOf(strain));
    double most = 0;
    for (const double v : strain) most = std::max(most, std::abs(v));
    EXPECT_LT(most, 1e-6);
    for (int a = 0; a < 3; ++a) {
        double gained = 0, all = 0;
        for (std::size_t f = 0; f < after[a].size(); ++f) {
            if (block.inverse_mass[a][f] == 0) continue;
            gained += (after[a][f] - block.velocity[a][f]) / block.inverse_mass[a][f];
            all += std::abs(block.velocity[a][f]) / block.inverse_mass[a][f];
        }
        EXPECT_NEAR(gained, 0, 1e-12 * all);
    }
}

}  // namespace
}  // namespace talus::sand::grid

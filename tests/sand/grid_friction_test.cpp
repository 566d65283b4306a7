// The solve of friction on the grid against dense oracles, alone and with a free body.
#include "talus/exec/exec.h"
#include "talus/sand/grid/flow_rule.h"
#include "talus/sand/grid/solve/friction.h"
#include "tests/sand/grid_oracle.h"

namespace talus::sand::grid {
namespace {

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
            solids.position[c] = lattice.facePosition(2, c);
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
        angular += cross(reaction.position - block.body.centre, reaction.impulse);
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

// A uniform strain: the viscosity of the flow rule gives a stress along it, at yield. Round-off.
TEST(GridSolve, ComplianceOfAFlowGivesItsStressAtYield) {
    Block block(3, 1e9);
    const auto exec = exec::Exec::serial();
    const std::size_t n = block.lattice.cells();
    SandGrid g;
    g.lattice = block.lattice;
    g.bound = block.bound;
    const double yields = 120, strain[5] = {0.3, -0.7, 0.2, 1.1, -0.4};
    const Strengths strengths{std::vector<double>(n, yields), std::vector<double>(n, 0)};
    std::vector<double> strains(stress_parts * n, 0);
    for (std::size_t i = 0; i < 5 * n; ++i) strains[i] = strain[i / n];
    const Matter matter;
    const SolidField solid;
    const ThinField thin;
    const std::vector<double> compliance =
        flowCompliance({exec, matter, solid, thin, {}, 0.1, 0.5}, strengths, strains, g);
    const std::size_t middle = block.lattice.index(3, 3, 3);
    double s[5], direction = 0;
    for (std::size_t part = 0; part < 5; ++part) {
        ASSERT_GT(compliance[part * n + middle], 0);
        s[part] = strain[part] / compliance[part * n + middle];
    }
    const double j2 = 0.5 * (s[0] * s[0] + s[1] * s[1]) + s[2] * s[2] + s[3] * s[3] + s[4] * s[4];
    EXPECT_NEAR(std::sqrt(j2), yields, 1e-12 * yields);
    // Along the strain rate, of which a diagonal part counts once and a shear twice in s : D.
    for (std::size_t part = 0; part < 5; ++part) {
        const double ratio = s[part] / (strain[part] * (part < 2 ? 2 : 1));
        if (part == 0) direction = ratio;
        EXPECT_NEAR(ratio, direction, 1e-12 * direction) << part;
    }
}

TEST(GridSolve, FrictionWithComplianceIsThatOfADenseSolve) {
    Block block(3, 0.3);
    const auto exec = exec::Exec::serial();
    FrictionProblem problem(exec, block.lattice, block.solids, block.inverse_mass, block.bound, 0.1);
    const Matrix without = matrixOf(problem);
    std::vector<double> compliance(block.bound.size());
    for (std::size_t i = 0; i < compliance.size(); ++i) compliance[i] = 0.1 * static_cast<double>(i % 5);
    problem.addCompliance(compliance);
    const Matrix with = matrixOf(problem);
    for (std::size_t i = 0; i < with.size(); ++i) {
        EXPECT_NEAR(with[i][i], problem.diagonal()[i], 1e-14);
        for (std::size_t j = 0; j < i; ++j) EXPECT_NEAR(with[i][j], without[i][j], 1e-15);
        EXPECT_NEAR(with[i][i] - without[i][i], compliance[problem.unknowns()[i]], 1e-14);
    }
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

// Sand on a grid with periodic sides: nothing shows where the side is.
#include <numbers>

#include "talus/sand/grid/prepare.h"
#include "talus/sand/params.h"
#include "tests/sand/grid_sandbox.h"

namespace talus::sand::grid {
namespace {

const ZhuBridsonSettings precise{.pressure = {1e-12, 500}};

/// Sand in a domain that repeats, over a rough floor.
struct Periodic : Sandbox {
    explicit Periodic(const Vec3i& cells) {
        period = cells;
        matter.friction = 0.5;
        settings.pressure = {1e-9, 500};
        settings.friction = {1e-7, 2000};
    }
    void advanceBy(Solver solver) {
        if (solver == Solver::Narain)
            advance();
        else
            advanceByZhuBridson(precise);
    }
    void tilt(double angle, double friction) {
        matter.friction = friction;
        pull = Vec3d{std::sin(angle), 0, -std::cos(angle)} * 9.81;
        solid = [=](const Vec3d& x) { return SolidAt{x.z, {}, friction}; };
    }
    Vec3d meanVelocity() const {
        return blob.momentum() / (blob.mass() * static_cast<double>(blob.position.size()));
    }
};

// V6: an endless layer on a floor of its own friction rests below atan(mu) and slips with g (sin - mu cos)
// above asin(mu). 2 %: a slip in the layer is spread over a cell of its depth of five.
TEST(GridPeriodic, AnEndlessLayerRestsOrSlipsAsTheLawSays) {
    const double mu = 0.5;
    for (const bool flows : {false, true}) {
        Periodic s({4, 3, 0});
        const double angle = flows ? std::asin(mu) + 0.1 : std::atan(mu) - 0.1;
        s.tilt(angle, mu);
        s.blob.addBox({0, 0, 0}, {0.4, 0.3, 0.5});
        for (int i = 0; i < 20; ++i) s.advance();
        const double early = s.meanVelocity().x;
        for (int i = 0; i < 10; ++i) {
            const NarainReport report = s.advance();
            Vec3d sum;
            for (const Reaction& reaction : s.grid.reactions) sum += reaction.impulse;
            EXPECT_LT(length(sum - report.on_walls), 1e-9);
        }
        const double gained = s.meanVelocity().x - early;
        if (flows)
            EXPECT_NEAR(gained, 9.81 * (std::sin(angle) - mu * std::cos(angle)) * 0.1, 1e-6);
        else
            EXPECT_LT(gained, 9.81 * std::sin(angle) * 0.1 / 40);
        EXPECT_LT(std::abs(s.meanVelocity().y) + std::abs(s.meanVelocity().z), 1e-3);
    }
}

// The same on a floor of friction 1: the layer shears in itself, by its own mu. Above its slope the lowest of
// its six rows of cells holds to the floor and the others accelerate with g (sin - mu cos); below it all
// rest. To single precision. In order, nothing but the shear strains.
TEST(GridPeriodic, ALayerOnARoughFloorRestsOrFlowsByItsOwnFriction) {
    const double mu = 0.67, time = 0.2;
    for (const double degrees : {30.0, 40.0}) {
        const double angle = degrees * std::numbers::pi / 180;
        Periodic s({4, 3, 0});
        s.tilt(angle, mu);
        s.solid = [](const Vec3d& x) { return SolidAt{x.z, {}, 1}; };
        s.blob.addBox({0, 0, 0}, {0.4, 0.3, 0.6});
        for (int i = 0; i < 40; ++i) s.advance();
        const double early = s.meanVelocity().x;
        for (double t = 0; t < time; t += s.dt) s.advance();
        const double gained = s.meanVelocity().x - early;
        const double excess = std::max(std::sin(angle) - mu * std::cos(angle), 0.0);
        EXPECT_NEAR(gained, 5.0 / 6 * 9.81 * excess * time, 1e-6) << degrees;
    }
}

// The same with particles out of order, whose flow strains a little in all parts of the stress. Above the
// slope all six rows of cells or five of them accelerate, to 1 %. Below it what moves as the layer settles
// stops: its speed halves at least. Bounds of single parts of the stress alone (no flowCompliance()) let it
// accelerate with 1.6 and 3.1 m/s^2 in place of 0 and 1.1.
TEST(GridPeriodic, ADisorderedLayerOnARoughFloorRestsOrFlowsByItsOwnFriction) {
    const double mu = 0.67, time = 0.3;
    for (const double degrees : {30.0, 40.0}) {
        const double angle = degrees * std::numbers::pi / 180;
        Periodic s({4, 3, 0});
        s.tilt(angle, mu);
        s.solid = [](const Vec3d& x) { return SolidAt{x.z, {}, 1}; };
        s.blob.addBox({0, 0, 0}, {0.4, 0.3, 0.6});
        double phase = 0;
        for (Vec3d& x : s.blob.position)
            for (int a = 0; a < 3; ++a)
                setComponent(x, a, component(x, a) + 0.2 * s.blob.spacing * std::sin(phase += 12.9898));
        for (int i = 0; i < 40; ++i) s.advance();
        const double early = s.meanVelocity().x;
        for (double t = 0; t < time; t += s.dt) s.advance();
        const double late = s.meanVelocity().x, law = 9.81 * (std::sin(angle) - mu * std::cos(angle));
        if (law < 0) {
            EXPECT_LT(late, 0.5 * early);
        } else {
            EXPECT_GT((late - early) / time, 0.99 * 5 / 6 * law);
            EXPECT_LT((late - early) / time, 1.01 * law);
        }
    }
}

// V7: friction slows a layer by a = mu g dt in a step, also in a wide domain. The traction is a v' / v, with
// v' the slip that it leaves and v the one known before (flow_rule.h), at the start and then in two
// iterations: so it is (a / v)^2 too small, at most 0.5 % here. To single precision.
TEST(GridPeriodic, AWideLayerMovesAsANarrowOne) {
    double speed[2];
    for (const bool wide : {false, true}) {
        Periodic s(wide ? Vec3i{10, 6, 0} : Vec3i{3, 2, 0});
        s.tilt(0, 0.3);
        s.blob.addBox({0, 0, 0}, Vec3d{s.period.x * 0.1, s.period.y * 0.1, 0.3}, {1, 0, 0});
        for (int i = 0; i < 20; ++i) s.advance();
        speed[wide] = s.meanVelocity().x;
    }
    const double slows = 0.3 * 9.81 * 0.01;
    double v = 1;
    for (int i = 0; i < 20; ++i) {
        const double first = v / (1 + slows / v);
        v /= 1 + slows / first;
    }
    EXPECT_NEAR(speed[0], v, 1e-6);
    EXPECT_NEAR(speed[1], speed[0], 1e-6);
    EXPECT_NEAR(speed[0], 1 - 20 * slows, 0.005 * 20 * slows);
}

/// A column in the middle of a period, or across its side, for 12 steps.
/// @return the largest distance between the positions of a particle in both [m]
double apartBySide(Solver solver, double cohesion = 0) {
    std::vector<Vec3d> position[2];
    const double period = 1.1;
    for (const bool across : {false, true}) {
        Periodic s({11, 4, 0});
        s.tilt(0.1, 0.5);
        s.matter.cohesion = cohesion;
        s.blob.addBox({0.3, 0, 0}, {0.7, 0.3, 0.5}, {0.2, 0.1, 0});
        if (across)
            for (Vec3d& x : s.blob.position) {
                x.x += x.x < 0.6 - 1e-9 ? 0.5 : 0.5 - period;
                x.y += x.y < 0.2 - 1e-9 ? 0.2 : -0.2;
            }
        for (int i = 0; i < 12; ++i) s.advanceBy(solver);
        position[across] = s.blob.position;
        for (const Reaction& reaction : s.grid.reactions)
            EXPECT_TRUE(reaction.position.x >= 0 && reaction.position.x <= period);
    }
    double most = 0, moved = 0;
    for (std::size_t i = 0; i < position[0].size(); ++i) {
        Vec3d d = position[1][i] - position[0][i] - Vec3d{0.5, 0.2, 0};
        d.x -= period * std::round(d.x / period);
        d.y -= 0.4 * std::round(d.y / 0.4);
        most = std::max(most, length(d));
        moved = std::max(moved, position[0][i].x);
    }
    EXPECT_GT(moved, cohesion > 0 ? 0.68 : 0.7);  // from 0.675
    return most;
}

// The order of sums is another one, and solves end at their tolerance.
TEST(GridPeriodic, NothingShowsWhereTheSideIs) { EXPECT_LT(apartBySide(Solver::Narain), 1e-8); }
// A column that flows in all its cells: moved by a cell, with no sand across a side, round-off grows to 2e-8
// m. One cluster that slips and tilts: which contacts bear the friction is not unique, and with their order
// alone reversed particles are 6e-7 m elsewhere.
TEST(GridPeriodicClusters, NothingShowsWhereTheSideIs) {
    EXPECT_LT(apartBySide(Solver::ZhuBridson), 1e-7);
    EXPECT_LT(apartBySide(Solver::ZhuBridson, 5000), 1e-5);
}

// A full container whose right wall begins at the side, or a cell before it. To a ten-thousandth of a cell,
// as solves end at their tolerance.
TEST(GridPeriodic, AFullContainerDoesNotShowWhereTheSideIs) {
    const Vec3d size{0.6, 0.4, 0.5};
    for (const Solver solver : {Solver::Narain, Solver::ZhuBridson}) {
        std::vector<Vec3d> position[2];
        for (const bool before : {false, true}) {
            Periodic s({8, 0, 0});
            const double left = before ? 0.1 : 0.2;
            s.pull = {-20, 0, -5};
            s.solid = [=](const Vec3d& x) {
                const double from_middle = std::remainder(x.x - left - 0.5 * size.x, 0.8);
                return SolidAt{
                    std::min({0.5 * size.x - std::abs(from_middle), x.y, size.y - x.y, x.z, size.z - x.z}),
                    {},
                    0.3};
            };
            s.blob.addBox({0, 0, 0}, size, {0, 0.3, 0});
            for (Vec3d& x : s.blob.position) x.x += left;
            for (int i = 0; i < 5; ++i) s.advanceBy(solver);
            position[before] = s.blob.position;
        }
        double most = 0;
        for (std::size_t i = 0; i < position[0].size(); ++i)
            most = std::max(most, length(position[0][i] - position[1][i] - Vec3d{0.1, 0, 0}));
        EXPECT_LT(most, 1e-5);
    }
}

// Without walls and gravity: the momentum stays, to the single precision of the velocities.
TEST(GridPeriodic, KeepsMomentum) {
    Periodic s({5, 5, 5});
    s.pull = {};
    s.blob.add(
        {0, 0, 0}, {0.5, 0.5, 0.5}, [](const Vec3d&) { return true; },
        [](const Vec3d& x) {
            return Vec3d{std::sin(13 * x.y) + 1, std::cos(13 * x.z), std::sin(13 * x.x)};
        });
    const Vec3d before = s.meanVelocity();
    const double kinetic = s.blob.kinetic();
    for (int i = 0; i < 5; ++i) s.advance();
    EXPECT_LT(length(s.meanVelocity() - before), 1e-6);
    EXPECT_LT(s.blob.kinetic(), 0.9 * kinetic);
}

// V6 by rigid clusters: the layer, but for its surface, is one that reaches round both periods. Below
// atan(mu) it stops and the surface creeps steadily, above it all slips with g (sin - mu cos). To single
// precision.
TEST(GridPeriodicClusters, AnEndlessLayerRestsOrSlipsAsTheLawSays) {
    const double mu = 0.5;
    for (const bool slips : {false, true}) {
        Periodic s({4, 3, 0});
        const double angle = std::atan(mu) + (slips ? 0.1 : -0.1);
        s.tilt(angle, mu);
        s.blob.addBox({0, 0, 0}, {0.4, 0.3, 0.5});
        for (int i = 0; i < 20; ++i) s.advanceByZhuBridson(precise);
        const double early = s.meanVelocity().x;
        for (int i = 0; i < 10; ++i) {
            const ZhuBridsonReport report = s.advanceByZhuBridson(precise);
            EXPECT_EQ(report.clusters, 1u);
            EXPECT_GT(report.rigid, 0.79);
            Vec3d sum;
            for (const Reaction& reaction : s.grid.reactions) sum += reaction.impulse;
            EXPECT_LT(length(sum - report.on_walls), 1e-9);
        }
        const double law = slips ? 9.81 * (std::sin(angle) - mu * std::cos(angle)) : 0;
        EXPECT_NEAR(s.meanVelocity().x - early, law * 0.1, 1e-6);
        double fastest = 0;
        for (std::size_t i = 0; i < s.blob.position.size(); ++i)
            if (s.blob.position[i].z < 0.35) fastest = std::max(fastest, length(wide(s.blob.velocity[i])));
        if (!slips) {
            EXPECT_LT(fastest, 1e-6);
        }
        EXPECT_LT(std::abs(s.meanVelocity().y) + std::abs(s.meanVelocity().z), 1e-6);
    }
}

/// A block that holds together, in free flight; it turns about its centre.
struct Thrown : Periodic {
    std::vector<Vec3d> start, path;  ///< positions that go on through the sides

    Thrown(const Vec3i& cells, const Vec3d& low, const Vec3d& high, const Vec3d& v, const Vec3d& spin)
        : Periodic(cells) {
        matter.cohesion = 1e6;
        pull = {};
        blob.add(
            low, high, [](const Vec3d&) { return true; },
            [&](const Vec3d& x) { return v + cross(spin, x - (low + high) * 0.5); });
        for (std::size_t i = 0; i < blob.position.size(); ++i) {
            blob.dx[i] = narrow(cross(spin, Vec3d{1, 0, 0}));
            blob.dy[i] = narrow(cross(spin, Vec3d{0, 1, 0}));
            blob.dz[i] = narrow(cross(spin, Vec3d{0, 0, 1}));
        }
        start = path = blob.position;
        blob.move(period);
    }
    ZhuBridsonReport fly() {
        const ZhuBridsonReport report = advanceByZhuBridson({.pressure = precise.pressure, .correction = 0});
        for (std::size_t p = 0; p < path.size(); ++p) path[p] += blob.displacement[p];
        return report;
    }
    /// Momentum of the grid, and angular momentum about a position, as if the domain did not repeat.
    std::pair<Vec3d, Vec3d> momenta(const Faces& v, const Vec3d& about) const {
        Vec3d momentum, angular;
        forCells(exec, grid.lattice, [&](std::size_t f, int, int, int) {
            for (int a = 0; a < 3; ++a) {
                Vec3d one;
                setComponent(one, a, grid.sand.mass[a][f] * v[a][f]);
                momentum += one;
                angular += cross(grid.lattice.facePosition(a, f) - about, one);
            }
        });
        return {momentum, angular};
    }
};

// A block that flies a cell along each axis in a step, across all sides, as in an open domain: one cluster,
// which keeps its momentum and angular momentum. Its distances grow only by the straight way of each step, at
// most by (spin dt)^2 / 2 of them; at its surface are also faces that are in no cluster.
TEST(GridPeriodicClusters, AThrownBlockTurnsAsOneAcrossTheSides) {
    const Vec3d low{-0.2, -0.2, -0.1}, high{0.3, 0.2, 0.2}, v{10, 10, -10}, spin{0.1, -0.2, 0.3};
    const Vec3d centre = (low + high) * 0.5, inside = centre - low - Vec3d{0.05, 0.05, 0.05};
    Thrown open({}, low, high, v, spin), across({10, 9, 8}, low, high, v, spin);
    const int steps = 10;
    for (int i = 0; i < steps; ++i) {
        open.fly();
        const Vec3d about = centre + v * (i * open.dt);
        const auto [momentum, angular] = open.momenta(open.grid.sand.velocity, about);
        const auto [momentum_after, angular_after] = open.momenta(open.grid.velocity, about);
        EXPECT_LT(length(momentum_after - momentum), 1e-11);
        EXPECT_LT(length(angular_after - angular), 1e-12);
        EXPECT_GT(length(angular), 0.7);
        const ZhuBridsonReport report = across.fly();
        EXPECT_EQ(report.clusters, 1u);
        EXPECT_EQ(report.rigid, 1);
        EXPECT_LT(length(across.momenta(across.grid.velocity, {}).first - momentum), 1e-10);
    }
    const Vec3d now = centre + v * (steps * open.dt);
    for (std::size_t p = 0; p < open.path.size(); ++p) {
        EXPECT_LT(length(across.path[p] - open.path[p]), 1e-12);
        const Vec3d from = across.start[p] - centre;
        if (std::abs(from.x) > inside.x || std::abs(from.y) > inside.y || std::abs(from.z) > inside.z)
            continue;
        const double stretch = length(across.path[p] - now) / length(from) - 1;
        EXPECT_LT(std::abs(stretch), steps * squaredLength(spin * open.dt) / 2 + 1e-5);
    }
}

// A bar as long as the period, given a spin about all axes: it turns about its own alone, and momentum and
// that angular momentum stay.
TEST(GridPeriodicClusters, ABarWithoutEndsTurnsAboutItsAxisAlone) {
    const Vec3d low{0, -0.2, 0.1}, high{0.6, 0.2, 0.4};
    Thrown bar({6, 0, 0}, low, high, {1, 0.5, 0.2}, {0.3, 0.5, -0.4});
    const ZhuBridsonReport report = bar.fly();
    EXPECT_EQ(report.clusters, 1u);
    EXPECT_EQ(report.rigid, 1);
    const auto [momentum, angular] = bar.momenta(bar.grid.sand.velocity, (low + high) * 0.5);
    const auto [momentum_after, angular_after] = bar.momenta(bar.grid.velocity, (low + high) * 0.5);
    EXPECT_LT(length(momentum_after - momentum), 1e-9);
    EXPECT_NEAR(angular_after.x, angular.x, 1e-9);
    EXPECT_GT(angular.x, 0.1);
    for (std::size_t p = 0; p < bar.blob.position.size(); ++p) {
        const Vec3d at = bar.start[p] - (low + high) * 0.5;
        if (std::abs(at.y) > 0.15 || std::abs(at.z) > 0.1) continue;  // beside faces of no cluster
        EXPECT_LT(length(wide(bar.blob.dx[p])), 1e-7);
        EXPECT_LT(length(wide(bar.blob.dy[p]) - Vec3d{0, 0, 0.3}), 1e-7);
        EXPECT_LT(length(wide(bar.blob.dz[p]) - Vec3d{0, -0.3, 0}), 1e-7);
    }
}

}  // namespace
}  // namespace talus::sand::grid

// Nothing gets through the ground, and nothing gains energy from it, at any speed and step.
#include "talus/couple/ground_contact/ground_impact.h"

#include "talus/core/rng.h"
#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/geometry/ground_surface.h"
#include "talus/grains/motion/integrate.h"
#include "talus/grains/sources/new_grain.h"
#include "tests/couple/ground_scenes.h"

namespace talus::couple {
namespace {

using namespace testing_support;
namespace gf = grains::fields;

// e = 0: a sphere that slips gets mu m |v_n|; one that sticks 2/7 of its slip. Closed forms of rigid bodies.
TEST(GroundImpact, FollowsCoulomb) {
    const Vec3d up{0, 0, 1};
    const Motion slips = afterImpact({{10, 0, -2}, {}}, up, 0.5, 0.3, true);
    EXPECT_NEAR(slips.velocity.x, 10 - 0.3 * 2, 1e-14);
    EXPECT_NEAR(slips.velocity.z, 0, 1e-14);
    EXPECT_NEAR(slips.spin.y, 0.6 * 0.5 / (0.4 * 0.25), 1e-13);
    const Motion sticks = afterImpact({{1, 0, -20}, {}}, up, 0.5, 0.3, true);
    EXPECT_NEAR(sticks.velocity.x, 5.0 / 7, 1e-14);
    EXPECT_NEAR(sticks.spin.y, sticks.velocity.x / 0.5, 1e-13);  // it rolls
    const Motion block = afterImpact({{1, 0, -20}, {0, 3, 0}}, up, 0.5, 0.3, false);
    EXPECT_NEAR(block.velocity.x, 0, 1e-14);
    EXPECT_EQ(block.spin.y, 3);
    const Motion leaves = afterImpact({{1, 2, 3}, {4, 5, 6}}, up, 0.5, 0.3, true);
    EXPECT_EQ(leaves.velocity, (Vec3d{1, 2, 3}));
    // 1 m up against 10 m/s^2, 3 J/kg in springs: 36 - 20 - 6; the step is short.
    EXPECT_NEAR(length(atSameEnergy({0, 0, 6}, {0, 0, 1}, {0, 0, -10}, 1e-9, 3)), std::sqrt(10.0), 1e-7);
    EXPECT_EQ(length(atSameEnergy({0, 0, 4}, {0, 0, 1}, {0, 0, -10}, 1e-9, 0)), 0);
    // Down: what gravity gives on the way is not added.
    EXPECT_EQ(length(atSameEnergy({0, 0, -4}, {0, 0, -1}, {0, 0, -10}, 0.01, 0)), 4);
    // A fall from rest over the whole of a step of 1 s: v = 5 m/s in its middle; where it began it is at
    // rest.
    EXPECT_EQ(length(atSameEnergy({0, 0, -5}, {}, {0, 0, -10}, 1, 0)), 0);
}

/// Weight as the only other force.
struct Weigh {
    static constexpr const char* name = "weigh";
    Vec3d gravity;
    step::Access access() const {
        return {.reads = {{grains::grains_table, &gf::mass}},
                .writes = {{grains::grains_table, &gf::force<double>},
                           {grains::grains_table, &gf::torque<double>}},
                .resizes = {}};
    }
    void run(step::Step& step) {
        const auto mass = step.read(grains::grains_table, gf::mass);
        const auto force = step.write(grains::grains_table, gf::force<double>);
        const auto torque = step.write(grains::grains_table, gf::torque<double>);
        for (std::size_t i = 0; i < mass.size(); ++i) force[i] = gravity * mass[i], torque[i] = {};
    }
};

/// Heights from -1 to 1: noise, with spikes 20 high, and ridges one column wide and 15 high.
geometry::Heightfield wildGround() {
    geometry::Heightfield field = geometry::flatHeightfield({-16, -16, 0.5, 65, 65}, 0);
    const Random random{31, 1};
    for (std::uint32_t j = 0; j < 65; ++j)
        for (std::uint32_t i = 0; i < 65; ++i) {
            const std::size_t k = field.grid.at(i, j);
            field.height[k] = random.uniform(-1.0, 1.0, k, 0);
            if (random.uniform(k, 1) < 0.02) field.height[k] = 20;
            if (i % 16 == 8 || j % 20 == 10) field.height[k] = 15;
        }
    return field;
}

struct Shot {
    double dt, stiffness;
    double worst_gain = 0;  ///< of any grain over what it began with, as a share
    double deepest = 0;     ///< below ground, of any grain after any step [m]
};

/// Grains of 0.3 m that do not meet each other, shot at 1 to 5000 m/s from random places in random
/// directions.
Shot shoot(double dt, double stiffness, int steps) {
    const geometry::Heightfield field = wildGround();
    const Vec3d gravity{0, 0, -9.81};
    grains::Contact contact = linear(0.5, 0.4);
    contact.stiffness = stiffness;
    contact.shear_stiffness = 2.0 / 7 * stiffness;
    const grains::LawTable laws(1, {grains::lawConstants(contact)});
    state::World world;
    grains::addGrainTables(world, {});
    addGroundContacts(world, false, false, false);
    state::Table& ground = world.addTable(ground::ground_table);
    ground.add(ground::fields::height);
    ground.resize(field.height.size());
    state::Table& changes = world.addTable(ground::changes_table);
    changes.add(ground::fields::changes);
    changes.resize(1);
    std::copy_n(field.height.data(), field.height.size(), ground.write(ground::fields::height).data());
    state::Table& table = world.table(grains::grains_table);
    const auto depth = [&](const Vec3d& p) {
        const auto top = surfaceAt(field.grid, field.height.view(), p.x, p.y);
        return top ? top->height - p.z : 0;
    };
    const Random random{32, 1};
    const geometry::GroundSurface surface(field.grid, field.height.view());
    for (std::uint64_t k = 0; table.size() < 150; ++k) {
        const Vec3d p{random.uniform(-15.0, 15.0, k, 0), random.uniform(-15.0, 15.0, k, 1),
                      random.uniform(1.0, 12.0, k, 2)};
        if (depth(p) > 0 || surface.clearance(p, 0.3) < 0.3) continue;
        const Vec3d way{random.uniform(-1.0, 1.0, k, 3), random.uniform(-1.0, 1.0, k, 4),
                        random.uniform(-1.0, 0.3, k, 5)};
        const double speed = std::pow(5000, random.uniform(k, 6));
        grains::appendGrain(
            table,
            {.position = p, .velocity = normalized(way) * speed, .spin = {}, .radius = 0.3, .density = 2500},
            gravity);
    }
    const auto stage = [&] {
        CollideGround collide;
        collide.laws = laws;
        collide.grid = field.grid;
        collide.gravity = gravity;
        collide.largest_radius = 0.3;
        return collide;
    };
    std::vector<step::Stage> list;
    list.emplace_back(grains::KickAndDrift{.share = 0.5});
    list.emplace_back(Weigh{gravity});
    list.emplace_back(stage());
    list.emplace_back(grains::Kick{.share = 0.5});
    auto pipeline = step::Pipeline::compose("shot", std::move(list));
    EXPECT_TRUE(pipeline.ok());

    // Springs that are too stiff for the step do not act, and so store nothing.
    const double springs = stiffness * dt * dt < 283 ? 1 : 0;
    const auto energies = [&] {
        std::vector<double> all;
        std::vector<geometry::GroundTouch> touches;
        for (std::size_t i = 0; i < table.size(); ++i) {
            const Vec3d p = table.read(gf::position)[i];
            const double m = table.read(gf::mass)[i];
            double energy = 0.5 * m * squaredLength(table.read(gf::velocity)[i]) +
                            0.2 * m * 0.09 * squaredLength(table.read(gf::spin)[i]) + m * 9.81 * (p.z + 2);
            touches.clear();
            surface.touches(p, 0.3, touches);
            for (const auto& touch : touches)
                energy += springs * 0.5 * stiffness * std::pow(0.3 - touch.distance, 2);
            all.push_back(energy);
        }
        return all;
    };
    const std::vector<double> first = energies();
    Shot shot{.dt = dt, .stiffness = stiffness};
    for (int n = 0; n < steps; ++n) {
        EXPECT_TRUE(pipeline->run(world, exec::Exec::serial(), dt).ok());
        for (const Vec3d& p : table.read(gf::position)) shot.deepest = std::max(shot.deepest, depth(p));
        const std::vector<double> now = energies();
        for (std::size_t i = 0; i < now.size(); ++i)
            shot.worst_gain = std::max(shot.worst_gain, now[i] / first[i] - 1);
    }
    return shot;
}

// A grain of 0.3 m weighs 283 kg. With k dt^2 / m above 1 there are only impacts, and energy never grows but
// for round-off; far below, springs give and take, to the order of k dt^2 / m. Steps are from a hundredth of
// a radius to sixty kilometres at the largest speed.
TEST(GroundImpact, LetsNothingThroughAndGivesNoEnergy) {
    for (const auto& [dt, stiffness, gain] : {std::tuple{1e-6, 1e7, 1e-3},
                                              {1e-4, 1e7, 1e-3},
                                              {1e-3, 1e7, 0.05},
                                              {1e-3, 1e8, 0.3},
                                              {1e-2, 1e7, 1e-9},
                                              {1e-1, 1e7, 1e-9},
                                              {1.0, 1e5, 1e-9},
                                              {12.0, 1e9, 1e-9}}) {
        const Shot shot = shoot(dt, stiffness, 150);
        EXPECT_LE(shot.deepest, 1e-9) << "dt " << dt << ", k " << stiffness;
        EXPECT_LE(shot.worst_gain, gain) << "dt " << dt << ", k " << stiffness;
    }
}

}  // namespace
}  // namespace talus::couple

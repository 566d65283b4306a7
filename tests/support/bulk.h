#pragma once

#include "talus/environment/wall.h"
// Beds of some thousand grains for the tests of bulk behaviour: one kind of sand, lengths in grain diameters,
// times in sqrt(d / g), stiffness in m g / d (so that a column of 10 d on a stiffness of 1000 presses its
// lowest grains together by about 1%).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "tests/grains/grain_world.h"

namespace talus::test::bulk {

inline constexpr double d = 2e-3, density = 2500, g = 9.81;  ///< [m], [kg/m^3], [m/s^2]
inline const double grain_mass = std::numbers::pi / 6 * d * d * d * density;
inline const double unit_time = std::sqrt(d / g);
/// Radii are even in 1 +- 0.1: equal ones would crystallise along walls.
inline constexpr double spread = 0.1;

struct Sand {
    double friction = 0.5;
    double wall_friction = 0.5;  ///< with the material "wall"
    double stiffness = 2000;     ///< [m g / d]
    double restitution = 0.5;
    double rolling_friction = 0;
    std::uint32_t seed = 1;
};

inline grains::Contact contactOf(const Sand& sand, const char* with, double friction) {
    grains::Contact contact;
    contact.first = "sand";
    contact.second = with;
    contact.law = "linear";
    contact.stiffness = sand.stiffness * grain_mass * g / d;
    contact.shear_stiffness = 2.0 / 7 * contact.stiffness;
    contact.restitution = sand.restitution;
    contact.friction = friction;
    if (sand.rolling_friction > 0) {
        contact.rolling = grains::Rolling::Spring;
        contact.rolling_friction = sand.rolling_friction;
        contact.rolling_stiffness = contact.shear_stiffness;
    }
    return contact;
}

/// The materials "sand", "wall" and "glue" (whose grains are fixed), and gravity; nothing else yet. A contact
/// takes 25 steps: bulk numbers do not change from there on.
inline scene::Scene emptyScene(const Sand& sand) {
    scene::Scene scene;
    scene.seed = sand.seed;
    scene.environment.materials = {{.name = "sand", .density = density, .colour = {}},
                                   {.name = "wall", .density = density, .colour = {}},
                                   {.name = "glue", .density = density, .colour = {}, .fixed = true}};
    scene.environment.gravity = {0, 0, -g};
    grains::in(scene).contacts = {contactOf(sand, "sand", sand.friction),
                                  contactOf(sand, "glue", sand.friction),
                                  contactOf(sand, "wall", sand.wall_friction)};
    const double smallest = std::pow(1 - spread, 3) * grain_mass;
    const double contact_time =
        std::numbers::pi * std::sqrt(0.5 * smallest / grains::in(scene).contacts[0].stiffness);
    scene.time.dt = contact_time / 25;
    scene.time.frame_interval = unit_time / 4;
    return scene;
}

/// Sand put down at random in a box (in d), at a volume fraction of 0.3, up to the height that it takes.
inline grains::Fill looseFill(const Vec3d& low, double width_x, double width_y, std::uint64_t count) {
    constexpr double volume_fraction = 0.3;
    const double volume =
        static_cast<double>(count) * std::numbers::pi / 6 * (1 + spread * spread) / volume_fraction;
    grains::Fill fill;
    fill.name = "sand";
    fill.material = "sand";
    fill.packing = grains::Fill::Packing::RandomLoose;
    fill.grain_radius = 0.5 * d;
    fill.radius_spread = spread;
    fill.count = count;
    // A layer half a diameter thick at the floor and at the top holds few centres.
    fill.box = {low * d, (low + Vec3d{width_x, width_y, volume / (width_x * width_y) + 1}) * d};
    return fill;
}

/// A rough floor: one layer of glued grains below z = 0, from (0, 0) to (x, y) in numbers of grains that
/// stand `glue_spacing` apart: too close for a free grain to pass.
inline constexpr double glue_spacing = 1.1;  ///< [d]
inline grains::Fill roughFloor(int x, int y) {
    grains::Fill fill;
    fill.name = "floor";
    fill.material = "glue";
    fill.grain_radius = 0.5 * d;
    fill.radius_spread = 0.05;
    fill.spacing = glue_spacing / 1.05;
    const double top = 1.05 * d;
    fill.box = {{0, 0, -top}, {x * glue_spacing * d, y * glue_spacing * d, 0}};
    return fill;
}

inline environment::Wall plane(const char* name, const Vec3d& point, const Vec3d& normal) {
    environment::Wall wall;
    wall.name = name;
    wall.material = "wall";
    wall.kind = environment::Wall::Kind::Plane;
    wall.plane = {point * d, normal};
    return wall;
}

/// Repeats the domain along these axes, from 0 to these lengths [d].
inline void makePeriodic(scene::Scene& scene, double x, double y) {
    scene.environment.domain_max = {x * d, y * d, 0};
    if (x > 0) scene.environment.periodic.emplace_back("x");
    if (y > 0) scene.environment.periodic.emplace_back("y");
}

/// Goes on for so many unit times, a frame (a quarter of one) at a time; stops early when keep_going says so.
template <class KeepGoing>
void runWhile(scene::Simulation& simulation, double unit_times, KeepGoing keep_going) {
    const auto frames = static_cast<int>(std::lround(4 * unit_times));
    for (int frame = 0; frame < frames; ++frame) {
        testing_support::advance(simulation, simulation.clock().steps_per_frame);
        if (::testing::Test::HasFatalFailure() || !keep_going()) return;
    }
}
inline void runFor(scene::Simulation& simulation, double unit_times) {
    runWhile(simulation, unit_times, [] { return true; });
}

/// Runs until the sand's mean kinetic energy is that of a fall through 1e-4 d.
inline void settle(scene::Simulation& simulation, double longest = 200) {
    const auto count = static_cast<double>(measured(simulation).grains);
    runWhile(simulation, 2, [] { return true; });
    runWhile(simulation, longest,
             [&] { return measured(simulation).kinetic > 1e-4 * count * grain_mass * g * d; });
}

/// All grains where they are, for a new scene; at rest.
inline std::vector<grains::Grain> grainsOf(const scene::Simulation& simulation) {
    const state::Table& table = simulation.world().table(grains::grains_table);
    std::vector<grains::Grain> found(table.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        found[i].material =
            simulation.scene().environment.materials[table.read(grains::fields::material)[i]].name;
        found[i].position = table.read(grains::fields::position)[i];
        found[i].radius = table.read(grains::fields::radius)[i];
    }
    return found;
}

/// The grains that are not fixed, with positions in d.
inline std::vector<Vec3d> sandOf(const scene::Simulation& simulation) {
    std::vector<Vec3d> places;
    for (const grains::Grain& grain : grainsOf(simulation))
        if (grain.material != "glue") places.push_back(grain.position / d);
    return places;
}

struct Line {
    double slope = 0, intercept = 0;
};
inline Line fitLine(const std::vector<double>& x, const std::vector<double>& y) {
    const auto n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        sxy += x[i] * y[i];
    }
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    return {slope, (sy - slope * sx) / n};
}

inline double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

/// A number worth keeping: in the test's report, and in what it prints.
inline void report(const std::string& what, const std::string& value) {
    ::testing::Test::RecordProperty(what, value);
    std::printf("%s: %s\n", what.c_str(), value.c_str());
    std::fflush(stdout);
}

}  // namespace talus::test::bulk

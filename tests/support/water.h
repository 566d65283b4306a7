#pragma once
// Water for the physics tests: scenes from a few words, and what is measured on the particles.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/water/boundary/loads.h"
#include "talus/water/fields.h"
#include "tests/support/scene_text.h"

namespace talus::test {

inline constexpr double gravity = 9.81;

/// The head of a scene with water, its [water] last, so that keys of it may follow.
inline std::string waterHead(const std::string& solver, double spacing, const std::string& world,
                             double frame_interval = 0.01) {
    return fmt::format(R"(
format = 1
name = "water"
[time]
duration = 100
frame_interval = {}
[world]
{}
[[material]]
name = "glass"
density = 2500
[water]
solver = "{}"
spacing = {}
)",
                       frame_interval, world, solver, spacing);
}

inline std::string boxOf(const char* name, const Vec3d& min, const Vec3d& max) {
    return fmt::format("[[water_block]]\nname = \"{}\"\nmin = [{}, {}, {}]\nmax = [{}, {}, {}]\n", name,
                       min.x, min.y, min.z, max.x, max.y, max.z);
}

/// A tank that is open above.
inline std::string tankOf(const Vec3d& min, const Vec3d& max) {
    return fmt::format(
        "[[wall]]\nname = \"tank\"\nmaterial = \"glass\"\nshape = \"box-inside\"\nmin = [{}, {}, {}]\n"
        "max = [{}, {}, {}]\nopen = [\"+z\"]\n",
        min.x, min.y, min.z, max.x, max.y, max.z);
}

/// A plane whose water is on the side that the normal points to.
inline std::string planeOf(const char* name, double z, double normal) {
    return fmt::format(
        "[[wall]]\nname = \"{}\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [0, 0, {}]\n"
        "normal = [0, 0, {}]\n",
        name, z, normal);
}

inline const state::Table& particlesOf(const scene::Simulation& simulation) {
    return std::as_const(simulation.world()).table(water::water_table);
}
inline auto placesOf(const scene::Simulation& simulation) {
    return particlesOf(simulation).read(water::fields::position);
}
inline auto velocitiesOf(const scene::Simulation& simulation) {
    return particlesOf(simulation).read(water::fields::velocity);
}

/// Gives each particle the velocity that a function of its place says.
template <class Function>
void setVelocities(scene::Simulation& simulation, Function velocity) {
    state::Table& rows = simulation.world().table(water::water_table);
    const auto places = rows.read(water::fields::position);
    const auto velocities = rows.write(water::fields::velocity);
    for (std::size_t i = 0; i < rows.size(); ++i) velocities[i] = narrow(velocity(places[i]));
}

/// Mean of a function of place and velocity over all particles.
template <class Function>
double meanOf(const scene::Simulation& simulation, Function value) {
    const auto places = placesOf(simulation);
    const auto velocities = velocitiesOf(simulation);
    double sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) sum += value(places[i], wide(velocities[i]));
    return sum / static_cast<double>(places.size());
}

inline double meanSquareSpeed(const scene::Simulation& simulation) {
    return meanOf(simulation, [](const Vec3d&, const Vec3d& v) { return squaredLength(v); });
}

/// Of the water on a wall, the mean over the frame so far [N].
inline Vec3d loadOn(const scene::Simulation& simulation, std::size_t wall) {
    const state::Table& loads = std::as_const(simulation.world()).table(water::load_table);
    return loads.read(water::fields::impulse)[wall] / loads.read(water::fields::load_time)[wall];
}

/// Mean of what densities are above that at rest, as a share of it.
inline double compressionOf(const scene::Simulation& simulation) {
    const auto density = particlesOf(simulation).read(water::fields::density);
    double sum = 0;
    for (const float d : density) sum += std::max(0.0, double{d} / 1000 - 1);
    return sum / static_cast<double>(density.size());
}

/// What was measured goes into the report of the test (--gtest_output=xml).
inline void tell(const std::string& what, double value) {
    testing::Test::RecordProperty(what, fmt::format("{:.5g}", value));
}

}  // namespace talus::test

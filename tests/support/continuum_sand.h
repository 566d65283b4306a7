#pragma once
// Continuum sand for tests: scenes from a few words, and what is measured on the particles.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/sand/fields.h"
#include "tests/support/scene_text.h"

namespace talus::test {

/// The head of a scene with sand, its [sand] last, so that keys of it may follow. A frame lasts as long as
/// the test, so that loads are summed over all of it.
inline std::string continuumHead(double cell, const std::string& world) {
    return fmt::format(R"(
format = 1
name = "sand"
[time]
duration = 100
frame_interval = 100
[world]
{}
[[material]]
name = "sand"
like = "dry sand"
[sand]
material = "sand"
cell = {}
)",
                       world, cell);
}

inline std::string sandBox(const char* name, const Vec3d& min, const Vec3d& max, const Vec3d& velocity = {}) {
    return fmt::format(
        "[[sand_block]]\nname = \"{}\"\nmin = [{}, {}, {}]\nmax = [{}, {}, {}]\nvelocity = [{}, {}, {}]\n",
        name, min.x, min.y, min.z, max.x, max.y, max.z, velocity.x, velocity.y, velocity.z);
}

/// The sums over the particles, each with a mass of 1.
struct SandSums {
    Vec3d centre, momentum;  ///< the first is the mean of the positions
    double kinetic = 0;
    double count = 0;
};
inline SandSums sandSumsOf(const scene::Simulation& simulation) {
    const state::Table& rows = std::as_const(simulation.world()).table(sand::sand_table);
    SandSums sums;
    for (const Vec3d& p : rows.read(sand::fields::position)) sums.centre += p;
    for (const Vec3f& v : rows.read(sand::fields::velocity)) {
        sums.momentum += wide(v);
        sums.kinetic += 0.5 * squaredLength(wide(v));
    }
    sums.count = static_cast<double>(rows.size());
    sums.centre *= 1 / sums.count;
    return sums;
}

}  // namespace talus::test

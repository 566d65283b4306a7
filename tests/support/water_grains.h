#pragma once
// Water and grains of one scene for the physics tests.
#include "talus/couple/water_grains/drag.h"
#include "talus/couple/water_grains/fields.h"
#include "talus/grains/fields.h"
#include "tests/support/granular.h"
#include "tests/support/water.h"

namespace talus::test {

/// A material for grains, and how they touch each other and walls of glass. Soft, for long steps: nothing
/// here depends on how hard grains are.
inline std::string sandOf(double density, double stiffness = 100) {
    std::string text = fmt::format("[[material]]\nname = \"sand\"\ndensity = {}\n", density);
    for (const char* other : {"sand", "glass"})
        text += fmt::format(
            "[[contact]]\nbetween = [\"sand\", \"{}\"]\nlaw = \"linear\"\nstiffness = {}\n"
            "shear_stiffness = {}\nrestitution = 0.5\nfriction = 0.4\n",
            other, stiffness, 0.285 * stiffness);
    return text;
}

inline std::string grainAt(const Vec3d& place, double radius, const Vec3d& velocity = {}) {
    return fmt::format(
        "[[grain]]\nmaterial = \"sand\"\nposition = [{}, {}, {}]\nvelocity = [{}, {}, {}]\nradius = {}\n",
        place.x, place.y, place.z, velocity.x, velocity.y, velocity.z, radius);
}

inline const state::Table& grainsOf(const scene::Simulation& simulation) {
    return std::as_const(simulation.world()).table(grains::grains_table);
}

/// Of all grains: mass, volume, momentum, and what of that the water has still to lose.
struct GrainSums {
    double mass = 0, volume = 0;
    Vec3d momentum, owed;
};
inline GrainSums sumsOf(const scene::Simulation& simulation) {
    const state::Table& rows = grainsOf(simulation);
    const auto mass = rows.read(grains::fields::mass), radius = rows.read(grains::fields::radius);
    const auto velocity = rows.read(grains::fields::velocity);
    GrainSums sum;
    for (std::size_t g = 0; g < rows.size(); ++g) {
        sum.mass += mass[g];
        sum.volume += 4.0 / 3.0 * std::numbers::pi * std::pow(radius[g], 3);
        sum.momentum += velocity[g] * mass[g];
        sum.owed += rows.read(couple::water_grains::fields::owed_lift)[g] +
                    rows.read(couple::water_grains::fields::owed_drag)[g];
    }
    sum.owed += std::as_const(simulation.world())
                    .table(couple::water_grains::clock_table)
                    .read(couple::water_grains::fields::lift_owed)[0];
    return sum;
}

}  // namespace talus::test

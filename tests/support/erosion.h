#pragma once
// Water that shapes its ground, for tests: scenes from a few words, and what is measured on the ground.
#include "talus/couple/erosion/fields.h"
#include "talus/couple/erosion/start.h"
#include "talus/ground/fields.h"
#include "tests/support/water.h"

namespace talus::test {

namespace ero = couple::erosion;

/// Level ground from (low, low) to (high, high).
inline std::string levelGround(double low, double high, double spacing, double z = 0) {
    return fmt::format(
        "[ground]\nshape = \"flat\"\nmaterial = \"glass\"\ncorner = [{}, {}, {}]\nsize = [{}, {}]\n"
        "spacing = {}\n",
        low, low, z, high - low, high - low, spacing);
}

/// World keys of a domain that repeats in the plan, of square cross section.
inline std::string repeating(double side, const Vec3d& g = {0, 0, -gravity}) {
    return fmt::format(
        "gravity = [{}, {}, {}]\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, 0]\ndomain_max = [{}, {}, 0]",
        g.x, g.y, g.z, side, side);
}

inline ero::Balance balanceOf(const scene::Simulation& simulation, const scene::Scene& scene) {
    return ero::balanceOf(ero::setupOf(scene), exec::Exec::serial(), simulation.world());
}
/// What is lost of all solid that has been on the move, as a share of it.
inline double lostShare(const ero::Balance& b) {
    return std::abs(b.lost()) / std::max(1e-300, b.eroded + b.settled + b.brought);
}

inline const state::Table& groundOf(const scene::Simulation& simulation) {
    return std::as_const(simulation.world()).table(ground::ground_table);
}

/// Mean of a field of the ground over the columns in a square of the plan.
template <class T>
double meanOver(const scene::Simulation& simulation, const geometry::ColumnGrid& grid,
                const state::Field<T>& field, double low, double high) {
    const auto values = groundOf(simulation).read(field);
    double sum = 0;
    int count = 0;
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i)
            if (grid.x(i) >= low && grid.x(i) <= high && grid.y(j) >= low && grid.y(j) <= high) {
                sum += double{values[grid.at(i, j)]};
                ++count;
            }
    return sum / count;
}

}  // namespace talus::test

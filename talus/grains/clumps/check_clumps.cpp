#include "talus/grains/clumps/check_clumps.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace talus::grains {
namespace {

/// The axes of a clump are unit vectors at right angles, to round-off.
void checkAxes(const state::Table& clumps, state::StateCheck& check) {
    const auto x = clumps.read(fields::axis_x), y = clumps.read(fields::axis_y);
    constexpr double slack = 1e-9;
    for (std::size_t c = 0; check.ok() && c < clumps.size(); ++c)
        if (std::abs(squaredLength(x[c]) - 1) > slack || std::abs(squaredLength(y[c]) - 1) > slack ||
            std::abs(dot(x[c], y[c])) > slack)
            check.fail(clumps_table, "axis_x", c, "the axes must be unit vectors at right angles");
}

}  // namespace

void checkClumps(const ClumpShapes& shapes, state::StateCheck& check) {
    const state::World& world = check.world();
    const state::Table &grains = world.table(grains_table), &clumps = world.table(clumps_table),
                       &spheres = world.table(clump_spheres_table);
    constexpr double smallest = std::numeric_limits<double>::min();
    check.finite(clumps_table);
    check.below(clumps_table, fields::shape, shapes.size());
    check.within(clumps_table, fields::clump_mass, smallest, std::numeric_limits<double>::max());
    check.within(clumps_table, fields::clump_radius, smallest, std::numeric_limits<double>::max());
    check.below(clump_spheres_table, fields::sphere_row, grains.size());
    check.byCaller(clumps_table, fields::first_sphere);
    check.byCaller(grains_table, fields::clump);
    check.byCaller(grains_table, fields::part);
    check.atMost(sinks_table, fields::taken_spheres, std::uint64_t{1} << 32);
    if (!check.ok()) return;
    checkAxes(clumps, check);

    const auto shape = clumps.read(fields::shape);
    const auto first = clumps.read(fields::first_sphere);
    const auto row = spheres.read(fields::sphere_row);
    const auto clump = grains.read(fields::clump);
    const auto part = grains.read(fields::part);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (clump[i] != no_clump && clump[i] >= clumps.size())
            return check.fail(grains_table, "clump", i, fmt::format("there are {} clumps", clumps.size()));
        const std::size_t spheres_of = clump[i] == no_clump ? 1 : shapes[shape[clump[i]]]->spheres.size();
        if (part[i] >= spheres_of)
            return check.fail(grains_table, "part", i, fmt::format("the grain has {} spheres", spheres_of));
    }
    std::size_t next = 0;
    for (std::size_t c = 0; check.ok() && c < clumps.size(); ++c) {
        const std::size_t count = shapes[shape[c]]->spheres.size();
        if (first[c] != next || next + count > spheres.size())
            return check.fail(clumps_table, "first_sphere", c,
                              fmt::format("it must be {}, and {} spheres follow", next, count));
        if (count < 2) return check.fail(clumps_table, "shape", c, "this shape is a ball");
        for (std::size_t k = 0; k < count; ++k, ++next)
            if (clump[row[next]] != c || part[row[next]] != k)
                return check.fail(clump_spheres_table, "grain", next,
                                  fmt::format("the row of grains must be sphere {} of clump {}", k, c));
    }
    if (!check.ok()) return;
    if (next != spheres.size())
        return check.fail(clump_spheres_table, "grain", next, "no clump has this sphere");
    std::size_t in_clumps = 0;
    for (const std::uint32_t c : clump) in_clumps += c != no_clump;
    if (in_clumps != spheres.size())
        check.fail(
            grains_table, "clump", 0,
            fmt::format("{} rows are spheres of clumps, and clumps have {}", in_clumps, spheres.size()));
}

}  // namespace talus::grains

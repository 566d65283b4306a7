#include "talus/grains/report/probed.h"

#include <numbers>

#include "talus/grains/fields.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/method/probes/probed_points.h"

namespace talus::grains {

using method::Scene;

namespace {

/// Volume fraction of grains in a heap: loose random packing of equal spheres (Scott 1960, "Packing of
/// spheres", Nature 188, 908).
constexpr double loose_packing = 0.6;

/// Default averaging radius of probes [m]: three mean diameters, some hundred grains, so that means are
/// smooth.
double averagingRadius(const Scene& scene) { return 6 * meanRadius(scene); }

/// Pressure of grains on a patch of a wall: the forces of their contacts along its normal, over its area
/// [Pa].
double pressureOn(const environment::Walls& walls, double usual_radius, const state::World& world,
                  const method::WallPatch& patch) {
    const double radius = patch.radius.value_or(usual_radius);
    const state::Table& contacts = world.table(wall_contacts_table);
    const auto face = contacts.read(fields::wall_face);
    const auto touching = contacts.read(fields::wall_touching);
    const auto force = contacts.read(fields::wall_force);
    const auto point = contacts.read(fields::wall_point);
    double sum = 0;
    for (std::size_t c = 0; c < contacts.size(); ++c)
        if (touching[c] != 0 && walls.faces()[face[c]].wall == patch.wall &&
            squaredLength(point[c] - patch.at) < radius * radius)
            sum += dot(force[c], patch.normal);
    return sum / (std::numbers::pi * radius * radius);
}

}  // namespace

method::Probed probed(const Scene& scene, const Setup& setup) {
    method::PointsToProbe points{.name = "grains",
                                 .table = grains_table,
                                 .position = &fields::position,
                                 .fields = {&fields::velocity, &fields::spin, &fields::radius, &fields::mass},
                                 .radius = averagingRadius(scene),
                                 .id = &fields::id};
    // Volumes of spheres that overlap are not those of their clump: no density and no flux of clumps.
    if (setup.shapes.empty())
        points.amount = [](const state::Table& rows, std::size_t row) {
            const double radius = rows.read(fields::radius)[row];
            return method::Amount{4 * std::numbers::pi / 3 * radius * radius * radius,
                                  rows.read(fields::mass)[row]};
        };
    points.full = loose_packing;
    points.domain = setup.search.domain;
    method::Probed all = method::probedPoints(std::move(points));
    all.pressure = [walls = setup.walls, radius = all.radius](const state::World& world,
                                                              const method::WallPatch& patch) {
        return pressureOn(*walls, radius, world, patch);
    };
    return all;
}

}  // namespace talus::grains

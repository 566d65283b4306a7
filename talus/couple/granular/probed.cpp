#include <cmath>
#include <numbers>

#include "talus/couple/granular/grain_sizes.h"
#include "talus/couple/granular/instance.h"
#include "talus/grains/fields.h"
#include "talus/ground/fields.h"
#include "talus/method/probes/probed_points.h"

/// What probes can measure of grains and ground.
namespace talus::couple::granular {
namespace {

namespace fields = grains::fields;

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
    const state::Table& contacts = world.table(grains::wall_contacts_table);
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

method::Probed grainsOf(const Scene& scene, const grains::Setup& setup) {
    method::PointsToProbe points{.name = "grains",
                                 .table = grains::grains_table,
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
    method::Probed probed = method::probedPoints(std::move(points));
    probed.pressure = [walls = setup.walls, radius = probed.radius](const state::World& world,
                                                                    const method::WallPatch& patch) {
        return pressureOn(*walls, radius, world, patch);
    };
    return probed;
}

/// The height of the column nearest to a position, and the height of the surface between columns.
method::Probed groundOf(const geometry::ColumnGrid& grid) {
    method::Probed probed{.name = "ground", .fields = {{"height", "m", 1}}, .radius = grid.spacing};
    probed.at = [grid](const state::World& world, const std::string&, const Vec3d& at, double) {
        const auto heights = world.table(ground::ground_table).read(ground::fields::height);
        const auto nearest = [&](double x, double origin, std::uint32_t count) {
            const double k = std::round((x - origin) / grid.spacing);
            return k > 0 ? std::min(static_cast<std::uint32_t>(k), count - 1) : 0;
        };
        const std::uint32_t i = nearest(at.x, grid.origin_x, grid.columns),
                            j = nearest(at.y, grid.origin_y, grid.rows);
        return method::Reading{{heights[grid.at(i, j)], 0, 0}, 1};
    };
    probed.height = [grid](const state::World& world, const Vec3d& at, double) -> std::optional<double> {
        const auto heights = world.table(ground::ground_table).read(ground::fields::height);
        const auto surface = geometry::surfaceAt(grid, heights, at.x, at.y);
        if (!surface) return std::nullopt;
        return surface->height;
    };
    probed.covers = [grid](const Vec3d& at) {
        return at.x >= grid.x(0) && at.x <= grid.x(grid.columns - 1) && at.y >= grid.y(0) &&
               at.y <= grid.y(grid.rows - 1);
    };
    return probed;
}

}  // namespace

std::vector<method::Probed> Granular::probed() const {
    std::vector<method::Probed> all;
    if (meanRadius(scene_) > 0) all.push_back(grainsOf(scene_, setup_));
    if (ground_) all.push_back(groundOf(ground_->grid()));
    return all;
}

}  // namespace talus::couple::granular

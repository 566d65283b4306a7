#include "talus/couple/erosion/bed/sample_bed.h"

#include <algorithm>

#include "talus/couple/erosion/bed/sample_flow.h"
#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"
#include "talus/ground/fields.h"
#include "talus/water/boundary/loads.h"

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

constexpr std::size_t cells_at_once = 64, rows_at_once = 512;

/// Centroids of the n^2 equal parts of a triangle, as weights of its second and third corner.
std::vector<std::array<double, 2>> barycentricPoints(int n) {
    std::vector<std::array<double, 2>> points;
    for (int i = 0; i < n; ++i)
        for (int j = 0; i + j < n; ++j) {
            points.push_back({(i + 1.0 / 3) / n, (j + 1.0 / 3) / n});
            if (i + j + 1 < n) points.push_back({(i + 2.0 / 3) / n, (j + 2.0 / 3) / n});
        }
    return points;
}

/// Places the points of a cell. A point outside of a periodic domain is the copy of another one; it does not
/// count.
void placePoints(Bed& bed, std::size_t c, const geometry::ColumnGrid& grid, exec::View<const double> height,
                 const environment::Periodic& domain) {
    const MarkedEntries::Index cell = bed.cells[c];
    Bed::Point* point = bed.points.data() + c * bed.pointsPerCell();
    for (const auto& triangle : Bed::corners) {
        const auto corner = [&](std::size_t k) {
            const std::uint32_t i = cell.i + triangle[k][0], j = cell.j + triangle[k][1];
            return Vec3d{grid.x(i), grid.y(j), height[grid.at(i, j)]};
        };
        const Vec3d u = corner(1) - corner(0), v = corner(2) - corner(0), area_vector = cross(u, v);
        const double size = length(area_vector);
        for (const auto& [second, third] : bed.barycentric) {
            *point = {.position = corner(0) + u * second + v * third, .normal = area_vector / size};
            point->area = 0.5 * size / static_cast<double>(bed.pointsPerTriangle());
            point->counts = environment::wrapped(domain, point->position) == point->position;
            ++point;
        }
    }
}

}  // namespace

step::Access SampleBed::access() const {
    step::Access access{
        .reads = sampledFields(), .writes = {}, .resizes = {}, .produces = {bed_scratch, name}};
    access.reads.push_back({ground::ground_table, &ground::fields::height});
    return access;
}

void SampleBed::run(step::Step& step) const {
    const auto position = step.read(water_table, water::fields::position);
    const auto clearance = step.read(work_table, water::fields::clearance);
    const auto height = step.read(ground::ground_table, ground::fields::height);
    const geometry::ColumnGrid& grid = setup.grid();
    const environment::Periodic& domain = setup.smoothing.domain;
    const double support = setup.smoothing.support;
    Bed& bed = step.produce<Bed>(bed_scratch);
    FlowScratch& scratch = step.produce<FlowScratch>(name);
    if (bed.subdivisions != setup.subdivisions || bed.barycentric.empty()) {
        bed.subdivisions = setup.subdivisions;
        bed.barycentric = barycentricPoints(setup.subdivisions);
    }
    bed.cells.clear(grid.columns - 1, grid.rows - 1);

    // Particles near the ground, and the cells below them.
    listNearParticles(step, setup, bed, scratch, [&](std::size_t i) {
        if (!(double{clearance[i]} < support)) return false;
        const Vec3d p = environment::wrapped(domain, position[i]);
        const auto surface = geometry::surfaceAt(grid, height, p.x, p.y);
        if (!surface || !((p.z - surface->height) * surface->normal.z < support)) return false;
        const double reach = 0.5 * setup.spacing;
        const CellSpan across(p.x, grid.origin_x, grid.spacing, reach, grid.columns),
            along(p.y, grid.origin_y, grid.spacing, reach, grid.rows);
        for (std::int64_t b = along.first; b <= along.last; ++b)
            for (std::int64_t a = across.first; a <= across.last; ++a)
                bed.cells.mark(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
        return true;
    });
    bed.cells.list(step.exec);

    bed.points.resize(bed.cells.size() * bed.pointsPerCell());
    exec::for_each(
        step.exec, bed.cells.size(), [&](std::size_t c) { placePoints(bed, c, grid, height, domain); },
        cells_at_once);
    listWeights(step.exec, setup, bed, scratch,
                [&](const Vec3d& p, auto take) { forPointsNear(bed, grid, domain, support, p, take); });
    sampleFlow(step, setup, bed, scratch);
}

step::Access ApplyBedFriction::access() const {
    step::Access access{.reads = water::loadFields(setup.solids),
                        .writes = water::loadFields(setup.solids),
                        .resizes = {},
                        .reads_scratch = {bed_scratch}};
    const step::FieldRef force = setup.forces_are_accelerations
                                     ? step::FieldRef{water_table, &water::fields::acceleration}
                                     : step::FieldRef{work_table, &water::fields::force};
    access.reads.push_back(force);
    access.writes.push_back(force);
    return access;
}

void ApplyBedFriction::run(step::Step& step) const {
    const Bed& bed = step.readScratch<Bed>(bed_scratch);
    const auto force = setup.forces_are_accelerations ? step.write(water_table, water::fields::acceleration)
                                                      : step.write(work_table, water::fields::force);
    const auto friction = [&](const Bed::Point& point) {
        return point.flow * (point.excess_shear * point.area * point.wet / length(point.flow));
    };
    exec::for_each(
        step.exec, bed.near.size(),
        [&](std::size_t k) {
            Vec3d lost;
            bed.forShares(k, [&](const Bed::Point& point, std::uint32_t, double weight) {
                if (point.excess_shear > 0) lost += friction(point) * (weight / point.weight);
            });
            force[bed.near[k]] -= narrow(lost / setup.particle_mass);
        },
        rows_at_once);
    const Vec3d total = exec::sum(step.exec, bed.points.size(), Vec3d{}, [&](std::size_t p) {
        return bed.points[p].excess_shear > 0 ? friction(bed.points[p]) : Vec3d{};
    });
    environment::Loads loads{std::vector<environment::Load>(setup.solids.count()), {}};
    loads.ground.impulse = total * step.dt;
    water::addLoads(step, setup.solids, loads);
}

step::Access WeighSediment::access() const {
    const step::FieldRef force = setup.forces_are_accelerations
                                     ? step::FieldRef{water_table, &water::fields::acceleration}
                                     : step::FieldRef{work_table, &water::fields::force};
    return {.reads = {{water_table, &fields::sediment}, {water_table, &water::fields::pressure}, force},
            .writes = {force},
            .resizes = {}};
}

void WeighSediment::run(step::Step& step) const {
    const auto sediment = step.read(water_table, fields::sediment);
    const auto pressure = step.read(water_table, water::fields::pressure);
    const auto force = setup.forces_are_accelerations ? step.write(water_table, water::fields::acceleration)
                                                      : step.write(work_table, water::fields::force);
    const double excess = setup.grain.density - setup.liquid.density;
    exec::for_each(step.exec, sediment.size(), [=, this](std::size_t i) {
        if (!(sediment[i] > 0) || !(pressure[i] > 0)) return;
        const double heavier = excess * setup.fraction(sediment[i]);
        force[i] += narrow(setup.down * (setup.liquid.gravity * heavier / (setup.liquid.density + heavier)));
    });
}

}  // namespace talus::couple::erosion

#include "talus/couple/erosion/bed/sample_bed.h"

#include <algorithm>

#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"
#include "talus/ground/fields.h"
#include "talus/water/boundary/loads.h"

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

/// A point is wet all over once half of what a bed at rest sees of the kernel is filled: 1 / 4 of the kernel.
constexpr double full = 0.25;
/// The flow is not seen nearer to the bed than at this share of the spacing: half as near as water at rest is.
constexpr double nearest = 0.25;
constexpr std::size_t cells_at_once = 64, rows_at_once = 512;

/// A room: which particles are near the ground.
struct NearRoom {
    exec::Array<std::uint32_t> is, before;
};

/// The middles of the n^2 equal parts of a triangle.
std::vector<std::array<double, 2>> placesOf(int n) {
    std::vector<std::array<double, 2>> places;
    for (int i = 0; i < n; ++i)
        for (int j = 0; i + j < n; ++j) {
            places.push_back({(i + 1.0 / 3) / n, (j + 1.0 / 3) / n});
            if (i + j + 1 < n) places.push_back({(i + 2.0 / 3) / n, (j + 2.0 / 3) / n});
        }
    return places;
}

}  // namespace

step::Access SampleBed::access() const {
    return {.reads = {{water_table, &water::fields::position},
                      {water_table, &fields::sediment},
                      {work_table, &water::fields::flow},
                      {work_table, &water::fields::clearance},
                      {ground::ground_table, &ground::fields::height}},
            .writes = {},
            .resizes = {},
            .fills = {bed_room, name}};
}

void SampleBed::run(step::Step& step) const {
    const auto position = step.read(water_table, water::fields::position);
    const auto sediment = step.read(water_table, fields::sediment);
    const auto flow = step.read(work_table, water::fields::flow);
    const auto clearance = step.read(work_table, water::fields::clearance);
    const auto height = step.read(ground::ground_table, ground::fields::height);
    const geometry::ColumnGrid& grid = setup.grid();
    const environment::Periodic& domain = setup.smoothing.domain;
    const double support = setup.smoothing.support;
    Bed& bed = step.fill<Bed>(bed_room);
    NearRoom& room = step.fill<NearRoom>(name);
    if (bed.subdivisions != setup.subdivisions || bed.places.empty()) {
        bed.subdivisions = setup.subdivisions;
        bed.places = placesOf(setup.subdivisions);
    }
    bed.cells.clear(grid.columns - 1, grid.rows - 1);

    // Who is near the ground; and the cells under these.
    const std::size_t count = position.size();
    room.is.resize(count);
    room.before.resize(count);
    const auto is = room.is.view(), before = room.before.view();
    exec::for_each(
        step.exec, count,
        [&](std::size_t i) {
            is[i] = 0;
            if (!(double{clearance[i]} < support)) return;
            const Vec3d p = environment::wrapped(domain, position[i]);
            const auto surface = geometry::surfaceAt(grid, height, p.x, p.y);
            if (!surface || !((p.z - surface->height) * surface->normal.z < support)) return;
            is[i] = 1;
            const double reach = 0.5 * setup.spacing;
            const CellSpan across(p.x, grid.origin_x, grid.spacing, reach, grid.columns),
                along(p.y, grid.origin_y, grid.spacing, reach, grid.rows);
            for (std::int64_t b = along.first; b <= along.last; ++b)
                for (std::int64_t a = across.first; a <= across.last; ++a)
                    bed.cells.mark(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
        },
        rows_at_once);
    const std::uint32_t near = exec::exclusive_scan(step.exec, std::as_const(room.is).view(), before);
    bed.near.resize(near);
    bed.near_place.resize(near);
    bed.near_sinking.resize(near);
    const auto rows = bed.near.view();
    const auto places = bed.near_place.view();
    const auto sinking = bed.near_sinking.view();
    exec::for_each(step.exec, count, [=, this](std::size_t i) {
        if (!is[i]) return;
        rows[before[i]] = static_cast<std::uint32_t>(i);
        places[before[i]] = environment::wrapped(domain, position[i]);
        const double fraction = setup.fraction(sediment[i]);
        sinking[before[i]] = fraction > 0 ? fraction * setup.hindrance(fraction) : 0;
    });
    bed.particles.build(step.exec, places, support, domain);
    bed.cells.list(step.exec);

    bed.points.resize(bed.cells.size() * bed.pointsPerCell());
    const BedKernel kernel(support, domain);
    const bool rubs = setup.settings.bed_friction && setup.settings.shear == Shear::WallLaw;
    const auto look = [&](Bed::Point& point) {
        double weight = 0, sinks = 0, fractions = 0;
        Vec3d flows, rates;
        bed.particles.near(point.place, [&](std::uint32_t k, const Vec3d&) {
            const double w = kernel(point.place, places[k]);
            const std::uint32_t j = rows[k];
            const Vec3d from = environment::shortest(domain, places[k] - point.place);
            weight += w;
            const Vec3d velocity = wide(flow[j].xyz());
            flows += velocity * w;
            rates += velocity * (w / std::max(nearest * setup.spacing, dot(from, point.normal)));
            fractions += w * setup.fraction(sediment[j]);
            sinks += w * sinking[k];
        });
        point.weight = weight;
        point.sinking = sinks;
        if (!(weight > 0)) return;
        point.wet = std::min(1.0, weight * setup.smoothing.volume / full);
        point.fraction = fractions / weight;
        const auto along = [&](const Vec3d& v) { return (v - point.normal * dot(v, point.normal)) / weight; };
        point.flow = along(flows);
        const double speed = length(point.flow), rate = length(along(rates));
        if (!(speed > 0 && rate > 0)) return;
        // The height at which that speed has the mean shear rate, as the water's own friction on walls sees it.
        point.height = std::clamp(speed / rate, nearest * setup.spacing, support);
        if (setup.settings.shear == Shear::Power)
            point.shear = setup.power_law(speed, setup.settings.shear_distance.value_or(point.height));
        else
            point.shear = setup.wall_law(speed, point.height);
        if (rubs) point.extra = std::max(0.0, point.shear - setup.own_friction * speed / point.height);
    };
    exec::for_each(
        step.exec, bed.cells.size(),
        [&](std::size_t c) {
            const Marked::Place cell = bed.cells[c];
            Bed::Point* point = bed.points.data() + c * bed.pointsPerCell();
            for (const auto& triangle : Bed::corners) {
                std::array<Vec3d, 3> corner;
                for (std::size_t k = 0; k < 3; ++k) {
                    const std::uint32_t i = cell.i + triangle[k][0], j = cell.j + triangle[k][1];
                    corner[k] = {grid.x(i), grid.y(j), height[grid.at(i, j)]};
                }
                const Vec3d u = corner[1] - corner[0], v = corner[2] - corner[0], twice = cross(u, v);
                const double size = length(twice);
                for (const auto& [b, c_share] : bed.places) {
                    *point = {.place = corner[0] + u * b + v * c_share, .normal = twice / size};
                    point->area = 0.5 * size / static_cast<double>(bed.pointsPerTriangle());
                    // What stands outside of a domain that repeats is there twice.
                    if (environment::wrapped(domain, point->place) == point->place) look(*point);
                    ++point;
                }
            }
        },
        cells_at_once);
}

step::Access RubWater::access() const {
    step::Access access{.reads = water::loadFields(setup.solids),
                        .writes = water::loadFields(setup.solids),
                        .resizes = {},
                        .uses = {bed_room}};
    const step::FieldRef force = setup.late_forces
                                     ? step::FieldRef{water_table, &water::fields::acceleration}
                                     : step::FieldRef{work_table, &water::fields::force};
    access.reads.push_back(force);
    access.writes.push_back(force);
    return access;
}

void RubWater::run(step::Step& step) const {
    const Bed& bed = step.use<Bed>(bed_room);
    const auto force = setup.late_forces ? step.write(water_table, water::fields::acceleration)
                                         : step.write(work_table, water::fields::force);
    const environment::Periodic& domain = setup.smoothing.domain;
    const BedKernel kernel(setup.smoothing.support, domain);
    const auto pull = [&](const Bed::Point& point) {
        return point.flow * (point.extra * point.area * point.wet / length(point.flow));
    };
    exec::for_each(
        step.exec, bed.near.size(),
        [&](std::size_t k) {
            Vec3d lost;
            forPointsNear(bed, setup.grid(), domain, setup.smoothing.support, bed.near_place[k],
                          [&](std::size_t p) {
                              const Bed::Point& point = bed.points[p];
                              if (!(point.extra > 0)) return;
                              lost += pull(point) * (kernel(point.place, bed.near_place[k]) / point.weight);
                          });
            force[bed.near[k]] -= narrow(lost / setup.particle_mass);
        },
        rows_at_once);
    const Vec3d all = exec::sum(step.exec, bed.points.size(), Vec3d{}, [&](std::size_t p) {
        return bed.points[p].extra > 0 ? pull(bed.points[p]) : Vec3d{};
    });
    environment::Loads given{std::vector<environment::Load>(setup.solids.count()), {}};
    given.ground.impulse = all * step.dt;
    water::giveLoads(step, setup.solids, given);
}

step::Access WeighSediment::access() const {
    const step::FieldRef force = setup.late_forces
                                     ? step::FieldRef{water_table, &water::fields::acceleration}
                                     : step::FieldRef{work_table, &water::fields::force};
    return {.reads = {{water_table, &fields::sediment}, {water_table, &water::fields::pressure}, force},
            .writes = {force},
            .resizes = {}};
}

void WeighSediment::run(step::Step& step) const {
    const auto sediment = step.read(water_table, fields::sediment);
    const auto pressure = step.read(water_table, water::fields::pressure);
    const auto force = setup.late_forces ? step.write(water_table, water::fields::acceleration)
                                         : step.write(work_table, water::fields::force);
    const double excess = setup.grain.density - setup.liquid.density;
    exec::for_each(step.exec, sediment.size(), [=, this](std::size_t i) {
        if (!(sediment[i] > 0) || !(pressure[i] > 0)) return;
        const double heavier = excess * setup.fraction(sediment[i]);
        force[i] += narrow(setup.down *
                           (setup.liquid.gravity * heavier / (setup.liquid.density + heavier)));
    });
}

}  // namespace talus::couple::erosion

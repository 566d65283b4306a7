#include "talus/couple/erosion/bed/sample_bed.h"

#include <algorithm>
#include <atomic>

#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"
#include "talus/ground/fields.h"
#include "talus/water/boundary/loads.h"

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

/// A point is wet all over once half of what a bed at rest sees of the kernel is filled: 1 / 4 of the kernel.
constexpr double full = 0.25;
/// The flow is not seen nearer to the bed than at this share of the spacing: half as near as water at rest
/// is.
constexpr double nearest = 0.25;
constexpr std::size_t cells_at_once = 64, rows_at_once = 512, parts_at_once = 8;

/// A particle that a point sees.
struct Seen {
    std::uint32_t particle;  ///< of Bed::near
    double weight;
};

/// A room: which particles are near the ground; and those that each point sees.
struct NearRoom {
    exec::Array<std::uint32_t> is, before;
    exec::Array<std::uint32_t> count, first;
    std::vector<Seen> seen;
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

/// The points of a cell; what stands outside of a domain that repeats is there twice, and sees nothing.
void putPoints(Bed& bed, std::size_t c, const geometry::ColumnGrid& grid, exec::View<const double> height,
               const environment::Periodic& domain) {
    const Marked::Place cell = bed.cells[c];
    Bed::Point* point = bed.points.data() + c * bed.pointsPerCell();
    for (const auto& triangle : Bed::corners) {
        const auto corner = [&](std::size_t k) {
            const std::uint32_t i = cell.i + triangle[k][0], j = cell.j + triangle[k][1];
            return Vec3d{grid.x(i), grid.y(j), height[grid.at(i, j)]};
        };
        const Vec3d u = corner(1) - corner(0), v = corner(2) - corner(0), twice = cross(u, v);
        const double size = length(twice);
        for (const auto& [second, third] : bed.places) {
            *point = {.place = corner(0) + u * second + v * third, .normal = twice / size};
            point->area = 0.5 * size / static_cast<double>(bed.pointsPerTriangle());
            point->counts = environment::wrapped(domain, point->place) == point->place;
            ++point;
        }
    }
}

/// Who sees whom: by particles, in the bed; and by points, in the room.
void listShares(const exec::Exec& exec, Bed& bed, NearRoom& room, const Setup& setup) {
    const std::size_t near = bed.near.size(), parts = (near + Bed::together - 1) / Bed::together;
    const auto places = std::as_const(bed.near_place).view();
    const environment::Periodic& domain = setup.smoothing.domain;
    const BedKernel kernel(setup.smoothing.support, domain);
    bed.shares.resize(std::max(bed.shares.size(), parts));
    room.count.clear();
    room.count.resize(bed.points.size());
    room.first.resize(bed.points.size());
    const auto count = room.count.view();
    exec::for_each(
        exec, parts,
        [&](std::size_t part) {
            Bed::Shares& shares = bed.shares[part];
            shares.all.clear();
            shares.first[0] = 0;
            for (std::size_t k = 0; k < Bed::together; ++k) {
                if (const std::size_t row = part * Bed::together + k; row < near)
                    forPointsNear(bed, setup.grid(), domain, setup.smoothing.support, places[row],
                                  [&](std::size_t p) {
                                      const double w = kernel(bed.points[p].place, places[row]);
                                      if (!(w > 0) || !bed.points[p].counts) return;
                                      shares.all.push_back({static_cast<std::uint32_t>(p), w});
                                      std::atomic_ref(count[p]).fetch_add(1, std::memory_order_relaxed);
                                  });
                shares.first[k + 1] = static_cast<std::uint32_t>(shares.all.size());
            }
        },
        parts_at_once);
    const std::uint32_t all = exec::exclusive_scan(exec, std::as_const(room.count).view(), room.first.view());
    room.seen.resize(all);
    room.count.clear();
    room.count.resize(bed.points.size());
    const auto first = std::as_const(room.first).view();
    exec::for_each(
        exec, parts,
        [&](std::size_t part) {
            const Bed::Shares& shares = bed.shares[part];
            for (std::size_t k = 0; k < Bed::together; ++k)
                for (std::uint32_t s = shares.first[k]; s < shares.first[k + 1]; ++s) {
                    const std::uint32_t p = shares.all[s].point;
                    const std::uint32_t at =
                        std::atomic_ref(count[p]).fetch_add(1, std::memory_order_relaxed);
                    room.seen[first[p] + at] = {static_cast<std::uint32_t>(part * Bed::together + k),
                                                shares.all[s].weight};
                }
        },
        parts_at_once);
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
    bed.cells.list(step.exec);

    bed.points.resize(bed.cells.size() * bed.pointsPerCell());
    exec::for_each(
        step.exec, bed.cells.size(), [&](std::size_t c) { putPoints(bed, c, grid, height, domain); },
        cells_at_once);
    listShares(step.exec, bed, room, setup);

    const bool rubs = setup.settings.bed_friction && setup.settings.shear == Shear::WallLaw;
    const auto first = std::as_const(room.first).view();
    const double dt = step.dt;
    const auto look = [&](std::size_t p) {
        Bed::Point& point = bed.points[p];
        const auto begin = room.seen.begin() + first[p], end = begin + room.count[p];
        // Tasks found them in any order.
        std::sort(begin, end, [](const Seen& a, const Seen& b) { return a.particle < b.particle; });
        double weight = 0, sinks = 0, fractions = 0;
        Vec3d flows, rates;
        for (auto seen = begin; seen != end; ++seen) {
            const std::uint32_t k = seen->particle, j = rows[k];
            const double w = seen->weight;
            const Vec3d from = environment::shortest(domain, places[k] - point.place),
                        velocity = wide(flow[j].xyz());
            weight += w;
            flows += velocity * w;
            rates += velocity * (w / std::max(nearest * setup.spacing, dot(from, point.normal)));
            fractions += w * setup.fraction(sediment[j]);
            sinks += w * sinking[k];
        }
        point.weight = weight;
        point.sinking = sinks;
        if (!(weight > 0)) return;
        point.wet = std::min(1.0, weight * setup.smoothing.volume / full);
        point.fraction = fractions / weight;
        const auto along = [&](const Vec3d& v) { return (v - point.normal * dot(v, point.normal)) / weight; };
        point.flow = along(flows);
        const double speed = length(point.flow), rate = length(along(rates));
        if (!(speed > 0 && rate > 0)) return;
        // A single particle is a drop and no flow: the bed feels no stress of it.
        if (room.count[p] < 2) return;
        // The height at which that speed has the mean shear rate, as the water's own friction on walls sees
        // it.
        point.height = std::clamp(speed / rate, nearest * setup.spacing, support);
        if (setup.settings.shear == Shear::Power)
            point.shear = setup.power_law(speed, setup.settings.shear_distance.value_or(point.height));
        else
            point.shear = setup.wall_law(speed, point.height);
        if (!rubs) return;
        const double extra = std::max(0.0, point.shear - setup.own_friction * speed / point.height);
        // As the layer beside the bed, 2 z thick, will be at the end of the step: friction does not turn it
        // round.
        point.extra = extra / (1 + extra * dt / (2 * setup.liquid.density * point.height * speed));
    };
    exec::for_each(step.exec, bed.points.size(), look, rows_at_once);
}

step::Access RubWater::access() const {
    step::Access access{.reads = water::loadFields(setup.solids),
                        .writes = water::loadFields(setup.solids),
                        .resizes = {},
                        .uses = {bed_room}};
    const step::FieldRef force = setup.late_forces ? step::FieldRef{water_table, &water::fields::acceleration}
                                                   : step::FieldRef{work_table, &water::fields::force};
    access.reads.push_back(force);
    access.writes.push_back(force);
    return access;
}

void RubWater::run(step::Step& step) const {
    const Bed& bed = step.use<Bed>(bed_room);
    const auto force = setup.late_forces ? step.write(water_table, water::fields::acceleration)
                                         : step.write(work_table, water::fields::force);
    const auto pull = [&](const Bed::Point& point) {
        return point.flow * (point.extra * point.area * point.wet / length(point.flow));
    };
    exec::for_each(
        step.exec, bed.near.size(),
        [&](std::size_t k) {
            Vec3d lost;
            bed.forShares(k, [&](const Bed::Point& point, std::uint32_t, double weight) {
                if (point.extra > 0) lost += pull(point) * (weight / point.weight);
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
    const step::FieldRef force = setup.late_forces ? step::FieldRef{water_table, &water::fields::acceleration}
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
        force[i] += narrow(setup.down * (setup.liquid.gravity * heavier / (setup.liquid.density + heavier)));
    });
}

}  // namespace talus::couple::erosion

#include "talus/network/step/pour.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/environment/sources/region_sampler.h"
#include "talus/math/random_rotation.h"
#include "talus/network/fields.h"

namespace talus::network {
namespace {

constexpr std::uint32_t position_stream = 0x50000, rotation_stream = 0x51000;

/// Positions that are tried for a new grain in one step. More would only fill a crowded source faster.
constexpr std::uint64_t attempts = 16;

/// Whether a new mass of a group would be in contact with another mass.
bool isTaken(const Setup& setup, const state::Table& rows, std::size_t group, const Vec3d& at) {
    const auto position = rows.read(fields::position);
    const auto other = rows.read(fields::group);
    for (std::size_t j = 0; j < position.size(); ++j) {
        const double reach = setup.free_distance[group * setup.groups.size() + other[j]];
        if (squaredLength(position[j] - at) < reach * reach) return true;
    }
    return false;
}

}  // namespace

std::vector<Vec3d> grainOf(const Setup& setup, std::size_t source, std::uint64_t k) {
    const auto stream = static_cast<std::uint32_t>(source);
    const environment::RegionSampler sampler(setup.sources[source]);
    Vec3d middle = sampler.draw({setup.seed, position_stream + stream}, k).position;
    middle = {middle.x * setup.axes.x, middle.y * setup.axes.y, middle.z};
    const Masses& group = setup.groups[setup.source_group[source]];
    if (group.points.empty()) return {middle};
    const Random random{setup.seed, rotation_stream + stream};
    Rotation rotation;
    if (setup.network.dimensions == 3) rotation = randomRotation(random, k, 0);
    if (setup.network.dimensions == 2)
        rotation = rotationBy({0, 2 * std::numbers::pi * random.uniform(k, 0), 0});
    std::vector<Vec3d> points;
    for (const Vec3d& p : group.points) points.push_back(middle + rotated(rotation, p));
    return points;
}

void addGrain(state::Table& rows, const Masses& group, std::uint16_t index, const std::vector<Vec3d>& points,
              const Vec3d& velocity) {
    const std::size_t first = rows.size();
    rows.resize(first + points.size());
    for (std::size_t p = 0; p < points.size(); ++p) {
        rows.write(fields::position)[first + p] = points[p];
        rows.write(fields::velocity)[first + p] = group.kind == Masses::Kind::Free ? velocity : Vec3d{};
        rows.write(fields::group)[first + p] = index;
        rows.write(fields::point)[first + p] = static_cast<std::uint32_t>(p);
    }
}

step::Access Pour::access() const {
    return {.reads = {{sources_table, &fields::made}},
            .writes = {{sources_table, &fields::made}},
            .resizes = {masses_table}};
}

void Pour::run(step::Step& step) const {
    const auto made = step.write(sources_table, fields::made);
    for (std::size_t s = 0; s < setup->sources.size(); ++s) {
        const Source& source = setup->sources[s];
        const std::size_t g = setup->source_group[s];
        const std::uint64_t due = wholeBy(source, step.time());
        while (made[s] < due) {
            const std::vector<Vec3d> points = freeGrain(step, s, made[s]);
            if (points.empty()) break;
            addGrain(step.resizable(masses_table), setup->groups[g], static_cast<std::uint16_t>(g), points,
                     setup->groups[g].velocity + source.velocity);
            ++made[s];
        }
    }
}

std::vector<Vec3d> Pour::freeGrain(step::Step& step, std::size_t source, std::uint64_t k) const {
    const std::size_t g = setup->source_group[source];
    const state::Table& rows = step.resizable(masses_table);
    for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
        std::vector<Vec3d> points = grainOf(*setup, source, k * attempts + attempt);
        if (std::none_of(points.begin(), points.end(),
                         [&](const Vec3d& p) { return isTaken(*setup, rows, g, p); }))
            return points;
    }
    return {};
}

}  // namespace talus::network

#include "talus/grains/sources/emit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "talus/environment/sources/region_sampler.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/sink.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/new_clump.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::grains {
namespace {

enum Channel : std::uint32_t { first_channel = 1, second_channel = 2 };  // channel 0: drawRadius

/// Grains that a new one could overlap: those in or near the box around the region, periodic copies included.
std::vector<PlacedSphere> grainsNear(const Emitter& emitter, const environment::Periodic& domain,
                                     const state::Table& grains) {
    const geometry::Box box = boundsOf(emitter);
    const Vec3d middle = middleOf(emitter), half = (box.max - box.min) * 0.5;
    const double margin = 2 * largestReach(emitter);
    const auto position = grains.read(fields::position);
    const auto radius = grains.read(fields::radius);
    std::vector<PlacedSphere> near;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d offset = shortest(domain, position[i] - middle);
        const double reach = margin + radius[i];
        if (std::abs(offset.x) < half.x + reach && std::abs(offset.y) < half.y + reach &&
            std::abs(offset.z) < half.z + reach)
            near.push_back({position[i], radius[i]});
    }
    return near;
}

bool overlapsAny(const std::vector<PlacedSphere>& spheres, const environment::Periodic& domain,
                 const PlacedSphere& candidate) {
    return std::any_of(spheres.begin(), spheres.end(), [&](const PlacedSphere& other) {
        const double reach = other.radius + candidate.radius;
        return squaredLength(shortest(domain, other.position - candidate.position)) < reach * reach;
    });
}

/// Pours the grains of one emitter that are due now.
void pour(const Spout& spout, const Vec3d& gravity, const environment::Periodic& domain, double time,
          std::uint64_t& emitted, std::uint64_t& tried, std::uint64_t gone, const ClumpShapes& shapes,
          state::Table& grains, const std::optional<ClumpTables>& clumps) {
    const Emitter& emitter = spout.emitter;
    const std::uint64_t due = begunBy(emitter, time);
    if (due <= emitted) return;

    const environment::RegionSampler places(emitter);
    const Vec3d flow = normalized(emitter.direction);
    std::vector<PlacedSphere> near = grainsNear(emitter, domain, grains);
    // After this many rejected positions in a row the emitter counts as full or buried. The number of grains
    // due may then grow without limit, so it must not set the number of tries.
    constexpr int full = 100;
    int failures_in_row = 0;
    std::uint64_t tries_left = 20 + 10 * (due - emitted);
    while (emitted < due && tries_left-- > 0 && failures_in_row < full) {
        const double a = drawRadius(spout.random, emitter, emitted);
        const ShapeChoice::Chosen* const chosen = drawShape(spout.random, emitter, emitted);
        const double reach = chosen != nullptr ? a * chosen->shape->reach : a;
        const PlacedSphere sphere{places
                                      .at(spout.random.uniform(tried, first_channel),
                                          spout.random.uniform(tried, second_channel), 0, reach)
                                      .position,
                                  reach};
        ++tried;
        if (overlapsAny(near, domain, sphere)) {
            ++failures_in_row;
            continue;
        }
        failures_in_row = 0;
        near.push_back(sphere);
        const NewGrain grain{.position = sphere.position,
                             .velocity = flow * emitter.speed,
                             .spin = {},
                             .radius = a,
                             .density = spout.density,
                             .material = spout.material,
                             .birth = time};
        if (clumps && chosen != nullptr)
            appendClump(*clumps, shapes, chosen->index, grain, drawRotation(spout.random, emitted), gravity,
                        gone);
        else
            appendGrain(grains, grain, gravity, gone);
        ++emitted;
    }
}

bool pours(const Spout& spout, std::uint64_t emitted, double next_round, double time) {
    return time >= std::max(beginOf(spout.emitter), next_round) && emitted < grainsInAll(spout.emitter);
}

}  // namespace

double clearingTime(const Emitter& emitter, const Vec3d& gravity) {
    // d = v t + g t^2 / 2, with g the component of gravity along the flow.
    const double d = 2 * largestReach(emitter);
    const double v = emitter.speed, g = std::max(0.0, dot(gravity, normalized(emitter.direction)));
    if (g > 0) return (std::sqrt(v * v + 2 * g * d) - v) / g;
    return v > 0 ? d / v : std::numeric_limits<double>::infinity();
}

double largestRate(const Emitter& emitter, const Vec3d& gravity) {
    const double time = clearingTime(emitter, gravity);
    const double wide = largestReach(static_cast<const ShapeChoice&>(emitter));
    // One grain after the other; a round may be late by a quarter of that time.
    const double single = 0.8 / time;
    if (emitter.shape == Emitter::Shape::Point) return single;
    if (emitter.shape == Emitter::Shape::Line) {
        // Random sequential addition of intervals jams at 0.748 of a line; at 0.6 one position in fifteen is
        // free (Renyi 1958). Only the component of the flow across the line clears it.
        constexpr double cover = 0.6;
        const double across = length(cross(normalized(emitter.direction), axesOf(emitter).along));
        const double all =
            cover * length(emitter.end - emitter.centre) / (2 * meanPower(emitter, 1) * wide) / time;
        return across * std::max(all, single);
    }
    // Random sequential addition of discs jams at 0.547 of the area (Hinrichsen, Feder, Jossang 1986); at
    // 0.35 one position in fifteen is free (their series, 1 - 4 c + 3.308 c^2 + 1.407 c^3; Schaaf, Talbot
    // 1989).
    constexpr double cover = 0.35;
    return cover * areaOf(emitter) / (std::numbers::pi * meanPower(emitter, 2) * (wide * wide)) / time;
}

std::uint64_t grainsInAll(const Emitter& emitter) {
    return begunBy(emitter, std::numeric_limits<double>::infinity());
}

double grainsBy(const Emitter& emitter, double time) {
    const double amount = amountBy(emitter, time);
    return emitter.count == 0 ? amount : std::min(amount, static_cast<double>(emitter.count));
}

double grainsUntil(const Emitter& emitter, double end) {
    return emitter.count == 0 ? std::ceil(amountBy(emitter, end)) : static_cast<double>(emitter.count);
}

bool anyPours(const std::vector<Spout>& spouts, state::View<const std::uint64_t> emitted,
              state::View<const double> next_round, double time) {
    for (std::size_t e = 0; e < spouts.size(); ++e)
        if (pours(spouts[e], emitted[e], next_round[e], time)) return true;
    return false;
}

step::Access Emit::access() const {
    using namespace fields;
    step::Access access{
        .reads = {{emitters_table, &emitted}, {emitters_table, &tried}, {emitters_table, &next_round}},
        .writes = {{emitters_table, &emitted}, {emitters_table, &tried}, {emitters_table, &next_round}},
        .resizes = {grains_table}};
    for (const step::FieldRef& field : goneFields()) access.reads.push_back(field);
    if (!shapes.empty()) access.resizes.insert(access.resizes.end(), {clumps_table, clump_spheres_table});
    return access;
}

void Emit::run(step::Step& step) {
    const auto emitted = step.write(emitters_table, fields::emitted);
    const auto tried = step.write(emitters_table, fields::tried);
    const auto next_round = step.write(emitters_table, fields::next_round);
    const std::uint64_t gone = goneSoFar(step);
    for (std::size_t e = 0; e < spouts.size(); ++e) {
        if (!pours(spouts[e], emitted[e], next_round[e], step.time())) continue;
        std::optional<ClumpTables> clumps;
        if (!shapes.empty())
            clumps.emplace(ClumpTables{step.resizable(grains_table), step.resizable(clumps_table),
                                       step.resizable(clump_spheres_table)});
        pour(spouts[e], gravity, domain, step.time(), emitted[e], tried[e], gone, shapes,
             step.resizable(grains_table), clumps);
        next_round[e] = step.time() + spouts[e].round;
    }
}

}  // namespace talus::grains

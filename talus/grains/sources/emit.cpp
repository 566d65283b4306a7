#include "talus/grains/sources/emit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "talus/grains/fields.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/new_grain.h"
#include "talus/grains/sources/sink.h"

namespace talus::grains {
namespace {

enum Channel : std::uint32_t { distance_channel = 1, angle_channel = 2 };

struct Frame {
    Vec3d along, u, v;  ///< unit and at right angles
};

Frame frameOf(const Emitter& emitter) {
    const Vec3d along = normalized(emitter.direction);
    const Vec3d helper = std::abs(along.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
    const Vec3d u = normalized(cross(helper, along));
    return {along, u, cross(along, u)};
}

/// Grains that a new one could overlap: those in the box around the disc, or with a copy there.
std::vector<Place> grainsNearDisc(const Emitter& emitter, const Frame& frame,
                                  const environment::Periodic& domain, const state::Table& grains) {
    const auto halfSide = [&](double along) {
        return emitter.radius * std::sqrt(std::max(0.0, 1 - along * along));
    };
    const Vec3d half{halfSide(frame.along.x), halfSide(frame.along.y), halfSide(frame.along.z)};
    const double margin = 2 * largestRadius(emitter);
    const auto position = grains.read(fields::position);
    const auto radius = grains.read(fields::radius);
    std::vector<Place> near;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const Vec3d offset = shortest(domain, position[i] - emitter.centre);
        const double reach = margin + radius[i];
        if (std::abs(offset.x) < half.x + reach && std::abs(offset.y) < half.y + reach &&
            std::abs(offset.z) < half.z + reach)
            near.push_back({position[i], radius[i]});
    }
    return near;
}

bool overlapsAny(const std::vector<Place>& places, const environment::Periodic& domain,
                 const Place& candidate) {
    return std::any_of(places.begin(), places.end(), [&](const Place& other) {
        const double reach = other.radius + candidate.radius;
        return squaredLength(shortest(domain, other.position - candidate.position)) < reach * reach;
    });
}

/// Pours what is due now from one spout.
void pour(const Spout& spout, const Vec3d& gravity, const environment::Periodic& domain, double time,
          std::uint64_t& emitted, std::uint64_t& tried, std::uint64_t gone, state::Table& grains) {
    const Emitter& emitter = spout.emitter;
    const std::uint64_t due = dueBy(emitter, time);
    if (due <= emitted) return;

    const Frame frame = frameOf(emitter);
    std::vector<Place> near = grainsNearDisc(emitter, frame, domain, grains);
    // A disc on which so many places in a row are taken is full or buried; what it owes may grow without end.
    constexpr int full = 100;
    int in_vain = 0;
    std::uint64_t tries_left = 20 + 10 * (due - emitted);
    while (emitted < due && tries_left-- > 0 && in_vain < full) {
        const double a = drawRadius(spout.random, emitter, emitted);
        const double r = (emitter.radius - a) * std::sqrt(spout.random.uniform(tried, distance_channel));
        const double angle = 2 * std::numbers::pi * spout.random.uniform(tried, angle_channel);
        ++tried;
        const Place place{emitter.centre + frame.u * (r * std::cos(angle)) + frame.v * (r * std::sin(angle)),
                          a};
        if (overlapsAny(near, domain, place)) {
            ++in_vain;
            continue;
        }
        in_vain = 0;
        near.push_back(place);
        ++emitted;
        appendGrain(grains,
                    {.position = place.position,
                     .velocity = frame.along * emitter.speed,
                     .spin = {},
                     .radius = a,
                     .density = spout.density,
                     .material = spout.material,
                     .birth = time},
                    gravity, gone);
    }
}

bool pours(const Spout& spout, std::uint64_t emitted, double next_round, double time) {
    return emitted < spout.emitter.count && time >= std::max(spout.emitter.start, next_round);
}

}  // namespace

double clearingTime(const Emitter& emitter, const Vec3d& gravity) {
    // d = v t + g t^2 / 2 for the part of gravity along the flow.
    const double d = 2 * largestRadius(emitter);
    const double v = emitter.speed, g = std::max(0.0, dot(gravity, normalized(emitter.direction)));
    if (g > 0) return (std::sqrt(v * v + 2 * g * d) - v) / g;
    return v > 0 ? d / v : std::numeric_limits<double>::infinity();
}

double largestRate(const Emitter& emitter, const Vec3d& gravity) {
    // Discs put down at random jam at 0.547 of the area (Hinrichsen, Feder, Jossang 1986); at 0.35
    // one place in fifteen is still free (their series, 1 - 4 c + 3.308 c^2 + 1.407 c^3; Schaaf, Talbot
    // 1989).
    constexpr double cover = 0.35;
    return cover * emitter.radius * emitter.radius / meanPower(emitter, 2) / clearingTime(emitter, gravity);
}

std::uint64_t dueBy(const Emitter& emitter, double time) {
    if (time < emitter.start) return 0;
    const double target = std::floor(emitter.rate * (time - emitter.start)) + 1;
    return static_cast<std::uint64_t>(std::min(target, static_cast<double>(emitter.count)));
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
    return access;
}

void Emit::run(step::Step& step) {
    const auto emitted = step.write(emitters_table, fields::emitted);
    const auto tried = step.write(emitters_table, fields::tried);
    const auto next_round = step.write(emitters_table, fields::next_round);
    const std::uint64_t gone = goneSoFar(step);
    for (std::size_t e = 0; e < spouts.size(); ++e) {
        if (!pours(spouts[e], emitted[e], next_round[e], step.time())) continue;
        pour(spouts[e], gravity, domain, step.time(), emitted[e], tried[e], gone,
             step.resizable(grains_table));
        next_round[e] = step.time() + spouts[e].round;
    }
}

}  // namespace talus::grains

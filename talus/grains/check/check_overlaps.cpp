#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"

/// Grains, fills and walls must not overlap at the start: the grains would fly apart.
namespace talus::grains {
namespace {

using environment::Wall;
using geometry::Box;

bool overlap(const Box& a, const Box& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y &&
           a.min.z < b.max.z && b.min.z < a.max.z;
}

bool overlap(const Box& box, const geometry::Sphere& sphere) {
    const Vec3d& c = sphere.centre;
    const Vec3d nearest{std::clamp(c.x, box.min.x, box.max.x), std::clamp(c.y, box.min.y, box.max.y),
                        std::clamp(c.z, box.min.z, box.max.z)};
    return length(nearest - c) < sphere.radius;
}

bool isBox(const Box& box) { return box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z; }

void checkFills(const Checking& checked) {
    const auto& fills = in(checked.scene).fills;
    for (std::size_t i = 0; i < fills.size(); ++i) {
        if (!isBox(fills[i].box)) continue;  // reported by checkGeometry
        const auto refuse = [&](const char* what, const std::string& name) {
            checked.diagnostics.error(
                checked.spanOf("fill", i, "min"),
                fmt::format("[[fill]] '{}' overlaps [[{}]] '{}'", fills[i].name, what, name),
                "give them separate places");
        };
        for (std::size_t j = 0; j < i; ++j) {
            if (full(checked.diagnostics)) return;
            if (isBox(fills[j].box) && overlap(fills[i].box, fills[j].box)) refuse("fill", fills[j].name);
        }
        for (const Wall& wall : checked.scene.environment.walls) {
            if (full(checked.diagnostics)) return;
            if (wall.follows || fills[i].only_free) continue;
            if ((wall.kind == Wall::Kind::BoxOutside && overlap(fills[i].box, wall.box)) ||
                (wall.kind == Wall::Kind::SphereOutside && overlap(fills[i].box, wall.sphere)))
                refuse("wall", wall.name);
        }
    }
}

/// Reports pairs of single grains that overlap deeply: a sweep along the axis of the widest spread.
void checkGrains(const Checking& checked) {
    const auto& grains = in(checked.scene).placed;
    if (grains.empty()) return;
    Vec3d low = grains[0].position, high = low;
    for (const Grain& grain : grains) {
        const Vec3d& p = grain.position;
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3d spread = high - low;
    const auto axis = spread.x >= std::max(spread.y, spread.z) ? &Vec3d::x
                      : spread.y >= spread.z                   ? &Vec3d::y
                                                               : &Vec3d::z;
    const auto start = [&](std::size_t i) { return grains[i].position.*axis - grains[i].radius; };
    std::vector<std::size_t> order(grains.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return start(a) < start(b); });
    for (auto a = order.begin(); a != order.end(); ++a) {
        const double end = grains[*a].position.*axis + grains[*a].radius;
        for (auto b = a + 1; b != order.end() && start(*b) < end; ++b) {
            const double depth =
                grains[*a].radius + grains[*b].radius - length(grains[*a].position - grains[*b].position);
            if (depth <= 0.2 * std::min(grains[*a].radius, grains[*b].radius)) continue;
            if (full(checked.diagnostics)) return;
            const auto [first, second] = std::minmax(*a, *b);
            const SourceSpan there = checked.spanOf("grain", first, "position");
            checked.warn(checked.spanOf("grain", second, "position"),
                         fmt::format("the grain starts {:.3g} m deep in another; they will fly apart", depth),
                         fmt::format("the other is in line {}", there.line));
        }
    }
}

}  // namespace

void checkOverlaps(const Checking& checked) {
    checkFills(checked);
    checkGrains(checked);
}

}  // namespace talus::grains

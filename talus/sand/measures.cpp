#include "talus/sand/measures.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/reduce.h"
#include "talus/sand/fields.h"

namespace talus::sand {

Measures measure(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    const state::Table& rows = world.table(sand_table);
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto strain = rows.has(fields::strain) ? rows.read(fields::strain) : exec::View<const Vec3f>{};
    const double mass = setup.mass;
    Measures sum = exec::reduce(
        exec, rows.size(), Measures{},
        [&](std::size_t i) {
            const Vec3d v = wide(velocity[i]);
            const double square = squaredLength(v);
            Measures one{1, v * mass, position[i], 0.5 * mass * square, 0, std::sqrt(square), 0, 0, true};
            if (!strain.empty()) {
                const Vec3d e = wide(strain[i]);
                one.max_compression = 1 - std::exp(std::min(0.0, e.x + e.y + e.z));
                one.compressed = one.max_compression > far_above * setup.sand.compression ? 1 : 0;
            }
            one.finite = std::isfinite(square) && std::isfinite(squaredLength(position[i]));
            return one;
        },
        [](const Measures& a, const Measures& b) {
            return Measures{a.count + b.count,
                            a.momentum + b.momentum,
                            a.centre + b.centre,
                            a.kinetic + b.kinetic,
                            0,
                            std::max(a.fastest, b.fastest),
                            std::max(a.max_compression, b.max_compression),
                            a.compressed + b.compressed,
                            a.finite && b.finite};
        });
    sum.potential = -mass * dot(setup.gravity, sum.centre);
    if (sum.count > 0) sum.centre *= 1 / static_cast<double>(sum.count);
    return sum;
}

double fastestOf(const exec::Exec& exec, const state::World& world) {
    const auto velocity = world.table(sand_table).read(fields::velocity);
    return std::sqrt(exec::reduce(
        exec, velocity.size(), 0.0, [&](std::size_t i) { return squaredLength(wide(velocity[i])); },
        exec::Larger{}));
}

}  // namespace talus::sand

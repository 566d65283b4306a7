#include "talus/water/measures.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/reduce.h"
#include "talus/water/fields.h"

namespace talus::water {

Measures measure(const exec::Exec& exec, const state::World& world, double mass, double rest_density) {
    const state::Table& rows = world.table(water_table);
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto density = rows.read(fields::density);
    Measures sum = exec::reduce(
        exec, rows.size(), Measures{},
        [&](std::size_t i) {
            const Vec3d v = wide(velocity[i]);
            const double square = squaredLength(v), relative = double{density[i]} / rest_density;
            return Measures{1,
                            v * mass,
                            0.5 * mass * square,
                            std::sqrt(square),
                            std::max(0.0, relative - 1),
                            double{density[i]},
                            std::isfinite(square) && std::isfinite(squaredLength(position[i]))};
        },
        [](const Measures& a, const Measures& b) {
            return Measures{a.count + b.count,
                            a.momentum + b.momentum,
                            a.kinetic + b.kinetic,
                            std::max(a.fastest, b.fastest),
                            a.compression + b.compression,
                            std::max(a.densest, b.densest),
                            a.finite && b.finite};
        });
    if (sum.count > 0) sum.compression /= static_cast<double>(sum.count);
    return sum;
}

Extremes extremesOf(const exec::Exec& exec, const state::World& world) {
    const state::Table& water = world.table(water_table);
    return extremesFrom(
        exec::reduce(exec, water.size(), Extremes{},
                     ExtremesOfParticle{water.read(fields::velocity), water.read(fields::pressure)},
                     BothExtremes{}),
        water.size());
}

double floorPressureOf(const exec::Exec& exec, exec::View<const float> pressure) {
    const double powers = exec::sum(exec, pressure.size(), 0.0, [=](std::size_t i) {
        return ExtremesOfParticle::eighthPower(double{pressure[i]});
    });
    return extremesFrom({0, powers}, pressure.size()).pressure;
}

}  // namespace talus::water

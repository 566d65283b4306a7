#include "talus/particles/motion/integrate.h"

#include "talus/math/slowest.h"

namespace talus::particles {
namespace {

using namespace fields;

step::FieldRef of(const Names& tables, const state::FieldInfo& field) {
    return {tables->particles.c_str(), &field};
}

step::Access kickAccess(const Names& tables) {
    return {.reads = {of(tables, force), of(tables, mass), of(tables, velocity)},
            .writes = {of(tables, velocity)},
            .resizes = {}};
}

}  // namespace

step::Access KickAndDrift::access() const {
    step::Access access = kickAccess(tables);
    access.reads.push_back(of(tables, position));
    access.writes.push_back(of(tables, position));
    return access;
}

step::RangeWork KickAndDrift::ranges(step::Step& step) const {
    const char* table = tables->particles.c_str();
    const auto forces = step.read(table, force);
    const auto masses = step.read(table, mass);
    const auto velocities = step.write(table, velocity);
    const auto positions = step.write(table, position);
    const auto h = static_cast<float>(share * step.dt);
    return {.rows = step.rows(table),
            .part = part_rows,
            .on =
                [=, dt = step.dt](std::size_t begin, std::size_t end) {
                    const Vec3f* __restrict f = forces.data();
                    const float* __restrict m = masses.data();
                    Vec3f* __restrict v = velocities.data();
                    Vec3d* __restrict x = positions.data();
                    for (std::size_t i = begin; i < end; ++i) {
                        const float s = h / m[i];
                        v[i].x = stoppedIfSlow(v[i].x + f[i].x * s);
                        v[i].y = stoppedIfSlow(v[i].y + f[i].y * s);
                        v[i].z = stoppedIfSlow(v[i].z + f[i].z * s);
                    }
                    for (std::size_t i = begin; i < end; ++i) {
                        x[i].x += static_cast<double>(v[i].x) * dt;
                        x[i].y += static_cast<double>(v[i].y) * dt;
                        x[i].z += static_cast<double>(v[i].z) * dt;
                    }
                },
            .close = {}};
}

step::Access Kick::access() const { return kickAccess(tables); }

step::RangeWork Kick::ranges(step::Step& step) const {
    const char* table = tables->particles.c_str();
    const auto forces = step.read(table, force);
    const auto masses = step.read(table, mass);
    const auto velocities = step.write(table, velocity);
    const auto h = static_cast<float>(share * step.dt);
    return {.rows = step.rows(table),
            .part = part_rows,
            .on =
                [=](std::size_t begin, std::size_t end) {
                    const Vec3f* __restrict f = forces.data();
                    const float* __restrict m = masses.data();
                    Vec3f* __restrict v = velocities.data();
                    for (std::size_t i = begin; i < end; ++i) {
                        const float s = h / m[i];
                        v[i].x = stoppedIfSlow(v[i].x + f[i].x * s);
                        v[i].y = stoppedIfSlow(v[i].y + f[i].y * s);
                        v[i].z = stoppedIfSlow(v[i].z + f[i].z * s);
                    }
                },
            .close = {}};
}

step::Access RungeKutta::access() const {
    step::Access access{.reads = {of(tables, position), of(tables, velocity), of(tables, mass)},
                        .writes = {of(tables, position), of(tables, velocity), of(tables, way)},
                        .resizes = {}};
    if (external.buoyancy.on) access.reads.push_back(of(tables, temperature));
    return access;
}

step::RangeWork RungeKutta::ranges(step::Step& step) const {
    const char* table = tables->particles.c_str();
    const auto masses = step.read(table, mass);
    const auto velocities = step.write(table, velocity);
    const auto positions = step.write(table, position);
    const auto ways = step.write(table, way);
    const bool warm = external.buoyancy.on;
    const auto temperatures = warm ? step.read(table, temperature) : state::View<const float>{};
    const auto on = [=, this, h = step.dt, t = step.time()](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const double per_mass = 1 / double{masses[i]}, heat = warm ? temperatures[i] : 0;
            const auto rate = [&](const Vec3d& x, const Vec3d& v, double time) {
                return external.at(x, heat) + dissipative.at(x, v, time) * per_mass;
            };
            const Vec3d x = positions[i], v = wide(velocities[i]);
            const Vec3d a1 = rate(x, v, t);
            const Vec3d v2 = v + a1 * (0.5 * h), a2 = rate(x + v * (0.5 * h), v2, t + 0.5 * h);
            const Vec3d v3 = v + a2 * (0.5 * h), a3 = rate(x + v2 * (0.5 * h), v3, t + 0.5 * h);
            const Vec3d v4 = v + a3 * h, a4 = rate(x + v3 * h, v4, t + h);
            const Vec3d moved = (v + (v2 + v3) * 2.0 + v4) * (h / 6);
            ways[i] = moved;
            positions[i] = x + moved;
            velocities[i] = stoppedIfSlow(narrow(v + (a1 + (a2 + a3) * 2.0 + a4) * (h / 6)));
        }
    };
    return {.rows = step.rows(table), .part = part_rows, .on = on, .close = {}};
}

}  // namespace talus::particles

#include "talus/particles/forces/forces.h"

#include <algorithm>
#include <cmath>

namespace talus::particles {
namespace {

step::FieldRef of(const Names& tables, const state::FieldInfo& field) {
    return {tables->particles.c_str(), &field};
}

step::RangeWork onRows(const step::Step& step, const Names& tables, step::RangeFunction on) {
    return {
        .rows = step.rows(tables->particles.c_str()), .part = part_rows, .on = std::move(on), .close = {}};
}

}  // namespace

Vec3d External::at(const Vec3d& position, double temperature) const {
    Vec3d sum = gravity;
    if (buoyancy.on) sum -= gravity * (buoyancy.expansion * (temperature - buoyancy.ambient));
    for (const Attractor& a : attractors) {
        const Vec3d d = a.point - position;
        const double square = squaredLength(d) + a.softening * a.softening;
        sum += d * (a.strength / (square * std::sqrt(square)));
    }
    return sum;
}

Vec3d Dissipative::at(const Vec3d& position, const Vec3d& velocity, double time) const {
    const Vec3d u = velocity - air.at(position, time);
    return u * -(drag.linear + drag.quadratic * length(u));
}

step::Access ResetForces::access() const {
    return {.reads = {}, .writes = {of(tables, fields::force)}, .resizes = {}};
}

step::RangeWork ResetForces::ranges(step::Step& step) const {
    const auto force = step.write(tables->particles.c_str(), fields::force);
    return onRows(step, tables, [=](std::size_t begin, std::size_t end) {
        std::fill(force.data() + begin, force.data() + end, Vec3f{});
    });
}

step::Access ExternalForces::access() const {
    step::Access access{.reads = {of(tables, fields::force), of(tables, fields::mass)},
                        .writes = {of(tables, fields::force)},
                        .resizes = {}};
    if (!external.uniform()) access.reads.push_back(of(tables, fields::position));
    if (external.buoyancy.on) access.reads.push_back(of(tables, fields::temperature));
    return access;
}

step::RangeWork ExternalForces::ranges(step::Step& step) const {
    const char* table = tables->particles.c_str();
    const auto force = step.write(table, fields::force);
    const auto mass = step.read(table, fields::mass);
    if (external.uniform())
        return onRows(step, tables, [=, g = narrow(external.gravity)](std::size_t begin, std::size_t end) {
            Vec3f* __restrict f = force.data();
            const float* __restrict m = mass.data();
            for (std::size_t i = begin; i < end; ++i) {
                f[i].x += m[i] * g.x;
                f[i].y += m[i] * g.y;
                f[i].z += m[i] * g.z;
            }
        });
    const auto position = step.read(table, fields::position);
    const bool warm = external.buoyancy.on;
    const auto temperature = warm ? step.read(table, fields::temperature) : state::View<const float>{};
    return onRows(step, tables, [=, this](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            force[i] += narrow(external.at(position[i], warm ? temperature[i] : 0) * double{mass[i]});
    });
}

step::Access DissipativeForces::access() const {
    step::Access access{.reads = {of(tables, fields::force), of(tables, fields::velocity)},
                        .writes = {of(tables, fields::force)},
                        .resizes = {}};
    if (!dissipative.air.uniform()) access.reads.push_back(of(tables, fields::position));
    return access;
}

step::RangeWork DissipativeForces::ranges(step::Step& step) const {
    const char* table = tables->particles.c_str();
    const auto force = step.write(table, fields::force);
    const auto velocity = step.read(table, fields::velocity);
    const double time = step.time() + ahead * step.dt;
    if (!dissipative.air.uniform()) {
        const auto position = step.read(table, fields::position);
        return onRows(step, tables, [=, this](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                force[i] += narrow(dissipative.at(position[i], wide(velocity[i]), time));
        });
    }
    const Vec3f wind = narrow(dissipative.air.windAt(time));
    const auto k = static_cast<float>(dissipative.drag.linear),
               c = static_cast<float>(dissipative.drag.quadratic);
    return onRows(step, tables, [=](std::size_t begin, std::size_t end) {
        Vec3f* __restrict f = force.data();
        const Vec3f* __restrict v = velocity.data();
        if (c > 0)
            for (std::size_t i = begin; i < end; ++i) {
                const Vec3f u = v[i] - wind;
                f[i] -= u * (k + c * std::sqrt(u.x * u.x + u.y * u.y + u.z * u.z));
            }
        else
            for (std::size_t i = begin; i < end; ++i) {
                f[i].x -= k * (v[i].x - wind.x);
                f[i].y -= k * (v[i].y - wind.y);
                f[i].z -= k * (v[i].z - wind.z);
            }
    });
}

step::Access Cool::access() const {
    return {.reads = {of(tables, fields::temperature)},
            .writes = {of(tables, fields::temperature)},
            .resizes = {}};
}

step::RangeWork Cool::ranges(step::Step& step) const {
    const auto temperature = step.write(tables->particles.c_str(), fields::temperature);
    const auto keep = static_cast<float>(std::exp(-step.dt / *buoyancy.cooling));
    const auto ambient = static_cast<float>(buoyancy.ambient);
    return onRows(step, tables, [=](std::size_t begin, std::size_t end) {
        float* t = temperature.data();
        for (std::size_t i = begin; i < end; ++i) t[i] = ambient + (t[i] - ambient) * keep;
    });
}

}  // namespace talus::particles

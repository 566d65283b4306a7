#include "talus/water/forces/forces.h"

#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/water/forces/at_walls.h"
#include "talus/water/forces/cohesion.h"

namespace talus::water {
namespace {

step::Access forceAccess(bool pairs) {
    using namespace fields;
    step::Access access{.reads = pairs ? neighbourFields() : std::vector<step::FieldRef>{},
                        .writes = {{work_table, &force}},
                        .resizes = {}};
    access.reads.push_back({work_table, &flow});
    access.reads.push_back({work_table, &force});
    return access;
}

}  // namespace

step::Access ApplyGravity::access() const {
    using namespace fields;
    step::Access access{.reads = {{water_table, &pressure}},
                        .writes = {{work_table, &force}, {work_table, &carried}},
                        .resizes = {}};
    if (integral != nullptr)
        access.reads.insert(access.reads.end(), {{work_table, &wall},
                                                 {work_table, &first_contact},
                                                 {contact_table, &contact_gradient},
                                                 {contact_table, &contact_point}});
    return access;
}

void ApplyGravity::run(step::Step& step) const {
    const auto force = step.write(work_table, fields::force);
    const auto carried = step.write(work_table, fields::carried);
    const Vec3f g = narrow(gravity);
    if (integral == nullptr)
        return exec::for_each(step.exec, step.rows(water_table), [=](std::size_t i) {
            carried[i] = {};
            force[i] = g;
        });
    const auto wall = step.read(work_table, fields::wall);
    const auto pressure = step.read(water_table, fields::pressure);
    const auto first = step.read(work_table, fields::first_contact);
    const auto gradient = step.read(contact_table, fields::contact_gradient);
    const auto point = step.read(contact_table, fields::contact_point);
    exec::for_each(step.exec, pressure.size(),
                   CarryGravity{gravity, integral->table(), wall, pressure, first,
                                first.sub(1, pressure.size()), gradient, point, carried, force});
}

step::Access Viscosity::access() const {
    step::Access access = forceAccess(true);
    if (friction.any()) access.writes.push_back({work_table, &fields::flow});
    if (friction.any() || on_noise > 0) access.writes.push_back({work_table, &fields::pressure_acceleration});
    return access;
}

void Viscosity::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const FrictionParts parts(friction, smoothing.volume, step.dt);
    for (int k = 1; k < parts.count; ++k) {
        const auto rate = step.write(work_table, fields::pressure_acceleration);
        const auto flow = step.write(work_table, fields::flow);
        const auto dt = static_cast<float>(step.dt);
        inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
            sumFriction(all, flow.data(), parts.each, begin, end, rate.data());
        });
        exec::for_each(step.exec, all.count, [=](std::size_t i) { flow[i] += rate[i].xyz() * dt; });
    }
    const auto flow = step.read(work_table, fields::flow);
    const auto force = step.write(work_table, fields::force);
    ViscousRates rates{parts.each, static_cast<float>(mixing / step.dt), static_cast<float>(damping),
                       static_cast<float>(impact)};
    if (on_noise > 0) {
        const auto noise = step.write(work_table, fields::pressure_acceleration);
        inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
            sumNoise(all, flow.data(), begin, end, noise.data());
        });
        noise[all.count] = {};  // the row that pads the lists
        rates.noise = noise.data();
        rates.on_noise = static_cast<float>(on_noise);
    }
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumViscosity(all, flow.data(), rates, begin, end, force.data());
    });
}

step::Access WallFriction::access() const {
    using namespace fields;
    step::Access access = forceAccess(false);
    access.reads.push_back({work_table, &first_contact});
    access.reads.push_back({contact_table, &contact_gradient});
    access.reads.push_back({contact_table, &contact_velocity});
    access.reads.push_back({contact_table, &contact_friction});
    return access;
}

void WallFriction::run(step::Step& step) const {
    const auto flow = step.read(work_table, fields::flow);
    const auto first = step.read(work_table, fields::first_contact);
    const auto velocity = step.read(contact_table, fields::contact_velocity);
    const auto gradient = step.read(contact_table, fields::contact_gradient);
    const auto friction_of = step.read(contact_table, fields::contact_friction);
    const auto force = step.write(work_table, fields::force);
    const std::size_t count = step.rows(water_table);
    exec::for_each(step.exec, count,
                   AddWallFriction{FrictionAt<float>(friction), flow, first, first.sub(1, count), velocity,
                                   gradient, friction_of, force});
}

step::Access Cohesion::access() const { return forceAccess(true); }

void Cohesion::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto flow = step.read(work_table, fields::flow);
    const auto force = step.write(work_table, fields::force);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumCohesion(all, flow.data(), static_cast<float>(strength), begin, end, force.data());
    });
}

double cohesionOf(double surface_tension, double rest_density, double support) {
    const CohesionSpline<double> spline(support);
    constexpr int steps = 2000;  // the midpoint rule has an error of 1e-6 here
    double moment = 0;
    for (int k = 0; k < steps; ++k) {
        const double r = support * (k + 0.5) / steps;
        moment += std::pow(r, 4) * spline.value<double>(r) * support / steps;
    }
    return 8 * surface_tension / (std::numbers::pi * rest_density * rest_density * moment);
}

step::Access Kick::access() const {
    using namespace fields;
    return {{{work_table, &force}, {work_table, &flow}}, {{work_table, &flow}}, {}};
}

void Kick::run(step::Step& step) const {
    const auto force = step.read(work_table, fields::force);
    const auto flow = step.write(work_table, fields::flow);
    exec::for_each(step.exec, step.rows(water_table),
                   [=, dt = static_cast<float>(step.dt)](std::size_t i) { flow[i] += force[i] * dt; });
}

}  // namespace talus::water

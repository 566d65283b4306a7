#include "talus/water/forces/forces.h"

#include "talus/exec/for_each.h"
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
    return {{{work_table, &fields::wall}, {water_table, &fields::pressure}},
            {{work_table, &fields::force}, {work_table, &fields::carried}, {work_table, &fields::along}},
            {}};
}

void ApplyGravity::run(step::Step& step) const {
    const auto wall = step.read(work_table, fields::wall);
    const auto pressure = step.read(water_table, fields::pressure);
    const auto force = step.write(work_table, fields::force);
    const auto carried = step.write(work_table, fields::carried);
    const auto along = step.write(work_table, fields::along);
    exec::for_each(step.exec, pressure.size(), [=, g = narrow(gravity)](std::size_t i) {
        carried[i] = pressure[i] > 0 ? wall[i].w : 0;
        along[i] = alongWalls(g, wall[i].xyz());
        force[i] = g - along[i] * carried[i];
    });
}

step::Access Viscosity::access() const { return forceAccess(true); }

void Viscosity::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto flow = step.read(work_table, fields::flow);
    const auto force = step.write(work_table, fields::force);
    const auto nu = static_cast<float>(viscosity), mix = static_cast<float>(mixing / step.dt),
               damp = static_cast<float>(damping), hit = static_cast<float>(impact);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumViscosity(all, flow.data(), nu, mix, damp, hit, begin, end, force.data());
    });
}

step::Access WallFriction::access() const {
    using namespace fields;
    step::Access access = forceAccess(false);
    access.reads.push_back({work_table, &first_contact});
    access.reads.push_back({contact_table, &contact_velocity});
    access.reads.push_back({contact_table, &contact_rub});
    return access;
}

void WallFriction::run(step::Step& step) const {
    const auto flow = step.read(work_table, fields::flow);
    const auto first = step.read(work_table, fields::first_contact);
    const auto velocity = step.read(contact_table, fields::contact_velocity);
    const auto rub = step.read(contact_table, fields::contact_rub);
    const auto force = step.write(work_table, fields::force);
    const auto nu = static_cast<float>(viscosity * stick);
    exec::for_each(step.exec, step.rows(water_table), [=](std::size_t i) {
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k)
            force[i] += (velocity[k] - flow[i].xyz()) * (nu * rub[k]);
    });
}

step::Access Cohesion::access() const {
    step::Access access = forceAccess(true);
    access.writes.push_back({work_table, &fields::push});
    return access;
}

void Cohesion::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto flow = step.read(work_table, fields::flow);
    const auto normal = step.write(work_table, fields::push);
    const auto force = step.write(work_table, fields::force);
    normal[all.count] = {0, 0, 0, 0};
    inParts(step.exec, all,
            [&](std::size_t begin, std::size_t end) { sumNormals(all, begin, end, normal.data()); });
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumCohesion(all, flow.data(), normal.data(), static_cast<float>(strength),
                    static_cast<float>(evening), begin, end, force.data());
    });
}

double cohesionOf(double surface_tension, double rest_density, double support) {
    const CohesionSpline<double> spline(support);
    constexpr int steps = 2000;  // the midpoint rule is good to 1e-6 here
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

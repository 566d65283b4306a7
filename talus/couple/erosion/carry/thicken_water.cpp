#include "talus/couple/erosion/carry/thicken_water.h"

#include <fmt/format.h>

#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

/// Scratch.
struct ThickenScratch {
    exec::Array<Quad<float>> flow;  ///< velocity and excess viscosity of each particle
};

step::FieldRef forceField(const Setup& setup) {
    return setup.forces_are_accelerations ? step::FieldRef{water_table, &water::fields::acceleration}
                                          : step::FieldRef{work_table, &water::fields::force};
}

}  // namespace

step::Access ThickenWater::access() const {
    step::Access access{
        .reads = water::neighbourFields(), .writes = {forceField(setup)}, .resizes = {}, .produces = {name}};
    access.reads.insert(access.reads.end(), {forceField(setup),
                                             {water_table, &fields::sediment},
                                             {work_table, &water::fields::flow},
                                             {work_table, &water::fields::first_contact},
                                             {water::contact_table, &water::fields::contact_velocity},
                                             {water::contact_table, &water::fields::contact_friction}});
    return access;
}

void ThickenWater::run(step::Step& step) const {
    const auto sediment = step.read(water_table, fields::sediment);
    const auto velocity = step.read(work_table, water::fields::flow);
    const auto first = step.read(work_table, water::fields::first_contact);
    const auto wall_velocity = step.read(water::contact_table, water::fields::contact_velocity);
    const auto rub = step.read(water::contact_table, water::fields::contact_friction);
    const auto force = setup.forces_are_accelerations ? step.write(water_table, water::fields::acceleration)
                                                      : step.write(work_table, water::fields::force);
    const std::size_t count = sediment.size();
    ThickenScratch& scratch = step.produce<ThickenScratch>(name);
    scratch.flow.resize(count + 1);
    const auto flow = scratch.flow.view();
    exec::for_each(step.exec, count, [=, this](std::size_t i) {
        const Vec3f v = velocity[i].xyz();
        const double excess_factor = setup.thickening(setup.fraction(sediment[i])) - 1;
        flow[i] = {v.x, v.y, v.z, static_cast<float>(setup.liquid.kinematic() * excess_factor)};
    });
    flow[count] = {0, 0, 0, 0};
    const double max_viscosity = exec::reduce(
        step.exec, count, 0.0, [=](std::size_t i) { return double{flow[i].w}; },
        [](double a, double b) { return a > b ? a : b; });
    if (!(max_viscosity > 0)) return;
    // The limit of explicit viscosity (Morris, Fox, Zhu 1997, equation 24), as for the water's own.
    const double max_step = 0.125 * setup.spacing * setup.spacing / max_viscosity;
    if (step.dt > max_step)
        return step.report.fail(
            {.what = fmt::format(
                 "sediment makes the water so viscous, {:.3g} Pa s more than clear water, that its time step "
                 "may be {:.3g} s at most; it is {:.3g} s",
                 max_viscosity * setup.liquid.density, max_step, step.dt),
             .advice = "make dt in [water] that short, or set thickening = \"none\" in [erosion]",
             .ids = {},
             .positions = {}});
    const water::Neighbours all = water::neighboursOf(step, setup.smoothing);
    water::inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumThickened(all, flow.data(), begin, end, force.data());
    });
    exec::for_each(step.exec, count, [=, stick = static_cast<float>(setup.stick)](std::size_t i) {
        for (std::uint32_t k = first[i]; k < first[i + 1]; ++k)
            force[i] += (wall_velocity[k] - flow[i].xyz()) * (flow[i].w * rub[k] * stick);
    });
}

}  // namespace talus::couple::erosion

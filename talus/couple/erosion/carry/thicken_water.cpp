#include "talus/couple/erosion/carry/thicken_water.h"

#include <fmt/format.h>

#include "talus/couple/erosion/fields.h"
#include "talus/exec/reduce.h"

namespace talus::couple::erosion {
namespace {

using water::water_table, water::work_table;

/// A scratch.
struct ThickScratch {
    exec::Array<Quad<float>> flow;
};

step::FieldRef forceOf(const Setup& setup) {
    return setup.late_forces ? step::FieldRef{water_table, &water::fields::acceleration}
                             : step::FieldRef{work_table, &water::fields::force};
}

}  // namespace

step::Access ThickenWater::access() const {
    step::Access access{
        .reads = water::neighbourFields(), .writes = {forceOf(setup)}, .resizes = {}, .produces = {name}};
    access.reads.insert(access.reads.end(), {forceOf(setup),
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
    const auto force = setup.late_forces ? step.write(water_table, water::fields::acceleration)
                                         : step.write(work_table, water::fields::force);
    const std::size_t count = sediment.size();
    ThickScratch& scratch = step.produce<ThickScratch>(name);
    scratch.flow.resize(count + 1);
    const auto flow = scratch.flow.view();
    exec::for_each(step.exec, count, [=, this](std::size_t i) {
        const Vec3f v = velocity[i].xyz();
        const double more = setup.thickening(setup.fraction(sediment[i])) - 1;
        flow[i] = {v.x, v.y, v.z, static_cast<float>(setup.liquid.kinematic() * more)};
    });
    flow[count] = {0, 0, 0, 0};
    const double thickest = exec::reduce(
        step.exec, count, 0.0, [=](std::size_t i) { return double{flow[i].w}; },
        [](double a, double b) { return a > b ? a : b; });
    if (!(thickest > 0)) return;
    // As between particles of the water itself (Morris, Fox, Zhu 1997, equation 24).
    const double longest = 0.125 * setup.spacing * setup.spacing / thickest;
    if (step.dt > longest)
        return step.report.fail(
            {.what = fmt::format(
                 "water is so thick of sediment, {:.3g} Pa s more than clear, that its steps may be "
                 "{:.3g} s long, not {:.3g} s",
                 thickest * setup.liquid.density, longest, step.dt),
             .advice = "make dt in [water] that, or thickening in [erosion] \"none\"",
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

#include "talus/water/solver/wcsph.h"

#include "talus/exec/for_each.h"
#include "talus/water/solver/leap.h"

namespace talus::water {

step::Access Predict::access() const {
    using namespace fields;
    return {.reads = {{water_table, &acceleration},
                      {water_table, &density_rate},
                      {work_table, &position_pressure},
                      {work_table, &flow}},
            .writes = {{work_table, &position_pressure}, {work_table, &flow}},
            .resizes = {}};
}

void Predict::run(step::Step& step) const {
    const auto acceleration = step.read(water_table, fields::acceleration);
    const auto rate = step.read(water_table, fields::density_rate);
    const auto position_pressure = step.write(work_table, fields::position_pressure),
               flow = step.write(work_table, fields::flow);
    const auto half = static_cast<float>(0.5 * step.dt), whole = static_cast<float>(step.dt);
    exec::for_each(step.exec, acceleration.size(),
                   PredictParticle{law, acceleration, rate, half, whole, position_pressure, flow});
}

step::Access FindRates::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{water_table, &acceleration}, {water_table, &density_rate}},
                        .resizes = {}};
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&flow, &wall, &wall_rate, &force})
        access.reads.push_back({work_table, field});
    return access;
}

void FindRates::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto flow = step.read(work_table, fields::flow);
    const auto wall = step.read(work_table, fields::wall);
    const auto wall_rate = step.read(work_table, fields::wall_rate);
    const auto force = step.read(work_table, fields::force);
    const auto acceleration = step.write(water_table, fields::acceleration);
    const auto rate = step.write(water_table, fields::density_rate);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumRates(all, law, flow.data(), wall.data(), wall_rate.data(), force.data(), begin, end,
                 acceleration.data(), rate.data());
    });
}

step::Access FinishStep::access() const {
    using namespace fields;
    return {.reads = {{water_table, &acceleration},
                      {water_table, &density_rate},
                      {water_table, &velocity},
                      {water_table, &density},
                      {work_table, &position_pressure}},
            .writes = {{water_table, &velocity}, {water_table, &density}, {water_table, &pressure}},
            .resizes = {}};
}

void FinishStep::run(step::Step& step) const {
    const auto acceleration = step.read(water_table, fields::acceleration);
    const auto rate = step.read(water_table, fields::density_rate);
    const auto velocity = step.write(water_table, fields::velocity);
    const auto density = step.write(water_table, fields::density);
    const auto pressure = step.write(water_table, fields::pressure);
    const auto dt = static_cast<float>(step.dt), rest = static_cast<float>(rest_density);
    exec::for_each(step.exec, velocity.size(),
                   FinishParticle{law, acceleration, rate, dt, rest, velocity, density, pressure});
}

}  // namespace talus::water

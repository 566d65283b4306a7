#include "talus/water/solver/mueller.h"

#include "talus/exec/for_each.h"

namespace talus::water {
step::Access NoWalls::access() const {
    return {{}, {{work_table, &fields::wall}, {work_table, &fields::clearance}}, {}};
}

void NoWalls::run(step::Step& step) const {
    const auto wall = step.write(work_table, fields::wall);
    const auto clearance = step.write(work_table, fields::clearance);
    exec::for_each(step.exec, wall.size(), [=](std::size_t i) {
        wall[i] = {0, 0, 0, 0};
        clearance[i] = 0;
    });
}

step::Access MuellerDensity::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{water_table, &density},
                                   {water_table, &pressure},
                                   {work_table, &flow},
                                   {work_table, &place}},
                        .resizes = {}};
    access.reads.push_back({work_table, &flow});
    return access;
}

void MuellerDensity::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto density = step.write(water_table, fields::density);
    const auto pressure = step.write(water_table, fields::pressure);
    const auto flow = step.write(work_table, fields::flow), place = step.write(work_table, fields::place);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumMuellerDensity(all, law.mass, begin, end, density.data());
    });
    const auto k = static_cast<float>(law.stiffness), rest = static_cast<float>(law.rest_density);
    exec::for_each(step.exec, all.count, [=](std::size_t i) {
        pressure[i] = k * (density[i] - rest);
        flow[i].w = density[i];
        place[i].w = pressure[i] / (density[i] * density[i]);
    });
}

step::Access MuellerForces::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(), .writes = {{work_table, &force}}, .resizes = {}};
    access.reads.push_back({work_table, &flow});
    access.reads.push_back({work_table, &force});
    return access;
}

void MuellerForces::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto flow = step.read(work_table, fields::flow);
    const auto force = step.write(work_table, fields::force);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumMuellerForces(all, law, flow.data(), begin, end, force.data());
    });
}

step::Access LeapKick::access() const {
    using namespace fields;
    return {
        {{work_table, &force}, {work_table, &flow}, {water_table, &velocity}, {water_table, &half_velocity}},
        {{work_table, &flow}, {water_table, &half_velocity}},
        {}};
}

void LeapKick::run(step::Step& step) const {
    const auto force = step.read(work_table, fields::force);
    const auto velocity = step.read(water_table, fields::velocity);
    const auto half = step.write(water_table, fields::half_velocity);
    const auto flow = step.write(work_table, fields::flow);
    const auto dt = static_cast<float>(step.dt);
    const bool first = step.index() == 0;
    exec::for_each(step.exec, velocity.size(), [=](std::size_t i) {
        if (first) half[i] = velocity[i] - force[i] * (0.5f * dt);
        const Vec3f next = half[i] + force[i] * dt;
        flow[i] = {next.x, next.y, next.z, flow[i].w};
    });
}

step::Access LeapMean::access() const {
    using namespace fields;
    return {{{water_table, &velocity}, {water_table, &half_velocity}},
            {{water_table, &velocity}, {water_table, &half_velocity}},
            {}};
}

void LeapMean::run(step::Step& step) const {
    const auto velocity = step.write(water_table, fields::velocity);
    const auto half = step.write(water_table, fields::half_velocity);
    exec::for_each(step.exec, velocity.size(), [=](std::size_t i) {
        const Vec3f next = velocity[i];
        velocity[i] = (half[i] + next) * 0.5f;
        half[i] = next;
    });
}

}  // namespace talus::water

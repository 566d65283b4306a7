#include "talus/water/solver/mueller.h"

#include <algorithm>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/geometry/grow_box.h"
#include "talus/water/boundary/contacts.h"

namespace talus::water {
step::Access FindClearance::access() const {
    step::Access access{{{water_table, &fields::position}},
                        {{work_table, &fields::wall}, {work_table, &fields::clearance}},
                        {}};
    if (solids.walls->anyFollows())
        for (const step::FieldRef& field : environment::followedPoseFields()) access.reads.push_back(field);
    return access;
}

void FindClearance::run(step::Step& step) const {
    const auto position = step.read(water_table, fields::position);
    const auto wall = step.write(work_table, fields::wall);
    const auto clearance = step.write(work_table, fields::clearance);
    const environment::WallsAt walls(*solids.walls, step.time(), environment::wallState(step, *solids.walls));
    const SolidsAt at{walls};
    // Rows that are adjacent in memory are near in space, and have few walls near them.
    constexpr std::size_t part_rows = 64;
    exec::for_each_range(
        step.exec, position.size(),
        [&](std::size_t begin, std::size_t end) {
            geometry::Box box = geometry::emptyBox();
            for (std::size_t i = begin; i < end; ++i) geometry::include(box, position[i]);
            const Vec3d centre = (box.min + box.max) * 0.5;
            std::vector<std::uint32_t> faces;
            facesNear(at, centre, length(box.max - centre) + reach, faces);
            for (std::size_t i = begin; i < end; ++i) {
                double free = solids.hasGround() ? 0 : reach;
                for (const std::uint32_t face : faces)
                    free = std::min(free, walls.distance(face, position[i]).distance);
                wall[i] = {0, 0, 0, 0};
                clearance[i] = static_cast<float>(free);
            }
        },
        part_rows);
}

step::Access MuellerDensity::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{water_table, &density},
                                   {water_table, &pressure},
                                   {work_table, &flow},
                                   {work_table, &position_pressure}},
                        .resizes = {}};
    access.reads.push_back({work_table, &flow});
    return access;
}

void MuellerDensity::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const auto density = step.write(water_table, fields::density);
    const auto pressure = step.write(water_table, fields::pressure);
    const auto flow = step.write(work_table, fields::flow),
               position_pressure = step.write(work_table, fields::position_pressure);
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumMuellerDensity(all, law.mass, begin, end, density.data());
    });
    const auto k = static_cast<float>(law.stiffness), rest = static_cast<float>(law.rest_density);
    exec::for_each(step.exec, all.count, [=](std::size_t i) {
        pressure[i] = k * (density[i] - rest);
        flow[i].w = density[i];
        position_pressure[i].w = pressure[i] / (density[i] * density[i]);
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

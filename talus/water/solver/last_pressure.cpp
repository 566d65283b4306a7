#include "talus/water/solver/last_pressure.h"

#include "talus/exec/for_each.h"
#include "talus/water/solver/corrections.h"
#include "talus/water/solver/smooth_acceleration.h"
#include "talus/water/solver/sums.h"

namespace talus::water {
step::Access AddLastPressure::access() const {
    using namespace fields;
    step::Access access{.reads = neighbourFields(),
                        .writes = {{work_table, &position_pressure},
                                   {work_table, &pressure_acceleration},
                                   {work_table, &best},
                                   {work_table, &flow}},
                        .resizes = {}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &flow, &force, &wall, &correction_diagonal, &correction_off_diagonal})
        access.reads.push_back({work_table, field});
    access.reads.push_back({water_table, &pressure});
    return access;
}

void AddLastPressure::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const Corrections correct{step.read(work_table, fields::correction_diagonal).data(),
                              step.read(work_table, fields::correction_off_diagonal).data()};
    const auto wall = step.read(work_table, fields::wall);
    const auto pressure = step.read(water_table, fields::pressure);
    const auto force = step.read(work_table, fields::force);
    const auto place = step.write(work_table, fields::position_pressure);
    const auto acceleration = step.write(work_table, fields::pressure_acceleration),
               smooth = step.write(work_table, fields::best), flow = step.write(work_table, fields::flow);
    const auto dt = static_cast<float>(step.dt), rest = static_cast<float>(rest_density);
    exec::for_each(step.exec, all.count, InitialPressure{rest, flow, pressure, place});
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumPressureAcceleration(all, correct, wall.data(), begin, end, acceleration.data());
    });
    acceleration[all.count] = {};  // the row that pads the lists
    exec::for_each(step.exec, all.count, AddForces{force, acceleration});
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumMean(all, acceleration.data(), begin, end, smooth.data());
    });
    const float share = smoothedShare(smoothing.volume, viscosity, step.dt);
    exec::for_each(step.exec, all.count, AddSmoothPressure{dt, share, force, acceleration, smooth, flow});
}

step::Access SubtractLastPressure::access() const {
    using namespace fields;
    return {
        .reads = {{work_table, &best}, {work_table, &flow}}, .writes = {{work_table, &flow}}, .resizes = {}};
}

void SubtractLastPressure::run(step::Step& step) const {
    const auto smooth = step.read(work_table, fields::best);
    const auto flow = step.write(work_table, fields::flow);
    exec::for_each(step.exec, step.rows(water_table),
                   SubtractSmoothPressure{static_cast<float>(step.dt), smooth, flow});
}

}  // namespace talus::water

#include "talus/water/solver/last_pressure.h"

#include "talus/exec/for_each.h"
#include "talus/water/solver/corrections.h"
#include "talus/water/solver/sums.h"

namespace talus::water {
step::Access AddLastPressure::access() const {
    using namespace fields;
    step::Access access{
        .reads = neighbourFields(),
        .writes = {{work_table, &place}, {work_table, &push}, {work_table, &best}, {work_table, &flow}},
        .resizes = {}};
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&flow, &wall, &correction_diagonal, &correction_rest})
        access.reads.push_back({work_table, field});
    access.reads.push_back({water_table, &pressure});
    return access;
}

void AddLastPressure::run(step::Step& step) const {
    const Neighbours all = neighboursOf(step, smoothing);
    const Corrections correct{step.read(work_table, fields::correction_diagonal).data(),
                              step.read(work_table, fields::correction_rest).data()};
    const auto wall = step.read(work_table, fields::wall);
    const auto pressure = step.read(water_table, fields::pressure);
    const auto place = step.write(work_table, fields::place), push = step.write(work_table, fields::push),
               kept = step.write(work_table, fields::best), flow = step.write(work_table, fields::flow);
    const auto dt = static_cast<float>(step.dt), rest = static_cast<float>(rest_density);
    exec::for_each(step.exec, all.count, GuessPressure{rest, flow, pressure, place});
    inParts(step.exec, all, [&](std::size_t begin, std::size_t end) {
        sumPush(all, correct, wall.data(), begin, end, push.data());
    });
    exec::for_each(step.exec, all.count, AddPush{dt, push, kept, flow});
}

step::Access SubtractLastPressure::access() const {
    using namespace fields;
    return {
        .reads = {{work_table, &best}, {work_table, &flow}}, .writes = {{work_table, &flow}}, .resizes = {}};
}

void SubtractLastPressure::run(step::Step& step) const {
    const auto kept = step.read(work_table, fields::best);
    const auto flow = step.write(work_table, fields::flow);
    exec::for_each(step.exec, step.rows(water_table), SubtractPush{static_cast<float>(step.dt), kept, flow});
}

}  // namespace talus::water

#include "talus/grains/hold_fixed.h"

#include "talus/exec/for_each.h"
#include "talus/grains/forces.h"

namespace talus::grains {

step::Access HoldFixed::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &material}}, .writes = {}, .resizes = {}};
    for (const state::FieldInfo* field : forceFields(precision)) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    return access;
}

void HoldFixed::run(step::Step& step) const {
    const auto material = step.read(grains_table, fields::material);
    const auto forces =
        forcesIn(precision, [&](const auto& field) { return step.write(grains_table, field); });
    exec::for_each(step.exec, material.size(), [&](std::size_t i) {
        if (fixed[material[i]] == 0) return;
        forces.force.put(i, {});
        forces.torque.put(i, {});
    });
}

}  // namespace talus::grains

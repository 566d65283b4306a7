#include "talus/grains/hold_fixed.h"

#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"

namespace talus::grains {

step::Access HoldFixed::access() const {
    using namespace fields;
    return {.reads = {{grains_table, &material}, {grains_table, &force}, {grains_table, &torque}},
            .writes = {{grains_table, &force}, {grains_table, &torque}},
            .resizes = {}};
}

void HoldFixed::run(step::Step& step) const {
    const auto material = step.read(grains_table, fields::material);
    const auto force = step.write(grains_table, fields::force);
    const auto torque = step.write(grains_table, fields::torque);
    exec::for_each(step.exec, material.size(), [&](std::size_t i) {
        if (fixed[material[i]] == 0) return;
        force[i] = {};
        torque[i] = {};
    });
}

}  // namespace talus::grains

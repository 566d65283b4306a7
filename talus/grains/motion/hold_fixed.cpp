#include "talus/grains/motion/hold_fixed.h"

#include "talus/grains/forces/forces.h"
#include "talus/grains/search/contact_list.h"

namespace talus::grains {

step::Access HoldFixed::access() const {
    using namespace fields;
    step::Access access{.reads = {{grains_table, &material}}, .writes = {}, .resizes = {}};
    for (const state::FieldInfo* field : forceFields(precision)) {
        access.reads.push_back({grains_table, field});
        access.writes.push_back({grains_table, field});
    }
    for (const step::FieldRef& field : Sleepers::reads()) access.reads.push_back(field);
    return access;
}

step::RangeWork HoldFixed::ranges(step::Step& step) const {
    const auto material = step.read(grains_table, fields::material);
    const auto forces =
        forcesIn(precision, [&](const auto& field) { return step.write(grains_table, field); });
    return {.rows = material.size(),
            .part = Sleepers::of(step).part(),
            .on =
                [this, material, forces](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                        if (fixed[material[i]] == 0) continue;
                        forces.force.put(i, {});
                        forces.torque.put(i, {});
                    }
                },
            .close = {}};
}

}  // namespace talus::grains

#include "talus/couple/ground_contact/ground_memory.h"

namespace talus::couple {

GroundMemory GroundMemory::of(step::Step& step, bool resists_turning) {
    GroundMemory memory;
    memory.touches = step.write(grains::grains_table, fields::ground_touches);
    memory.normals = step.write(grains::grains_table, fields::ground_normals);
    for (std::size_t k = 0; k < max_held_contacts; ++k) {
        memory.spring[k] = step.write(grains::grains_table, fields::ground_spring[k]);
        if (resists_turning) memory.angle[k] = step.write(grains::grains_table, fields::ground_angle[k]);
    }
    return memory;
}

GroundMemory GroundMemory::of(const state::Table& grains) {
    auto& table = const_cast<state::Table&>(grains);  // its views only read here
    GroundMemory memory;
    memory.touches = table.write(fields::ground_touches);
    memory.normals = table.write(fields::ground_normals);
    for (std::size_t k = 0; k < max_held_contacts; ++k) {
        memory.spring[k] = table.write(fields::ground_spring[k]);
        if (table.has(fields::ground_angle[k])) memory.angle[k] = table.write(fields::ground_angle[k]);
    }
    return memory;
}

std::vector<step::FieldRef> GroundMemory::columns(bool resists_turning) {
    std::vector<step::FieldRef> list{{grains::grains_table, &fields::ground_touches},
                                     {grains::grains_table, &fields::ground_normals}};
    for (std::size_t k = 0; k < max_held_contacts; ++k) {
        list.push_back({grains::grains_table, &fields::ground_spring[k]});
        if (resists_turning) list.push_back({grains::grains_table, &fields::ground_angle[k]});
    }
    return list;
}

}  // namespace talus::couple

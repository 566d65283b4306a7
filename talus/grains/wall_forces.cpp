#include "talus/grains/wall_forces.h"

#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/grains/contact_list.h"
#include "talus/grains/fields.h"
#include "talus/grains/pair_force.h"

namespace talus::grains {

step::Access CollideWalls::access() const {
    using namespace fields;
    return {.reads = {{grains_table, &position},
                      {grains_table, &velocity},
                      {grains_table, &fields::spin},
                      {grains_table, &radius},
                      {grains_table, &mass},
                      {grains_table, &material},
                      {wall_contacts_table, &wall_grain},
                      {wall_contacts_table, &wall_face},
                      {wall_contacts_table, &wall_spring},
                      {grains_table, &force},
                      {grains_table, &torque}},
            .writes = {{grains_table, &force}, {grains_table, &torque}, {wall_contacts_table, &wall_spring}},
            .resizes = {}};
}

void CollideWalls::run(step::Step& step) {
    const auto position = step.read(grains_table, fields::position);
    const auto velocity = step.read(grains_table, fields::velocity);
    const auto turn = step.read(grains_table, fields::spin);
    const auto radius = step.read(grains_table, fields::radius);
    const auto mass = step.read(grains_table, fields::mass);
    const auto material = step.read(grains_table, fields::material);
    const auto grain = step.read(wall_contacts_table, fields::wall_grain);
    const auto face = step.read(wall_contacts_table, fields::wall_face);
    const auto spring = step.write(wall_contacts_table, fields::wall_spring);
    const auto force = step.write(grains_table, fields::force);
    const auto torque = step.write(grains_table, fields::torque);

    const auto collide = [&](std::size_t row) {
        const std::size_t i = grain[row];
        const WallFace& wall = faces[face[row]];
        const auto [distance, normal] = distanceTo(wall, position[i]);
        Touch<double> touch;
        touch.overlap = radius[i] - distance;
        if (touch.overlap <= 0) {
            spring[row] = {};
            return;
        }
        touch.normal = normal;
        touch.effective_mass = mass[i];
        touch.effective_radius = radius[i];
        touch.velocity = spin ? velocity[i] - cross(turn[i] * radius[i], normal) : velocity[i];
        const LawConstants& law = laws.at(material[i], wall.material);
        withLaw(law.law, [&](auto chosen) {
            const auto found = pairForce<decltype(chosen), double>(law, touch, spring[row], step.dt);
            spring[row] = found.history;
            force[i] += found.force;
            if (spin) torque[i] -= cross(touch.normal, found.shear) * radius[i];
        });
    };

    // One task a block of grains, as for the contacts: all rows of a grain are in one task.
    const std::size_t blocks = (position.size() + block_size - 1) / block_size;
    exec::for_each(
        step.exec, blocks,
        [&](std::size_t block) {
            const auto rowOf = [&](std::size_t first_grain) {
                return static_cast<std::size_t>(std::lower_bound(grain.begin(), grain.end(), first_grain) -
                                                grain.begin());
            };
            const std::size_t end = rowOf((block + 1) * block_size);
            for (std::size_t row = rowOf(block * block_size); row < end; ++row) collide(row);
        },
        4);
}

}  // namespace talus::grains

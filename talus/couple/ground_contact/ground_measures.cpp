#include "talus/couple/ground_contact/ground_measures.h"

#include "talus/couple/ground_contact/fields.h"
#include "talus/couple/ground_contact/ground_memory.h"
#include "talus/exec/reduce.h"
#include "talus/geometry/ground_surface.h"
#include "talus/ground/fields.h"

namespace talus::couple {

grains::Measures measureGround(const exec::Exec& exec, const state::World& world,
                               const grains::LawTable& laws, const ground::Setup& ground) {
    const state::Table& grains = world.table(grains::grains_table);
    const auto position = grains.read(grains::fields::position);
    const auto radius = grains.read(grains::fields::radius);
    const auto mass = grains.read(grains::fields::mass);
    const auto material = grains.read(grains::fields::material);
    const auto sunk = grains.has(fields::sunk) ? grains.read(fields::sunk) : state::View<const float>{};
    const GroundMemory memory = GroundMemory::of(grains);
    const geometry::GroundSurface surface(ground.grid(),
                                          world.table(ground::ground_table).read(ground::fields::height));
    const auto ofGrain = [&](std::size_t i) {
        grains::Measures m;
        HeldContacts held = memory.of(i);
        if (held.count == 0) return m;
        std::vector<geometry::GroundTouch> touches;
        // Ground that rose around a grain adds no overlap.
        const double reach = sunk.empty() ? radius[i] : radius[i] - static_cast<double>(sunk[i]);
        surface.touches(position[i], radius[i], touches);
        for (const geometry::GroundTouch& touch : touches) {
            if (touch.distance >= reach) continue;
            const HeldContact* spring = held.take(touch.normal);
            ++m.wall_contacts;
            m.elastic += grains::springEnergy(laws.at(material[i], ground.material), reach - touch.distance,
                                              mass[i], radius[i], spring ? length(wide(spring->spring)) : 0);
        }
        return m;
    };
    return exec::reduce(exec, grains.size(), grains::Measures{}, ofGrain,
                        [](grains::Measures a, const grains::Measures& b) {
                            a.wall_contacts += b.wall_contacts;
                            a.elastic += b.elastic;
                            return a;
                        });
}

grains::WallLoad groundLoad(const state::World& world) {
    const state::Table& load = world.table(ground_load_table);
    const auto steps = static_cast<double>(load.read(fields::load_steps)[0]);
    if (!(steps > 0)) return {};
    return {load.read(fields::load_sum)[0] / steps, load.read(fields::load_torque_sum)[0] / steps};
}

void clearGroundSum(state::World& world) {
    if (!world.find(ground_load_table)) return;
    state::Table& load = world.table(ground_load_table);
    load.write(fields::load_sum)[0] = {};
    load.write(fields::load_torque_sum)[0] = {};
    load.write(fields::load_steps)[0] = 0;
}

}  // namespace talus::couple

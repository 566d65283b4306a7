#include "talus/core/hash.h"
#include "talus/particles/pipeline.h"

namespace talus::particles {

void addTables(state::World& world, const Setup& s) {
    using namespace fields;
    state::Table& particles = world.addTable(s.tables->particles);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &position, &velocity, &mass, &radius, &birth, &lifetime, &id, &emitter, &force})
        particles.add(*field);
    if (s.system.buoyancy.on) particles.add(temperature);
    if (s.system.integrator == Integrator::RungeKutta4) particles.add(way);
    state::Table& emitters = world.addTable(s.tables->emitters);
    emitters.add(steady);
    emitters.add(burst);
    emitters.resize(s.system.emitters.size());
    state::Table& ledger = world.addTable(s.tables->ledger);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &emitted, &emitted_mass, &emitted_momentum, &emitted_energy, &aged, &sunk, &removed_mass,
             &removed_momentum, &removed_energy})
        ledger.add(*field);
    ledger.resize(1);
    state::Table& loads = world.addTable(s.tables->loads);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &impulse, &angular_impulse, &last_impulse, &last_angular_impulse, &load_time, &met_shift,
             &met_axis_x, &met_axis_y})
        loads.add(*field);
    loads.resize(s.walls->bodies().size());
    if (s.ground) {
        state::Table& ground = world.addTable(s.tables->ground_load);
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &impulse, &angular_impulse, &last_impulse, &load_time})
            ground.add(*field);
        ground.resize(1);
    }
}

Random streamOf(const Setup& s, std::string_view purpose) {
    const std::string name = s.tables->particles + '/' + std::string(purpose);
    Hasher hash;
    hash.add(name.data(), name.size());
    return {s.seed, static_cast<std::uint32_t>(hash.value())};
}

}  // namespace talus::particles

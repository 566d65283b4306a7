#include "talus/grains/sources/new_grain.h"

#include <numbers>

#include "talus/environment/wall_state.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/sources/new_clump.h"

namespace talus::grains {

void appendGrain(state::Table& grains, const NewGrain& grain, const Vec3d& gravity, std::uint64_t gone) {
    const std::size_t i = grains.size();
    grains.resize(i + 1);
    const double a = grain.radius;
    const double mass = 4.0 / 3.0 * std::numbers::pi * a * a * a * grain.density;
    grains.write(fields::position)[i] = grain.position;
    grains.write(fields::velocity)[i] = grain.velocity;
    grains.write(fields::spin)[i] = grain.spin;
    grains.write(fields::radius)[i] = a;
    grains.write(fields::mass)[i] = mass;
    grains.write(fields::material)[i] = grain.material;
    grains.write(fields::id)[i] = static_cast<std::uint32_t>(i + gone);
    grains.write(fields::birth)[i] = static_cast<float>(grain.birth);
    forcesOf(grains).force.put(i, gravity * mass);
    if (grains.has(fields::clump)) grains.write(fields::clump)[i] = no_clump;
    if (grains.has(fields::seen_at)) grains.write(fields::seen_at)[i] = grain.position;
}

void addGrainTables(state::World& world, const SceneCounts& counts) {
    state::Table& grains = world.addTable(grains_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::position, &fields::velocity, &fields::spin, &fields::radius, &fields::mass,
             &fields::material, &fields::id, &fields::birth, &fields::drift, &fields::allowance})
        grains.add(*field);
    for (const state::FieldInfo* field : forceFields(counts.precision)) grains.add(*field);
    state::Table& blocks = world.addTable(blocks_table);
    blocks.add(fields::grains_end);
    blocks.add(fields::rows_end);
    blocks.add(fields::halo_end);
    blocks.add(fields::ghosts_end);
    blocks.add(fields::asleep);
    state::Table& search = world.addTable(search_table);
    search.add(fields::listed);
    search.add(fields::search_due);
    search.add(fields::moved_ahead);
    search.resize(1);
    if (counts.rests) {
        grains.add(fields::still);
        grains.add(fields::wandered);
    }
    if (counts.settles) {
        grains.add(fields::settled);
        grains.add(fields::seen_at);
        grains.add(fields::rounds_at_rest);
    }
    state::Table& halo = world.addTable(halo_table);
    halo.add(fields::halo_grain);
    halo.add(fields::halo_image);
    halo.add(fields::ghost);
    state::Table& contacts = world.addTable(contacts_table);
    contacts.add(fields::first);
    contacts.add(fields::second);
    const bool single = counts.precision == Precision::Mixed;
    contacts.add(single ? static_cast<const state::FieldInfo&>(fields::spring<float>)
                        : fields::spring<double>);
    contacts.add(fields::touching);
    if (counts.resists_turning)
        contacts.add(single ? static_cast<const state::FieldInfo&>(fields::angle<float>)
                            : fields::angle<double>);
    state::Table& wall_contacts = world.addTable(wall_contacts_table);
    wall_contacts.add(fields::wall_grain);
    wall_contacts.add(fields::wall_face);
    wall_contacts.add(fields::wall_side);
    wall_contacts.add(fields::wall_spring);
    wall_contacts.add(fields::wall_touching);
    if (counts.resists_turning) wall_contacts.add(fields::wall_angle);
    wall_contacts.add(fields::wall_overlap);
    wall_contacts.add(fields::wall_force);
    wall_contacts.add(fields::wall_point);
    if (counts.resists_turning) wall_contacts.add(fields::wall_moment);
    state::Table& wall_rows = environment::wallTable(world, counts.walls);
    wall_rows.add(fields::wall_listed);
    wall_rows.add(fields::wall_force_sum);
    wall_rows.add(fields::wall_torque_sum);
    wall_rows.add(fields::wall_steps);
    if (counts.walls_follow) {
        wall_rows.add(fields::wall_listed_shift);
        wall_rows.add(fields::wall_listed_axis_x);
        wall_rows.add(fields::wall_listed_axis_y);
    }
    if (counts.wall_points > 0) {
        state::Table& points = world.addTable(listed_points_table);
        points.add(fields::listed_position);
        points.resize(counts.wall_points);
    }
    state::Table& drains = world.addTable(sinks_table);
    drains.add(fields::taken);
    drains.add(fields::taken_mass);
    drains.resize(counts.sinks);
    if (counts.settles) {
        state::Table& absorbed = world.addTable(absorbed_table);
        absorbed.add(fields::absorbed);
        absorbed.add(fields::absorbed_mass);
        absorbed.resize(1);
    }
    if (counts.clumps) addClumpTables(world);
    state::Table& sources = world.addTable(emitters_table);
    sources.add(fields::emitted);
    sources.add(fields::tried);
    sources.add(fields::next_round);
    sources.resize(counts.emitters);
}

}  // namespace talus::grains

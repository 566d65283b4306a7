#include "talus/grains/sources/new_clump.h"

#include "talus/grains/forces/forces.h"
#include "talus/math/random_rotation.h"

namespace talus::grains {

void addClumpTables(state::World& world) {
    state::Table& grains = world.table(grains_table);
    grains.add(fields::clump);
    grains.add(fields::part);
    world.table(sinks_table).add(fields::taken_spheres);
    state::Table& clumps = world.addTable(clumps_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::clump_position, &fields::clump_velocity, &fields::axis_x, &fields::axis_y,
             &fields::angular_momentum, &fields::clump_force, &fields::clump_torque, &fields::clump_mass,
             &fields::clump_radius, &fields::shape, &fields::first_sphere})
        clumps.add(*field);
    world.addTable(clump_spheres_table).add(fields::sphere_row);
}

void appendClump(ClumpTables tables, const ClumpShapes& shapes, std::uint16_t shape, const NewGrain& grain,
                 const Rotation& rotation, const Vec3d& gravity, std::uint64_t gone) {
    state::Table& grains = tables.grains;
    const ClumpShape& of = *shapes[shape];
    const std::size_t first = grains.size();
    appendGrain(grains, grain, gravity, gone);
    if (of.isBall()) return;

    const double a = grain.radius, mass = std::as_const(grains).read(fields::mass)[first];
    const std::size_t c = tables.clumps.size(), member = tables.spheres.size();
    tables.clumps.resize(c + 1);
    tables.spheres.resize(member + of.spheres.size());
    tables.clumps.write(fields::clump_position)[c] = grain.position;
    tables.clumps.write(fields::clump_velocity)[c] = grain.velocity;
    tables.clumps.write(fields::axis_x)[c] = rotation.x;
    tables.clumps.write(fields::axis_y)[c] = rotation.y;
    const Vec3d w = rotatedBack(rotation, grain.spin), unit = of.inertia * (mass * a * a);
    tables.clumps.write(fields::angular_momentum)[c] =
        rotated(rotation, {w.x * unit.x, w.y * unit.y, w.z * unit.z});
    tables.clumps.write(fields::clump_force)[c] = gravity * mass;
    tables.clumps.write(fields::clump_mass)[c] = mass;
    tables.clumps.write(fields::clump_radius)[c] = a;
    tables.clumps.write(fields::shape)[c] = shape;
    tables.clumps.write(fields::first_sphere)[c] = static_cast<std::uint32_t>(member);
    for (std::size_t k = 0; k < of.spheres.size(); ++k) {
        const Vec3d arm = rotated(rotation, of.spheres[k].centre * a);
        NewGrain sphere = grain;
        sphere.position = grain.position + arm;
        sphere.velocity = grain.velocity + cross(grain.spin, arm);
        sphere.radius = of.spheres[k].radius * a;
        if (k > 0) appendGrain(grains, sphere, gravity, gone);
        const std::size_t i = first + k;
        grains.write(fields::position)[i] = sphere.position;
        grains.write(fields::velocity)[i] = sphere.velocity;
        grains.write(fields::radius)[i] = sphere.radius;
        grains.write(fields::mass)[i] = mass;
        forcesOf(grains).force.put(i, gravity * mass);
        grains.write(fields::clump)[i] = static_cast<std::uint32_t>(c);
        grains.write(fields::part)[i] = static_cast<std::uint16_t>(k);
        tables.spheres.write(fields::sphere_row)[member + k] = static_cast<std::uint32_t>(i);
    }
}

Rotation drawRotation(const Random& random, std::uint64_t k) {
    // The channels before this are those of radii, positions and shapes.
    constexpr std::uint32_t first = 5;
    return randomRotation(random, k, first);
}

}  // namespace talus::grains

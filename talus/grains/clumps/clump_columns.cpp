#include "talus/grains/clumps/clump_columns.h"

namespace talus::grains {

ClumpColumns ClumpColumns::of(step::Step& step) {
    const auto moving = [&](const Field<Vec3d>& field) { return step.write(clumps_table, field); };
    return {moving(fields::clump_position),
            moving(fields::clump_velocity),
            moving(fields::axis_x),
            moving(fields::axis_y),
            moving(fields::angular_momentum),
            moving(fields::clump_force),
            moving(fields::clump_torque),
            step.read(clumps_table, fields::clump_mass),
            step.read(clumps_table, fields::clump_radius),
            step.read(clumps_table, fields::shape),
            step.read(clumps_table, fields::first_sphere),
            step.read(clump_spheres_table, fields::sphere_row)};
}

std::vector<step::FieldRef> clumpFields() {
    using namespace fields;
    return {{clumps_table, &clump_position}, {clumps_table, &clump_velocity},   {clumps_table, &axis_x},
            {clumps_table, &axis_y},         {clumps_table, &angular_momentum}, {clumps_table, &clump_force},
            {clumps_table, &clump_torque}};
}

std::vector<step::FieldRef> clumpConstants() {
    using namespace fields;
    return {{clumps_table, &clump_mass},
            {clumps_table, &clump_radius},
            {clumps_table, &shape},
            {clumps_table, &first_sphere},
            {clump_spheres_table, &sphere_row}};
}

}  // namespace talus::grains

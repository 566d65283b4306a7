#pragma once
#include "talus/sand/fields.h"
#include "talus/sand/mpm/transfer.h"
#include "talus/step/stage.h"

namespace talus::sand::mpm {

/// The columns of the particles, for the lists of a stage.
inline std::vector<step::FieldRef> particleFields() {
    using namespace fields;
    return {{sand_table, &position},    {sand_table, &velocity},    {sand_table, &velocity_dx},
            {sand_table, &velocity_dy}, {sand_table, &velocity_dz}, {sand_table, &strain},
            {sand_table, &shear_strain}};
}

/// @pre the stage lists particleFields() among what it writes
inline Particles particlesOf(step::Step& step) {
    using namespace fields;
    return {step.write(sand_table, position),    step.write(sand_table, velocity),
            step.write(sand_table, velocity_dx), step.write(sand_table, velocity_dy),
            step.write(sand_table, velocity_dz), step.write(sand_table, strain),
            step.write(sand_table, shear_strain)};
}

}  // namespace talus::sand::mpm

#pragma once
#include "talus/sand/fields.h"
#include "talus/sand/mpm/transfer.h"
#include "talus/sand/setup.h"
#include "talus/step/stage.h"

namespace talus::sand::mpm {

/// The columns of the particles, for the lists of a stage.
inline std::vector<step::FieldRef> particleFields(const Setup& setup) {
    using namespace fields;
    std::vector<step::FieldRef> all{{sand_table, &position},    {sand_table, &velocity},
                                    {sand_table, &velocity_dx}, {sand_table, &velocity_dy},
                                    {sand_table, &velocity_dz}, {sand_table, &strain},
                                    {sand_table, &shear_strain}};
    if (setup.damped()) all.push_back({sand_table, &maxwell_strain});
    return all;
}

/// @pre the stage lists particleFields() among what it writes
inline Particles particlesOf(step::Step& step, const Setup& setup) {
    using namespace fields;
    return {step.write(sand_table, position),
            step.write(sand_table, velocity),
            step.write(sand_table, velocity_dx),
            step.write(sand_table, velocity_dy),
            step.write(sand_table, velocity_dz),
            step.write(sand_table, strain),
            step.write(sand_table, shear_strain),
            setup.damped() ? step.write(sand_table, maxwell_strain) : exec::View<float>{}};
}

}  // namespace talus::sand::mpm

#pragma once
#include "talus/math/vec.h"
#include "talus/state/field.h"

namespace talus::environment {

/// The points of walls that deform: one method stores and moves them, others touch the walls between them.
struct DeformingPoints {
    const char* table = nullptr;  ///< table of the state; one row is one point
    const state::Field<Vec3d>*position = nullptr, *velocity = nullptr;
    const state::Field<double>* mass = nullptr;
};

}  // namespace talus::environment

#pragma once
#include "talus/math/vec.h"
#include "talus/state/field.h"

namespace talus::environment {

/// The points of walls that deform, and their faces: one method stores and moves them, others touch them.
struct DeformingPoints {
    const char* table = nullptr;  ///< table of the state; one row is one point
    const state::Field<Vec3d>*position = nullptr, *velocity = nullptr;
    const state::Field<double>* mass = nullptr;
    const char* faces = nullptr;                       ///< table of the state; one row is one face
    const state::Field<std::uint8_t>* torn = nullptr;  ///< bit 0: the face is torn, and nothing touches it
};

}  // namespace talus::environment

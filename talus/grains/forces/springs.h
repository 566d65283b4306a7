#pragma once
#include "talus/grains/fields.h"
#include "talus/grains/forces/kept_vectors.h"
#include "talus/state/table.h"

namespace talus::grains {

/// Whether the springs of a table of contacts are kept in single precision (Precision::Mixed).
inline bool keepsSingle(const state::Table& contacts) {
    return contacts.find(fields::spring<double>.name)->info->scalar == state::Scalar::F32;
}

/// The vectors that contacts remember.
using Springs = KeptVectors<Vec3d>;

/// The shear springs of the contacts between grains.
Springs shearSprings(state::Table& contacts);
KeptVectors<const Vec3d> shearSprings(const state::Table& contacts);
/// Their angles against turning; empty where the scene has none.
Springs turningSprings(state::Table& contacts);
KeptVectors<const Vec3d> turningSprings(const state::Table& contacts);

}  // namespace talus::grains

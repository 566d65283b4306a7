#pragma once
#include "talus/grains/fields.h"
#include "talus/grains/kept_vectors.h"
#include "talus/state/table.h"

namespace talus::grains {

/// Whether a table of contacts stores its springs in single precision (Precision::Mixed).
inline bool keepsSingle(const state::Table& contacts) {
    return contacts.find(fields::spring<double>.name)->info->scalar == state::Scalar::F32;
}

/// A column of spring vectors.
using Springs = KeptVectors<Vec3d>;

/// The tangential springs of the contacts between grains.
Springs shearSprings(state::Table& contacts);
KeptVectors<const Vec3d> shearSprings(const state::Table& contacts);
/// The angles of the springs against rolling and twisting; empty where the scene has none.
Springs turningSprings(state::Table& contacts);
KeptVectors<const Vec3d> turningSprings(const state::Table& contacts);

}  // namespace talus::grains

#pragma once
#include "talus/grains/fields.h"
#include "talus/grains/kept_vectors.h"
#include "talus/grains/params.h"
#include "talus/state/table.h"

namespace talus::grains {

/// Force and torque on each grain. @tparam Wide as for KeptVectors
template <class Wide>
struct Forces {
    KeptVectors<Wide> force;   ///< [N]
    KeptVectors<Wide> torque;  ///< about the centre [N m]
};

/// @param view returns the column of a field, for reading or for writing
template <class View>
auto forcesIn(Precision precision, View view) {
    using Wide = std::remove_reference_t<decltype(view(fields::force<double>)[0])>;
    return precision == Precision::Mixed
               ? Forces<Wide>{view(fields::force<float>), view(fields::torque<float>)}
               : Forces<Wide>{view(fields::force<double>), view(fields::torque<double>)};
}

/// The fields of force and torque, in the precision of the scene.
inline std::vector<const state::FieldInfo*> forceFields(Precision precision) {
    if (precision == Precision::Mixed) return {&fields::force<float>, &fields::torque<float>};
    return {&fields::force<double>, &fields::torque<double>};
}

/// The precision of a scene, read from its table of grains.
inline Precision precisionOf(const state::Table& grains) {
    const state::FieldInfo& info = *grains.find(fields::force<double>.name)->info;
    return info.scalar == state::Scalar::F32 ? Precision::Mixed : Precision::Double;
}

inline Forces<Vec3d> forcesOf(state::Table& grains) {
    return forcesIn(precisionOf(grains), [&](const auto& field) { return grains.write(field); });
}
inline Forces<const Vec3d> forcesOf(const state::Table& grains) {
    return forcesIn(precisionOf(grains), [&](const auto& field) { return grains.read(field); });
}

}  // namespace talus::grains

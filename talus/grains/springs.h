#pragma once
#include "talus/grains/fields.h"
#include "talus/state/table.h"

namespace talus::grains {

/// Whether the springs of a table of contacts are kept in single precision (Precision::Mixed).
inline bool keepsSingle(const state::Table& contacts) {
    return contacts.find(fields::spring<double>.name)->info->scalar == state::Scalar::F32;
}

/// The vectors that contacts remember, in the precision that the scene keeps them in, as doubles.
class Springs {
  public:
    Springs() = default;
    explicit Springs(state::View<Vec3d> wide) : double_(wide) {}
    explicit Springs(state::View<Vec3f> narrow) : single_(narrow) {}

    bool empty() const { return double_.empty() && single_.empty(); }
    Vec3d operator[](std::size_t row) const {
        if (single_.empty()) return double_[row];
        const Vec3f& v = single_[row];
        return {v.x, v.y, v.z};
    }
    void put(std::size_t row, const Vec3d& v) {
        if (single_.empty())
            double_[row] = v;
        else
            single_[row] = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    }

  private:
    state::View<Vec3d> double_;
    state::View<Vec3f> single_;
};

/// The shear springs of the contacts between grains.
Springs shearSprings(state::Table& contacts);
const Springs shearSprings(const state::Table& contacts);
/// Their angles against turning; empty where the scene has none.
Springs turningSprings(state::Table& contacts);
const Springs turningSprings(const state::Table& contacts);

}  // namespace talus::grains

#pragma once
#include <type_traits>

#include "talus/exec/view.h"
#include "talus/math/vec.h"

namespace talus::grains {

/// A column of vectors that is stored in the scene's precision (Precision::Mixed: single) and read and
/// written as doubles. @tparam Wide Vec3d, or const Vec3d for reading only
template <class Wide>
class KeptVectors {
    template <class Real>
    using In = std::conditional_t<std::is_const_v<Wide>, const Vec3<Real>, Vec3<Real>>;

  public:
    KeptVectors() = default;
    KeptVectors(exec::View<In<double>> wide) : double_(wide) {}
    KeptVectors(exec::View<In<float>> narrow) : single_(narrow) {}

    TALUS_HD bool empty() const { return double_.empty() && single_.empty(); }
    TALUS_HD bool isSingle() const { return !single_.empty(); }
    TALUS_HD Vec3d operator[](std::size_t row) const {
        return isSingle() ? wide(single_[row]) : double_[row];
    }
    TALUS_HD void put(std::size_t row, const Vec3d& v) const {
        if (isSingle())
            single_[row] = narrow(v);
        else
            double_[row] = v;
    }
    /// Adds in double precision; only the sum is rounded.
    TALUS_HD void add(std::size_t row, const Vec3d& v) const { put(row, (*this)[row] + v); }

    /// The column as it is stored. @pre Real is float if isSingle(), else double
    template <class Real>
    TALUS_HD const exec::View<In<Real>>& in() const {
        if constexpr (std::is_same_v<Real, float>)
            return single_;
        else
            return double_;
    }

  private:
    exec::View<In<double>> double_;
    exec::View<In<float>> single_;
};

}  // namespace talus::grains

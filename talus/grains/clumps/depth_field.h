#pragma once
#include <array>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/mesh/mesh.h"

namespace talus::grains {

/// The signed distance from the surface at a depth below a closed mesh, on a grid: negative deeper inside.
class DepthField {
  public:
    using Node = std::array<std::size_t, 3>;

    /// @param depth [unit of the mesh], > 0; the grid has four nodes along it
    /// Error (Input) where the mesh is not closed, or so large that the grid would have too many nodes.
    static Result<DepthField> of(const geometry::Mesh& mesh, double depth);

    Node nodes() const { return count_; }
    double at(const Node& n) const { return values_[(n[2] * count_[1] + n[1]) * count_[0] + n[0]]; }
    Vec3d place(const Node& n) const {
        return low_ + Vec3d{double(n[0]), double(n[1]), double(n[2])} * cell_;
    }

    struct Value {
        double depth;  ///< distance from the surface, positive outside of it
        Vec3d normal;  ///< unit, outwards
    };
    /// Linear between the nodes.
    Value value(const Vec3d& p) const;

  private:
    Vec3d low_;
    double cell_ = 1;
    Node count_{};
    std::vector<double> values_;
};

}  // namespace talus::grains

#pragma once
#include <optional>
#include <span>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Finds the triangles near a point or on a line, by a tree of bounding boxes that are halved at the median
/// of their longest side. Embree is not used: it works in single precision, its results differ between
/// processors, and it would be a dependency for two loops.
class TriangleTree {
  public:
    TriangleTree() = default;
    explicit TriangleTree(const Mesh& mesh);
    /// @param boxes around each triangle
    explicit TriangleTree(std::span<const Box> boxes);

    /// Appends the indices of all triangles within `reach` of a point, and of some that are slightly farther,
    /// in ascending order.
    void near(const Vec3d& p, double reach, std::vector<std::uint32_t>& found) const;

    /// The smallest t, of either sign, for which from + t along is on a triangle; nothing where there is
    /// none.
    /// @pre `mesh` is the mesh of the tree; along is not zero
    std::optional<double> firstOnLine(const Mesh& mesh, const Vec3d& from, const Vec3d& along) const;

  private:
    struct Node {
        Box box;
        /// Leaf: index in order_; else index of the second child (the first is the next node).
        std::uint32_t first = 0;
        std::uint32_t count = 0;  ///< number of triangles of a leaf; 0: not a leaf
    };
    void build(std::span<const Box> boxes, std::uint32_t begin, std::uint32_t end);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_;
};

}  // namespace talus::geometry

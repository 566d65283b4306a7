#pragma once
#include <optional>
#include <span>

#include "talus/geometry/mesh/mesh.h"

namespace talus::geometry {

/// Finds the triangles near a point, or on a line: a tree of boxes, halved at the median of the longest side.
/// *Turned down:* Embree, which works in single precision, with other last bits on other processors, and
/// would be a dependency for two loops.
class TriangleTree {
  public:
    TriangleTree() = default;
    explicit TriangleTree(const Mesh& mesh);

    /// Adds the numbers of all triangles that come within `reach` of a point, and of some that do not quite,
    /// in rising order.
    void near(const Vec3d& p, double reach, std::vector<std::uint32_t>& found) const;

    /// The smallest t, of either sign, for which from + t along is on a triangle. @pre the mesh of the tree;
    /// along is not zero
    std::optional<double> firstOnLine(const Mesh& mesh, const Vec3d& from, const Vec3d& along) const;

  private:
    struct Node {
        Box box;
        std::uint32_t first =
            0;  ///< leaf: of its triangles in order_; else the second child (the first is next)
        std::uint32_t count = 0;  ///< triangles of a leaf; 0: not a leaf
    };
    void build(std::span<const Box> boxes, std::uint32_t begin, std::uint32_t end);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_;
};

}  // namespace talus::geometry

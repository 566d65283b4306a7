#pragma once
#include <algorithm>
#include <array>
#include <limits>
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

    /// Calls squared(triangle), the square of the distance to a triangle, for those that may be nearest to a
    /// point, up to round-off. Triangles that are farther than an earlier one are left out as far as their
    /// boxes say so.
    template <class Squared>
    void nearest(const Vec3d& p, Squared squared) const;

    /// The smallest t > after for which from + t along is on a triangle; nothing where there is none.
    /// @pre `mesh` is the mesh of the tree; along is not zero
    std::optional<double> firstOnLine(const Mesh& mesh, const Vec3d& from, const Vec3d& along,
                                      double after = -std::numeric_limits<double>::infinity()) const;

  private:
    struct Node {
        Box box;
        /// Leaf: index in order_; else index of the second child (the first is the next node).
        std::uint32_t first = 0;
        std::uint32_t count = 0;  ///< number of triangles of a leaf; 0: not a leaf
    };
    /// Halving makes the tree at most 25 levels deep for 20 million triangles; each level adds one node that
    /// waits.
    static constexpr std::size_t max_waiting = 64;
    void build(std::span<const Box> boxes, std::uint32_t begin, std::uint32_t end);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_;
};

/// The square of the distance of a point from a box; 0 in it.
double squaredDistance(const Box& box, const Vec3d& p);

template <class Squared>
void TriangleTree::nearest(const Vec3d& p, Squared squared) const {
    if (nodes_.empty()) return;
    constexpr double slack = 1 + 1e-8;
    double least = std::numeric_limits<double>::infinity();
    struct Waiting {
        std::uint32_t node;
        double squared;  ///< distance of its box
    };
    std::array<Waiting, max_waiting> waiting;
    std::size_t count = 0;
    waiting[count++] = {0, squaredDistance(nodes_[0].box, p)};
    while (count > 0) {
        const auto [at, beyond] = waiting[--count];
        if (beyond > least * slack) continue;
        const Node& node = nodes_[at];
        if (node.count > 0) {
            for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
                least = std::min(least, squared(order_[k]));
            continue;
        }
        Waiting one{at + 1, squaredDistance(nodes_[at + 1].box, p)};
        Waiting other{node.first, squaredDistance(nodes_[node.first].box, p)};
        if (one.squared > other.squared) std::swap(one, other);
        waiting[count++] = other;
        waiting[count++] = one;  // the nearer one first
    }
}

}  // namespace talus::geometry

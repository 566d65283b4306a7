#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "talus/math/vec.h"

namespace talus::cloth {

/// A box in single precision, rounded outwards.
struct Bounds {
    Vec3f low{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
              std::numeric_limits<float>::infinity()};
    Vec3f high{-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
               -std::numeric_limits<float>::infinity()};

    void add(const Bounds& b) {
        low = {std::min(low.x, b.low.x), std::min(low.y, b.low.y), std::min(low.z, b.low.z)};
        high = {std::max(high.x, b.high.x), std::max(high.y, b.high.y), std::max(high.z, b.high.z)};
    }
    bool meets(const Bounds& b) const {
        // Without branches: most pairs fail, and at an axis that cannot be predicted.
        return (low.x <= b.high.x) & (b.low.x <= high.x) & (low.y <= b.high.y) & (b.low.y <= high.y) &
               (low.z <= b.high.z) & (b.low.z <= high.z);
    }
};

/// The box of the ball around a point.
inline Bounds ballBounds(const Vec3d& p, double radius) {
    // Half an ulp of rounding for each of the two operations.
    const auto out = [](double x) {
        const double room = 1.2e-7 * (x < 0 ? -x : x);
        return std::array<float, 2>{static_cast<float>(x - room), static_cast<float>(x + room)};
    };
    return {{out(p.x - radius)[0], out(p.y - radius)[0], out(p.z - radius)[0]},
            {out(p.x + radius)[1], out(p.y + radius)[1], out(p.z + radius)[1]}};
}

/// A binary tree of boxes over items, for searches among items that move little relative to their
/// neighbours: its structure is made once, from where the items are at first, and only its boxes follow.
class BoxTree {
  public:
    struct Node {
        Bounds bounds;
        std::uint32_t first =
            0;  ///< a leaf: of its items, in order(); else its left child, the right one is next
        std::uint32_t count = 0;  ///< number of items; 0: not a leaf
    };
    static constexpr std::uint32_t leaf_items = 4;

    BoxTree() = default;
    explicit BoxTree(const std::vector<Vec3d>& middles);

    bool empty() const { return nodes_.empty(); }
    const std::vector<Node>& nodes() const { return nodes_; }
    /// The items, leaf by leaf.
    const std::vector<std::uint32_t>& order() const { return order_; }

    /// Sets the boxes of all nodes. @param item the box of each item
    void fit(const std::vector<Bounds>& item);

  private:
    std::vector<Node> nodes_;  ///< children come after their parent
    std::vector<std::uint32_t> order_;
};

/// Pairs of nodes whose leaves are all pairs of leaves that meet: of two trees, or of a tree with itself.
struct NodePair {
    std::uint32_t a = 0, b = 0;
};

/// Splits the search between two trees (or of one with itself) into at least `wanted` independent ones where
/// there are as many. The result does not depend on the number of threads.
std::vector<NodePair> splitSearch(const BoxTree& a, const BoxTree& b, std::size_t wanted);

/// Calls take(i, j) for the items of all leaves below a pair of nodes whose boxes meet; in a search of a tree
/// with itself each pair of different items once.
template <class Take>
void searchBelow(const BoxTree& a, const BoxTree& b, const std::vector<Bounds>& item_a,
                 const std::vector<Bounds>& item_b, NodePair from, std::vector<NodePair>& stack, Take take) {
    const bool itself = &a == &b;
    stack.clear();
    stack.push_back(from);
    while (!stack.empty()) {
        const NodePair pair = stack.back();
        stack.pop_back();
        const BoxTree::Node &na = a.nodes()[pair.a], &nb = b.nodes()[pair.b];
        const bool same = itself && pair.a == pair.b;
        if (!same && !na.bounds.meets(nb.bounds)) continue;
        if (na.count > 0 && nb.count > 0) {
            for (std::uint32_t i = 0; i < na.count; ++i) {
                const std::uint32_t p = a.order()[na.first + i];
                for (std::uint32_t j = same ? i + 1 : 0; j < nb.count; ++j) {
                    const std::uint32_t q = b.order()[nb.first + j];
                    if (item_a[p].meets(item_b[q])) take(p, q);
                }
            }
        } else if (same) {
            stack.push_back({na.first + 1, na.first + 1});
            stack.push_back({na.first, na.first + 1});
            stack.push_back({na.first, na.first});
        } else if (nb.count > 0 || (na.count == 0 && pair.a <= pair.b)) {
            // The node nearer to the root of its tree is opened.
            stack.push_back({na.first + 1, pair.b});
            stack.push_back({na.first, pair.b});
        } else {
            stack.push_back({pair.a, nb.first + 1});
            stack.push_back({pair.a, nb.first});
        }
    }
}

}  // namespace talus::cloth

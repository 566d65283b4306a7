#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "talus/math/vec.h"

namespace talus::cloth {

/// The box of something that moves, in single precision and rounded outwards: where it is, and its
/// displacements until a time. Low sides come first, then the negatives of high sides, with a lane of padding
/// each: the box of two boxes is then the smaller value in each lane (swept_simd.h).
struct alignas(32) Swept {
    std::array<float, 12> at{}, way{};  ///< the first four values stand again at the end
};

/// The ball around a point that moves by `way`.
inline Swept sweptBall(const Vec3d& p, double radius, const Vec3d& way) {
    // Outwards by more than the rounding to single precision, here and in sums of two.
    const auto low = [](double x) { return static_cast<float>(x - 2.4e-7 * (x < 0 ? -x : x)); };
    const std::array<float, 4> a{low(p.x - radius), low(p.y - radius), low(p.z - radius), 0},
        b{low(-p.x - radius), low(-p.y - radius), low(-p.z - radius), 0},
        c{low(way.x), low(way.y), low(way.z), 0}, d{low(-way.x), low(-way.y), low(-way.z), 0};
    const auto joined = [](const std::array<float, 4>& u, const std::array<float, 4>& v) {
        return std::array<float, 12>{u[0], u[1], u[2], u[3], v[0], v[1], v[2], v[3], u[0], u[1], u[2], u[3]};
    };
    return {joined(a, b), joined(c, d)};
}

/// A binary tree of boxes over items, for searches among items that move little relative to their
/// neighbours: its structure is made once, from where the items are at first, and only its boxes follow.
class BoxTree {
  public:
    struct Node {
        Swept bounds;
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
    void fit(const std::vector<Swept>& item);
    /// The same where only some boxes have changed.
    void fit(const std::vector<Swept>& item, const std::vector<std::uint32_t>& changed);

  private:
    void fitNode(const std::vector<Swept>& item, std::size_t node);

    std::vector<Node> nodes_;  ///< children come after their parent
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> parent_, leaf_of_;  ///< of each node; of each item
    std::vector<std::uint8_t> marked_;             ///< nodes to be fitted
};

/// Pairs of nodes whose leaves are all pairs of leaves that meet: of two trees, or of a tree with itself.
struct NodePair {
    std::uint32_t a = 0, b = 0;
};

class FlatBlocks;

/// Splits the search between two trees (or of one with itself) into at least `wanted` independent ones where
/// there are as many. The result does not depend on the number of threads.
/// @param flat of a tree searched with itself: pairs in a flat block are left out; may be null, here and
/// below
std::vector<NodePair> splitSearch(const BoxTree& a, const BoxTree& b, std::size_t wanted,
                                  const FlatBlocks* flat);

/// Two items.
struct ItemPair {
    std::uint32_t a = 0, b = 0;
};

/// Appends all pairs of items whose boxes meet, of the leaves below a pair of nodes; in a search of a tree
/// with itself each pair of different items once.
void searchBelow(const BoxTree& a, const BoxTree& b, const std::vector<Swept>& item_a,
                 const std::vector<Swept>& item_b, NodePair from, const FlatBlocks* flat,
                 std::vector<ItemPair>& found);

/// Appends the items whose boxes meet a box, of a whole tree. @param flat pairs of the item `own` of this
/// tree with others are left out where they are in a flat block
void searchBox(const BoxTree& tree, const std::vector<Swept>& item, const Swept& box, std::uint32_t own,
               const FlatBlocks* flat, std::vector<std::uint32_t>& found);

/// The box of three.
Swept boxOf(const Swept& a, const Swept& b, const Swept& c);

}  // namespace talus::cloth

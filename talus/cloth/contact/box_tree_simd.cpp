#include "talus/cloth/contact/flat_blocks.h"
#include "talus/cloth/contact/swept_simd.h"

namespace talus::cloth {

BoxTree::BoxTree(const std::vector<Vec3d>& middles) {
    if (middles.empty()) return;
    order_.resize(middles.size());
    for (std::uint32_t k = 0; k < order_.size(); ++k) order_[k] = k;
    struct Task {
        std::uint32_t node, begin, end;
    };
    nodes_.emplace_back();
    std::vector<Task> tasks{{0, 0, static_cast<std::uint32_t>(middles.size())}};
    // Breadth first, so that the children of a node are next to each other.
    for (std::size_t t = 0; t < tasks.size(); ++t) {
        const Task task = tasks[t];
        if (task.end - task.begin <= leaf_items) {
            nodes_[task.node].first = task.begin;
            nodes_[task.node].count = task.end - task.begin;
            continue;
        }
        constexpr double far = std::numeric_limits<double>::infinity();
        Vec3d low{far, far, far}, high{-far, -far, -far};
        for (std::uint32_t k = task.begin; k < task.end; ++k) {
            const Vec3d& m = middles[order_[k]];
            low = {std::min(low.x, m.x), std::min(low.y, m.y), std::min(low.z, m.z)};
            high = {std::max(high.x, m.x), std::max(high.y, m.y), std::max(high.z, m.z)};
        }
        const Vec3d size = high - low;
        double Vec3d::*axis = size.x >= size.y && size.x >= size.z ? &Vec3d::x
                              : size.y >= size.z                   ? &Vec3d::y
                                                                   : &Vec3d::z;
        const std::uint32_t middle = (task.begin + task.end) / 2;
        // Equal middles by index: the order is the same everywhere.
        std::nth_element(order_.begin() + task.begin, order_.begin() + middle, order_.begin() + task.end,
                         [&](std::uint32_t a, std::uint32_t b) {
                             const double x = middles[a].*axis, y = middles[b].*axis;
                             return x != y ? x < y : a < b;
                         });
        const auto left = static_cast<std::uint32_t>(nodes_.size());
        nodes_[task.node].first = left;
        nodes_.emplace_back();
        nodes_.emplace_back();
        tasks.push_back({left, task.begin, middle});
        tasks.push_back({left + 1, middle, task.end});
    }
    parent_.assign(nodes_.size(), 0);
    leaf_of_.assign(middles.size(), 0);
    marked_.assign(nodes_.size(), 0);
    // nth_element leaves the order within a half open; sorted leaves are the same with any library.
    for (const Node& node : nodes_)
        if (node.count > 0) std::sort(order_.begin() + node.first, order_.begin() + node.first + node.count);
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
        const Node& node = nodes_[n];
        if (node.count == 0) parent_[node.first] = parent_[node.first + 1] = n;
        for (std::uint32_t k = 0; k < node.count; ++k) leaf_of_[order_[node.first + k]] = n;
    }
}

void BoxTree::fitNode(const std::vector<Swept>& item, std::size_t n) {
    Node& node = nodes_[n];
    const bool leaf = node.count > 0;
    SweptPack bounds(leaf ? item[order_[node.first]] : nodes_[node.first].bounds);
    for (std::uint32_t k = 1; k < node.count; ++k) bounds.add(item[order_[node.first + k]]);
    if (!leaf) bounds.add(nodes_[node.first + 1].bounds);
    node.bounds = bounds.box();
}

void BoxTree::fit(const std::vector<Swept>& item) {
    for (std::size_t n = nodes_.size(); n-- > 0;) fitNode(item, n);
}

void BoxTree::fit(const std::vector<Swept>& item, const std::vector<std::uint32_t>& changed) {
    for (const std::uint32_t k : changed) marked_[leaf_of_[k]] = 1;
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        if (marked_[n] == 0) continue;
        fitNode(item, n);
        marked_[n] = 0;
        if (n > 0) marked_[parent_[n]] = 1;
    }
}

TALUS_FLATTEN void searchBox(const BoxTree& tree, const std::vector<Swept>& item, const Swept& box,
                             std::uint32_t own, const FlatBlocks* flat, std::vector<std::uint32_t>& found) {
    if (tree.empty()) return;
    const SweptPack bounds(box);
    std::vector<std::uint32_t> stack{0};
    while (!stack.empty()) {
        const std::uint32_t n = stack.back();
        const BoxTree::Node& node = tree.nodes()[n];
        stack.pop_back();
        if (!bounds.meets(node.bounds) || (flat != nullptr && flat->haveNodeAndTriangle(n, own))) continue;
        if (node.count == 0) {
            stack.push_back(node.first + 1);
            stack.push_back(node.first);
        }
        for (std::uint32_t k = 0; k < node.count; ++k)
            if (const std::uint32_t q = tree.order()[node.first + k];
                bounds.meets(item[q]) && (flat == nullptr || !flat->haveTriangles(own, q)))
                found.push_back(q);
    }
}

Swept boxOf(const Swept& a, const Swept& b, const Swept& c) {
    SweptPack box(a);
    box.add(b);
    box.add(c);
    return box.box();
}

std::vector<NodePair> splitSearch(const BoxTree& a, const BoxTree& b, std::size_t wanted,
                                  const FlatBlocks* flat) {
    std::vector<NodePair> pairs;
    if (a.empty() || b.empty()) return pairs;
    const bool itself = &a == &b;
    pairs.push_back({0, 0});
    while (pairs.size() < wanted) {
        std::vector<NodePair> next;
        bool opened = false;
        for (const NodePair& pair : pairs) {
            const BoxTree::Node &na = a.nodes()[pair.a], &nb = b.nodes()[pair.b];
            const bool same = itself && pair.a == pair.b;
            if (!same && !SweptPack(na.bounds).meets(nb.bounds)) continue;
            if (flat != nullptr && flat->haveNodes(pair.a, pair.b)) continue;
            if (na.count > 0 || nb.count > 0) {
                next.push_back(pair);
                continue;
            }
            opened = true;
            if (same) {
                next.insert(next.end(),
                            {{na.first, na.first}, {na.first, na.first + 1}, {na.first + 1, na.first + 1}});
            } else if (pair.a <= pair.b) {
                next.insert(next.end(), {{na.first, pair.b}, {na.first + 1, pair.b}});
            } else {
                next.insert(next.end(), {{pair.a, nb.first}, {pair.a, nb.first + 1}});
            }
        }
        pairs = std::move(next);
        if (!opened || pairs.empty()) break;
    }
    return pairs;
}

TALUS_FLATTEN void searchBelow(const BoxTree& a, const BoxTree& b, const std::vector<Swept>& item_a,
                               const std::vector<Swept>& item_b, NodePair from, const FlatBlocks* flat,
                               std::vector<ItemPair>& found) {
    const bool itself = &a == &b;
    std::vector<NodePair> stack{from};
    while (!stack.empty()) {
        const NodePair pair = stack.back();
        stack.pop_back();
        const BoxTree::Node &na = a.nodes()[pair.a], &nb = b.nodes()[pair.b];
        const bool same = itself && pair.a == pair.b;
        if (!same && !SweptPack(na.bounds).meets(nb.bounds)) continue;
        if (flat != nullptr && flat->haveNodes(pair.a, pair.b)) continue;
        if (na.count > 0 && nb.count > 0) {
            for (std::uint32_t i = 0; i < na.count; ++i) {
                const std::uint32_t p = a.order()[na.first + i];
                const SweptPack box(item_a[p]);
                for (std::uint32_t j = same ? i + 1 : 0; j < nb.count; ++j) {
                    const std::uint32_t q = b.order()[nb.first + j];
                    if (box.meets(item_b[q]) && (flat == nullptr || !flat->haveTriangles(p, q)))
                        found.push_back({p, q});
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

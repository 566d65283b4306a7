#include "talus/geometry/mesh/triangle_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace talus::geometry {
namespace {

constexpr std::uint32_t leaf_size = 4;

Box joined(const Box& a, const Box& b) {
    return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y), std::min(a.min.z, b.min.z)},
            {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y), std::max(a.max.z, b.max.z)}};
}

std::vector<Box> boxesOf(const Mesh& mesh) {
    std::vector<Box> boxes;
    boxes.reserve(mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles)
        boxes.push_back(joined({mesh.points[a], mesh.points[a]},
                               joined({mesh.points[b], mesh.points[b]}, {mesh.points[c], mesh.points[c]})));
    return boxes;
}

/// The t at which the line from + t along enters a box; infinity where it does not meet it.
double entry(const Box& box, const Vec3d& from, const Vec3d& along) {
    double enter = -std::numeric_limits<double>::infinity(), leave = -enter;
    const auto cut = [&](double low, double high, double x, double d) {
        if (d == 0) {
            if (x < low || x > high) leave = -std::numeric_limits<double>::infinity();
            return;
        }
        const double a = (low - x) / d, b = (high - x) / d;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    };
    cut(box.min.x, box.max.x, from.x, along.x);
    cut(box.min.y, box.max.y, from.y, along.y);
    cut(box.min.z, box.max.z, from.z, along.z);
    return enter <= leave ? enter : std::numeric_limits<double>::infinity();
}

/// The t at which the line from + t along meets a triangle (Moeller and Trumbore 1997). Points slightly
/// outside of its edges count, so that no line passes between two triangles.
std::optional<double> onTriangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& from,
                                 const Vec3d& along) {
    constexpr double slack = 1e-9;
    const Vec3d ab = b - a, ac = c - a, p = cross(along, ac);
    const double volume = dot(ab, p);
    if (volume == 0) return std::nullopt;
    const Vec3d apart = from - a, q = cross(apart, ab);
    const double u = dot(apart, p) / volume, v = dot(along, q) / volume;
    if (!(u >= -slack && v >= -slack && u + v <= 1 + slack)) return std::nullopt;
    return dot(ac, q) / volume;
}

}  // namespace

double squaredDistance(const Box& box, const Vec3d& p) {
    const auto beyond = [](double low, double high, double x) {
        return x < low ? low - x : x > high ? x - high : 0;
    };
    return squaredLength(Vec3d{beyond(box.min.x, box.max.x, p.x), beyond(box.min.y, box.max.y, p.y),
                               beyond(box.min.z, box.max.z, p.z)});
}

TriangleTree::TriangleTree(const Mesh& mesh) : TriangleTree(boxesOf(mesh)) {}

TriangleTree::TriangleTree(std::span<const Box> boxes) : order_(boxes.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!boxes.empty()) build(boxes, 0, static_cast<std::uint32_t>(boxes.size()));
}

void TriangleTree::build(std::span<const Box> boxes, std::uint32_t begin, std::uint32_t end) {
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    Box box = boxes[order_[begin]];
    for (std::uint32_t k = begin + 1; k < end; ++k) box = joined(box, boxes[order_[k]]);
    nodes_[node] = {box, begin, end - begin};
    if (end - begin <= leaf_size) return;
    const Vec3d size = box.max - box.min;
    const auto axis = size.x >= std::max(size.y, size.z) ? &Vec3d::x
                      : size.y >= size.z                 ? &Vec3d::y
                                                         : &Vec3d::z;
    const std::uint32_t middle = begin + (end - begin) / 2;
    // Ties are ordered by index, so that the tree is always the same.
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) {
                         const double x = (boxes[a].min + boxes[a].max).*axis,
                                      y = (boxes[b].min + boxes[b].max).*axis;
                         return x != y ? x < y : a < b;
                     });
    build(boxes, begin, middle);
    nodes_[node].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].count = 0;
    build(boxes, middle, end);
}

void TriangleTree::near(const Vec3d& p, double reach, std::vector<std::uint32_t>& found) const {
    if (nodes_.empty()) return;
    const std::size_t before = found.size();
    std::array<std::uint32_t, max_waiting> waiting;
    std::size_t count = 0;
    waiting[count++] = 0;
    while (count > 0) {
        const std::uint32_t at = waiting[--count];
        const Node& node = nodes_[at];
        if (squaredDistance(node.box, p) > reach * reach) continue;
        if (node.count > 0) {
            found.insert(found.end(), order_.begin() + node.first, order_.begin() + node.first + node.count);
        } else {
            waiting[count++] = node.first;
            waiting[count++] = at + 1;
        }
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
}

std::optional<double> TriangleTree::firstOnLine(const Mesh& mesh, const Vec3d& from, const Vec3d& along,
                                                double after) const {
    if (nodes_.empty()) return std::nullopt;
    std::optional<double> first;
    std::array<std::uint32_t, max_waiting> waiting;
    std::size_t count = 0;
    waiting[count++] = 0;
    while (count > 0) {
        const std::uint32_t at = waiting[--count];
        const Node& node = nodes_[at];
        const double enters = entry(node.box, from, along);
        if (!(enters < std::numeric_limits<double>::infinity()) || (first && enters > *first)) continue;
        if (node.count == 0) {
            waiting[count++] = node.first;
            waiting[count++] = at + 1;
            continue;
        }
        for (std::uint32_t k = node.first; k < node.first + node.count; ++k) {
            const auto& [a, b, c] = mesh.triangles[order_[k]];
            const auto t = onTriangle(mesh.points[a], mesh.points[b], mesh.points[c], from, along);
            if (t && *t > after && (!first || *t < *first)) first = t;
        }
    }
    return first;
}

}  // namespace talus::geometry

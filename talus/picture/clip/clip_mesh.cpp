#include <array>
#include <limits>

#include "talus/picture/clip/clip.h"

namespace talus::picture {
namespace {

/// Copies corners of a mesh, and makes new ones between them.
class Corners {
  public:
    explicit Corners(const Mesh& from) : from_(from), own_(from.position.size(), none) {
        made.front_only = from.front_only;
        made.name = from.name;
        made.translucent = from.translucent;
        if (!each()) made.colour = from.colour;
    }

    /// The copy of a corner.
    std::uint32_t copy(std::uint32_t corner) {
        if (own_[corner] == none)
            own_[corner] = add(from_.position[corner], from_.normal[corner], colourOf(corner));
        return own_[corner];
    }
    /// A corner between two others. @param share 0: the first; 1: the second
    std::uint32_t between(std::uint32_t a, std::uint32_t b, double share) {
        const auto part = static_cast<float>(share);
        const Colour p = colourOf(a), q = colourOf(b);
        const Vec3d normal = from_.normal[a] + (from_.normal[b] - from_.normal[a]) * share;
        return add(from_.position[a] + (from_.position[b] - from_.position[a]) * share,
                   length(normal) > 0 ? normalized(normal) : from_.normal[a],
                   {p.r + part * (q.r - p.r), p.g + part * (q.g - p.g), p.b + part * (q.b - p.b)});
    }

    Mesh made;

  private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    bool each() const { return from_.colour.size() > 1; }
    Colour colourOf(std::uint32_t corner) const {
        return each() ? from_.colour[corner] : from_.colour.empty() ? Colour{} : from_.colour.front();
    }
    std::uint32_t add(const Vec3d& position, const Vec3d& normal, Colour colour) {
        made.position.push_back(position);
        made.normal.push_back(normal);
        if (each()) made.colour.push_back(colour);
        return static_cast<std::uint32_t>(made.position.size()) - 1;
    }

    const Mesh& from_;
    std::vector<std::uint32_t> own_;  ///< of each corner its copy
};

}  // namespace

Mesh clipped(const Mesh& mesh, const geometry::Plane& plane) {
    std::vector<double> height(mesh.position.size());
    for (std::size_t i = 0; i < height.size(); ++i)
        height[i] = dot(mesh.position[i] - plane.point, plane.normal);
    Corners corners(mesh);
    for (const auto& triangle : mesh.triangle) {
        // Sutherland and Hodgman 1974: a triangle leaves nothing, three or four corners.
        std::array<std::uint32_t, 4> left{};
        std::size_t count = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
            if (height[a] >= 0) left[count++] = corners.copy(a);
            if ((height[a] >= 0) != (height[b] >= 0))
                left[count++] = corners.between(a, b, height[a] / (height[a] - height[b]));
        }
        for (std::size_t k = 2; k < count; ++k)
            corners.made.triangle.push_back({left[0], left[k - 1], left[k]});
    }
    return std::move(corners.made);
}

}  // namespace talus::picture

#include "talus/geometry/heightfield_contact.h"

#include <algorithm>

namespace talus::geometry {

/// Finds the triangles within the sphere's radius, with their closest points.
void GroundContacts::gather(const ColumnGrid& grid, exec::View<const double> height, const Sphere& sphere) {
    triangles_.clear();
    const Vec3d reach{sphere.radius, sphere.radius, 0};
    // A cell has the index of its lower corner, so the cell before the first corner can also reach the
    // sphere.
    ColumnRange near = columnsWithin(
        grid, {sphere.centre - reach - Vec3d{grid.spacing, grid.spacing, 0}, sphere.centre + reach});
    near.last_i = std::min(near.last_i, grid.columns - 1);
    near.last_j = std::min(near.last_j, grid.rows - 1);
    for (std::uint32_t j = near.first_j; j < near.last_j; ++j)
        for (std::uint32_t i = near.first_i; i < near.last_i; ++i) {
            const auto corner = [&](std::uint32_t a, std::uint32_t b) {
                return Vec3d{grid.x(i + a), grid.y(j + b), height[grid.at(i + a, j + b)]};
            };
            const Vec3d c00 = corner(0, 0), c10 = corner(1, 0), c01 = corner(0, 1), c11 = corner(1, 1);
            if (sphere.centre.z - sphere.radius > std::max({c00.z, c10.z, c01.z, c11.z}) ||
                sphere.centre.z + sphere.radius < std::min({c00.z, c10.z, c01.z, c11.z}))
                continue;
            for (const auto& corners : {std::array{c00, c10, c11}, std::array{c00, c11, c01}}) {
                const ClosestPoint closest =
                    closestOnTriangle(corners[0], corners[1], corners[2], sphere.centre);
                const double distance = length(sphere.centre - closest.point);
                if (distance < sphere.radius)
                    triangles_.push_back({corners, grid.at(i, j), closest, distance});
            }
        }
}

/// Whether no other triangle with the same point is nearer, or is equally near and has a lower index.
bool GroundContacts::isLocalMinimum(std::size_t index) const {
    const Triangle& own = triangles_[index];
    if (!own.closest.at_edge) return true;
    const double same = border * (own.distance + length(own.corner[1] - own.corner[0]));
    for (std::size_t k = 0; k < triangles_.size(); ++k) {
        const Triangle& other = triangles_[k];
        if (k == index || other.distance > own.distance + same) continue;
        if (other.distance >= own.distance - same && k > index) continue;
        const Vec3d there =
            closestOnTriangle(other.corner[0], other.corner[1], other.corner[2], own.closest.point).point;
        if (length(there - own.closest.point) <= same) return false;
    }
    return true;
}

const std::vector<GroundContact>& GroundContacts::find(const ColumnGrid& grid,
                                                       exec::View<const double> height,
                                                       const Sphere& sphere) {
    contacts_.clear();
    const Vec3d& centre = sphere.centre;
    const auto surface = surfaceAt(grid, height, centre.x, centre.y);
    const bool below = surface && centre.z < surface->height;
    gather(grid, height, sphere);
    for (std::size_t k = 0; k < triangles_.size(); ++k) {
        if (!isLocalMinimum(k)) continue;
        const Triangle& triangle = triangles_[k];
        const Vec3d out = centre - triangle.closest.point;
        if (triangle.closest.at_edge && triangle.distance > border * sphere.radius) {
            // Above ground: away from a ridge. Below ground: out towards the furrow above.
            const double side = below ? -1 : 1;
            // A furrow on the other side of a thin ridge is not a contact.
            if (!below && out.z <= 0) continue;
            contacts_.push_back({triangle.closest.point, out * (side / triangle.distance),
                                 sphere.radius - side * triangle.distance, triangle.cell});
        } else {
            const double side = dot(out, triangle.closest.normal);
            // The far side of a ridge thinner than the sphere faces away from a centre above ground: not a
            // contact.
            if (!below && side < -border * sphere.radius) continue;
            contacts_.push_back(
                {triangle.closest.point, triangle.closest.normal, sphere.radius - side, triangle.cell});
        }
    }
    if (below && contacts_.empty()) {
        const auto cell = [&](double at, double origin, std::uint32_t count) {
            return std::min(static_cast<std::uint32_t>((at - origin) / grid.spacing), count - 2);
        };
        contacts_.push_back(
            {{centre.x, centre.y, surface->height},
             surface->normal,
             sphere.radius + (surface->height - centre.z) * surface->normal.z,
             grid.at(cell(centre.x, grid.origin_x, grid.columns), cell(centre.y, grid.origin_y, grid.rows))});
    }
    return contacts_;
}

}  // namespace talus::geometry

#include "talus/grains/clumps/draw_shape.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/clumps/mesh_spheres.h"
#include "talus/picture/colour_scale.h"
#include "talus/picture/meshes/shape_mesh.h"

namespace talus::grains {
namespace {

using picture::Mesh;

/// A mesh in parts so small that colours show how the gap varies over it.
struct Divided {
    Mesh mesh;
    std::vector<double> gap;  ///< at each of its positions [radii of the ball with the same volume]
};

Divided divided(const CoveredMesh& covered) {
    Divided all;
    for (const auto& [i, j, k] : covered.mesh.triangles) {
        const Vec3d a = covered.mesh.points[i], u = covered.mesh.points[j] - a,
                    v = covered.mesh.points[k] - a;
        const Vec3d normal = normalized(cross(u, v));
        const std::uint32_t parts = partsOf(u, v, covered.unit);
        // Rows of points parallel to u, each with one point fewer than the one before.
        auto row = static_cast<std::uint32_t>(all.mesh.position.size());
        for (std::uint32_t q = 0; q <= parts; ++q)
            for (std::uint32_t p = 0; p + q <= parts; ++p) {
                const Vec3d at = a + u * (double(p) / parts) + v * (double(q) / parts);
                all.mesh.position.push_back(at);
                all.mesh.normal.push_back(normal);
                all.gap.push_back(gapAt(at, covered.spheres) / covered.unit);
            }
        for (std::uint32_t q = 0; q < parts; ++q) {
            const std::uint32_t next = row + parts - q + 1;
            for (std::uint32_t p = 0; p + q < parts; ++p) {
                all.mesh.triangle.push_back({row + p, row + p + 1, next + p});
                if (p + q + 1 < parts) all.mesh.triangle.push_back({row + p + 1, next + p + 1, next + p});
            }
            row = next;
        }
    }
    return all;
}

void move(Mesh& mesh, const Vec3d& by) {
    for (Vec3d& p : mesh.position) p += by;
}

}  // namespace

picture::Picture pictureOf(const GrainShape& shape) {
    const CoveredMesh& covered = *shape.covered;
    picture::Picture picture;
    Divided surface = divided(covered);
    picture::Legend legend = picture::legendOf("gap", "radii", surface.gap, {.low = 0});
    for (const double gap : surface.gap)
        surface.mesh.colour.push_back(picture::colourAt(legend.map, gap / legend.high));
    Mesh spheres{.colour = {{0.80f, 0.74f, 0.62f}}};
    for (const geometry::Sphere& sphere : covered.spheres)
        picture::append(spheres, picture::sphereMesh(sphere));

    const geometry::Box box = geometry::boundsOf(covered.mesh);
    const double aside = 0.65 * (box.max.x - box.min.x) + 0.1 * covered.unit;
    move(surface.mesh, {aside, 0, -box.min.z});
    move(spheres, {-aside, 0, -box.min.z});
    picture.meshes = {std::move(spheres), std::move(surface.mesh)};
    picture.obstacles.push_back({geometry::Plane{{0, 0, 0}}});
    picture.light.to_sun = {-0.4, -0.7, 1};  // from behind the camera
    picture.camera = picture::frameAutomatically(boundsOf(picture), 16.0 / 9, 0, 0.5);
    picture.legend = std::move(legend);
    if (const auto& cover = shape.made->cover)
        picture.caption = fmt::format(
            "{}: {} spheres; {:.1f}% of the surface has a gap of at most {:g} radii; mean {:.3f}, largest "
            "{:.3f}",
            shape.name, covered.spheres.size(), 100 * cover->coverage, cover->near, cover->mean_gap,
            cover->largest_gap);
    return picture;
}

}  // namespace talus::grains

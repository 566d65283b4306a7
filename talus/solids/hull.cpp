#include "talus/solids/hull.h"

#include <LinearMath/btConvexHullComputer.h>

#include "talus/solids/bullet.h"

namespace talus::solids {
namespace {

btConvexHullComputer hullOf(const std::vector<Vec3d>& points) {
    btConvexHullComputer hull;
    if (!points.empty()) hull.compute(&points[0].x, sizeof(Vec3d), static_cast<int>(points.size()), 0, 0);
    return hull;
}

}  // namespace

double hullVolume(const std::vector<Vec3d>& points) {
    const btConvexHullComputer hull = hullOf(points);
    if (hull.vertices.size() < 4) return 0;
    const btVector3 from = hull.vertices[0];
    double volume = 0;
    for (int f = 0; f < hull.faces.size(); ++f) {
        const auto* first = &hull.edges[hull.faces[f]];
        const btVector3 a = hull.vertices[first->getSourceVertex()] - from;
        for (const auto* edge = first->getNextEdgeOfFace(); edge->getNextEdgeOfFace() != first;
             edge = edge->getNextEdgeOfFace())
            volume += a.dot((hull.vertices[edge->getSourceVertex()] - from)
                                .cross(hull.vertices[edge->getTargetVertex()] - from));
    }
    return std::abs(volume) / 6;
}

std::vector<Vec3d> hullCorners(const std::vector<Vec3d>& points) {
    const btConvexHullComputer hull = hullOf(points);
    std::vector<Vec3d> corners;
    for (int k = 0; k < hull.vertices.size(); ++k)
        corners.push_back(points[static_cast<std::size_t>(hull.original_vertex_index[k])]);
    return corners;
}

geometry::Mesh hullMesh(const std::vector<Vec3d>& points) {
    const btConvexHullComputer hull = hullOf(points);
    geometry::Mesh mesh;
    for (int k = 0; k < hull.vertices.size(); ++k) mesh.points.push_back(fromBullet(hull.vertices[k]));
    // Bullet's faces run clockwise seen from outside.
    for (int f = 0; f < hull.faces.size(); ++f) {
        const auto* first = &hull.edges[hull.faces[f]];
        for (const auto* edge = first->getNextEdgeOfFace(); edge->getNextEdgeOfFace() != first;
             edge = edge->getNextEdgeOfFace())
            mesh.triangles.push_back({static_cast<std::uint32_t>(first->getSourceVertex()),
                                      static_cast<std::uint32_t>(edge->getSourceVertex()),
                                      static_cast<std::uint32_t>(edge->getTargetVertex())});
    }
    return mesh;
}

}  // namespace talus::solids

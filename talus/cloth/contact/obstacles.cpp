#include "talus/cloth/contact/obstacles.h"

#include "talus/cloth/sheet/grid.h"

namespace talus::cloth {

namespace {

using Kind = environment::Wall::Kind;

/// A ball as a point, or a capsule as an edge.
void addRound(ObstacleShapes& shapes, std::size_t index, const environment::Wall& wall) {
    const bool ball = wall.kind == Kind::SphereOutside;
    const auto first = static_cast<std::uint32_t>(shapes.points.size());
    const double radius = ball ? wall.sphere.radius : wall.capsule.radius;
    const auto add = [&](const Vec3d& p) {
        shapes.points.push_back(p);
        shapes.radius.push_back(radius);
        shapes.wall.push_back(static_cast<std::uint16_t>(index));
    };
    add(ball ? wall.sphere.centre : wall.capsule.from);
    if (ball || length(wall.capsule.to - wall.capsule.from) == 0) {
        shapes.triangles.push_back({first, first, first});
    } else {
        add(wall.capsule.to);
        shapes.triangles.push_back({first, first + 1, first + 1});
    }
}

}  // namespace

ObstacleShapes shapesOf(const environment::Environment& environment) {
    ObstacleShapes shapes;
    for (std::size_t w = 0; w < environment.walls.size(); ++w) {
        const environment::Wall& wall = environment.walls[w];
        if (wall.deforms) continue;
        if (wall.kind == environment::Wall::Kind::Plane) {
            shapes.half_spaces.push_back({w, wall.plane.point, normalized(wall.plane.normal)});
            continue;
        }
        if (wall.kind == Kind::SphereOutside || wall.kind == Kind::Capsule) {
            addRound(shapes, w, wall);
            continue;
        }
        const geometry::Mesh surface = surfaceOf(wall);
        const auto first = static_cast<std::uint32_t>(shapes.points.size());
        for (const Vec3d& p : surface.points) {
            shapes.points.push_back(p);
            shapes.radius.push_back(0);
            shapes.wall.push_back(static_cast<std::uint16_t>(w));
        }
        for (const auto& [a, b, c] : surface.triangles)
            shapes.triangles.push_back({a + first, b + first, c + first});
    }
    shapes.first_ground_point = shapes.points.size();
    if (environment.ground) {
        const geometry::ColumnGrid& grid = environment.ground->grid;
        const auto first = static_cast<std::uint32_t>(shapes.points.size());
        for (std::uint32_t j = 0; j < grid.rows; ++j)
            for (std::uint32_t i = 0; i < grid.columns; ++i) {
                shapes.points.push_back({grid.x(i), grid.y(j), 0});
                shapes.radius.push_back(0);
                shapes.wall.push_back(ObstacleShapes::no_wall);
            }
        for (std::uint32_t j = 0; j + 1 < grid.rows; ++j)
            for (std::uint32_t i = 0; i + 1 < grid.columns; ++i) {
                const auto a = first + static_cast<std::uint32_t>(grid.at(i, j)), b = a + 1,
                           c = a + grid.columns, d = c + 1;
                shapes.triangles.push_back({a, b, d});
                shapes.triangles.push_back({a, d, c});
            }
    }
    shapes.owned = ownedBy(shapes.triangles, shapes.points.size());
    for (std::size_t t = 0; t < shapes.triangles.size(); ++t) {
        const auto& corner = shapes.triangles[t];
        // A ball has one corner and no edge, a capsule two corners and one edge.
        if (shapes.radius[corner[0]] > 0) shapes.owned[t] = corner[0] == corner[1] ? 1U : 11U;
    }
    std::vector<Vec3d> middles;
    for (const auto& [a, b, c] : shapes.triangles)
        middles.push_back((shapes.points[a] + shapes.points[b] + shapes.points[c]) / 3.0);
    shapes.tree = BoxTree(middles);
    return shapes;
}

}  // namespace talus::cloth

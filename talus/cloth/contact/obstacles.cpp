#include "talus/cloth/contact/obstacles.h"

#include "talus/cloth/sheet/grid.h"

namespace talus::cloth {

ObstacleShapes shapesOf(const environment::Environment& environment) {
    ObstacleShapes shapes;
    for (std::size_t w = 0; w < environment.walls.size(); ++w) {
        const environment::Wall& wall = environment.walls[w];
        if (wall.follows) continue;
        if (wall.kind == environment::Wall::Kind::Plane) {
            shapes.half_spaces.push_back({w, wall.plane.point, normalized(wall.plane.normal)});
            continue;
        }
        const geometry::Mesh surface = surfaceOf(wall);
        const auto first = static_cast<std::uint32_t>(shapes.points.size());
        for (const Vec3d& p : surface.points) {
            shapes.points.push_back(p);
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
    std::vector<Vec3d> middles;
    for (const auto& [a, b, c] : shapes.triangles)
        middles.push_back((shapes.points[a] + shapes.points[b] + shapes.points[c]) / 3.0);
    shapes.tree = BoxTree(middles);
    return shapes;
}

}  // namespace talus::cloth

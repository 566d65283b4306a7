#include "talus/picture/screen/projection.h"

#include <algorithm>
#include <cmath>

namespace talus::picture::engraved {
namespace {

picture::CameraAxes axesOf(Plane plane) {
    switch (plane) {
        case Plane::XY: return {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
        case Plane::XZ: return {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
        case Plane::YZ: break;
    }
    return {{0, 1, 0}, {0, 0, 1}, {-1, 0, 0}};
}

}  // namespace

Projection throughCamera(const picture::Camera& camera, std::size_t width, std::size_t height) {
    const double middle_x = 0.5 * static_cast<double>(width), middle_y = 0.5 * static_cast<double>(height);
    const double scale = middle_y / std::tan(0.5 * camera.fov);  // phyxels a metre at a depth of 1 m
    return [=, axes = picture::axesOf(camera), eye = camera.position](const Vec3d& point, double radius) {
        const Vec3d d = point - eye;
        const double per_metre = scale / dot(d, axes.forward);
        return OnScreen{middle_x + per_metre * dot(d, axes.right), middle_y - per_metre * dot(d, axes.up),
                        per_metre * radius};
    };
}

Projection ontoPlane(Plane plane, const geometry::Box& box, std::size_t width, std::size_t height) {
    const picture::CameraAxes axes = axesOf(plane);
    const double middle_x = 0.5 * static_cast<double>(width), middle_y = 0.5 * static_cast<double>(height);
    const Vec3d size = box.max - box.min, middle = 0.5 * (box.min + box.max);
    const double wide = std::abs(dot(size, axes.right)), high = std::abs(dot(size, axes.up));
    double scale =
        std::min(wide > 0 ? 2 * middle_x / wide : HUGE_VAL, high > 0 ? 2 * middle_y / high : HUGE_VAL);
    if (!std::isfinite(scale)) scale = middle_y;  // a single point: any scale shows it
    return [=](const Vec3d& point, double radius) {
        const Vec3d d = point - middle;
        return OnScreen{middle_x + scale * dot(d, axes.right), middle_y - scale * dot(d, axes.up),
                        scale * radius};
    };
}

GroundScreen GroundScreen::on(const geometry::ColumnGrid& grid, std::size_t width, std::size_t height) {
    const double wide = grid.spacing * (grid.columns - 1), high = grid.spacing * (grid.rows - 1);
    const double side = std::max(wide / static_cast<double>(width), high / static_cast<double>(height));
    const auto countOf = [side](double length) {
        return std::max<std::size_t>(2, static_cast<std::size_t>(std::round(length / side)));
    };
    return {grid.origin_x, grid.origin_y + high, side, countOf(wide), countOf(high)};
}

Projection ontoGround(const GroundScreen& screen, const geometry::ColumnGrid& grid,
                      exec::View<const double> heights) {
    return [=](const Vec3d& point, double radius) {
        const double x = (point.x - screen.left) / screen.side, y = (screen.top - point.y) / screen.side;
        const auto ground = geometry::surfaceAt(grid, heights, point.x, point.y);
        if (!ground) return OnScreen{x, y, 0};
        const double above = (point.z - ground->height) * ground->normal.z;  // distance from a slope
        const double square = radius * radius - above * above;
        return OnScreen{x, y, square > 0 ? std::sqrt(square) / screen.side : 0};
    };
}

Projection intoVolume(const VolumeBox& box) {
    return [=](const Vec3d& point, double radius) {
        const Vec3d at = (point - box.corner) / box.cell;
        return OnScreen{at.x, at.y, radius / box.cell, at.z};
    };
}

}  // namespace talus::picture::engraved

#include "talus/render/frame_constants.h"

#include <algorithm>
#include <cmath>

namespace talus::render {
namespace {

Float4 float4(const Vec3d& v, double w) { return {float(v.x), float(v.y), float(v.z), float(w)}; }
Float4 rootOf(const picture::Colour& c) {
    const picture::Colour root = squareRootLinear(c);
    return {root.r, root.g, root.b, 1};
}

/// The matrix with these rows.
Matrix4 fromRows(const std::array<std::array<double, 4>, 4>& rows) {
    Matrix4 columns;
    for (std::size_t row = 0; row < 4; ++row)
        for (std::size_t column = 0; column < 4; ++column) columns[column][row] = float(rows[row][column]);
    return columns;
}

std::array<double, 4> rowOf(const Vec3d& axis, double scale, double shift) {
    return {axis.x * scale, axis.y * scale, axis.z * scale, shift};
}

double radiusOf(const geometry::Box& box) { return 0.5 * length(box.max - box.min); }
Vec3d middleOf(const geometry::Box& box) { return 0.5 * (box.min + box.max); }

}  // namespace

Focus focusOf(const picture::Picture& picture, const geometry::Box& bounds, double aspect) {
    const picture::Camera& camera = picture.camera;
    const double around = radiusOf(bounds) + length(middleOf(bounds) - camera.target);
    const double slope = std::tan(0.5 * camera.fov);
    const double seen = 2.5 * length(camera.target - camera.position) * slope * std::max(1.0, aspect);
    // Limited by the view: otherwise one grain far away would make shadows and floats coarse for all others.
    return {camera.target, std::min(around, seen)};
}

FrameConstants frameConstants(const picture::Picture& picture, const Focus& focus,
                              const geometry::Box& bounds, const DrawSize& size) {
    const picture::Camera& camera = picture.camera;
    const picture::CameraAxes axes = axesOf(camera);
    const Vec3d eye = focus.toShaderUnits(camera.position);
    const double up_slope = std::tan(0.5 * camera.fov);
    const double right_slope = up_slope * size.width / size.height;
    const double near = 1e-3 * length(eye);

    FrameConstants c;
    c.clip_from_world = fromRows({rowOf(axes.right, 1 / right_slope, -dot(axes.right, eye) / right_slope),
                                  rowOf(axes.up, 1 / up_slope, -dot(axes.up, eye) / up_slope),
                                  {0, 0, 0, near},
                                  rowOf(axes.forward, 1, -dot(axes.forward, eye))});
    c.eye = float4(eye, near);
    c.right = float4(right_slope * axes.right, 1 / right_slope);
    c.up = float4(up_slope * axes.up, 1 / up_slope);
    c.forward = float4(axes.forward, 0);

    // The shadow map covers the scene or, if that is smaller, the focus. Depths beyond it are clamped.
    const Vec3d sun = normalized(picture.light.to_sun);
    const Vec3d side = normalized(cross(std::abs(sun.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0}, sun));
    const Vec3d top = cross(sun, side);
    const bool whole = radiusOf(bounds) <= focus.radius;
    const Vec3d middle = whole ? focus.toShaderUnits(middleOf(bounds)) : Vec3d{};
    const double half = whole ? 1.02 * radiusOf(bounds) / focus.radius : 1;
    const double deep = 4 * half;
    c.light_from_world = fromRows({rowOf(side, 0.5 / half, 0.5 - 0.5 * dot(side, middle) / half),
                                   rowOf(top, 0.5 / half, 0.5 - 0.5 * dot(top, middle) / half),
                                   rowOf(sun, -0.5 / deep, 0.5 + 0.5 * dot(sun, middle) / deep),
                                   {0, 0, 0, 1}});
    c.light_side = float4(side, 0);
    c.light_top = float4(top, 0);
    c.shadow = {float(2 * half), float(2 * deep), float(size.shadow_texels), 0};

    // Colours and strengths of light and the values of `reach` are chosen by eye.
    const float sun_strength = picture.light.sun_strength, sky_strength = picture.light.sky_strength;
    c.to_sun = float4(sun, std::tan(picture.light.sun_radius));
    c.sun_light = {1.75f * sun_strength, 1.62f * sun_strength, 1.42f * sun_strength, 0};
    c.sky_light = {0.45f * sky_strength, 0.49f * sky_strength, 0.55f * sky_strength, 0};
    c.ground_light = {0.33f * sky_strength, 0.31f * sky_strength, 0.28f * sky_strength, 0};
    c.background_top = rootOf(picture.background.top);
    c.background_bottom = rootOf(picture.background.bottom);
    c.picture = {float(size.width), float(size.height), float(size.samples),
                 float(2 * up_slope / size.height)};
    c.reach = {0.14f, 1.1f, 4.5f, 0};
    return c;
}

}  // namespace talus::render

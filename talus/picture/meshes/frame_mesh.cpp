#include "talus/picture/meshes/frame_mesh.h"

#include <cmath>
#include <numbers>

#include "talus/geometry/closest_point.h"

namespace talus::picture {
namespace {

std::array<std::uint32_t, 3> cornersOf(const state::MeshView& mesh, std::size_t element) {
    return {mesh.corner(element, 0), mesh.corner(element, 1), mesh.corner(element, 2)};
}

Vec3d unitOr(const Vec3d& v, const Vec3d& other) {
    const double size = length(v);
    return size > 0 ? v / size : other;
}

std::vector<Vec3d> normalsOf(const state::MeshView& mesh) {
    std::vector<Vec3d> normal(mesh.points.count);
    for (std::size_t t = 0; t < mesh.count; ++t) {
        const auto corners = cornersOf(mesh, t);
        const Vec3d a = mesh.points.at(corners[0]), b = mesh.points.at(corners[1]),
                    c = mesh.points.at(corners[2]);
        const Vec3d twice_area = cross(b - a, c - a);
        for (const std::uint32_t corner : corners) normal[corner] = normal[corner] + twice_area;
    }
    for (Vec3d& n : normal) n = unitOr(n, {0, 0, 1});
    return normal;
}

}  // namespace

Mesh surfaceMesh(const state::MeshView& view, const Tint& tint) {
    const std::vector<Vec3d> normal = normalsOf(view);
    Mesh mesh;
    if (tint.each != Tint::Each::Element) {
        mesh.normal = normal;
        mesh.colour = tint.colour;
        for (std::size_t i = 0; i < view.points.count; ++i) mesh.position.push_back(view.points.at(i));
        for (std::size_t t = 0; t < view.count; ++t) mesh.triangle.push_back(cornersOf(view, t));
        return mesh;
    }
    // If each triangle has its own colour, triangles cannot share corners.
    for (std::size_t t = 0; t < view.count; ++t) {
        const auto first = static_cast<std::uint32_t>(mesh.position.size());
        for (const std::uint32_t corner : cornersOf(view, t)) {
            mesh.position.push_back(view.points.at(corner));
            mesh.normal.push_back(normal[corner]);
            mesh.colour.push_back(tint.colour[t]);
        }
        mesh.triangle.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

Mesh tubeMesh(const state::MeshView& lines, double radius, const Tint& tint) {
    constexpr std::uint32_t around = 10;  // smooth enough at some ten pixels across, chosen by eye
    Mesh mesh;
    mesh.colour = tint.each == Tint::Each::All ? tint.colour : std::vector<Colour>{};
    for (std::size_t k = 0; k < lines.count; ++k) {
        const std::uint32_t ends[2] = {lines.corner(k, 0), lines.corner(k, 1)};
        const Vec3d from = lines.points.at(ends[0]), to = lines.points.at(ends[1]);
        if (!(length(to - from) > 0)) continue;
        const Vec3d axis = normalized(to - from), u = geometry::perpendicularTo(axis), v = cross(axis, u);
        const auto first = static_cast<std::uint32_t>(mesh.position.size());
        for (std::uint32_t turn = 0; turn < around; ++turn) {
            const double angle = 2 * std::numbers::pi * turn / around;
            const Vec3d out = u * std::cos(angle) + v * std::sin(angle);
            for (const std::uint32_t end : ends) {
                mesh.position.push_back(lines.points.at(end) + out * radius);
                mesh.normal.push_back(out);
                if (tint.each != Tint::Each::All) mesh.colour.push_back(tint.of(end, k));
            }
            const std::uint32_t a = first + 2 * turn, b = first + 2 * ((turn + 1) % around);
            mesh.triangle.push_back({a, b, a + 1});
            mesh.triangle.push_back({a + 1, b, b + 1});
        }
    }
    return mesh;
}

}  // namespace talus::picture

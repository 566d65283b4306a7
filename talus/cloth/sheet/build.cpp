#include "talus/cloth/sheet/build.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "talus/cloth/sheet/colour.h"
#include "talus/cloth/sheet/grid.h"
#include "talus/environment/wall_motion.h"
#include "talus/math/rotation.h"

namespace talus::cloth {
namespace {

/// Whether a point of a grid is on the edge that an attachment names.
bool onEdge(const Sheet& sheet, const std::string_view edge, std::size_t point) {
    const auto nx = static_cast<std::size_t>(sheet.points_x), ny = static_cast<std::size_t>(sheet.points_y);
    const std::size_t i = point % nx, j = point / nx;
    const bool left = i == 0, right = i + 1 == nx, bottom = j == 0, top = j + 1 == ny;
    if (edge == "left") return left;
    if (edge == "right") return right;
    if (edge == "bottom") return bottom;
    if (edge == "top") return top;
    if (edge == "top-corners") return top && (left || right);
    return (left || right) && (bottom || top);  // "corners"
}

/// The pose of the wall of an attachment at time 0; the identity without a wall.
environment::Pose startOf(const Attachment& attachment, const environment::Environment& world) {
    if (attachment.wall.empty()) return {};
    const environment::Wall& wall = world.walls[environment::wallIndex(world, attachment.wall)];
    if (wall.follows) return environment::startPose(wall);
    std::vector<environment::Motion> motions;
    for (const environment::Motion& motion : world.motions)
        if (motion.wall == wall.name) motions.push_back(motion);
    return environment::poseOf(motions, 0);
}

void addSheet(const Sheet& sheet, std::uint16_t index, Built& built) {
    const geometry::Mesh shape = shapeOf(sheet);
    const auto springs = springsOf(sheet, shape);
    const auto hinges = hingesOf(sheet, shape);
    const auto owned = ownedBy(shape.triangles, shape.points.size());
    std::vector<double> mass(shape.points.size(), 0);
    for (const auto& [a, b, c] : shape.triangles) {
        const double area =
            0.5 * length(cross(shape.points[b] - shape.points[a], shape.points[c] - shape.points[a]));
        for (const std::uint32_t p : {a, b, c}) mass[p] += sheet.density * area / 3;
    }
    const Rotation rotation = rotationBy(sheet.rotation);
    for (int copy = 0; copy < sheet.copies; ++copy) {
        const auto first = static_cast<std::uint32_t>(built.position.size());
        const Vec3d shift = sheet.position + sheet.copy_offset * static_cast<double>(copy);
        for (std::size_t p = 0; p < shape.points.size(); ++p) {
            built.position.push_back(rotated(rotation, shape.points[p]) + shift);
            built.velocity.push_back(sheet.velocity);
            built.rest.push_back(shape.points[p]);
            built.mass.push_back(mass[p]);
            built.sheet.push_back(index);
            built.copy.push_back(static_cast<std::uint16_t>(copy));
        }
        for (const auto& [a, b, c] : shape.triangles)
            built.corners.push_back({a + first, b + first, c + first});
        built.owned.insert(built.owned.end(), owned.begin(), owned.end());
        for (BuiltSpring spring : springs) {
            for (std::uint32_t& end : spring.ends) end += first;
            built.springs.push_back(spring);
        }
        for (BuiltHinge hinge : hinges) {
            for (std::uint32_t& end : hinge.edge) end += first;
            for (std::uint32_t& end : hinge.wings) end += first;
            built.hinges.push_back(hinge);
        }
    }
}

}  // namespace

Built buildSheets(const Part& part, const environment::Environment& environment) {
    Built built;
    for (std::size_t s = 0; s < part.sheets.size(); ++s) {
        built.first_point.push_back(built.position.size());
        built.first_triangle.push_back(built.corners.size());
        addSheet(part.sheets[s], static_cast<std::uint16_t>(s), built);
    }
    built.first_point.push_back(built.position.size());
    built.first_triangle.push_back(built.corners.size());
    colourAndSort(built.springs, built.position.size(), [](const BuiltSpring& spring, auto take) {
        for (const std::uint32_t p : spring.ends) take(p);
    });
    colourAndSort(built.hinges, built.position.size(), [](const BuiltHinge& hinge, auto take) {
        for (const std::uint32_t p : hinge.edge) take(p);
        for (const std::uint32_t p : hinge.wings) take(p);
    });
    std::vector<bool> held(built.position.size(), false);
    for (std::size_t e = 0; e < part.attachments.size(); ++e) {
        const Attachment& attachment = part.attachments[e];
        const auto at = std::find_if(part.sheets.begin(), part.sheets.end(),
                                     [&](const Sheet& sheet) { return sheet.name == attachment.sheet; });
        if (at == part.sheets.end()) continue;
        const auto s = static_cast<std::size_t>(at - part.sheets.begin());
        const environment::Pose pose = startOf(attachment, environment);
        const std::size_t points = pointsOf(*at) / static_cast<std::size_t>(at->copies);
        for (std::size_t p = built.first_point[s]; p < built.first_point[s + 1]; ++p) {
            const bool holds = attachment.where == "near"
                                   ? length(built.position[p] - attachment.at) <= attachment.within
                                   : onEdge(*at, attachment.where, (p - built.first_point[s]) % points);
            if (!holds || held[p]) continue;
            held[p] = true;
            built.attachments.push_back({static_cast<std::uint32_t>(p), static_cast<std::uint16_t>(e),
                                         pose.toLocal(built.position[p])});
        }
    }
    return built;
}

std::size_t pointsOf(const Sheet& sheet) {
    const std::size_t one =
        sheet.mesh ? sheet.mesh->points.size()
                   : static_cast<std::size_t>(sheet.points_x) * static_cast<std::size_t>(sheet.points_y);
    return one * static_cast<std::size_t>(sheet.copies);
}

std::size_t trianglesOf(const Sheet& sheet) {
    const std::size_t one = sheet.mesh ? sheet.mesh->triangles.size()
                                       : 2 * static_cast<std::size_t>(sheet.points_x - 1) *
                                             static_cast<std::size_t>(sheet.points_y - 1);
    return one * static_cast<std::size_t>(sheet.copies);
}

double spacingOf(const Sheet& sheet) {
    if (!sheet.mesh) return 0.5 * (sheet.width / (sheet.points_x - 1) + sheet.height / (sheet.points_y - 1));
    double sum = 0;
    for (const auto& corner : sheet.mesh->triangles)
        for (std::size_t k = 0; k < 3; ++k)
            sum += length(sheet.mesh->points[corner[(k + 1) % 3]] - sheet.mesh->points[corner[k]]);
    return sum / static_cast<double>(3 * sheet.mesh->triangles.size());
}

double thicknessOf(const Sheet& sheet) {
    return sheet.thickness.value_or(std::min(0.005, 0.25 * spacingOf(sheet)));
}

}  // namespace talus::cloth

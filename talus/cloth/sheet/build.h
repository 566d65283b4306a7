#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/cloth/params.h"
#include "talus/environment/environment.h"

/// The points, triangles, springs and hinges of the sheets of a scene, as they are before the first step.
namespace talus::cloth {

struct BuiltSpring {
    std::array<std::uint32_t, 2> ends{};
    double length = 0;     ///< [m]
    double stiffness = 0;  ///< [N/m]
    double damping = 0;    ///< [N s/m]
    std::uint16_t colour = 0;
};

/// Two triangles with an edge in common. They resist bending by the energy 1/2 bend |s|^2 of the weighted sum
/// s = sum of weight_i x_i (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, "A quadratic bending model for
/// inextensible surfaces"). The weights are cotangents and sum up to zero, so flat triangles have s = 0, and
/// bent ones have s along their mean normal, with |s| the length of the edge times the angle. With
/// bend = B / (area of both) a sheet has the energy 1/2 B (curvature)^2 per area (Seung and Nelson 1988,
/// "Defects in flexible membranes with crystalline order", for equilateral triangles).
struct BuiltHinge {
    std::array<std::uint32_t, 2> edge{}, wings{};
    Vec3d weight;     ///< of edge[1], wings[0], wings[1]; that of edge[0] is minus their sum
    double bend = 0;  ///< B / (area of both) [N/m]
    double curl = 0;  ///< s along the mean normal without strain [m]
    std::uint16_t colour = 0;
};

struct BuiltAttachment {
    std::uint32_t point = 0;
    std::uint16_t entry = 0;
    Vec3d anchor;  ///< in the frame of its wall [m]
};

struct Built {
    std::vector<Vec3d> position, velocity, rest;
    std::vector<double> mass;
    std::vector<std::uint16_t> sheet, copy;
    std::vector<std::array<std::uint32_t, 3>> corners;
    std::vector<std::uint8_t> owned;
    std::vector<BuiltSpring> springs;
    std::vector<BuiltHinge> hinges;
    std::vector<BuiltAttachment> attachments;
    std::vector<std::size_t> first_point, first_triangle;  ///< of each sheet, and the end
};

/// Makes all sheets. @pre the meshes of sheets with a file are loaded
Built buildSheets(const Part& part, const environment::Environment& environment);

/// Number of points and triangles of a sheet with all of its copies.
std::size_t pointsOf(const Sheet& sheet);
std::size_t trianglesOf(const Sheet& sheet);
/// The mean length of the sides of a sheet's triangles [m].
double spacingOf(const Sheet& sheet);
/// The distance that layers of a sheet keep: its thickness, or a quarter of its spacing and at most 5 mm.
double thicknessOf(const Sheet& sheet);

}  // namespace talus::cloth

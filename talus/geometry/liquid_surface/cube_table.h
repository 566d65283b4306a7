#pragma once
#include <array>
#include <cstdint>

/// Triangles of marching cubes (Lorensen and Cline 1987) for each of the 256 ways in which the corners of a
/// cube are inside or outside. The table is derived here, not copied: on each face every run of inside
/// corners is cut off by one segment, so that on an ambiguous face the two inside corners are kept apart. The
/// rule looks at nothing but that face, so two cubes that share it cut it alike (Nielson and Hamann 1991,
/// "The asymptotic decider", on why cubes that decide differently leave holes). The segments of the six faces
/// join into loops, and no triangle of a loop has a side across a face: the cube behind the face could have
/// the same side, and then four triangles would share it.
namespace talus::geometry {

/// Corner c of a cube lies at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge 4 axis + k goes along the axis,
/// from the k-th corner whose bit of that axis is 0.
struct CubeEdge {
    std::uint8_t axis = 0;
    std::uint8_t from = 0;  ///< corner
    constexpr std::uint8_t to() const { return static_cast<std::uint8_t>(from | 1 << axis); }
};

struct CubeCase {
    std::uint8_t count = 0;
    std::array<std::array<std::uint8_t, 3>, 8> triangles{};  ///< edges; counter-clockwise seen from outside
};

/// The edges, by number.
const std::array<CubeEdge, 12>& cubeEdges();
/// By the corners that are inside: bit c for corner c.
const std::array<CubeCase, 256>& cubeCases();

}  // namespace talus::geometry

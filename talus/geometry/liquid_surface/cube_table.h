#pragma once
#include <array>
#include <cstdint>

/// The triangles of marching cubes (Lorensen and Cline 1987) for each of the 256 combinations of corners that
/// are inside or outside. The table is computed, not copied. On each face every run of inside corners is cut
/// off by one segment, so on an ambiguous face the two inside corners are separated. This rule depends on
/// that face only, so the two cubes of a face cut it in the same way; otherwise the surface would have holes
/// (Nielson and Hamann 1991, "The asymptotic decider"). The segments of the six faces join into loops, which
/// are cut into triangles. No triangle has a side across a face: the cube on the other side of the face could
/// have the same side, and then four triangles would share it.
namespace talus::geometry {

/// Corner c of a cube is at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge 4 axis + k is parallel to the axis
/// and begins at the k-th corner whose bit of that axis is 0.
struct CubeEdge {
    std::uint8_t axis = 0;
    std::uint8_t from = 0;  ///< corner
    constexpr std::uint8_t to() const { return static_cast<std::uint8_t>(from | 1 << axis); }
};

struct CubeCase {
    std::uint8_t count = 0;
    std::array<std::array<std::uint8_t, 3>, 8> triangles{};  ///< edges; counter-clockwise seen from outside
};

/// The edges, by index.
const std::array<CubeEdge, 12>& cubeEdges();
/// The cases, indexed by the corners that are inside: bit c for corner c.
const std::array<CubeCase, 256>& cubeCases();

}  // namespace talus::geometry

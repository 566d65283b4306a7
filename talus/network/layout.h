#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/network/params.h"

namespace talus::network {

/// Positions of a group's grains at the start, and the edges between neighbours.
struct Layout {
    std::vector<Vec3d> positions;                     ///< [m]
    std::vector<std::array<std::uint32_t, 2>> edges;  ///< each once, of the line, the grid or the mesh
};

/// Largest number of masses of a group.
inline constexpr std::size_t max_masses = 10'000'000;

/// Error (Input): more than max_masses. @param mesh of the file, with its points in metres; null unless
/// Layout::Mesh
Result<Layout> layoutOf(const Masses& group, const geometry::Mesh* mesh);

}  // namespace talus::network

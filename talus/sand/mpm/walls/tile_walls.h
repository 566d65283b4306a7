#pragma once
#include <array>
#include <bitset>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/mpm/grid.h"

/// Which walls are near which tiles. Walls that stand still are looked up when the tiles change; walls that
/// move, in each step.
namespace talus::sand::mpm {

inline constexpr const char* walls_scratch = "walls near the sand";

/// Cells of a patch, by the first of a particle's nodes.
using Cells = std::bitset<patch_nodes>;

/// A ball around the nodes of a tile and the particles that they reach. @param corner its first node [m]
struct Ball {
    Vec3d middle;
    double radius = 0;
};
Ball ballAroundNodes(const Vec3d& corner, double cell);

/// What is near the particles of a tile.
struct NearFilled {
    Near fixed, moving;
    Cells thin;   ///< cells from whose particles thin walls that stand still may hide nodes
    Cells touch;  ///< cells whose particles may touch walls that stand still in a step
};

/// What is near the nodes of a tile.
struct NearReached {
    Near fixed;                             ///< near to a node, or the node is behind it
    Near all;                               ///< with walls that move
    bool any_moving = false;                ///< whether any of these moves
    NodeSet may_touch = 0;                  ///< nodes that are near enough to touch something
    std::array<float, tile_nodes> solid{};  ///< share of each node's weight inside solids (solid_share.h)
};

/// A thin face, and the side of it on which sand is.
struct FaceSide {
    std::uint32_t face = 0;
    bool front = false;
    bool crossed = true;  ///< by paths from the sand to the node; false: the node is behind its continuation
};

/// The share of the weight of a node inside solids, and beyond thin walls as seen by its sand.
/// @param behind the faces that it is behind, and the sides on which its sand is; empty: that of the node
float solidShareOf(const Contacts& contacts, const Near& near, const Vec3d& node, double cell,
                   std::span<const FaceSide> behind);

struct TileWalls {
    std::uint64_t of = 0;              ///< Grid::version for which it was made
    std::vector<double> ground;        ///< heights of the ground's columns for which it was made [m]
    std::vector<NearFilled> filled;    ///< of each filled tile
    std::vector<NearReached> reached;  ///< of each tile with nodes

    /// Brings it up to date for a step.
    void update(const exec::Exec& exec, const Grid& grid, const Contacts& contacts, double cell);
};

}  // namespace talus::sand::mpm

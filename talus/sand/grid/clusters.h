#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/transfer/particles.h"

/// Rigid clusters of sand (Zhu and Bridson 2005, 4; Carlson, Mucha, Turk 2004, "Rigid fluid").
namespace talus::sand::grid {

inline constexpr std::uint32_t no_cluster = 0xffffffff;

/// Which cells are one cluster. Through periodic sides a cluster continues: its cells are shifted by whole
/// periods to where they lie beside each other.
struct Clusters {
    std::vector<std::uint32_t> of;          ///< of each cell inside the ring, or no_cluster
    std::vector<std::array<int, 3>> shift;  ///< of each cell, in periods along each axis
    /// Axes along which each cluster reaches round the period and continues in itself.
    std::vector<std::array<bool, 3>> endless;

    std::uint32_t count() const { return static_cast<std::uint32_t>(endless.size()); }
};

/// The connected components of the cells that are `rigid`, through faces, in the order of their first cells.
/// @pre rigid cells are inside the ring
Clusters connect(const Lattice& lattice, const std::vector<std::uint8_t>& rigid);

/// Gives the faces of each cluster the rigid motion with the same momentum and angular momentum: the one that
/// is nearest in kinetic energy. Walls that a cluster touches keep it from moving into them, and their
/// friction slows its slip along them, by Coulomb's limit: impulses found by projected Gauss-Seidel
/// iterations.
///
/// A cluster that is endless along an axis moves by the same in each period, so it can spin about this axis
/// only: about another one its copies would go up on one side and down on the other. One that is endless
/// along two axes, or along a diagonal of them, does not spin.
/// @param friction_limit the largest impulse of friction of the walls in each cell, by the pressure; the
/// normal impulses of contacts add to it [N s]
/// @param reactions get the impulses on the walls
void makeRigid(const exec::Exec& exec, const Lattice& lattice, const Solids& solids, const SandOnGrid& sand,
               const Clusters& clusters, const std::vector<double>& friction_limit, Faces& velocity,
               std::vector<Reaction>& reactions);

}  // namespace talus::sand::grid

#pragma once
#include <cstdint>
#include <vector>

#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/transfer/particles.h"

/// Rigid clusters of sand (Zhu and Bridson 2005, 4; Carlson, Mucha, Turk 2004, "Rigid fluid").
namespace talus::sand::grid {

inline constexpr std::uint32_t no_cluster = 0xffffffff;

/// Numbers the connected components of the cells that are `rigid`, through faces, in the order of their first
/// cells. @return for each cell its cluster, or no_cluster
std::vector<std::uint32_t> connect(const Lattice& lattice, const std::vector<std::uint8_t>& rigid,
                                   std::uint32_t& clusters);

/// Gives the faces of each cluster the rigid motion with the same momentum and angular momentum: the one that
/// is nearest in kinetic energy. Walls that a cluster touches keep it from moving into them, and their
/// friction slows its slip along them, by Coulomb's limit: impulses found by projected Gauss-Seidel
/// iterations.
/// @param cluster as connect() gives it
/// @param friction_limit the largest impulse of friction of the walls in each cell, by the pressure; the
/// normal impulses of contacts add to it [N s]
/// @param reactions get the impulses on the walls
void makeRigid(const Lattice& lattice, const Solids& solids, const SandOnGrid& sand,
               const std::vector<std::uint32_t>& cluster, std::uint32_t clusters,
               const std::vector<double>& friction_limit, Faces& velocity, std::vector<Reaction>& reactions);

}  // namespace talus::sand::grid

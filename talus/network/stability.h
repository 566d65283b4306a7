#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "talus/network/setup.h"

namespace talus::network {

/// Of a mass: the sum of the stiffness and damping of its links, in the units of the algorithm (K = k T^2,
/// Z = z T), and its bound. The two-step scheme is stable if each mass has
///
///     4 M > K + 2 Z
///
/// (the largest frequency of a mass whose neighbours swing against it is at most that of 2 (K + 2 Z) / M).
struct Load {
    double stiffness = 0;  ///< K [kg]
    double damping = 0;    ///< Z [kg]
    double mass = 0;       ///< M [kg]
    std::size_t group = 0;
    std::size_t row = 0;  ///< of the mass
    std::string links{};  ///< that act on it

    double ratio() const { return (stiffness + 2 * damping) / (4 * mass); }
};

/// How many masses of one size touch another one at once: 2, 6 and 12 in 1, 2 and 3 dimensions.
std::size_t mostNeighbours(int dimensions);

/// The mass with the largest ratio of the springs of given pairs and those within grains.
Load largestOfSprings(const Setup& setup);

/// The same, with as many contacts as can act on a mass at once.
Load largestWithContacts(const Setup& setup);

}  // namespace talus::network

#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "talus/network/setup.h"

namespace talus::network {

/// Stiffness and damping of links, in the units of the algorithm: K and Z [kg], or over a mass.
struct Terms {
    double stiffness = 0, damping = 0;
    double sum() const { return stiffness + 2 * damping; }
    Terms& operator+=(const Terms& more) {
        stiffness += more.stiffness;
        damping += more.damping;
        return *this;
    }
};

/// What acts on a mass, in the units of the algorithm (K = k T^2, Z = z T), and the bound on the step.
///
/// With the matrices K of stiffness and Z of damping the two-step scheme is
/// x(n+1) = 2 x(n) - x(n-1) - M^-1 (K x(n) + Z (x(n) - x(n-1))). A mode q^n y has q^2 - (2 - a - b) q + 1 - b
/// = 0, where a and b are y* K y / y* M y and y* Z y / y* M y, and |q| <= 1 if a + 2 b < 4. So it is stable
/// if no eigenvalue of M^-1 (K + 2 Z) reaches 4. That matrix has the non-zero eigenvalues of one with a row
/// for each link; by Gershgorin's circles none is larger than the largest
///
///     S_1 / M_1 + S_2 / M_2 < 4
///
/// of the two masses that a link joins, with S = K + 2 Z summed over all links of a mass and its medium. A
/// fixed end counts 0. A free body counts with all links of the masses that it carries, or with the contacts
/// of fixed masses.
struct Load {
    double stiffness = 0;  ///< K, summed over the links of the mass [kg]
    double damping = 0;    ///< Z, of the links and the medium [kg]
    double mass = 0;       ///< M, of the mass or of the free body that carries it [kg]
    Terms own{};           ///< K / M and Z / M of the mass
    Terms other{};         ///< those of the mass at the other end of a link that has the largest S / M
    std::size_t group = 0;
    std::size_t row = 0;   ///< of the mass
    bool carried = false;  ///< by a free body
    /// The free body that masses touch which do not move freely: the load is that of the body.
    std::optional<std::uint32_t> touched{};
    std::string links{};  ///< that act on it

    /// The share of what is stable.
    double ratio() const { return (own.sum() + other.sum()) / 4; }
    /// So many times the rate would do: K falls with its square, Z with the rate.
    double faster() const;
};

/// How many masses of one size touch another one at once: 2, 6 and 12 in 1, 2 and 3 dimensions.
std::size_t mostNeighbours(int dimensions);

/// The load with the largest ratio, and the rate at which all of them would be stable.
struct Worst {
    Load load;
    double faster = 0;  ///< that rate over the rate of the network
};

/// The mass with the largest ratio of the springs of given pairs, those within grains and the medium.
Worst largestOfSprings(const Setup& setup);

/// The same, with as many contacts as can act on a mass at once, from all sides. Bodies that fixed masses
/// touch count as masses of 1 / (1/m + (r x n) . I^-1 (r x n)), where that is least on their surface.
Worst largestWithContacts(const Setup& setup);

}  // namespace talus::network

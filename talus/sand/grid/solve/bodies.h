#pragma once
#include <vector>

#include "talus/sand/boundary/body_response.h"
#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/multigrid.h"

namespace talus::sand::grid {

/// How the unknown stresses of a problem move a body, and how its motion changes what they resist. For each
/// of them there is a row of six numbers, by a unit velocity and a unit spin [m^2, m^3]: of a pressure the
/// volume that they push out of its cell, of a friction stress the rate of strain times the volume.
/// Transposed it is the force and the torque of a unit pressure (Batty, Bertails, Bridson 2007, 5), or
/// against a unit stress.
struct BodyRows {
    std::vector<std::uint32_t> unknowns;  ///< cells of pressures, positions in the list of friction stresses
    std::vector<Six> rows;
    Vec3d centre;           ///< of mass of the body [m]
    BodyResponse response;  ///< with the sand on its faces that are shut

    explicit BodyRows(const FreeBody& body) : centre(body.centre), response(body) {}
    /// Adds to the row of an unknown. @pre unknowns come in order
    void add(std::size_t unknown, const Six& row);
};

/// The velocity and spin that a body gains in a step, of each body.
using Motions = std::vector<Six>;

/// How a point of a body moves along an axis: responseAlong() of it.
Six responseOnAxis(int axis, const Vec3d& arm);

/// The rows of pressures for each body, which carries the sand on its faces. @param cells those that are Free
/// count
std::vector<BodyRows> bodyRowsOf(const Lattice& lattice, const Solids& solids, const std::vector<Cell>& cells,
                                 const Faces& mass, const std::vector<FreeBody>& bodies);

/// dt M^-1 J^T x
Motions motionsBy(const std::vector<BodyRows>& bodies, double dt, exec::View<const double> x);
/// y += J motions
void addMotions(const std::vector<BodyRows>& bodies, const Motions& motions, exec::View<double> y);
/// The part of all bodies in the diagonal of dt J M^-1 J^T, in the order of their unknowns.
std::vector<double> diagonalOf(const std::vector<BodyRows>& bodies, double dt);

}  // namespace talus::sand::grid

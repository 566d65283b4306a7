#pragma once
#include <vector>

#include "talus/sand/boundary/body_response.h"
#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/multigrid.h"

namespace talus::sand::grid {

/// How the pressure of cells moves a body, and how its motion pushes volume out of them: for each cell a row
/// of six numbers, the volume that a unit velocity and a unit spin push out of it [m^2, m^3]. Transposed it
/// is the force and the torque of a unit pressure there (Batty, Bertails, Bridson 2007, 5).
struct BodyRows {
    std::vector<std::uint32_t> cells;
    std::vector<Six> rows;
    Vec3d centre;           ///< of mass of the body [m]
    BodyResponse response;  ///< with the sand on its faces that are shut

    explicit BodyRows(const FreeBody& body) : centre(body.centre), response(body) {}
};

/// The rows of each body, which carries the sand on its faces. @param cells those that are Free count
std::vector<BodyRows> bodyRowsOf(const Lattice& lattice, const Solids& solids, const std::vector<Cell>& cells,
                                 const Faces& mass, const std::vector<FreeBody>& bodies);

/// y += dt J M^-1 J^T p of all bodies.
void addBodies(const std::vector<BodyRows>& bodies, double dt, exec::View<const double> p,
               exec::View<double> y);

}  // namespace talus::sand::grid

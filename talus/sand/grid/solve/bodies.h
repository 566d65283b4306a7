#pragma once
#include <array>
#include <vector>

#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/multigrid.h"

namespace talus::sand::grid {

/// A rigid body that the sand moves.
struct FreeBody {
    Vec3d centre;              ///< of mass [m]
    double inverse_mass = 0;   ///< [1/kg]
    Vec3d inverse_inertia[3];  ///< columns, about the centre [1/(kg m^2)]
};

/// How the pressure of cells moves a body, and how its motion pushes volume out of them: for each cell a row
/// of six numbers, the volume that a unit velocity and a unit spin push out of it [m^2, m^3]. Transposed it
/// is the force and the torque of a unit pressure there (Batty, Bertails, Bridson 2007, 5).
struct BodyRows {
    using Six = std::array<double, 6>;
    std::vector<std::uint32_t> cells;
    std::vector<Six> rows;
    Vec3d centre;                  ///< of mass of the body [m]
    std::array<Six, 6> inverse{};  ///< of its mass matrix

    explicit BodyRows(const FreeBody& body);
    /// Adds a mass that moves with a point of the body along an axis: the sand on a face that is shut.
    void carry(double mass, const Six& response);
    /// Velocity and spin by an impulse and an angular impulse.
    Six motionBy(const Six& impulse) const;
};

/// How a point of a body moves along an axis by a unit velocity and a unit spin. @param arm from the centre
/// [m]
BodyRows::Six responseAt(int axis, const Vec3d& arm);

/// The rows of each body, which carries the sand on its faces. @param cells those that are Free count
std::vector<BodyRows> bodyRowsOf(const Lattice& lattice, const Solids& solids, const std::vector<Cell>& cells,
                                 const Faces& mass, const std::vector<FreeBody>& bodies);

/// y += dt J M^-1 J^T p of all bodies.
void addBodies(const std::vector<BodyRows>& bodies, double dt, exec::View<const double> p,
               exec::View<double> y);

}  // namespace talus::sand::grid

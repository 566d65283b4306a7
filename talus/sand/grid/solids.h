#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "talus/sand/grid/lattice.h"

namespace talus::sand::grid {

/// What is solid near a point.
struct SolidAt {
    double distance = 0;  ///< of the point from the nearest surface, negative inside of a solid [m]
    Vec3d velocity;       ///< of that solid at the point [m/s]
    double friction = 0;  ///< of sand on it
    int body = -1;        ///< which free body it is; -1: none
    Vec3d normal{};       ///< of the surface, into the sand; 0: unknown
};
using SolidField = std::function<SolidAt(const Vec3d&)>;

/// A wall of no thickness on the way from one point to another.
struct ThinBetween {
    bool crossed = false;
    Vec3d velocity;  ///< of the wall there [m/s]
    double friction = 0;
};
using ThinField = std::function<ThinBetween(const Vec3d& from, const Vec3d& to)>;

/// What a face is to the sand.
enum class Face : std::uint8_t {
    Open,    ///< at least partly
    Shut,    ///< a wall, with a cell that is open on one side or on both
    Inside,  ///< inside of a wall
};

/// Walls on a lattice.
struct Solids {
    bool any = false;  ///< otherwise all cells are open
    PerAxis<std::vector<Face>> face;
    Faces open;  ///< open share of the area of each face
    PerAxis<std::vector<int>>
        body;        ///< free body that shuts some of each face, -1: none; empty without bodies
    Faces velocity;  ///< of the solid, along the normal of each face [m/s]
    std::vector<double> open_cell;  ///< open share of the volume of each cell
    /// Share of a cell's volume from which its mass comes: of the trilinear weights, the part that is not in
    /// walls, with the mass that moveOutOfWalls() brings.
    std::vector<double> reach;
    std::vector<Vec3d> area;           ///< area of wall in each cell, times its normal into the sand [m^2]
    std::vector<Vec3d> cell_velocity;  ///< of the solid at each cell that has some [m/s]
    std::vector<int> cell_body;        ///< the free body that this solid is, as in `body`
    /// The area of wall in each cell, each part times the friction of the wall that it is of [m^2].
    std::vector<Vec3d> rough;
    std::vector<Vec3d> position;  ///< a point of it [m]
    /// The normal of that solid, where it is oblique to the grid; else 0.
    std::vector<Vec3d> oblique;

    bool isOfBody(int axis, std::size_t face) const { return !body[axis].empty() && body[axis][face] >= 0; }
};

/// An impulse of the sand on a wall, at a position on it or within half a cell of it.
struct Reaction {
    Vec3d position;  ///< [m]
    Vec3d impulse;   ///< [N s]
};

/// Samples the corners of the cells. The open share of a face is that of a surface that is straight between
/// the points where it crosses the edges. A thin wall shuts the faces between cells whose centres it is
/// between.
/// @param solid, thin null: there is none
/// @param cell_mass solids are looked for only within two cells of sand; empty: everywhere
/// @param occupied cells with particles, for the empty side of thin walls (behind_thin.h); empty: unknown
void sampleSolids(const exec::Exec& exec, const Lattice& lattice, const SolidField& solid,
                  const ThinField& thin, Solids& solids, const std::vector<double>& cell_mass = {},
                  const std::vector<std::uint8_t>& occupied = {});

/// Trilinear weights give some mass and momentum to faces and cells inside of walls. This moves them to the
/// nearest ones that are open, so that sand slides along a wall freely, and keeps their sums.
/// @param momentum of faces, or null for the masses of cells
void moveOutOfWalls(const exec::Exec& exec, const Lattice& lattice, const Solids& solids, Faces& mass,
                    Faces& velocity, std::vector<double>& cell_mass);

/// Gives faces inside of walls the mean value of the open ones near them, for the particles.
/// @param of_walls the value where no open face is near, as Solids::velocity; null: zero
void continueIntoWalls(const exec::Exec& exec, const Lattice& lattice, const Solids& solids,
                       const Faces* of_walls, Faces& values);

}  // namespace talus::sand::grid

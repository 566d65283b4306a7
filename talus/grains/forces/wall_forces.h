#pragma once
#include "talus/environment/walls.h"
#include "talus/grains/forces/contact_forces.h"
#include "talus/step/stage.h"

namespace talus::grains {

// Thin walls. A grain is in contact with one side of a thin plate. If a large force pushes its centre through
// the plate, the distance alone would push it out on the other side. Therefore each listed pair stores the
// side on which its grain is. The side is set when the pair is listed, where a gap or a small overlap makes
// it clear. It changes only where a grain can move around the plate: beyond its border, more than half a
// radius away. Rejected alternatives: the side from the path in the last step, because it is lost after one
// step and does not detect a grain that was pushed through slowly; plates with a thickness, because the user
// would have to choose it and it moves every surface.
//
// Surfaces of several faces (meshes, but also a cone that ends where a tube begins). A contact is a local
// minimum of the distance from the grain's centre to the whole surface. So a contact at the border of a face
// counts only if no other face that contains the contact point is closer. Of faces at the same distance, the
// one with the lowest index counts. A grain then has one contact everywhere on a flat triangulated floor, two
// in a dihedral corner, and one on a ridge. The tangential spring moves to the face that takes over the
// contact, so that friction is continuous across seams. No connectivity of faces is needed, so this also
// works for unconnected triangles and between different walls.

/// Adds the forces of the walls on the grains, with the same laws as between grains. A wall has infinite mass
/// and a prescribed motion, or is a free body (wall_mobility.h). The force acts at the point of the grain's
/// surface that is deepest in the wall. The wall gets the opposite force at that point and the opposite
/// rolling and twisting moment, so angular momentum is conserved. The loads on each wall are summed in the
/// order of the rows.
struct CollideWalls {
    static constexpr const char* name = "collide walls";
    LawTable laws;
    std::shared_ptr<const environment::Walls> walls;
    bool spin = true;
    double ahead = 0;  ///< share of dt by which positions are ahead of the step's time: 1 after the drift
    /// Portable: grain by grain. Vector: grains near a single plane with SIMD. Both give the same bits.
    ContactForces::Kernel kernel = ContactForces::Kernel::Vector;
    Precision precision = Precision::Double;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::grains
